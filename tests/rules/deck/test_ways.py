"""The ways of all cards at once are those that the lines give card by card."""

from __future__ import annotations

import pytest

from rules.cards.model import NO_CHOICES, Option
from rules.deck.options import Way, apply_choices, fits, possible_choices, way_in
from rules.deck.ways import Ways, card_bits
from tests.builders import catalogue


def _lines() -> set[tuple[Option, ...]]:
    """The lines of every investigator, with every choice."""
    found = set()
    for card in catalogue().investigators.values():
        if card.investigator:
            unmade = apply_choices(card.investigator, NO_CHOICES).unmade
            for choices in possible_choices(unmade, NO_CHOICES):
                found.add(apply_choices(card.investigator, choices).lines)
    return found


@pytest.mark.parametrize(("creation", "spared"), [(False, True), (True, False)])
def test_the_way_of_every_card_is_the_way_that_the_lines_give_it(creation: bool, spared: bool) -> None:
    cards = catalogue()
    bought = [card for card in cards.cards.values() if card.standard]
    for lines in _lines():
        ways = Ways(cards, lines, creation=creation, multiclass_spared=spared)
        for card in bought:
            way = way_in(lines, card, creation=creation, multiclass_spared=spared)
            assert ways.way(card.code) == way, (card.code, lines)
            assert bool(ways.barred & ways.bit[card.code]) == (way == Way())


def test_a_line_accepts_the_cards_that_fit_it() -> None:
    cards = catalogue()
    bits = card_bits(cards)
    for line in {line for lines in _lines() for line in lines}:
        accepted = bits.accepted(line, False)
        assert {code for code in cards.cards if accepted & bits.bit[code]} == {
            code for code, card in cards.cards.items() if fits(line, card)
        }


def test_a_printing_has_the_bit_of_its_card() -> None:
    cards = catalogue()
    bits = card_bits(cards)
    assert all(bits.bit[code] == bits.bit[printing.card] for code, printing in cards.printings.items())
    assert bits.of(["no card"]) == 0
