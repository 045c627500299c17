"""What a new deck may begin with: the cards of a starter deck, random cards, or one card to build around."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from decks.errors import BadEdit
from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck
from rules.chance import Chance
from rules.deck.circumstances import CREATION, Circumstances
from rules.deck.random_deck import NotEnoughCards, random_deck
from rules.deck.starters import starter_decks
from rules.deck.validate import judge, why

Beginning = Callable[[Catalogue, Deck, Circumstances], Deck]
"""Adds cards to a deck that has its required ones."""

#: A random deck may turn out illegal where choices or effects of cards depend on each other.
TRIES = 5
MOST_COPIES = 2


def starter(cards: Catalogue, deck: Deck, _circumstances: Circumstances) -> Deck:
    """Return the deck as it is sold with the investigator."""
    found = starter_decks(cards).get(deck.investigator)
    if found is None:
        raise BadEdit(_("This investigator has no starter deck."))
    return replace(deck, slots={**deck.slots, **found.slots})


def random_cards(seed: str, owned: Mapping[str, int] | None = None) -> Beginning:
    """Return what fills a deck with random cards of level 0, from the copies that are owned.

    The deck is legal, except that choices may be open.
    """

    def fill(cards: Catalogue, deck: Deck, circumstances: Circumstances) -> Deck:
        known = _problems(cards, deck, circumstances)
        for number in range(TRIES):
            try:
                made = random_deck(cards, deck, circumstances, Chance(f"{seed}/{number}"), owned)
            except NotEnoughCards:
                break
            # Choices that are still open are a problem of the empty deck, too.
            if _problems(cards, made, circumstances) <= known:
                return made
        raise BadEdit(
            _("Too few cards for a random legal deck. Choose more boxes or other settings, then try again.")
        )

    return fill


def _problems(cards: Catalogue, deck: Deck, circumstances: Circumstances) -> set[tuple[str, str]]:
    return {(found.rule, found.message) for found in judge(cards, deck, circumstances).violations}


def around(code: str) -> Beginning:
    """Return what adds a card: as many copies as a deck may have; above level 0, to the side deck."""

    def fill(cards: Catalogue, deck: Deck, circumstances: Circumstances) -> Deck:
        card = cards.resolve(code)
        if card is None or not card.standard:
            raise BadEdit(_("Unknown card."))
        copies = max(1, min(MOST_COPIES, card.limit))
        if card.level and circumstances.mode == CREATION:
            return replace(deck, wish_list={**deck.wish_list, card.code: copies})
        for _copy in range(copies):
            if not why(cards, deck, card.code, circumstances):
                held = deck.slots.get(card.code, 0)
                deck = replace(deck, slots={**deck.slots, card.code: held + 1})
        return deck

    return fill
