"""The ledger of an upgrade: what was bought for the version, the prices and reasons, and what is left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.adapters import catalogue
from cards.text.names import exact_title_of
from decks.adapters import outcome_of
from decks.conditions import condition_texts
from decks.editor.page import EditorPage
from decks.models import DeckVersion, Purchase
from decks.open_upgrade import LEAVES, TAKEN_OUT
from decks.text import sentence
from rules.cards.model import Card
from rules.upgrade.purchase import (
    CREATION,
    GRANT,
    KEPT_LOWER,
    MARK,
    MYRIAD,
    NEW,
    NOT_REPLACED,
    OUT_OF_OPTIONS,
    OVER_LIMIT,
    OVER_SIZE,
    REFILL,
    REPURCHASE,
    SECOND_COPY,
    SWAP,
    UPGRADE,
    Reason,
)


@dataclass(frozen=True, slots=True)
class LedgerRow:
    name: str
    way: str
    reasons: str
    price: int
    leaves: bool = False
    card: Card | None = None
    position: int = 0
    """The place of the row in the ledger, by which it is given back."""


@dataclass(frozen=True, slots=True)
class Ledger:
    rows: tuple[LedgerRow, ...]
    taken_out: tuple[LedgerRow, ...]
    """Cards that wait for others to take their place."""
    previous: int
    available: int
    spent: int
    exiled: tuple[str, ...]
    conditions: tuple[str, ...]
    """Conditions of the scenario that the prices depend on, as the players entered them."""

    @property
    def left(self) -> int:
        return self.available - self.spent


def ledger_of(editor_page: EditorPage) -> Ledger:
    version = editor_page.version
    outcome = outcome_of(version)
    purchases = version.purchases.all()
    return Ledger(
        rows=purchase_rows(row for row in purchases if not is_taken_out(row)),
        taken_out=purchase_rows(filter(is_taken_out, purchases)),
        previous=version.number - 1,
        available=version.experience_available,
        spent=version.cost,
        exiled=tuple(exact_title_of(code) for code in outcome.exiled.codes),
        conditions=tuple(condition_texts(outcome)),
    )


def is_taken_out(row: Purchase) -> bool:
    return row.way == LEAVES and row.removal_reason == TAKEN_OUT


def ledger_rows(version: DeckVersion) -> tuple[LedgerRow, ...]:
    """Return the purchases of a version in the order in which they were made."""
    return purchase_rows(version.purchases.all())


def purchase_rows(purchases: Iterable[Purchase]) -> tuple[LedgerRow, ...]:
    return tuple(_row(purchase) for purchase in sorted(purchases, key=lambda row: row.position))


def _row(purchase: Purchase) -> LedgerRow:
    if purchase.way == LEAVES:
        text = leaving(purchase.removal_reason)
        card = catalogue().resolve(purchase.card)
        return LedgerRow(exact_title_of(purchase.card), text, "", 0, True, card, purchase.position)
    reasons = [Reason(row["kind"], row.get("amount", 0), row.get("card", "")) for row in purchase.reasons]
    way = way_text(purchase.way, purchase.replaces)
    return LedgerRow(
        exact_title_of(purchase.card),
        _("%(way)s, drawn at random") % {"way": way} if purchase.lot else way,
        reasons_text(tuple(reasons)),
        purchase.price,
        card=catalogue().resolve(purchase.card),
        position=purchase.position,
    )


def way_text(way: str, replaces: str) -> str:
    """Return a text such as “new, for Broken Bottle” or “upgrade of Machete”."""
    other = exact_title_of(replaces) if replaces else ""
    plain = {
        NEW: _("new"),
        REPURCHASE: _("bought again"),
        REFILL: _("fills an empty slot"),
        SWAP: _("swapped"),
        MYRIAD: _("another copy"),
        MARK: _("upgrade sheet boxes"),
        GRANT: _("given by the story"),
        CREATION: _("bought at deck creation"),
    }
    if way in (UPGRADE, SECOND_COPY):
        return _("upgrade of %(card)s") % {"card": other}
    if way == KEPT_LOWER:
        return _("keeps %(card)s") % {"card": other}
    text = plain.get(way, way)
    return _("%(how)s, replaces %(card)s") % {"how": text, "card": other} if other else text


def leaving(why: str) -> str:
    return {
        OVER_LIMIT: _("removed: too many copies"),
        OUT_OF_OPTIONS: _("removed: no longer allowed"),
        OVER_SIZE: _("removed: the deck was too large"),
        NOT_REPLACED: _("removed: not replaced"),
        TAKEN_OUT: _("taken out"),
    }.get(why, _("removed"))


def reasons_text(reasons: tuple[Reason, ...]) -> str:
    """Return a text such as “level 3, exceptional: twice the level”. Differences of 0 are left out."""
    shown = [reason for reason in reasons if reason.amount or reason.kind not in ("difference", "marked")]
    return ", ".join(
        sentence(reason.message, {"amount": signed(reason), "card": exact_title_of(reason.card)})
        for reason in shown
    )


def signed(reason: Reason) -> str:
    """Return the amount of a reason, with a sign if it is added to or taken off the price."""
    if reason.kind in ("level", "boxes"):
        return str(reason.amount)
    return f"+{reason.amount}" if reason.amount > 0 else f"−{-reason.amount}"
