"""Purchases: each is one copy, with the reasons that add up to its price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from rules.cards.model import Tick
from rules.chance import Lot
from rules.deck.verdict import Violation, _

# The ways in which a copy comes into a deck between two scenarios.
NEW = "new"
REPURCHASE = "repurchase"
"""An exiled card, bought again."""
UPGRADE = "upgrade"
KEPT_LOWER = "upgrade beside"
"""An upgrade at full price; the lower version stays in the deck (parallel Agnes and Skids)."""
SECOND_COPY = "second copy"
"""Upgraded at no cost together with the first (Shrewd Analysis)."""
REFILL = "refill"
SWAP = "swap"
MYRIAD = "further copy"
"""A further copy of a myriad card, or of a customizable one whose boxes were paid for."""
MARK = "mark"
"""Boxes of an upgrade sheet."""
GRANT = "grant"
"""Given by the story, outside limits and experience."""
CREATION = "creation"

WAYS = (
    NEW, REPURCHASE, UPGRADE, KEPT_LOWER, SECOND_COPY, REFILL, SWAP, MYRIAD, MARK, GRANT, CREATION,
)  # fmt: skip

# The deck that the copy goes to.
DECK = "deck"
SECOND_DECK = "side deck"
"""The second deck of an investigator, such as parallel Jim Culver's."""
PLACES = (DECK, SECOND_DECK)

#: The reasons for a price. The amounts of all reasons add up to the price.
REASON_TEXTS = {
    "level": _("level {amount}"),
    "exceptional": _("exceptional: twice the level"),
    "taboo": _("taboo list {amount}"),
    "boxes": _("upgrade sheet boxes: {amount}"),
    "marked": _("boxes marked for free"),
    "difference": _("upgraded from {card}: {amount}"),
    "surcharge": _("{card}: {amount} for a new card"),
    "discount": _("{card}: {amount}"),
    "minimum": _("at least 1"),
    "no-refund": _("never less than 0"),
    "refill": _("free: fills an empty slot"),
    "swap": _("swapped by {card}"),
    "myriad": _("free: another copy of a myriad card"),
    "sheet": _("free: another copy of a card whose boxes are paid"),
    "second-copy": _("free second copy from {card}"),
    "beside": _("full price: the lower version stays"),
    "repurchase": _("exiled, bought again"),
    "grant": _("given by the story"),
    "creation": _("bought at deck creation"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One part of a price: its kind, its amount, and the card that causes it, if any."""

    kind: str
    amount: int = 0
    card: str = ""

    @property
    def message(self) -> str:
        return REASON_TEXTS[self.kind]

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
    """The card that left for it or was upgraded; empty if it fills a free place or takes none."""
    place: str = DECK
    ticks: tuple[Tick, ...] = ()
    """Experience put on boxes with this purchase."""
    lot: Lot | None = None
    """The draw that decided which card it is, if it was random (Shrewd Analysis)."""

    @property
    def replaces_another(self) -> bool:
        """Whether the card in `replaces` leaves the deck."""
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
        """Return the same purchase, chosen at random."""
        return replace(self, lot=lot)

    def named(self, card: str, replaces: str) -> Purchase:
        """Return the same purchase with the codes of the printings that the decks hold."""
        return replace(self, card=card, replaces=replaces)


# The reasons for which a card leaves without a replacement.
OVER_LIMIT = "over the limit"
"""Another version in the deck allows fewer copies of the title."""
OUT_OF_OPTIONS = "out of options"
"""A card that was bought forbids it (FAQ 1.18)."""
OVER_SIZE = "over the size"
"""The deck grew too large for its size (E-16)."""
NOT_REPLACED = "not replaced"
"""No rule removes it: used only for a deck of unknown origin, with a note that it is too small."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A copy that leaves the deck without being replaced, and the reason."""

    card: str
    why: str
    place: str = DECK

    def as_dict(self) -> dict[str, Any]:
        return {"card": self.card, "why": self.why}


Step = Purchase | Departure


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The way from one deck to the next: its steps in order and their total cost.

    `total` is None if no legal way exists; `violations` then give the reasons.
    """

    total: int | None
    steps: tuple[Step, ...] = ()
    violations: tuple[Violation, ...] = ()
    notes: tuple[Violation, ...] = ()

    @property
    def is_legal(self) -> bool:
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
        """Return the representation that pages, API and commands show."""
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
