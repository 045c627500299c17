"""Standing of a card with an investigator: its role, its way into the deck, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.cards.model import Card
from rules.deck import triggers
from rules.deck.options import Way

STANDARD, SIGNATURE, BASIC, WEAKNESS = "standard", "signature", "basic weakness", "weakness"
STORY, BONDED, FOREIGN, OUTSIDE = "story", "bonded", "another's signature", "no deck card"


@dataclass(frozen=True, slots=True)
class Standing:
    """One card as seen by this investigator."""

    card: Card
    role: str
    way: Way
    restricted: bool = False
    """Whether the card is limited to other investigators, traits or classes."""


class CardEntry(NamedTuple):
    """The facts about one printing that reading a deck needs."""

    title: str
    counts: int
    price: int
    limit: int
    triggers: int
    standing: Standing


_BY_ROLE = {
    SIGNATURE: triggers.SIGNATURE,
    BASIC: triggers.BASIC,
    WEAKNESS: triggers.GAINED_WEAKNESS,
    STORY: triggers.STORY,
    BONDED: triggers.BONDED,
    FOREIGN: triggers.FOREIGN,
    OUTSIDE: triggers.NOT_A_DECK_CARD,
}


def triggers_of(standing: Standing) -> int:
    """The triggers that a card raises in the decks of this investigator."""
    card, way = standing.card, standing.way
    bits = _BY_ROLE.get(standing.role, 0)
    if standing.role == STANDARD:
        bits |= 0 if way.open else triggers.BARRED
        bits |= triggers.LIMITED if way.limited else 0
    if standing.restricted and standing.role != FOREIGN:
        bits |= triggers.RESTRICTED
    return bits | triggers.raised_by(card)
