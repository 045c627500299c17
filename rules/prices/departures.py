"""Does the law take a copy out that no other card replaces? Its place may then be filled at no cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.effects import BRANDED
from rules.limits import title_limit
from rules.model import Card
from rules.options import fits, granted_lines
from rules.prices.purchase import DECK, OUT_OF_OPTIONS, OVER_LIMIT, PLACES

if TYPE_CHECKING:
    from rules.prices.shopping import Shopping


def reason_to_leave(shop: Shopping, card: Card, place: str) -> str:
    """By which word a copy leaves as the deck now stands; nothing where it may stay."""
    if shop.bought[place].get(card.code):
        return ""  # what came in does not leave again
    if _outnumbered(shop, card, place) or branded_out(shop, card, place):
        return OVER_LIMIT
    if shop.law.switches.illegal_cards_must_leave and _forbidden(shop, card):
        return OUT_OF_OPTIONS
    return ""


def _outnumbered(shop: Shopping, card: Card, place: str) -> bool:
    """Does a version that came in allow fewer copies of the title than there are (Dark Horse)?"""
    now = shop.copies(place)
    versions = [shop.cards[code] for code in now if shop.cards[code].title == card.title]
    copies = sum(now[version.code] for version in versions)
    held = (shop.start.cards[code] for code in shop.start.merchandise[place])
    before = [title_limit(version) for version in held if version.title == card.title]
    limit = min(map(title_limit, versions), default=copies)
    return limit < min(before, default=0) and copies > limit


def branded_out(shop: Shopping, card: Card, place: str) -> bool:
    """Was a brand bought that leaves fewer copies of this title than there were (Eldritch Brand)?

    It is put on one title, the first of which a copy makes room.
    """
    limit = next(filter(None, (brand_limit(brand, card) for brand in _brands(shop))), 0)
    if not limit or place != DECK or shop.branded.keys() - {card.title}:
        return False
    return _copies_of(shop.started_with, shop, card.title) - shop.branded.get(card.title, 0) > limit


def branded_wrong(shop: Shopping) -> str:
    """The title that was branded, if the deck now holds none of it or more than the brand leaves."""
    for title in shop.branded:
        copies = _copies_of(shop.copies(), shop, title)
        cards = [shop.cards[code] for code in shop.copies() if shop.cards[code].title == title]
        if not cards or any(
            copies > brand_limit(brand, card) > 0 for brand in _brands(shop) for card in cards
        ):
            return title
    return ""


def brand_limit(brand: Card, card: Card) -> int:
    """The copies of a card that may stay once this was put on it; 0 if it cannot be."""
    for effect in brand.effects_of(BRANDED) if brand.effects else ():
        if card.type in effect.get("types", ()) and card.traits & frozenset(effect.get("traits", ())):
            return int(effect["limit"])
    return 0


def _brands(shop: Shopping) -> Iterator[Card]:
    return (card for code in shop.bought[DECK] if (card := shop.cards[code]).effects_of(BRANDED))


def _copies_of(copies: dict[str, int], shop: Shopping, title: str) -> int:
    return sum(held for code, held in copies.items() if shop.cards[code].title == title)


def _forbidden(shop: Shopping, card: Card) -> bool:
    """Does a card that was bought forbid this one (On Your Own)?"""
    bought = [(shop.cards[code], copies) for place in PLACES for code, copies in shop.bought[place].items()]
    lines, _ = granted_lines(bought)
    return any(fits(line, card) for line in lines)
