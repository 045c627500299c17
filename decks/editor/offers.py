"""In which ways could a card be had now? Each with its price, its reasons, and what speaks against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from decks import services
from decks.editor.desk import Desk
from decks.editor.layout import MAIN, Row, by_title
from decks.editor.upgrade import reasons_in_words, way_in_words
from rules.model import Card
from rules.prices.shopping import Quote
from rules.verdict import Violation


@dataclass(frozen=True, slots=True)
class Offer:
    value: str
    """What the button sends: way, card, and the card that leaves."""
    way: str
    reasons: str
    price: int
    left: int
    violations: tuple[Violation, ...]
    needs_place: bool = False
    """Is the deck full, so that a card must be named that leaves for this one?"""

    @property
    def lawful(self) -> bool:
        return not self.violations

    @property
    def affordable(self) -> bool:
        return self.left >= 0

    @property
    def short(self) -> int:
        """How much experience is lacking."""
        return -self.left


def offers_for(desk: Desk, card: Card, replaces: str = "") -> dict[str, Any]:
    """Upgrades of what the deck holds, then the card as a new one in the place of another."""
    held = [row for row in desk.rows(MAIN) if row.card is not None]
    lower = [row for row in held if _is_lower(row, card)]
    found = [offer for row in lower for offer in _ways(desk, card, row.code)]
    leaving = replaces if any(row.code == replaces for row in held) else ""
    found += _ways(desk, card, leaving) if not any(row.code == leaving for row in lower) else []
    lawful = [offer for offer in found if offer.lawful]
    return {
        "offers": lawful or sorted(found, key=lambda offer: len(offer.violations))[:1],
        "replaces": leaving,
        "full": is_full(desk),
        "replaceable": sorted((row for row in held if row.counts and row not in lower), key=by_title),
    }


def _is_lower(row: Row, card: Card) -> bool:
    other = row.card
    return other is not None and other.title == card.title and (other.level or 0) < (card.level or 0)


def _ways(desk: Desk, card: Card, replaces: str) -> list[Offer]:
    quotes = services.offers(desk.deck, code=card.code, replaces=replaces)
    return [_offer(desk, card, quote) for quote in quotes]


def is_full(desk: Desk) -> bool:
    return desk.figures.size >= desk.figures.size_needed


def _offer(desk: Desk, card: Card, quote: Quote) -> Offer:
    purchase = quote.purchase
    return Offer(
        value=f"{purchase.way}:{purchase.card}:{purchase.replaces}",
        way=way_in_words(purchase.way, purchase.replaces),
        reasons=reasons_in_words(purchase.reasons),
        price=purchase.price,
        left=desk.version.experience_left - purchase.price,
        violations=quote.violations,
        needs_place=card.counts and not purchase.replaces and is_full(desk),
    )
