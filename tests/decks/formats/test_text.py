"""Tests of pasted lists: every line has a result, in all the forms that people paste."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.formats.errors import UnreadableText
from decks.formats.lines import CARD, HEADING, INVESTIGATOR, NAME, NOTE, UNKNOWN, read_line
from decks.formats.text import MOST_LINES, read_text
from decks.formats.titles import normal
from rules.cards.model import Tick


@pytest.mark.parametrize(
    ("line", "code", "quantity"),
    [
        pytest.param("2x Machete", "01020", 2, id="2x"),
        pytest.param("2 Machete", "01020", 2, id="2"),
        pytest.param("2X Machete", "01020", 2, id="2X"),
        pytest.param("2× Machete", "01020", 2, id="times sign"),
        pytest.param("Machete x2", "01020", 2, id="behind"),
        pytest.param("Machete (x2)", "01020", 2, id="behind in brackets"),
        pytest.param("Machete (2)", "01020", 2, id="a level that there is not is a quantity"),
        pytest.param("Machete", "01020", 1, id="without a number"),
        pytest.param("- 2x Machete", "01020", 2, id="dash"),
        pytest.param("• Machete x2", "01020", 2, id="bullet"),
        pytest.param("* **2x Machete**", "01020", 2, id="bold"),
        pytest.param("2x machete", "01020", 2, id="lower case"),
        pytest.param("2x  Machete \t", "01020", 2, id="spaces"),
        pytest.param("2x Machete†", "01020", 2, id="taboo mark"),
        pytest.param("2x Machete (Core Set)", "01020", 2, id="box"),
        pytest.param("2x Machete (Revised Core Set)", "01520", 2, id="the box tells the printing"),
        pytest.param("2x Machete (Grundspiel (Neuauflage))", "01520", 2, id="brackets in brackets"),
        pytest.param("2x .45 Automatic", "01016", 2, id="a title that begins with a point"),
        pytest.param("2 21 or Bust", "08048", 2, id="a title that begins with a number"),
        pytest.param("21 or Bust", "08048", 1, id="its number is no quantity"),
        pytest.param("2x .45 Automatic [2]", "03190", 2, id="level in square brackets"),
        pytest.param("2x .45 Automatic (2)", "03190", 2, id="level in round brackets"),
        pytest.param("- .45 Automatic (2) x2", "03190", 2, id="arkham.build"),
        pytest.param("2x .45 Automatic (Level 2)", "03190", 2, id="level in words"),
        pytest.param("2x .45 Automatic (2 XP)", "03190", 2, id="level as experience"),
        pytest.param("2x .45 Automatic ••", "03190", 2, id="level as pips"),
        pytest.param("2x .45 Automatic level 2", "03190", 2, id="level without brackets"),
        pytest.param(
            "1x Dr. Milan Christopher :Professor of Entomology (Core Set)", "01033", 1, id="ArkhamDB"
        ),
        pytest.param(
            "1 Dr Milan Christopher - Professor of Entomology", "01033", 1, id="dash before subtitle"
        ),
        pytest.param("1x Dr. Milan Christopher, Professor of Entomology", "01033", 1, id="comma"),
        pytest.param("2x “I've had worse…” [4]", "02261", 2, id="curly quotes"),
        pytest.param('2x "I\'ve had worse..." (4)', "02261", 2, id="straight quotes"),
        pytest.param("2x Ive had worse (4)", "02261", 2, id="no quotes"),
        pytest.param("1x Beat Cop (signature)", "01018", 1, id="a remark"),
        pytest.param("2x Runic Axe (C)", "09022", 2, id="customizable"),
        pytest.param("2x Taschenlampe", "01087", 2, id="German"),
        pytest.param("01016 x2", "01016", 2, id="code"),
        pytest.param("2 01016", "01016", 2, id="quantity and code"),
        pytest.param("01016,2", "01016", 2, id="table"),
        pytest.param("2x Whatever (01016)", "01016", 2, id="code in brackets"),
        pytest.param("2x 99999", "99999", 2, id="a code that nobody knows yet"),
        pytest.param("2x [Vicious Blow](https://arkhamdb.com/card/01025)", "01025", 2, id="link"),
        pytest.param("1x Random Basic Weakness", "01000", 1, id="placeholder"),
        pytest.param("1x Strange Solution: Acidic Ichor (4)", "02263", 1, id="told apart by subtitle"),
        pytest.param("1 Roland's .38 Special (Advanced)", "90030", 1, id="advanced"),
    ],
)
def test_a_card(titles, line, code, quantity):
    (deck,) = read_text(titles, f"Roland Banks\n{line}\n")
    (card,) = [row for row in deck.lines if row.kind == CARD]
    assert (card.code, card.quantity, card.candidates) == (code, quantity, ())


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Assets", HEADING),
        ("**Asset** (13)", HEADING),
        ("_Ally. Arcane._ (4)", HEADING),
        ("Hand x2 (2)", HEADING),
        ("## Deck", HEADING),
        ("Verbündeter", HEADING),
        ("# My deck", NAME),
        ("Roland Banks", INVESTIGATOR),
        ("1x Roland Banks", INVESTIGATOR),
        ("Investigator: Roland Banks (The Fed)", INVESTIGATOR),
        ("Ermittler: Roland Banks", INVESTIGATOR),
        ("XP: 47", NOTE),
        ("Packs: From Core Set to Core Set", NOTE),
        ("// a remark", NOTE),
        ("2x Machette", UNKNOWN),
        ("Lorem ipsum", UNKNOWN),
        ("2x " + "x" * 10_000, UNKNOWN),
    ],
)
def test_what_a_line_is(titles, line, kind):
    assert read_line(titles, 1, line).kind == kind


def test_an_ambiguous_line_lists_the_cards_it_may_mean(titles):
    (deck,) = read_text(titles, "Daisy Walker\n1x Strange Solution (4)\n")
    (line,) = deck.ambiguous
    assert {line.code, *line.candidates} == {"02262", "02263", "02264", "51004"}


def test_a_person_decides(titles):
    (deck,) = read_text(
        titles, "Daisy Walker\n1x Strange Solution (4)\n2x Machette\n", {2: "02264", 3: "01020"}
    )
    assert deck.ambiguous == ()
    # This includes a line that was not understood; its quantity is kept.
    assert deck.deck.slots == {"02264": 1, "01020": 2}
    assert not [line for line in deck.lines if line.problem]


def test_a_line_that_is_not_understood_has_suggestions(titles):
    (deck,) = read_text(titles, "Roland Banks\n1x Knife\n2x Machette\n2x Machete (4)\n")
    first, second = deck.not_understood
    assert (first.candidates, first.number) == (("01020",), 3)
    assert "No card" in first.problem
    assert "not with this level" in second.problem


def test_signatures_belong_to_their_investigator(titles):
    for name, becky in (("Tommy Muldoon: The Rookie Cop", "06006"), ("Tommy Muldoon: The Officer", "60152")):
        (deck,) = read_text(titles, f"{name}\n1x Becky\n")
        assert deck.deck.slots == {becky: 1}


def test_namesakes_are_distinguished_by_their_cards(titles):
    (deck,) = read_text(titles, "Daniela Reyes\n1 Daniela's Wrench\n")
    assert deck.investigator == "12001"
    (deck,) = read_text(titles, "Daniela Reyes\n1 Mechanic's Wrench\n")
    assert deck.investigator == "08001"
    (deck,) = read_text(titles, "Agatha Crane\n1 Knife\n")
    assert {deck.investigator, *deck.namesakes} == {"11007", "11008"}


def test_namesakes_of_two_classes_are_distinguished_by_the_cards(titles):
    (seeker,) = read_text(titles, "Agatha Crane\n2 Magnifying Glass\n1 Shrivelling\n1 Deduction\n")
    (mystic,) = read_text(titles, "Agatha Crane\n1 Magnifying Glass\n2 Shrivelling\n2 Ward of Protection\n")
    assert (seeker.investigator, seeker.namesakes) == ("11007", ("11008",))
    assert (mystic.investigator, mystic.namesakes) == ("11008", ("11007",))


def test_a_person_decides_between_namesakes(titles):
    (deck,) = read_text(titles, "Agatha Crane\n1 Knife\n", {1: "11008"})
    assert (deck.investigator, deck.namesakes) == ("11008", ("11007",))


ARKHAM_BUILD = """\
# The Adventures of Carolyn Fern

Investigator: Carolyn Fern \x20

XP: 47 \x20
Taboo list†: 2.1 (Aug 30, 2023) \x20

## Deck

**Asset** (13) \x20
_Hand_ (2) \x20
- Alchemical Distillation (C) x2
  - Mending Distillate.
  - Calming Distillate.

_No Slot_ (3) \x20
- Hypnotic Therapy

## Side deck

- The Black Cat (5)

# The Jim Culver Mysteries

Investigator: Jim Culver \x20
Parallel: Original front, Parallel back \x20

## Deck

- Knife
- Jim Culver

## Extra deck

- Beat Cop
- Vengeful Shade
"""


def test_several_decks_of_arkham_build(titles):
    carolyn, jim = read_text(titles, ARKHAM_BUILD)
    assert (carolyn.name, carolyn.investigator) == ("The Adventures of Carolyn Fern", "05001")
    assert carolyn.taboo == "006"
    assert carolyn.deck.slots == {"09040": 2, "05007": 1}
    assert carolyn.deck.wish_list == {"06285": 1}
    assert [line.text.strip() for line in carolyn.not_understood] == [
        "- Mending Distillate.",
        "- Calming Distillate.",
    ]
    assert "tick the boxes" in carolyn.not_understood[0].problem
    assert (jim.investigator, jim.choices.front, jim.choices.back) == ("02004", "", "90049")
    assert jim.deck.slots == {"01086": 1, "12060": 1}
    assert jim.deck.second_deck == {"01018": 1, "90053": 1}


def test_several_decks_of_arkhamdb(titles):
    lines = [
        "First",
        "",
        "Roland Banks",
        "",
        "Assets",
        "1x Knife",
        "",
        "Second",
        "",
        "Wendy Adams",
        "2x Lucky!",
    ]
    first, second = read_text(titles, "\r\n".join(lines))
    assert (first.name, first.investigator, first.deck.slots) == ("First", "01001", {"01086": 1})
    assert (second.name, second.investigator, second.deck.slots) == ("Second", "01005", {"01080": 2})


def test_choices_customizations_and_notes_of_our_own_form(titles):
    text = """# Foo
Investigator: Mandy Thompson
Class Choice: Rogue
Deck Size: 40
Taboo list: 010 (2026-02-19)

- 2x The Raven Quill
  - Box 1: 0 experience (01020)
  - Box 3: 1 experience

## Notes

> # Not a deck
>
> Roland Banks
> 2x Machete
"""
    (deck,) = read_text(titles, text)
    assert (deck.choices.classes, deck.choices.size, deck.taboo) == ({"": "rogue"}, 40, "010")
    assert deck.customizations == {"09042": (Tick(0, 0, "01020"), Tick(2, 1))}
    assert deck.notes == "# Not a deck\n\nRoland Banks\n2x Machete"
    assert deck.deck.slots == {"09042": 2}


def test_the_same_card_on_two_lines_adds_up(titles):
    (deck,) = read_text(titles, "Roland Banks\nMachete\nMachete\n")
    assert deck.deck.slots == {"01020": 2}


def test_a_misspelled_card_in_the_first_line_is_no_name(titles):
    (deck,) = read_text(titles, "2x Machette\n1x Knife\n")
    assert deck.name == ""
    line = deck.lines[0]
    assert (line.kind, line.quantity, line.problem) == (UNKNOWN, 2, "No card has this title.")
    assert "01020" in line.candidates
    assert read_text(titles, "My guns\n1x Knife\n")[0].name == "My guns"


@pytest.mark.parametrize("text", ["", "Lorem ipsum\ndolor sit amet", "Roland Banks"])
def test_a_text_without_cards_is_refused(titles, text):
    with pytest.raises(UnreadableText, match="No card names"):
        read_text(titles, text)


def test_a_text_that_is_too_long_is_refused(titles):
    with pytest.raises(UnreadableText, match=str(MOST_LINES)):
        read_text(titles, "Machete\n" * (MOST_LINES + 1))


def test_names_are_compared_without_differences_of_typing():
    assert normal("“Ashcan” Pete") == normal('"ashcan"  pete') == "ashcan pete"
    assert normal("Kōhaku Narukami") == "kohaku narukami"
    assert normal("Straße & Øl") == "strasse and ol"


@given(st.lists(st.text(max_size=40), max_size=6))
def test_no_text_is_a_crash(titles, lines):
    text = "2x Machete\n" + "\n".join(lines)
    decks = read_text(titles, text)
    assert sum(deck.deck.slots.get("01020", 0) for deck in decks) >= 2
