"""Every finding of every table: can a player read it, a page link it, a program trust it?"""

import importlib
import json
import re
from pathlib import Path

import pytest

from rules.deckbuilding import DECK_RULES
from rules.rulebook import RULEBOOK
from rules.rulebook.interpretations import INTERPRETATIONS
from tests.builders import catalogue, verdict

TABLES = sorted(Path(__file__).parent.glob("deckbuilding/test_*.py"))


def cases():
    """All cases of all tables."""
    for path in [*TABLES, Path(__file__).parent / "test_party.py"]:
        module = importlib.import_module(".".join(path.relative_to(Path.cwd()).with_suffix("").parts))
        for test in vars(module).values():
            for mark in getattr(test, "pytestmark", ()):
                if mark.args[0] == "case":
                    for param in mark.args[1]:
                        yield f"{path.stem}: {param.id}", param.values[0]


#: Rules whose cases need a catalogue with products that are not printed yet.
WITH_CARDS_TO_COME = {"env.current-rotation", "permanent.one-reward-permanent"}
CASES = dict(cases())


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
    assert broken == {rule.id for rule in DECK_RULES} - WITH_CARDS_TO_COME


def test_every_rule_of_a_deck_is_in_the_rulebook():
    assert {rule.id for rule in DECK_RULES} <= RULEBOOK.keys()


@pytest.mark.parametrize("rule", sorted({rule.id for rule in DECK_RULES}))
def test_every_rule_is_called_by_a_concern(rule):
    """A rule without one would be asked of every deck, and cost every verdict its time."""
    assert all(each.concerns for each in DECK_RULES if each.id == rule)


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
    missing = {"deck.requirements-cards-present", "rbw.stays-all-campaign", "signature.requirement-lapses"}
    for name, (case, finding) in FINDINGS.items():
        if finding.rule in missing:
            continue
        facts = finding.facts
        named = [facts["card"]] if "card" in facts else []
        named += facts["cards"] if isinstance(facts.get("cards"), list) else []
        faces = {case.deck.investigator, case.deck.choices.front, case.deck.choices.back}
        there = case.deck.slots.keys() | case.deck.extra.keys() | faces
        assert set(named) <= there | {"90053"}, name


def test_facts_can_be_written_as_json_and_say_the_same_again():
    for name, (case, finding) in FINDINGS.items():
        row = finding.as_dict()
        assert json.loads(json.dumps(row)) == row, name
        assert finding in findings(case), name


def test_what_findings_point_to_exists():
    for name, (_case, finding) in FINDINGS.items():
        assert set(finding.facts.get("see", ())) <= RULEBOOK.keys(), name
        assert not finding.interpretation or finding.interpretation in INTERPRETATIONS, name
        assert finding.cite is not None or finding.rule == "ub.prerequisites", name


def test_findings_stand_in_the_order_of_the_rules():
    order = {rule.id: place for place, rule in enumerate(DECK_RULES)}
    several = {rule.id for rule in DECK_RULES if [each.id for each in DECK_RULES].count(rule.id) > 1}
    for name, case in CASES.items():
        rules = [v.rule for v in verdict(case.deck, case.circumstances).violations if v.rule not in several]
        assert rules == sorted(rules, key=order.__getitem__), name
