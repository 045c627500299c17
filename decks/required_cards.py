"""The required cards of a new deck: its signatures, and placeholders for weaknesses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.cards.catalogue import Catalogue
from rules.cards.model import PLACEHOLDER, Deck
from rules.deck.circumstances import Circumstances
from rules.deck.reading import reading_of
from rules.deck.rules.signatures import missing
from rules.deck.rules.weaknesses import basic_weaknesses_held, basic_weaknesses_owed


def with_required_cards(
    cards: Catalogue, deck: Deck, circumstances: Circumstances, signatures: Iterable[str] = ()
) -> Deck:
    """Return the deck with its required cards. `signatures` are taken instead of the usual ones.

    A placeholder is added for each random basic weakness that is still to be drawn.
    """
    wanted = [code for code in signatures if cards.resolve(code)]
    deck = replace(deck, slots={**dict.fromkeys(wanted, 1), **deck.slots})
    # A signature may require others (one Burden for each Discipline): repeat until nothing is missing.
    for _turn in range(4):
        reading = reading_of(cards, deck, circumstances)
        if reading is None:
            return deck
        lacking = {card.code: low for _needed, card, held, low, _high in missing(reading) if held < low}
        if not lacking:
            break
        deck = replace(deck, slots={**deck.slots, **lacking})
    assert reading is not None
    owed = basic_weaknesses_owed(reading) - basic_weaknesses_held(reading)
    if owed > 0:
        deck = replace(deck, slots={**deck.slots, PLACEHOLDER: deck.slots.get(PLACEHOLDER, 0) + owed})
    second_deck = reading.access.facts.second_deck
    if second_deck:
        held = deck.second_deck
        lacking = {need.any[0]: 1 for need in second_deck.required if not held.keys() & set(need.any)}
        deck = replace(deck, second_deck={**held, **lacking})
    return deck
