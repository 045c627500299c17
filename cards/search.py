"""Which cards answer a query? Looked up in memory, over the whole catalogue, at every keystroke."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import get_language

from cards import adapters
from cards.index import Index
from cards.query import Query
from rules.model import Card


@dataclass(frozen=True)
class Found:
    """Cards in order. `of` is how many there are in all lists that the query looked at."""

    cards: list[Card]
    of: int

    def __len__(self) -> int:
        return len(self.cards)


def index() -> Index:
    """The index of the current catalogue; built once for each version, by the first who asks."""
    return adapters.catalogue().memo(Index)


def search(query: Query, *, owned: Mapping[str, int] | None = None, language: str = "") -> Found:
    """Cards that answer the query, in its order; without one, the best answers first, then as usual.

    `owned` says how many copies of each card somebody has, and is needed where the query asks for that.
    """
    shelf = index()
    reads = "de" if (language or get_language() or "").startswith("de") else "en"
    among = shelf.matching(query)
    if query.owned is not None and owned is not None:
        had = shelf.bits(code for code, copies in owned.items() if copies)
        among &= had if query.owned else ~had
    tiers = shelf.tiers(query.text, among, reads)
    if query.sort:
        bits = 0
        for tier in tiers:
            bits |= tier
        tiers = [bits]
    cards = [card for tier in tiers for card in shelf.in_order(tier, query.sort, reads)]
    return Found(cards, len(shelf.cards))
