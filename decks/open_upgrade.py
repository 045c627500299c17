"""An open upgrade: what was bought so far, and the price of every further card."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from django.utils.translation import gettext as _

from decks.adapters import outcome_of, purchase_of, rules_deck
from decks.errors import BadEdit, NoUpgradeUnderWay
from decks.examined import ExaminedDeck
from decks.models import Purchase as PurchaseRow
from rules.cards.model import Card, Tick
from rules.upgrade.apply import carried_out
from rules.upgrade.purchase import (
    DECK,
    GRANT,
    KEPT_LOWER,
    MARK,
    MYRIAD,
    NEW,
    REFILL,
    REPURCHASE,
    SECOND_COPY,
    SWAP,
    UPGRADE,
    WAYS,
    Departure,
)
from rules.upgrade.second_copies import Pair
from rules.upgrade.session import Quote, UpgradeSession
from rules.upgrade.upgrade import not_open

LEAVES = "leaves"
"""In the ledger: the way of a copy that left and was not replaced."""


class OpenUpgrade:
    """The prices for one open version, after the purchases that were made for it."""

    def __init__(self, examined: ExaminedDeck) -> None:
        self.examined = examined
        if not examined.version.is_open or examined.version.previous is None:
            raise NoUpgradeUnderWay(_("Start an upgrade first: enter the experience earned."))

    @cached_property
    def purchases(self) -> list[PurchaseRow]:
        return list(self.examined.version.purchases.order_by("position"))

    @cached_property
    def session(self) -> UpgradeSession:
        examined = self.examined
        session = UpgradeSession(
            examined.catalogue,
            rules_deck(examined.deck, examined.version.previous),
            examined.circumstances,
            outcome_of(examined.version),
            examined.deck.taboo,
        )
        for row in self.purchases:
            if row.way == LEAVES:
                session.leave(Departure(row.card, row.removal_reason, row.place))
            else:
                session.take(purchase_of(row))
        return session

    def card(self, code: str) -> Card:
        try:
            return self.session.card(code)
        except KeyError:
            raise BadEdit(_("Unknown card.")) from None

    def purchase_options(
        self, code: str, *, replaces: str = "", place: str = DECK, ticks: tuple[Tick, ...] = ()
    ) -> list[Quote]:
        """Return every way to get a card now, with price and reasons; the cheapest legal one first."""
        session = self.session
        card = self.card(code)
        lower = self.card(replaces) if replaces else None
        if ticks and code in session.copies(place):
            ways: tuple[str, ...] = (MARK,)
        elif lower is not None and lower.title == card.title and (card.level or 0) > (lower.level or 0):
            ways = (UPGRADE, SECOND_COPY, KEPT_LOWER)
        else:
            ways = (MYRIAD, REFILL, SWAP, REPURCHASE, NEW, GRANT)
        quotes = [
            self._if_open(session.quote(way, code, replaces=replaces, place=place, ticks=ticks))
            for way in ways
        ]
        return sorted(
            quotes, key=lambda q: (bool(q.violations), q.purchase.price, WAYS.index(q.purchase.way))
        )

    def _if_open(self, quote: Quote) -> Quote:
        """Return the quote, with a violation if the deck may not hold the card (xp.access-at-purchase)."""
        if quote.violations or quote.purchase.way in (MARK, GRANT):
            return quote
        cards = self.examined.catalogue
        after = carried_out(cards, self.examined.content, quote.purchase)
        found = not_open(cards, after, self.examined.circumstances, [quote.purchase])
        return replace(quote, violations=tuple(found))

    def pair(self, code: str) -> Pair:
        """Return the upgrade of two copies of a card for the price of one."""
        examined = self.examined
        lower = self.card(code)
        return Pair(examined.catalogue, examined.content, self.session, lower, examined.circumstances)
