"""Tests that decks written as text or Markdown can be read again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.formats.arkhamdb import Record
from decks.formats.text import read_text
from decks.formats.writing import write_markdown, write_text
from rules.cards.model import Choices, Deck, Tick

RECORD = Record(
    deck=Deck(
        investigator="06002",
        slots={"01020": 2, "03190": 1, "09042": 2, "01000": 1, "99999": 1, "01588": 2},
        wish_list={"02262": 1},
        choices=Choices(classes={"": "rogue"}, size=40),
        customizations={"09042": (Tick(0, 0, "01020"), Tick(2, 1))},
        taboo="010",
    ),
    name="Grease and Gunpowder",
    notes="# Plan\n\n2x Machete is enough",
)


TEXT = """\
Grease and Gunpowder

Mandy Thompson
Class Choice: Rogue
Deck Size: 40
Taboo list: 010 (2026-02-19)

Assets
1x .45 Automatic [2] (A Phantom of Truth)
2x Machete (Core Set)

Events
2x Emergency Cache (Revised Core Set)
2x The Raven Quill (The Scarlet Keys Investigator Expansion)
  - Box 1: 0 experience (01020)
  - Box 3: 1 experience

Treacheries
1x Random Basic Weakness (Core Set)

Other cards
1x 99999

Side deck
1x Strange Solution :Restorative Concoction [4] (Where Doom Awaits)
"""


def test_arkhamdbs_text(titles):
    assert write_text(titles, RECORD) == TEXT


@pytest.mark.parametrize("write", [write_text, write_markdown])
@pytest.mark.parametrize("german", [False, True])
def test_it_reads_again(titles, write, german):
    (deck,) = read_text(titles, write(titles, RECORD, german=german))
    assert deck.name == RECORD.name
    assert deck.deck == RECORD.deck
    assert (deck.ambiguous, deck.not_understood) == ((), ())


def test_markdown_has_the_notes(titles):
    (deck,) = read_text(titles, write_markdown(titles, RECORD, experience=7))
    assert deck.notes == RECORD.notes


@given(st.data())
def test_any_deck_reads_again(titles, data):
    catalogue = titles.catalogue
    codes = sorted(
        code
        for code, printing in catalogue.printings.items()
        if not catalogue.cards[printing.card].hidden and catalogue.cards[printing.card].type != "investigator"
    )
    slots = data.draw(st.dictionaries(st.sampled_from(codes), st.integers(1, 3), min_size=1, max_size=12))
    codes = sorted(code for code, card in catalogue.investigators.items() if card.investigator)
    record = Record(deck=Deck(data.draw(st.sampled_from(codes)), slots), name="Any")
    for write in (write_text, write_markdown):
        (deck,) = read_text(titles, write(titles, record, german=data.draw(st.booleans())))
        assert deck.deck.slots == slots
        assert deck.investigator == record.deck.investigator
