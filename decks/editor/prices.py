"""Prices while a deck is upgraded: of every card in the list, and of higher versions of cards in the deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards.text.names import exact_title
from decks.editor.browser import BrowserCards
from decks.editor.pool import CLOSED
from decks.open_upgrade import OpenUpgrade
from rules.cards import effects
from rules.cards.model import Card
from rules.upgrade.purchase import DECK, MYRIAD, NEW, REFILL, REPURCHASE, SECOND_COPY, SWAP, UPGRADE
from rules.upgrade.session import UpgradeSession

#: The sign of a card that cannot be bought; others are numbers from FREE on.
NOT_SOLD, FREE = "!", ord("#")
MOST = 80


@dataclass(frozen=True, slots=True)
class QuickUpgrade:
    """A higher version to which a row of the deck can be upgraded with one press."""

    code: str
    name: str
    level: int
    price: int
    short: int
    """The experience that is missing; 0 if it can be bought."""
    copies: int
    """Copies that can be upgraded together."""


def list_prices(upgrade: OpenUpgrade, cards: BrowserCards, signs: str) -> str:
    """Return a sign for each card of the list: the least that it costs now, or that it is not sold."""
    session = upgrade.session
    deck = _by_title(session)
    ways = _ways(session)
    found = []
    for card, sign in zip(cards.cards, signs, strict=True):
        if sign == CLOSED or not card.standard:
            found.append(NOT_SOLD)
            continue
        lower = [other for other in deck.get(card.title, ()) if (other.level or 0) < (card.level or 0)]
        quotes = [session.quote(UPGRADE, card.code, replaces=other.code) for other in lower]
        quotes += [session.quote(way, card.code) for way in (ways if not card.level else _PLAIN)]
        prices = [quote.purchase.price for quote in quotes if not quote.violations]
        price = min(prices, default=session.quote(NEW, card.code).purchase.price)
        found.append(chr(FREE + min(price, MOST)))
    return "".join(found)


def price_of(sign: str) -> int | None:
    """Return the price of a sign; None if the card is not sold."""
    return None if sign == NOT_SOLD else ord(sign) - FREE


#: Ways that any card may be bought in; those for cards of level 0 are tried where something allows them.
_PLAIN = (NEW, REPURCHASE)


def _ways(session: UpgradeSession) -> tuple[str, ...]:
    swaps = any(session.card(code).effects_of(effects.SWAPS_LEVEL_0) for code in session.copies(DECK))
    room = session.size(DECK) < session.needed(DECK)
    return (*_PLAIN, MYRIAD, *((REFILL,) if room else ()), *((SWAP,) if swaps else ()))


def _by_title(session: UpgradeSession) -> Mapping[str, list[Card]]:
    found: dict[str, list[Card]] = {}
    for code, copies in session.copies(DECK).items():
        if copies > 0:
            card = session.card(code)
            found.setdefault(card.title, []).append(card)
    return found


def quick_upgrades(
    upgrade: OpenUpgrade, code: str, card: Card, copies: int, left: int, open_codes: frozenset[str]
) -> list[QuickUpgrade]:
    """Return the higher versions of a card in the deck, with the price of one copy."""
    session = upgrade.session
    versions = upgrade.examined.catalogue.by_title.get(card.title, ())
    higher = [each for each in versions if (each.level or 0) > (card.level or 0) and each.code in open_codes]
    found = []
    for each in sorted(higher, key=lambda version: (version.level or 0, version.code)):
        quotes = [session.quote(way, each.code, replaces=code) for way in (UPGRADE, SECOND_COPY)]
        prices = [quote.purchase.price for quote in quotes if not quote.violations]
        if prices:
            price = min(prices)
            together = min(copies, 1 if each.exceptional else 9)
            short = max(0, price - left)
            found.append(QuickUpgrade(each.code, exact_title(each), each.level or 0, price, short, together))
    return found
