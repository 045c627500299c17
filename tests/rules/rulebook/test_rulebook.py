"""The rulebook is complete: every rule is named once, written in two languages, and found on its page."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.rulebook import KINDS, RULEBOOK, Rule, RulebookError, Section, UnknownRule, files
from rules.rulebook.citation import ABSENT, DOCUMENTS, STATES, Place
from rules.rulebook.differences import DIFFERENCES
from rules.rulebook.interpretations import INTERPRETATIONS, interpretations_of
from rules.rulebook.markdown import rulebook
from rules.rulebook.rule import read_rule
from rules.rulebook.substitutions import (
    BLOCKED,
    SUBSTITUTIONS,
    Substitute,
    named_cards_in,
    substitutes_for,
)

ROOT = Path(__file__).parents[3]

# The first and last page of each part, from the Grimoires' tables of contents.
PARTS = {
    "I": (3, 25), "II": (26, 26), "III": (27, 29), "IV": (30, 30), "VI": (31, 31), "VIII": (36, 38),
    "IX": (39, 40), "X": (41, 41), "XII": (42, 43), "XIII": (44, 44), "XV": (45, 46),
}  # fmt: skip
PARTS_DE = {part: (first + 4, last + 4) for part, (first, last) in PARTS.items()} | {"I": (3, 29)}

SECTION = Section("A1", "Decks", "Decks")


def places() -> list[tuple[Rule, str, Place]]:
    return [
        (rule, edition, place)
        for rule in RULEBOOK.values()
        for edition, citation in rule.citations.items()
        for place in citation.places
    ]


def test_sections_are_numbered_without_gaps_and_none_is_empty():
    ids = [section.id for section in RULEBOOK.sections]
    assert sorted(ids) == sorted([*(f"A{number}" for number in range(1, 21)), "A15b"])
    assert min(len(RULEBOOK.of(section)) for section in RULEBOOK.sections) >= 4
    assert len(RULEBOOK) >= 239


def test_every_id_has_the_shape_that_verdicts_and_addresses_need():
    assert [name for name in RULEBOOK if not re.fullmatch(r"[a-z]+\.[a-z0-9-]+", name)] == []


@pytest.mark.parametrize("rule", RULEBOOK.values(), ids=lambda rule: rule.id)
def test_a_rule_is_said_in_two_languages_and_has_an_example(rule: Rule):
    for sentence in (rule.sentence, rule.sentence_de):
        assert sentence[0].isupper() or sentence[0] in "“„"
        assert sentence.endswith(".")
        assert "  " not in sentence
    assert rule.sentence != rule.sentence_de
    assert rule.text("de") == rule.sentence_de
    assert rule.text("en") == rule.sentence
    assert rule.cases
    assert set(rule.kinds) <= set(KINDS)


def test_english_and_german_do_not_mix():
    """Small words of one language in a sentence of the other show that two fields were confused."""
    german = re.compile(r"\b(der|das|ein|eine|und|nicht|wird|nur|hat|ist)\b|„")
    english = re.compile(r"\b(the|of|and|with|may|is|are|each)\b|”")
    notes = [(rule, citation) for rule in RULEBOOK.values() for citation in rule.citations.values()]
    in_english = [
        *((rule.id, text) for rule in RULEBOOK.values() for text in (rule.sentence, *rule.cases)),
        *((rule.id, citation.note) for rule, citation in notes),
    ]
    in_german = [
        *((rule.id, text) for rule in RULEBOOK.values() for text in (rule.sentence_de, *rule.cases_de)),
        *((rule.id, citation.note_de) for rule, citation in notes),
    ]
    # Titles without a German one, and one that is the German title of two cards.
    titles = re.compile("Map the Area|Mark of Elokoss")
    assert [found for found in in_english if german.search(found[1])] == []
    assert [found for found in in_german if english.search(titles.sub("", found[1]))] == []


def test_an_example_has_the_same_cards_and_numbers_in_both_languages():
    number = re.compile(r"(?<![\w.])\d+(?!\w)")
    for rule in RULEBOOK.values():
        for case, case_de in zip(rule.cases, rule.cases_de, strict=True):
            assert sorted(number.findall(case)) == sorted(number.findall(case_de)), rule.id
        assert rule.examples("de") == rule.cases_de
        assert rule.examples("en") == rule.examples("fr") == rule.cases


def test_every_rule_stands_somewhere():
    assert [rule.id for rule in RULEBOOK.values() if not rule.citations] == []


def test_a_page_lies_in_the_part_that_is_named():
    astray = []
    for rule, edition, place in places():
        if edition == "faq-1.7":
            # That document has sections, but no pages.
            astray += [rule.id] if place.page else []
            continue
        part = place.section.partition(".")[0]
        first, last = (PARTS_DE if edition == "grimoire-1.0-de" else PARTS)[part]
        if not place.pages or min(place.pages) < first or max(place.pages) > last:
            astray.append(f"{rule.id}: {place}")
    assert astray == []


def test_the_german_grimoire_is_cited_in_german():
    headings = {
        edition: {place.section.partition(":")[0] for _, cited, place in places() if cited == edition}
        for edition in DOCUMENTS
    }
    assert "I. Glossar" in headings["grimoire-1.0-de"]
    assert "I. Glossary" in headings["grimoire-1.1"]
    # Only the numerals are shared, never a heading.
    assert headings["grimoire-1.0-de"] & headings["grimoire-1.1"] == set()
    text = str(RULEBOOK["copies.max-two-by-title"].citations["grimoire-1.0-de"])
    assert text == "Arkham Grimoire v1.0 (deutsch), IX. Deckbau: Regeln für den Deckbau, S. 43"


def test_both_grimoires_state_what_the_english_one_states_unless_it_is_newer():
    """The statements that the German Grimoire 1.0 lacks are known: it is older than version 1.1."""
    lacking = {
        rule.id
        for rule in RULEBOOK.values()
        if rule.stances["grimoire-1.1"] == STATES and rule.stances["grimoire-1.0-de"] == ABSENT
    }
    assert lacking == {
        "errata.grimoire-cards", "ub.malevolence", "ub.spiral",
        "boon.morrigan", "boon.nodens", "boon.persephone",
    }  # fmt: skip


def test_rules_point_only_at_rules():
    pointed = {name for rule in RULEBOOK.values() for name in rule.bent_by}
    pointed |= {name for found in INTERPRETATIONS.values() for name in found.rules}
    pointed |= {name for row in DIFFERENCES for name in row.rules}
    assert pointed - RULEBOOK.keys() == set()
    assert [rule.id for rule in RULEBOOK.values() if rule.id in rule.bent_by] == []


def test_open_questions_are_numbered_in_order_and_each_decided_in_two_languages():
    assert len(INTERPRETATIONS) > 42
    assert list(INTERPRETATIONS) == [f"E-{number:02}" for number in range(1, len(INTERPRETATIONS) + 1)]
    for found in INTERPRETATIONS.values():
        assert found.question.endswith("?")
        assert found.question_de.endswith("?")
        assert found.rules
        assert found.question_text("de") == found.question_de
        assert found.decision_text("en") == found.decision != found.decision_text("de")


def test_an_example_names_only_questions_that_concern_its_rule():
    for rule in RULEBOOK.values():
        named = {name for case in rule.cases for name in re.findall(r"E-\d\d", case)}
        assert named <= {found.id for found in interpretations_of(rule.id)}


def test_there_are_40_differences_in_order():
    assert [row.row for row in DIFFERENCES] == list(range(1, 41))
    assert DIFFERENCES[0].name("de") == "Mindestpreis einer Verbesserung"
    assert DIFFERENCES[0].text("en") != DIFFERENCES[0].text("de")


def test_a_rule_that_is_not_there_is_named_in_the_error():
    with pytest.raises(UnknownRule, match=r"The rulebook has no rule “deck\.sise”"):
        RULEBOOK["deck.sise"]
    assert "deck.sise" not in RULEBOOK


def a_row(**changes: Any) -> dict[str, Any]:
    cite = {
        "grimoire-1.1": {"at": [{"section": "IX. Deck Customization", "page": "39"}]},
        "grimoire-1.0-de": {"stance": "silent"},
        "faq-1.7": {"stance": "absent"},
    }
    row = {
        "id": "deck.size",
        "kinds": ["error"],
        "sentence": "S.",
        "sentence_de": "S.",
        "cite": cite,
        "cases": [],
        "cases_de": [],
    }
    return row | changes


def cited(edition: str, **row: Any) -> dict[str, Any]:
    return {"cite": a_row()["cite"] | {edition: row}}


def test_a_row_that_is_right_is_read():
    assert Rule(**read_rule(a_row(), SECTION, "x.json")).citations["grimoire-1.1"].page == "39"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param({"id": "Deck.Size"}, "an id has small letters", id="an id in capitals"),
        pytest.param({"kinds": ["fatal"]}, r"\['fatal'\] are not kinds of rules", id="a kind that is none"),
        pytest.param({"kinds": []}, "are not kinds of rules", id="no kind at all"),
        pytest.param({"cases": ["C."]}, "every case is in both languages", id="a case in one language"),
        pytest.param(
            cited("grimoire-1.1", at=[{"section": "IX."}], note="N."),
            "a note is in both languages",
            id="a note in one language",
        ),
        pytest.param({"sentense": "S."}, "sentense unknown", id="a key that nobody reads"),
        pytest.param(
            {"cite": {}}, "grimoire-1.1, grimoire-1.0-de, faq-1.7: cite a place", id="no edition cited"
        ),
        pytest.param(cited("faq-2.0", stance="silent"), "faq-2.0 unknown", id="an edition that is none"),
        pytest.param(
            {"cite": {edition: {"stance": "silent"} for edition in DOCUMENTS}},
            "no edition states it",
            id="silence all round",
        ),
        pytest.param(
            cited("grimoire-1.1", at=[{"section": "IX.", "page": "p.39"}]),
            "“p.39” is not a page",
            id="no page",
        ),
        pytest.param(cited("grimoire-1.1", stance="quiet"), "“quiet” is not a stance", id="no stance"),
        pytest.param(
            cited("grimoire-1.1", stance="silent", at=[{"section": "IX."}]),
            "“silent” and 1 places do not go together",
            id="silent and yet cited",
        ),
        pytest.param(cited("grimoire-1.1"), "“states” and 0 places do not go together", id="stated nowhere"),
        pytest.param(cited("grimoire-1.1", at=[{"heading": "IX."}]), "section missing", id="no section"),
    ],
)
def test_a_row_that_is_wrong_is_refused_with_its_file_and_rule(changes: dict[str, Any], message: str):
    with pytest.raises(RulebookError, match=message) as refusal:
        read_rule(a_row(**changes), SECTION, "x.json")
    assert str(refusal.value).startswith("x.json, ")


def test_a_row_that_lacks_a_sentence_is_refused():
    row = a_row()
    del row["sentence_de"]
    with pytest.raises(RulebookError, match=r"x\.json, deck\.size: sentence_de missing"):
        read_rule(row, SECTION, "x.json")


@pytest.mark.parametrize("text", ["", "{", "[]", "null"])
def test_a_file_that_is_no_rulebook_is_refused(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(files, "HERE", tmp_path)
    (tmp_path / "ultimatums.json").write_text(text)
    with pytest.raises(RulebookError, match=r"ultimatums\.json: "):
        files.read_file("ultimatums.json")


def test_a_file_that_is_missing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(files, "HERE", tmp_path)
    with pytest.raises(RulebookError, match=r"ultimatums\.json: "):
        files.read_file("ultimatums.json")


def test_one_id_in_two_sections_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from rules.rulebook import Rulebook

    monkeypatch.setattr(files, "HERE", tmp_path)
    (tmp_path / "sections").mkdir()
    for name in ("1.json", "2.json"):
        facts = {"id": name, "title": "Decks", "title_de": "Decks", "rules": [a_row()]}
        (tmp_path / "sections" / name).write_text(json.dumps(facts))
    with pytest.raises(RulebookError, match=r"sections/2\.json, deck\.size: there already is such a rule"):
        len(Rulebook())


def test_importing_the_rulebook_reads_nothing_yet():
    code = """if True:
        import sys
        from rules.rulebook import RULEBOOK
        print(*vars(RULEBOOK), "rules.rulebook.ultimatums" in sys.modules)
    """
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_docs_rules_md_is_what_the_rulebook_prints():
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert text == rulebook(), "print it: python -m rules.rulebook > docs/rules.md"


def test_every_rule_question_and_switch_is_in_the_document():
    text = rulebook()
    assert [name for name in RULEBOOK if f"`{name}`" not in text] == []
    assert [name for name in INTERPRETATIONS if f"### {name}\n" not in text] == []


def test_the_module_prints_the_document():
    run = subprocess.run([sys.executable, "-m", "rules.rulebook"], cwd=ROOT, capture_output=True, check=True)
    assert run.stdout.decode() == rulebook()


def test_ghouls_are_replaced_by_two_sets_together():
    (ghouls,) = substitutes_for("ghouls")
    assert [[used.set for used in together] for together in ghouls.replaced_by] == [
        ["gangs_of_arkham", "ashen_pilgrims"]
    ]


def test_rats_leave_the_group_a_choice():
    (rats,) = substitutes_for("rats")
    bystanders, whippoorwills = rats.replaced_by
    assert bystanders == (Substitute("bystanders", "Bystanders", "Unbeteiligte"),)
    assert whippoorwills == (
        Substitute("whippoorwills_ch2", "Whippoorwills", "Ziegenmelker", "three enemies", "drei Gegner"),
    )


def test_the_midnight_masks_are_replaced_in_two_parts():
    assert [(row.part, row.replaced_by[0][0].set) for row in substitutes_for("arkham")] == [
        ("locations", "arkham_ch2"),
        ("treacheries", "dead_ends"),
    ]


def test_thirteen_sets_have_a_substitute_and_others_none():
    assert len(SUBSTITUTIONS) == 13
    assert substitutes_for("tentacles") == ()


def test_the_witching_hour_is_blocked_and_black_stars_rise_names_a_card():
    assert list(BLOCKED) == ["the_witching_hour"]
    assert BLOCKED["the_witching_hour"].set == "tentacles"
    assert [(named.card, named.use) for named in named_cards_in("black_stars_rise")] == [
        ("Ancient Evils", "Cosmic Evils")
    ]
    assert named_cards_in("curtain_call") == ()
