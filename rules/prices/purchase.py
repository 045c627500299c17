"""What is a purchase, and what made its price? One copy, with the reasons that add up to what was paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from rules.chance import Lot
from rules.model import Tick
from rules.verdict import Violation, _

# The ways a copy comes into a deck between two scenarios.
NEW = "new"
REPURCHASE = "repurchase"
"""An exiled card, bought again."""
UPGRADE = "upgrade"
KEPT_LOWER = "upgrade beside"
"""At full price, the lower version staying in the deck (parallel Agnes and Skids)."""
SECOND_COPY = "second copy"
"""Upgraded at no cost together with the first (Shrewd Analysis)."""
REFILL = "refill"
SWAP = "swap"
MYRIAD = "further copy"
"""Of a myriad card, or of a customizable one whose boxes were paid for."""
MARK = "mark"
"""Boxes of an upgrade sheet."""
GRANT = "grant"
"""Given by the story, outside limits and experience."""
CREATION = "creation"

WAYS = (
    NEW, REPURCHASE, UPGRADE, KEPT_LOWER, SECOND_COPY, REFILL, SWAP, MYRIAD, MARK, GRANT, CREATION,
)  # fmt: skip

# Where the copy goes.
DECK = "deck"
SIDE_DECK = "side deck"
"""Parallel Jim Culver's spirits."""
PLACES = (DECK, SIDE_DECK)

#: Why a price is what it is. Amounts of all reasons add up to the price.
WORDS = {
    "level": _("level {amount}"),
    "exceptional": _("exceptional: twice the level"),
    "taboo": _("taboo list {amount}"),
    "boxes": _("boxes of the upgrade sheet: {amount}"),
    "marked": _("boxes marked at no cost"),
    "difference": _("upgraded from {card}: {amount}"),
    "surcharge": _("{card}: {amount} for a new card"),
    "discount": _("{card}: {amount}"),
    "minimum": _("at least 1"),
    "no-refund": _("never less than nothing"),
    "refill": _("fills the deck up to its size at no cost"),
    "swap": _("swapped by {card}"),
    "myriad": _("further copy of a myriad card"),
    "sheet": _("further copy of a card whose boxes were paid for"),
    "second-copy": _("second copy at no cost by {card}"),
    "beside": _("full price: the lower version stays"),
    "repurchase": _("exiled, bought again"),
    "grant": _("given by the story"),
    "creation": _("bought at deck creation"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One part of a price: what it is, how much it adds, and the card that brings it, if one does."""

    kind: str
    amount: int = 0
    card: str = ""

    @property
    def message(self) -> str:
        return WORDS[self.kind]

    def as_dict(self) -> dict[str, Any]:
        row: dict[str, Any] = {"kind": self.kind, "amount": self.amount}
        return {**row, "card": self.card} if self.card else row


def total_of(reasons: Iterable[Reason]) -> int:
    return sum(reason.amount for reason in reasons)


@dataclass(frozen=True, slots=True)
class Purchase:
    """One copy bought or upgraded, or one upgrade sheet marked."""

    way: str
    card: str
    price: int
    reasons: tuple[Reason, ...]
    replaces: str = ""
    """The card that left for it or was upgraded; nothing where it fills a free place or takes none."""
    place: str = DECK
    ticks: tuple[Tick, ...] = ()
    """Experience put on boxes with this purchase."""
    lot: Lot | None = None
    """The draw that decided which card it is, where chance did (Shrewd Analysis)."""

    @property
    def replaces_another(self) -> bool:
        """Does the card in `replaces` leave the deck?"""
        return bool(self.replaces) and self.way != KEPT_LOWER

    def as_dict(self) -> dict[str, Any]:
        row: dict[str, Any] = {
            "card": self.card,
            "replaces": self.replaces or None,
            "price": self.price,
            "reasons": [reason.as_dict() for reason in self.reasons],
            "way": self.way,
        }
        if self.place != DECK:
            row["place"] = self.place
        if self.ticks:
            row["boxes"] = [{"box": tick.box, "experience": tick.experience} for tick in self.ticks]
        if self.lot:
            row["lot"] = asdict(self.lot)
        return row

    def drawn_by(self, lot: Lot) -> Purchase:
        """The same purchase, chosen by chance."""
        return replace(self, lot=lot)

    def named(self, card: str, replaces: str) -> Purchase:
        """The same purchase by the codes of the printings that the decks hold."""
        return replace(self, card=card, replaces=replaces)


# Why a card leaves without anything coming in for it.
OVER_LIMIT = "over the limit"
"""Another version in the deck allows fewer copies of the title."""
OUT_OF_OPTIONS = "out of options"
"""A card that was bought forbids it (FAQ 1.18)."""
OVER_SIZE = "over the size"
"""The deck grew too large for its size (E-16)."""
NOT_REPLACED = "not replaced"
"""No rule takes it out: only a deck from elsewhere is told like this, with a note that it is too small."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A copy that leaves the deck without being replaced, and why."""

    card: str
    why: str
    place: str = DECK

    def as_dict(self) -> dict[str, Any]:
        return {"card": self.card, "why": self.why}


Step = Purchase | Departure


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The way from one deck to the next: its steps in order and what they cost in all.

    `total` is None where no lawful way exists; `violations` then say why.
    """

    total: int | None
    steps: tuple[Step, ...] = ()
    violations: tuple[Violation, ...] = ()
    notes: tuple[Violation, ...] = ()

    @property
    def lawful(self) -> bool:
        return self.total is not None

    @property
    def purchases(self) -> tuple[Purchase, ...]:
        return tuple(self._purchases())

    def _purchases(self) -> Iterator[Purchase]:
        for step in self.steps:
            if isinstance(step, Purchase):
                yield step

    @property
    def departures(self) -> tuple[Departure, ...]:
        return tuple(step for step in self.steps if isinstance(step, Departure))

    def as_dict(self) -> dict[str, Any]:
        """The one shape that pages, API and commands draw."""
        if self.total is None:
            return {"total": None, "violations": [violation.as_dict() for violation in self.violations]}
        row: dict[str, Any] = {
            "total": self.total,
            "purchases": [purchase.as_dict() for purchase in self.purchases],
        }
        if self.departures:
            row["departures"] = [departure.as_dict() for departure in self.departures]
        if self.notes:
            row["notes"] = [note.as_dict() for note in self.notes]
        return row
