"""Generator of random starting decks from all cards that the investigator may take. (Rule ub.chaos.)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck
from rules.chance import Chance
from rules.chaos_bag import counted
from rules.deck.circumstances import Circumstances
from rules.deck.options import fits
from rules.deck.reading import reading_of
from rules.deck.validate import judge, pool, why


class NotEnoughCards(ValueError):
    """The cards that the investigator may take from these products do not fill a deck."""


def undrawn(catalogue: Catalogue, deck: Deck) -> Deck:
    """Return the part of a deck that is not drawn: investigator, choices, and the cards without a level."""
    kept = {
        code: copies
        for code, copies in deck.slots.items()
        if (card := catalogue.resolve(code)) is not None and card.level is None
    }
    return Deck(deck.investigator, kept, choices=deck.choices, taboo=deck.taboo)


def random_deck(
    catalogue: Catalogue,
    deck: Deck,
    circumstances: Circumstances,
    chance: Chance,
    owned: Mapping[str, int] | None = None,
) -> Deck:
    """Fill a deck with level 0 cards, each physical copy equally likely.

    `deck` holds everything that is not drawn: investigator, choices, signatures, weaknesses. `owned` are
    copies by card, or None for as many as a deck may hold. The same seed gives the same deck.
    """
    circumstances = replace(circumstances, generated=True)
    copies: list[str] = []
    for code, row in sorted(pool(catalogue, deck, circumstances).cards.items()):
        if row.open and not row.card.level:
            held = row.limit if owned is None else min(row.limit, owned.get(code, 0))
            copies += [code] * held
    figures = judge(catalogue, deck, circumstances).figures
    while copies and figures.size < figures.size_needed:
        code = copies.pop(chance.below(len(copies)))
        if not why(catalogue, deck, code, circumstances):
            deck = replace(deck, slots=counted(deck.slots, code, 1))
            figures = judge(catalogue, deck, circumstances).figures
    if figures.size < figures.size_needed:
        raise NotEnoughCards(deck.investigator)
    return _with_second_deck(catalogue, deck, circumstances, chance, owned)


def _with_second_deck(
    catalogue: Catalogue,
    deck: Deck,
    circumstances: Circumstances,
    chance: Chance,
    owned: Mapping[str, int] | None,
) -> Deck:
    """Return the deck with parallel Jim Culver's spirits: all different, from the copies that are left.

    Allies lost to the Ultimatum of the Scream are not among them.
    """
    reading = reading_of(catalogue, deck, circumstances)
    wanted = reading.access.facts.second_deck if reading else None
    if reading is None or wanted is None:
        return deck
    lost = circumstances.log.lost_allies if reading.plays_by("ub.scream") else frozenset()
    cards = [
        card
        for code, card in sorted(catalogue.cards.items())
        if card.level == 0
        and card.title not in lost
        and any(fits(line, card) for line in wanted.options)
        and not reading.access.restricts(card)
        and (owned is None or owned.get(code, 0) > deck.slots.get(code, 0))
    ]
    held, titles = dict(deck.second_deck), set[str]()
    while cards and len(titles) < wanted.size:
        card = cards.pop(chance.below(len(cards)))
        if card.title not in titles:
            titles.add(card.title)
            held[card.code] = 1
    if len(titles) < wanted.size:
        raise NotEnoughCards(deck.investigator)
    return replace(deck, second_deck=held)
