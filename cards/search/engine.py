"""Search of the catalogue, in memory and fast enough for every keystroke."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import get_language

from cards import adapters
from cards.search.index import Index
from cards.search.query import Query
from rules.cards.model import Card


@dataclass(frozen=True)
class Found:
    """The cards found, in order. `of` is the number of cards in the catalogue."""

    cards: list[Card]
    of: int

    def __len__(self) -> int:
        return len(self.cards)


def index() -> Index:
    """Return the index of the current catalogue, built once for each version on first use."""
    return adapters.catalogue().memo(Index)


def search(query: Query, *, owned: Mapping[str, int] | None = None, language: str = "") -> Found:
    """Return the cards that match the query, in its order; by default the best matches first.

    `owned` is the number of copies of each card, which a query for owned cards needs.
    """
    card_index = index()
    reads = "de" if (language or get_language() or "").startswith("de") else "en"
    among = card_index.matching(query)
    if query.owned is not None and owned is not None:
        had = card_index.bits(code for code, copies in owned.items() if copies)
        among &= had if query.owned else ~had
    tiers = card_index.tiers(query.text, among, reads)
    if query.sort:
        bits = 0
        for tier in tiers:
            bits |= tier
        tiers = [bits]
    cards = [card for tier in tiers for card in card_index.in_order(tier, query.sort, reads)]
    return Found(cards, len(card_index.cards))
