"""How many copies are there to build with? What the collection holds, and what other decks use of it."""

from __future__ import annotations

from dataclasses import dataclass

from cards.adapters import catalogue
from cards.collections import copies_owned, usual_collection
from cards.models import Collection
from decks.models import Deck
from decks.selectors import decks_of


@dataclass(frozen=True, slots=True)
class Stock:
    collection: Collection
    owned: dict[str, int]
    elsewhere: dict[str, int]
    """Copies in the owner's other decks that are not archived."""


def stock_for(deck: Deck) -> Stock | None:
    """None where the owner has entered no boxes."""
    collection = usual_collection(deck.owner)
    owned = copies_owned(collection) if collection else {}
    if collection is None or not owned:
        return None
    return Stock(collection, owned, used_elsewhere(deck))


def used_elsewhere(deck: Deck) -> dict[str, int]:
    cards = catalogue()
    used: dict[str, int] = {}
    others = decks_of(deck.owner).exclude(pk=deck.pk).filter(archived=False)
    for slots in others.prefetch_related(None).values_list("working__slots", flat=True):
        for code, copies in (slots or {}).items():
            card = cards.resolve(code)
            if card is not None and isinstance(copies, int):
                used[card.code] = used.get(card.code, 0) + copies
    return used
