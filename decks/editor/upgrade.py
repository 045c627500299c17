"""What was bought for this version, for how much and why, and what is left to spend?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.adapters import catalogue
from cards.naming import exact_title
from decks import happenings
from decks.editor.desk import Desk
from decks.models import DeckVersion, Purchase
from decks.services.upgrading import LEAVES
from decks.wording import sentence
from rules.model import Card
from rules.prices.purchase import (
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


@dataclass(frozen=True, slots=True)
class Ledger:
    rows: tuple[LedgerRow, ...]
    previous: int
    available: int
    spent: int
    exiled: tuple[str, ...]
    happened: tuple[str, ...]
    """What the players told of the scenario that prices depend on."""

    @property
    def left(self) -> int:
        return self.available - self.spent


def ledger_of(desk: Desk) -> Ledger:
    version = desk.version
    return Ledger(
        rows=ledger_rows(version),
        previous=version.number - 1,
        available=version.experience_available,
        spent=version.cost,
        exiled=tuple(title(code) for code in version.exiled),
        happened=tuple(happenings.in_words(version.aftermath)),
    )


def ledger_rows(version: DeckVersion) -> tuple[LedgerRow, ...]:
    """What was bought for a version, in the order it was bought."""
    return told_rows(version.purchases.all())


def told_rows(purchases: Iterable[Purchase]) -> tuple[LedgerRow, ...]:
    return tuple(_row(purchase) for purchase in sorted(purchases, key=lambda row: row.position))


def title(code: str) -> str:
    card = catalogue().resolve(code)
    return exact_title(card) if card else code


def _row(purchase: Purchase) -> LedgerRow:
    if purchase.way == LEAVES:
        words = leaving(purchase.repeats)
        return LedgerRow(title(purchase.card), words, "", 0, True, catalogue().resolve(purchase.card))
    reasons = [Reason(row["kind"], row.get("amount", 0), row.get("card", "")) for row in purchase.reasons]
    way = way_in_words(purchase.way, purchase.replaces)
    return LedgerRow(
        title(purchase.card),
        _("%(way)s, drawn at random") % {"way": way} if purchase.lot else way,
        reasons_in_words(tuple(reasons)),
        purchase.price,
        card=catalogue().resolve(purchase.card),
    )


def way_in_words(way: str, replaces: str) -> str:
    """“new, for Broken Bottle”, “upgrade of Machete”."""
    other = title(replaces) if replaces else ""
    plain = {
        NEW: _("new"),
        REPURCHASE: _("bought again"),
        REFILL: _("fills an empty place"),
        SWAP: _("swapped"),
        MYRIAD: _("further copy"),
        MARK: _("boxes of its sheet"),
        GRANT: _("given by the story"),
        CREATION: _("bought at deck creation"),
    }
    if way in (UPGRADE, SECOND_COPY):
        return _("upgrade of %(card)s") % {"card": other}
    if way == KEPT_LOWER:
        return _("beside %(card)s, which stays") % {"card": other}
    words = plain.get(way, way)
    return _("%(how)s, for %(card)s") % {"how": words, "card": other} if other else words


def leaving(why: str) -> str:
    return {
        OVER_LIMIT: _("out: over the limit of its title"),
        OUT_OF_OPTIONS: _("out: no longer among the options"),
        OVER_SIZE: _("out: the deck was too large"),
        NOT_REPLACED: _("out: nothing came in for it"),
    }.get(why, _("out"))


def reasons_in_words(reasons: tuple[Reason, ...]) -> str:
    """“level 3, exceptional: twice the level”. Nothing off for a level 0 card goes without saying."""
    told = [reason for reason in reasons if reason.amount or reason.kind not in ("difference", "marked")]
    return ", ".join(
        sentence(reason.message, {"amount": signed(reason), "card": title(reason.card)}) for reason in told
    )


def signed(reason: Reason) -> str:
    """Parts of a price that are added or taken off carry their sign."""
    if reason.kind in ("level", "boxes"):
        return str(reason.amount)
    return f"+{reason.amount}" if reason.amount > 0 else f"−{-reason.amount}"
