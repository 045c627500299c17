"""The commands of the 2nd edition about one investigator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.second_edition.state import Investigator


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Command):
    """Sanity, Stamina, clues or money of an investigator go up or down."""

    kind: ClassVar[str] = "change"
    seat: str
    what: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeMaximum(Command):
    kind: ClassVar[str] = "change-maximum"
    seat: str
    what: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GainCard(Command):
    kind: ClassVar[str] = "gain-card"
    seat: str
    card: str
    name: str = ""
    number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseCards(Command):
    """Cards are discarded, by their positions."""

    kind: ClassVar[str] = "lose-cards"
    seat: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExhaustCard(Command):
    kind: ClassVar[str] = "exhaust-card"
    seat: str
    card: int
    exhausted: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class GainSpecial(Command):
    kind: ClassVar[str] = "gain-special"
    seat: str
    special: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseSpecial(Command):
    """A special card goes; a loan is either paid or defaulted on."""

    kind: ClassVar[str] = "lose-special"
    seat: str
    special: str
    defaulted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RollUpkeep(Command):
    """The roll of an upkeep for a special card: it is kept or lost."""

    kind: ClassVar[str] = "roll-upkeep"
    seat: str
    special: str
    kept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSliders(Command):
    kind: ClassVar[str] = "move-sliders"
    seat: str
    sliders: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Command):
    """An investigator goes to a place in Arkham, or to an area of an Other World."""

    kind: ClassVar[str] = "move"
    seat: str
    place: str
    area: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterGate(Command):
    """An investigator is drawn through the gate at the location."""

    kind: ClassVar[str] = "enter-gate"
    seat: str
    delayed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveOtherWorld(Command):
    """An investigator returns through a gate to this Other World."""

    kind: ClassVar[str] = "leave-other-world"
    seat: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay(Command):
    kind: ClassVar[str] = "delay"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandUp(Command):
    kind: ClassVar[str] = "stand-up"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOut(Command):
    """An investigator is insane or unconscious; `discard` has the positions of the items that are lost."""

    kind: ClassVar[str] = "knock-out"
    seat: str
    discard: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrest(Command):
    kind: ClassVar[str] = "arrest"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseInTime(Command):
    kind: ClassVar[str] = "lose-in-time"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnFromTime(Command):
    kind: ClassVar[str] = "return-from-time"
    seat: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Devour(Command):
    kind: ClassVar[str] = "devour"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace(Command):
    """A player whose investigator was devoured receives another."""

    kind: ClassVar[str] = "replace"
    seat: str
    investigator: Investigator


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendTrophies(Command):
    kind: ClassVar[str] = "spend-trophies"
    seat: str
    gates: int = 0
    monsters: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade(Command):
    kind: ClassVar[str] = "trade"
    seat: str
    to: str
    money: int = 0
    cards: tuple[int, ...] = ()
