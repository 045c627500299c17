"""The parts of a table, as templates show them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.boardgames import Command, Track, command_to_json


@dataclass(frozen=True, slots=True)
class Outline:
    """What lists and statistics show of a game."""

    status: str
    subject: str
    players: int
    score: int | None = None
    honours: tuple[str, ...] = ()
    investigators: tuple[str, ...] = ()
    """All who took part in the order of the seats, with those who left before the end."""


@dataclass(frozen=True, slots=True)
class Button:
    """A command that is recorded with one tap."""

    label: str
    command: Command
    icon: str = ""
    main: bool = False
    off: bool = False
    """Whether the rules refuse it now; it is shown, but cannot be tapped."""

    @property
    def value(self) -> str:
        """The command as JSON, which the button sends."""
        return json.dumps(command_to_json(self.command), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """Commands of which one is recorded by choosing it from a menu; with `previews`, it is shown first."""

    label: str
    options: tuple[Button, ...]
    previews: bool = False


@dataclass(frozen=True, slots=True)
class TrackView:
    """A track with its sentence, and the buttons that change it."""

    track: Track
    label: str
    sentence: str
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True)
class Stat:
    """A number of an investigator, with buttons for one less and one more."""

    label: str
    value: int
    most: int | None = None
    less: Button | None = None
    more: Button | None = None


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in front of a player."""

    label: str
    exhausted: bool = False
    button: Button | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """An investigator with everything that the table shows."""

    id: str
    name: str
    player: str
    leads: str
    """What the player is called who begins, if it is this one."""
    status: str
    stats: tuple[Stat, ...] = ()
    marks: tuple[str, ...] = ()
    """Short texts: delayed, blessed …"""
    place: str = ""
    cards: tuple[CardView, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    """Further facts, each with its name."""
    buttons: tuple[Button, ...] = ()
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place of the board."""

    name: str
    text: str
    look: str = ""


@dataclass(frozen=True, slots=True)
class PhaseView:
    """A phase of the rail."""

    label: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of the checklist, which a tap ticks off."""

    text: str
    citation: str
    done: bool
    button: Button


@dataclass(frozen=True, slots=True)
class ScoreView:
    """The end of a game: how, and the parts of the score if there is one."""

    title: str
    won: bool
    lines: tuple[tuple[str, int, int], ...] = ()
    total: int | None = None
    honours: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything that the page of a game shows of its state."""

    subject: str
    now: str
    tracks: tuple[TrackView, ...]
    phases: tuple[PhaseView, ...]
    lines: tuple[LineView, ...]
    seats: tuple[SeatView, ...]
    places: tuple[PlaceView, ...]
    facts: tuple[tuple[str, str], ...]
    main: tuple[Button, ...] = ()
    """What leads on: the next phase or round."""
    choices: tuple[Choice, ...] = ()
    """What the phase brings."""
    end: ScoreView | None = None
    is_over: bool = False
    names: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
