"""The editions differ as the rulebook says, and each cites its own page."""

import ast
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from rules.rulebook import RULEBOOK, UnknownRule
from rules.rulebook.citation import DOCUMENTS
from rules.rulebook.differences import DIFFERENCES
from rules.rulebook.editions import DEFAULT, EDITIONS, Edition, Switches, UnknownEdition, edition
from rules.rulebook.interpretations import INTERPRETATIONS
from rules.rulebook.ultimatums import ULTIMATUMS

ROOT = Path(__file__).parents[3]
ENGLISH, GERMAN, FAQ = edition("grimoire-1.1"), edition("grimoire-1.0-de"), edition("faq-1.7")


def test_there_are_three_editions_and_the_english_grimoire_is_the_default():
    assert list(EDITIONS) == ["grimoire-1.1", "grimoire-1.0-de", "faq-1.7"]
    assert DEFAULT == "grimoire-1.1"
    assert [(known.title, known.document, known.language) for known in EDITIONS.values()] == [
        ("Grimoire 1.1", "Arkham Grimoire v1.1", "en"),
        ("Grimoire 1.0 (deutsch)", "Arkham Grimoire v1.0 (deutsch)", "de"),
        ("FAQ 1.7", "FAQ v1.7", "en"),
    ]
    assert list(DOCUMENTS) == list(EDITIONS)


@pytest.mark.parametrize("name", ["", "grimoire-1.2", "FAQ-1.7", None])
def test_an_edition_that_there_is_not_is_refused_by_name(name: Any):
    with pytest.raises(UnknownEdition, match=f"There is no edition “{name}”; there are grimoire-1.1, "):
        edition(name)


# Row by row, the rulebook's table of differences for Grimoire 1.1, German Grimoire 1.0 and FAQ 1.7.
@pytest.mark.parametrize(
    ("row", "switch", "values"),
    [
        (1, "upgrade_minimum_one", (True, True, False)),
        (2, "multiclass_spares_limited_slots", (True, True, False)),
        (4, "heal_text_literal", (True, True, False)),
        (7, "illegal_cards_must_leave", (False, False, True)),
        (8, "standalone_myriad_counts_once", (True, True, True)),
        (9, "transfer", ("epic", "epic", "transfer")),
        (9, "epic_difficulty_not_lower", (True, False, False)),
        (9, "start_abilities_retrigger", (True, True, False)),
        (11, "lost_required_card_lapses", (True, True, True)),
        (13, "signature_exempt_from_title_limit", (True, True, False)),
        (14, "modified_reprints", (True, True, False)),
        (15, "environments", (True, True, False)),
        (17, "taboo_per_investigator", (False, False, True)),
        (17, "printed_taboo_list", ("", "", "002")),
        (21, "bearer_chosen_by", ("leaver", "others", "leaver")),
        (26, "bag_ultimatums_last", (False, True, False)),
        (28, "swapped_weakness_leaves_pool", (True, True, True)),
        (30, "devoured", (True, True, False)),
        (31, "empty_deck_defeats", (True, True, False)),
        (32, "last_agenda_defeats", (True, True, False)),
        (19, "survival_ends_player", (True, False, False)),
        (40, "disaster_for_replacements", (True, False, True)),
    ],
)
def test_a_switch_is_set_as_in_its_row(row: int, switch: str, values: tuple[Any, ...]):
    assert tuple(getattr(known.switches, switch) for known in EDITIONS.values()) == values
    (field,) = [field for field in fields(Switches) if field.name == switch]
    assert field.metadata["row"] == row


def switches_read_in(path: Path) -> Iterator[str]:
    """Yield the switches that a module reads: `….switches.name`, or by a name given to `….switches`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and is_switches(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            value = node.value
            if is_switches(value) or (isinstance(value, ast.Name) and value.id in names):
                yield node.attr


def is_switches(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "switches"


def test_every_switch_is_read_by_some_code():
    """A switch that is never read would make no difference."""
    paths = [
        path
        for package in ("rules", "cards", "decks", "campaigns")
        for path in (ROOT / package).rglob("*.py")
        if path != ROOT / "rules" / "editions.py"
    ]
    read = {name for path in paths for name in switches_read_in(path)}
    assert {switch.name for switch in fields(Switches)} - read == set()


def test_every_switch_has_a_text_and_is_named_by_its_row():
    by_row = {row.row: row for row in DIFFERENCES}
    for switch in fields(Switches):
        assert switch.metadata["text"].endswith(".")
        assert switch.name in by_row[switch.metadata["row"]].switches
    named = [name for row in DIFFERENCES for name in row.switches]
    assert sorted(named) == sorted(switch.name for switch in fields(Switches))


def test_the_ultimatums_of_an_edition_are_those_it_has_as_rules():
    for known in EDITIONS.values():
        assert known.switches.ultimatums == {id_ for id_ in ULTIMATUMS if known.applies(id_)}
    assert [len(known.switches.ultimatums) for known in EDITIONS.values()] == [30, 25, 0]


def test_a_reading_that_is_not_the_letter_names_its_interpretation():
    assert ENGLISH.interpreted["standalone_myriad_counts_once"] == "E-09"
    assert GERMAN.interpreted["lost_required_card_lapses"] == "E-17"
    assert FAQ.interpreted == {}
    switches = {field.name for field in fields(Switches)}
    for known in EDITIONS.values():
        assert known.interpreted.keys() <= switches
        assert set(known.interpreted.values()) <= INTERPRETATIONS.keys()


@pytest.mark.parametrize(
    ("rule", "applies"),
    [
        pytest.param("deck.size-exact", (True, True, True), id="the same in all"),
        pytest.param("copies.max-two-by-title", (True, True, True), id="silent, and yet it holds"),
        pytest.param("bonded.set-aside-count", (True, True, True), id="only in the FAQ, and fills the gap"),
        pytest.param("xp.upgrade-min-one", (True, True, False), id="contradicted by the FAQ"),
        pytest.param("multiclass.unlimited-beats-limited", (True, True, False), id="contradicted too"),
        pytest.param("epic.difficulty-not-lower", (True, False, False), id="new in 1.1"),
        pytest.param("copies.modified-reprint-mix", (True, True, False), id="unknown to the FAQ"),
        pytest.param("ub.spiral", (True, False, False), id="an ultimatum of 1.1"),
        pytest.param("ub.highlander", (True, True, False), id="an ultimatum of both Grimoires"),
        pytest.param("env.current", (True, True, False), id="environments"),
        pytest.param("env.legacy", (True, True, True), id="all products, everywhere"),
        pytest.param("reward.locked-until-earned", (True, True, True), id="a keyword the FAQ is silent on"),
    ],
)
def test_an_edition_has_a_rule_or_not(rule: str, applies: tuple[bool, ...]):
    assert tuple(known.applies(rule) for known in EDITIONS.values()) == applies


@pytest.mark.parametrize(
    ("known", "rule", "text"),
    [
        (ENGLISH, "deck.options-trait-any-class",
         "Arkham Grimoire v1.1, IX. Deck Customization: Advanced Deckbuilding Access, p. 40"),
        (GERMAN, "xp.no-other-changes", "Arkham Grimoire v1.0 (deutsch), I. Glossar: Erfahrung, S. 11"),
        (FAQ, "multiclass.each-class", "FAQ v1.7, 1.16 Multi-class Cards"),
        (ENGLISH, "standalone.myriad-count",
         "FAQ v1.7, 1.20 Myriad Cards in Standalone Mode (Arkham Grimoire v1.1 is silent)"),
        (GERMAN, "standalone.myriad-count",
         "FAQ v1.7, 1.20 Myriad Cards in Standalone Mode (Arkham Grimoire v1.0 (deutsch) is silent)"),
        (FAQ, "copies.across-products", "Arkham Grimoire v1.1, I. Glossary: Copy, p. 7 (FAQ v1.7 is silent)"),
        (FAQ, "xp.upgrade-min-one", "FAQ v1.7, 1.8 Experience Cost for Level 0 Cards (contrary)"),
        (GERMAN, "epic.difficulty-not-lower",
         "Arkham Grimoire v1.0 (deutsch), VIII. Kampagnenspiel: Epischer Kampagnenmodus, S. 41 (contrary)"),
    ],
)  # fmt: skip
def test_a_rule_is_cited_where_the_edition_or_its_stand_in_has_it(known: Edition, rule: str, text: str):
    assert str(known.cite(rule)) == text


def test_a_remark_on_an_edition_is_in_the_language_of_the_reader():
    silent = ENGLISH.cite("standalone.myriad-count")
    contrary = GERMAN.cite("epic.difficulty-not-lower")
    plain = ENGLISH.cite("permanent.no-swap-out")
    assert silent
    assert silent.remark("de") == " (Arkham Grimoire v1.1 sagt dazu nichts)"
    assert contrary
    assert contrary.short("de") == f"{contrary.first} (regelt es anders)"
    assert plain
    assert plain.remark("de") == plain.remark("en") == ""


def test_a_citation_has_its_parts():
    citation = ENGLISH.cite("permanent.no-swap-out")
    assert citation is not None
    assert citation.document == "Arkham Grimoire v1.1"
    assert (citation.section, citation.page) == ("I. Glossary: Experience", "12")
    assert citation.note_in("en") == "Follows from the list of the only ways to change a deck."
    assert citation.note_in("de") == "Folgt aus der Liste der einzigen Wege, ein Deck zu ändern."
    assert citation.first == "Arkham Grimoire v1.1, I. Glossary: Experience, p. 12"
    assert citation.everywhere == (
        "Arkham Grimoire v1.1, I. Glossary: Experience, p. 12; "
        "VIII. Campaign Play: Earning and Spending Experience, p. 36"
    )


def test_every_rule_of_an_edition_can_be_cited_and_no_other_document_is_unless_it_is_silent():
    for known in EDITIONS.values():
        for rule in RULEBOOK.values():
            citation = known.cite(rule.id)
            if rule.stances[known.id] == "absent":
                assert citation is None
            else:
                assert citation is not None
                assert (citation.edition == known.id) == (rule.stances[known.id] != "silent")
                assert bool(citation.silent) == (rule.stances[known.id] == "silent")
                assert citation.language == DOCUMENTS[citation.edition].language


def test_a_rule_that_is_not_there_is_neither_cited_nor_applied():
    with pytest.raises(UnknownRule):
        ENGLISH.cite("deck.sise")
    with pytest.raises(UnknownRule):
        ENGLISH.applies("deck.sise")


def test_a_group_may_turn_a_switch_without_changing_the_edition():
    house = replace(ENGLISH, switches=replace(ENGLISH.switches, upgrade_minimum_one=False))
    assert house != ENGLISH
    assert ENGLISH.switches.upgrade_minimum_one
    assert len({house, ENGLISH, GERMAN, FAQ}) == 4
    with pytest.raises(TypeError):
        replace(ENGLISH.switches, upgrade_minimum_two=True)  # type: ignore[call-arg]
