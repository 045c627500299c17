"""Tests of starter decks, which follow from what is in the boxes."""

from dataclasses import replace

import pytest

from decks.required_cards import with_required_cards
from rules.cards.model import Deck
from rules.deck.circumstances import CREATION, Circumstances
from rules.deck.starters import starter_decks
from rules.deck.validate import judge
from tests.builders import catalogue

SOLD = {"60101", "60201", "60301", "60401", "60501", "60151", "60251", "60351", "60451", "60551"}


def test_every_starter_deck_that_is_sold_is_found():
    assert set(starter_decks(catalogue())) == SOLD


@pytest.mark.parametrize("code", sorted(SOLD))
def test_a_starter_deck_is_legal_as_sold(code):
    circumstances = Circumstances(mode=CREATION)
    begun = with_required_cards(catalogue(), Deck(code, {}), circumstances, ())
    deck = replace(begun, slots={**begun.slots, **starter_decks(catalogue())[code].slots})
    verdict = judge(catalogue(), deck, circumstances)
    assert verdict.legal
    assert (verdict.figures.size, verdict.figures.experience) == (30, 0)
