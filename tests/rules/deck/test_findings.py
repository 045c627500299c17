"""Every finding of every table is readable for players, links to its cards, and can be used by programs."""

import importlib
import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rules.deck.rules import DECK_RULES, malformed
from rules.deck.validate import pool, why
from rules.rulebook import RULEBOOK
from rules.rulebook.editions import EDITIONS
from rules.rulebook.interpretations import INTERPRETATIONS
from tests.builders import catalogue, verdict
from tests.rules.deck.test_deck_properties import but_for_the_size

TABLES = sorted(Path(__file__).parent.glob("rules/test_*.py"))


def tables():
    """All tables: the test's name, and its cases by their sentences."""
    for path in [*TABLES, Path(__file__).parent / "test_party.py"]:
        module = importlib.import_module(".".join(path.relative_to(Path.cwd()).with_suffix("").parts))
        for name, test in vars(module).items():
            for mark in getattr(test, "pytestmark", ()):
                if mark.args[0] == "case":
                    yield name, {f"{path.stem}: {param.id}": param.values[0] for param in mark.args[1]}


#: Rules whose cases need a catalogue with products that have not been printed yet.
WITH_CARDS_TO_COME = {"env.current-rotation", "permanent.one-reward-permanent"}
BY_TABLE = dict(tables())
CASES = {name: case for cases in BY_TABLE.values() for name, case in cases.items()}


def findings(case):
    found = verdict(case.deck, case.circumstances)
    return found.violations + found.warnings + found.notes


FINDINGS = {
    f"{name}: {finding.rule} {number}": (case, finding)
    for name, case in CASES.items()
    for number, finding in enumerate(findings(case))
}


def test_there_are_tables():
    assert len(TABLES) >= 9
    assert len(FINDINGS) > 200


def test_every_rule_of_a_deck_is_found_broken_by_some_case():
    broken = {finding.rule for _case, finding in FINDINGS.values()}
    checked = {rule.id for rule in DECK_RULES} - WITH_CARDS_TO_COME
    assert checked - broken == set(), "no case breaks these rules"
    assert broken - checked == set(), "add these to RULES of their module"


#: Chapters of the rulebook that judge decks.
CHAPTERS = ("A1", "A2", "A3", "A4", "A5", "A6", "A11", "A13", "A14", "A15", "A15b")
#: Rules whose table has another name.
TABLE_OF = {
    "deck.distinct-investigators-in-group": "test_distinct_investigators",
    "researched.any-investigator": "test_researched_log_entry_needed",
    "customizable.out-of-scope": "test_customizable",
    "signature.weakness-is-signature": "test_requirements_cards_present",
    "standalone.xp-table": "test_experience_table",
    "standalone.max-49": "test_at_most_49",
    "env.legacy-version-choice": "test_legacy",
}
#: Rules of these chapters about something other than a deck, or about future cards; and their tests.
TEST_OF = {
    "permanent.no-swap-out": "upgrade/test_refusals.py",
    "exile.repurchase-level1plus": "upgrade/test_refusals.py",
    "exile.must-restore-size": "upgrade/test_refusals.py",
    "signature.not-removable": "upgrade/test_refusals.py",
    "permanent.one-reward-permanent": "deck/rules/test_keywords.py",
    "reward.environment-free": "deck/rules/test_environments.py",
    "env.current-rotation": "deck/rules/test_environments.py",
    "env.limited-group-choice": "deck/test_party.py",
    "ub.optional-unanimous": "campaign/test_settings.py",
    "ub.permanent": "campaign/test_settings.py",
    "ub.prerequisites": "campaign/test_settings.py",
    "ub.survival": "campaign/test_party.py",
}
JUDGING = [
    rule
    for rule in RULEBOOK.values()
    if rule.section.id in CHAPTERS and {"error", "warning"} & set(rule.kinds)
]


@pytest.mark.parametrize("rule", JUDGING, ids=lambda rule: rule.id)
def test_every_rule_has_a_case_that_keeps_it_and_one_that_breaks_it(rule):
    if rule.id in TEST_OF:
        test = Path(__file__).parents[1] / TEST_OF[rule.id]
        slug = rule.id.partition(".")[2].replace("-", "_")
        assert rule.id in test.read_text() or slug in test.read_text()
        return
    family, _dot, slug = rule.id.replace("-", "_").partition(".")
    names = {TABLE_OF.get(rule.id, f"test_{slug}"), f"test_{family}_{slug}"}
    tables = [list(found.values()) for name, found in BY_TABLE.items() if name in names]
    assert len(tables) == 1, f"write a case table {' or '.join(sorted(names))} in tests/rules/deck/rules/"
    [cases] = tables
    if "error" in rule.kinds:
        broken = {bool(case.broken) for case in cases}
    else:
        broken = {any(finding.rule == rule.id for finding in findings(case)) for case in cases}
    assert broken == {True, False}, "the table needs a deck that keeps the rule and one that breaks it"


def test_every_rule_of_a_deck_is_in_the_rulebook():
    assert {rule.id for rule in DECK_RULES} <= RULEBOOK.keys()


@pytest.mark.parametrize("rule", sorted({rule.id for rule in DECK_RULES}))
def test_every_rule_is_called_by_a_trigger(rule):
    """A rule without a trigger would be checked for every deck, and slow down every verdict."""
    assert all(each.triggers for each in DECK_RULES if each.id == rule)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_rule_is_reported_in_an_edition_that_does_not_have_it(edition):
    """Except where something cannot be read, or is not in the books at all."""
    unread = {"ub.prerequisites", "env.choose"}
    found = {
        finding.rule
        for case in CASES.values()
        for finding in findings(replace(case, circumstances=replace(case.circumstances, edition=edition)))
    }
    absent = {rule for rule in found - unread if not RULEBOOK[rule].applies(edition)}
    assert absent == set(), "ask a switch of the edition in the check (rules/rulebook/editions.py)"


def before_the_last_copy(case):
    """Return the decks with one copy fewer of a card that breaks a rule, each with the card."""
    named = set()
    for finding in verdict(case.deck, case.circumstances).violations:
        cards = finding.facts.get("cards")
        named |= {finding.facts.get("card"), *(cards if isinstance(cards, list) else ())}
    for code in sorted(named & case.deck.slots.keys() & catalogue().printings.keys()):
        slots = {**case.deck.slots, code: case.deck.slots[code] - 1}
        if 0 <= slots[code] < 9:
            deck = replace(case.deck, slots={each: n for each, n in slots.items() if n})
            yield deck, catalogue().printings[code].card


@pytest.mark.slow
def test_the_pool_of_the_editor_knows_the_reasons_of_every_rule():
    """If it fails: the trigger of the rule must not be in `_HARMLESS` of rules/deck/pool.py, and not in
    `_ALIKE` either if the type, traits or text of a card matter to the rule. Give the rule its own trigger.
    """
    known = catalogue()
    for name, case in CASES.items():
        for deck, card in before_the_last_copy(case):
            found = pool(known, deck, case.circumstances).cards
            for code in {card, *some_of_each_type(found, Random(name))} & found.keys():
                reasons = but_for_the_size(why(known, deck, code, case.circumstances))
                assert found[code].room == (not reasons), (name, code, found[code].reason, reasons)


def some_of_each_type(found, random):
    """Return cards of the pool, four of each type, because a rule may be about one type only."""
    by_type = {}
    for code in sorted(code for code in found if found[code].open):
        by_type.setdefault(found[code].card.type, []).append(code)
    return [code for codes in by_type.values() for code in random.sample(codes, min(4, len(codes)))]


def test_every_message_is_a_sentence():
    for name, (_case, finding) in FINDINGS.items():
        sentence = str(finding)
        assert sentence.endswith("."), name
        assert not re.search(r"[{}]|\bNone\b|  |: \.|\(\)", sentence), (name, sentence)


def test_a_card_is_always_named_by_its_title():
    for name, (_case, finding) in FINDINGS.items():
        facts = finding.facts
        if "card" in facts:
            assert facts["title"] == title_of(facts["card"]), name
        if "titles" in facts:
            assert facts["titles"] == [title_of(code) for code in facts["cards"]], name
        elif "cards" in facts and isinstance(facts["cards"], list):
            assert {title_of(code) for code in facts["cards"]} == {facts["title"]}, name
        for title in (facts.get("title"), *facts.get("titles", ())):
            if title and "{title" in finding.message:
                assert title in str(finding), name


def title_of(code: str) -> str:
    card = catalogue().resolve(code) or catalogue().encounter_cards[code]
    return card.title


def test_codes_are_those_that_stand_in_the_deck():
    """Unless the card is the investigator, or one that is missing."""
    missing = {
        "deck.requirements-cards-present", "rbw.stays-all-campaign", "signature.requirement-lapses",
        "weakness.persists",
    }  # fmt: skip
    for name, (case, finding) in FINDINGS.items():
        if finding.rule in missing:
            continue
        facts = finding.facts
        named = [facts["card"]] if "card" in facts else []
        named += facts["cards"] if isinstance(facts.get("cards"), list) else []
        faces = {case.deck.investigator, case.deck.choices.front, case.deck.choices.back}
        there = case.deck.slots.keys() | case.deck.second_deck.keys() | faces
        assert set(named) <= there | {"90053"}, name


def test_facts_are_the_same_after_a_round_trip_through_json():
    for name, (case, finding) in FINDINGS.items():
        row = finding.as_dict()
        assert json.loads(json.dumps(row)) == row, name
        assert finding in findings(case), name


def test_what_findings_point_to_exists():
    for name, (_case, finding) in FINDINGS.items():
        assert set(finding.facts.get("see", ())) <= RULEBOOK.keys(), name
        assert not finding.interpretation or finding.interpretation in INTERPRETATIONS, name
        assert finding.cite is not None or finding.rule == "ub.prerequisites", name


def test_nothing_is_reported_twice():
    for name, case in CASES.items():
        found = verdict(case.deck, case.circumstances)
        reported = [
            (row.rule, str(row), row.facts.get("card"))
            for row in (*found.violations, *found.warnings, *found.notes)
        ]
        assert len(reported) == len(set(reported)), name


def test_findings_stand_in_the_order_of_the_rules():
    order = {rule.id: place for place, rule in enumerate(DECK_RULES)}
    ids = [rule.id for rule in DECK_RULES if rule not in malformed.RULES]
    several = {each for each in ids if ids.count(each) > 1}
    for name, case in CASES.items():
        rules = [v.rule for v in verdict(case.deck, case.circumstances).violations if v.rule not in several]
        assert rules == sorted(rules, key=order.__getitem__), name
