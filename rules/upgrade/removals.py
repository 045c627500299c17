"""Copies that a rule removes from the deck without a replacement. Their places may be filled at no cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.cards.effects import BRANDED
from rules.cards.model import Card
from rules.deck.limits import title_limit
from rules.deck.options import fits, granted_lines
from rules.upgrade.purchase import DECK, OUT_OF_OPTIONS, OVER_LIMIT, PLACES

if TYPE_CHECKING:
    from rules.upgrade.session import UpgradeSession


def reason_to_leave(session: UpgradeSession, card: Card, place: str) -> str:
    """Return the reason for which a copy must leave the deck in its current state; empty if it may stay."""
    if session.bought[place].get(card.code):
        return ""  # a copy that was just bought does not leave again
    if _outnumbered(session, card, place) or is_branded_out(session, card, place):
        return OVER_LIMIT
    if session.game.switches.illegal_cards_must_leave and _forbidden(session, card):
        return OUT_OF_OPTIONS
    return ""


def _outnumbered(session: UpgradeSession, card: Card, place: str) -> bool:
    """Return whether a bought version allows fewer copies of the title than there are (Dark Horse)."""
    now = session.copies(place)
    versions = [session.cards[code] for code in now if session.cards[code].title == card.title]
    copies = sum(now[version.code] for version in versions)
    held = (session.start.cards[code] for code in session.start.merchandise[place])
    before = [title_limit(version) for version in held if version.title == card.title]
    limit = min(map(title_limit, versions), default=copies)
    return limit < min(before, default=0) and copies > limit


def is_branded_out(session: UpgradeSession, card: Card, place: str) -> bool:
    """Return whether a bought brand leaves fewer copies of this title than there were (Eldritch Brand).

    It is put on one title: the first from which a copy is removed.
    """
    limit = next(filter(None, (brand_limit(brand, card) for brand in _brands(session))), 0)
    if not limit or place != DECK or session.branded.keys() - {card.title}:
        return False
    return _copies_of(session.started_with, session, card.title) - session.branded.get(card.title, 0) > limit


def branded_wrong(session: UpgradeSession) -> str:
    """Return the branded title, if the deck now holds no copies of it or more than the brand leaves."""
    for title in session.branded:
        copies = _copies_of(session.copies(), session, title)
        cards = [session.cards[code] for code in session.copies() if session.cards[code].title == title]
        if not cards or any(
            copies > brand_limit(brand, card) > 0 for brand in _brands(session) for card in cards
        ):
            return title
    return ""


def brand_limit(brand: Card, card: Card) -> int:
    """Return how many copies of a card may stay when this brand is put on it; 0 if it cannot be."""
    for effect in brand.effects_of(BRANDED) if brand.effects else ():
        if card.type in effect.get("types", ()) and card.traits & frozenset(effect.get("traits", ())):
            return int(effect["limit"])
    return 0


def _brands(session: UpgradeSession) -> Iterator[Card]:
    return (card for code in session.bought[DECK] if (card := session.cards[code]).effects_of(BRANDED))


def _copies_of(copies: dict[str, int], session: UpgradeSession, title: str) -> int:
    return sum(held for code, held in copies.items() if session.cards[code].title == title)


def _forbidden(session: UpgradeSession, card: Card) -> bool:
    """Return whether a bought card forbids this one (On Your Own)."""
    bought = [
        (session.cards[code], copies) for place in PLACES for code, copies in session.bought[place].items()
    ]
    lines, _ = granted_lines(bought)
    return any(fits(line, card) for line in lines)
