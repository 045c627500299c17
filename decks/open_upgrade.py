"""An open upgrade: what was bought so far, and the price of every further card."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from django.utils.translation import gettext as _

from decks.adapters import outcome_of, purchase_of, rules_deck
from decks.errors import BadEdit, NoUpgradeUnderWay
from decks.examined import ExaminedDeck
from decks.models import Purchase as PurchaseRow
from rules.cards.model import Card, Deck, Tick
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
TAKEN_OUT = "taken out"
"""Why a copy left: the player took it out, to put another card in its place. An upgrade is finished when none
is left."""


class OpenUpgrade:
    """The prices for one open version, after the purchases that were made for it.

    `put_back` is a copy that was taken out and is still seen as a part of the deck, because the next purchase
    replaces it.
    """

    def __init__(self, examined: ExaminedDeck, put_back: PurchaseRow | None = None) -> None:
        self.examined = examined
        self.put_back = put_back
        if not examined.version.is_open or examined.version.previous is None:
            raise NoUpgradeUnderWay(_("Start an upgrade first: enter the experience earned."))

    @cached_property
    def purchases(self) -> list[PurchaseRow]:
        rows = self.examined.version.purchases.order_by("position")
        return [row for row in rows if self.put_back is None or row.pk != self.put_back.pk]

    @property
    def taken_out(self) -> list[PurchaseRow]:
        """Copies that the player took out and that nothing has replaced yet."""
        return [row for row in self.purchases if row.way == LEAVES and row.removal_reason == TAKEN_OUT]

    @cached_property
    def content(self) -> Deck:
        """The deck, with the copy that the next purchase replaces."""
        content = self.examined.content
        if self.put_back is None:
            return content
        code = self.put_back.card
        if self.put_back.place == DECK:
            return replace(content, slots={**content.slots, code: content.slots.get(code, 0) + 1})
        second = content.second_deck
        return replace(content, second_deck={**second, code: second.get(code, 0) + 1})

    def making_room(self, code: str, replaces: str = "", place: str = DECK) -> OpenUpgrade:
        """Return the upgrade for a purchase: with the copy put back that was taken out for it.

        That is the card which the purchase names; a lower version of the bought card; or what was taken out
        first, unless a place is empty anyway.
        """
        card = self.card(code)
        pending = [row for row in self.taken_out if row.place == place]
        if not pending or not card.counts:
            return self
        found = next(
            (row for row in pending if replaces and self.card(row.card) == self.card(replaces)), None
        )
        if found is None and not replaces:
            found = next((row for row in pending if self._is_lower(row.card, card)), None)
            if found is None and self.session.needed(place) <= self.session.size(place) + len(pending):
                found = pending[0]
        return OpenUpgrade(self.examined, found) if found else self

    def _is_lower(self, code: str, card: Card) -> bool:
        other = self.card(code)
        return other.title == card.title and (other.level or 0) < (card.level or 0)

    def new_session(self) -> UpgradeSession:
        """Return a session in which nothing was bought yet."""
        examined = self.examined
        return UpgradeSession(
            examined.catalogue,
            rules_deck(examined.deck, examined.version.previous),
            examined.circumstances,
            outcome_of(examined.version),
            examined.deck.taboo,
        )

    @cached_property
    def session(self) -> UpgradeSession:
        session = self.new_session()
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

    def catalogue_card(self, code: str) -> Card | None:
        """Return the card of a printing under the taboo list; None for an unknown code."""
        return self.session.taboo_view.printed.get(code)

    def purchase_options(
        self, code: str, *, replaces: str = "", place: str = DECK, ticks: tuple[Tick, ...] = ()
    ) -> list[Quote]:
        """Return every way to get a card now, with price and reasons; the cheapest legal one first."""
        session = self.session
        card = self.card(code)
        replaces = replaces or (self.put_back.card if self.put_back else "")
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
        after = carried_out(cards, self.content, quote.purchase)
        found = not_open(cards, after, self.examined.circumstances, [quote.purchase])
        return replace(quote, violations=tuple(found))

    def pair(self, code: str) -> Pair:
        """Return the upgrade of two copies of a card for the price of one."""
        examined = self.examined
        lower = self.card(code)
        return Pair(examined.catalogue, self.content, self.session, lower, examined.circumstances)
