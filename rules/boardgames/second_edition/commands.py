"""The commands of the 2nd edition: everything that players record, by kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.second_edition.seat_commands import *  # noqa: F403
from rules.boardgames.second_edition.state import AncientOne, Investigator


@dataclass(frozen=True, slots=True)
class Player:
    """A player at the beginning: a name and an investigator."""

    player: str
    investigator: Investigator


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame(Command):
    kind: ClassVar[str] = "start-game"
    players: tuple[Player, ...]
    ancient: AncientOne
    unstable: tuple[str, ...]
    first: int = 0
    carries: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin(Command):
    """Set-up ends: the first turn begins."""

    kind: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPhase(Command):
    kind: ClassVar[str] = "next-phase"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Command):
    """A line of the checklist is done, or not after all."""

    kind: ClassVar[str] = "tick"
    item: str
    done: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenGate(Command):
    """A gate opens: doom, the gate, and its monsters, in this order."""

    kind: ClassVar[str] = "open-gate"
    place: str
    world: str = ""
    modifier: int = 0
    symbol: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surge(Command):
    """Monsters surge at an open gate; `at` records what the players decided, gate by gate."""

    kind: ClassVar[str] = "surge"
    place: str
    at: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class MonstersAppear(Command):
    """Monsters come from the cup, one at a time."""

    kind: ClassVar[str] = "monsters-appear"
    number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveMonsters(Command):
    """Monsters go from one part of the board to another, or back to the cup, or out of the game."""

    kind: ClassVar[str] = "move-monsters"
    origin: str
    target: str
    number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DefeatMonster(Command):
    """A monster becomes a trophy; an endless one does not. `origin` "cup" is one of an encounter."""

    kind: ClassVar[str] = "defeat-monster"
    seat: str
    origin: str = "arkham"
    endless: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyOutskirts(Command):
    kind: ClassVar[str] = "empty-outskirts"


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseTerror(Command):
    kind: ClassVar[str] = "raise-terror"
    number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseLocation(Command):
    """A location is closed, or opens again; those inside go to the street."""

    kind: ClassVar[str] = "close-location"
    place: str
    street: str = ""
    closed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDoom(Command):
    kind: ClassVar[str] = "change-doom"
    number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceClue(Command):
    """A clue appears; `seat` takes it at once if its investigator is there."""

    kind: ClassVar[str] = "place-clue"
    place: str
    seat: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeClues(Command):
    kind: ClassVar[str] = "take-clues"
    seat: str
    number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SetEnvironment(Command):
    kind: ClassVar[str] = "set-environment"
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRumor(Command):
    kind: ClassVar[str] = "set-rumor"
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRumor(Command):
    kind: ClassVar[str] = "end-rumor"
    passed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseGate(Command):
    """A gate is closed, and perhaps sealed with clues or with an Elder Sign.

    `arkham`, `sky` and `outskirts` are the monsters with its symbol, which return to the cup.
    """

    kind: ClassVar[str] = "close-gate"
    seat: str
    place: str
    seal: str = "no"
    """"no", "clues" or "sign"."""
    arkham: int = 0
    sky: int = 0
    outskirts: int = 0
    card: int = -1
    """The position of the Elder Sign among the cards, if it is recorded."""
    by_effect: bool = False
    """Whether a card closes it, so that no explored marker is needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPlace(Command):
    """The state of a location is set by hand."""

    kind: ClassVar[str] = "correct-place"
    place: str
    holds: str
    """"nothing", "gate" or "seal"."""
    world: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaken(Command):
    kind: ClassVar[str] = "awaken"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Command):
    """The successes of one attack on the Ancient One."""

    kind: ClassVar[str] = "attack"
    seat: str
    successes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRound(Command):
    """The next round of the final battle."""

    kind: ClassVar[str] = "next-round"


@dataclass(frozen=True, slots=True, kw_only=True)
class Win(Command):
    kind: ClassVar[str] = "win"
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lose(Command):
    kind: ClassVar[str] = "lose"
    how: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon(Command):
    kind: ClassVar[str] = "abandon"
