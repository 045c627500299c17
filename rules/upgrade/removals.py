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
    from rules.upgrade.session import Shopping


def reason_to_leave(shop: Shopping, card: Card, place: str) -> str:
    """Return the reason for which a copy must leave the deck in its current state; empty if it may stay."""
    if shop.bought[place].get(card.code):
        return ""  # a copy that was just bought does not leave again
    if _outnumbered(shop, card, place) or branded_out(shop, card, place):
        return OVER_LIMIT
    if shop.game.switches.illegal_cards_must_leave and _forbidden(shop, card):
        return OUT_OF_OPTIONS
    return ""


def _outnumbered(shop: Shopping, card: Card, place: str) -> bool:
    """Return whether a bought version allows fewer copies of the title than there are (Dark Horse)."""
    now = shop.copies(place)
    versions = [shop.cards[code] for code in now if shop.cards[code].title == card.title]
    copies = sum(now[version.code] for version in versions)
    held = (shop.start.cards[code] for code in shop.start.merchandise[place])
    before = [title_limit(version) for version in held if version.title == card.title]
    limit = min(map(title_limit, versions), default=copies)
    return limit < min(before, default=0) and copies > limit


def branded_out(shop: Shopping, card: Card, place: str) -> bool:
    """Return whether a bought brand leaves fewer copies of this title than there were (Eldritch Brand).

    It is put on one title: the first from which a copy is removed.
    """
    limit = next(filter(None, (brand_limit(brand, card) for brand in _brands(shop))), 0)
    if not limit or place != DECK or shop.branded.keys() - {card.title}:
        return False
    return _copies_of(shop.started_with, shop, card.title) - shop.branded.get(card.title, 0) > limit


def branded_wrong(shop: Shopping) -> str:
    """Return the branded title, if the deck now holds no copies of it or more than the brand leaves."""
    for title in shop.branded:
        copies = _copies_of(shop.copies(), shop, title)
        cards = [shop.cards[code] for code in shop.copies() if shop.cards[code].title == title]
        if not cards or any(
            copies > brand_limit(brand, card) > 0 for brand in _brands(shop) for card in cards
        ):
            return title
    return ""


def brand_limit(brand: Card, card: Card) -> int:
    """Return how many copies of a card may stay when this brand is put on it; 0 if it cannot be."""
    for effect in brand.effects_of(BRANDED) if brand.effects else ():
        if card.type in effect.get("types", ()) and card.traits & frozenset(effect.get("traits", ())):
            return int(effect["limit"])
    return 0


def _brands(shop: Shopping) -> Iterator[Card]:
    return (card for code in shop.bought[DECK] if (card := shop.cards[code]).effects_of(BRANDED))


def _copies_of(copies: dict[str, int], shop: Shopping, title: str) -> int:
    return sum(held for code, held in copies.items() if shop.cards[code].title == title)


def _forbidden(shop: Shopping, card: Card) -> bool:
    """Return whether a bought card forbids this one (On Your Own)."""
    bought = [(shop.cards[code], copies) for place in PLACES for code, copies in shop.bought[place].items()]
    lines, _ = granted_lines(bought)
    return any(fits(line, card) for line in lines)
