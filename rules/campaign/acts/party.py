"""Acts of joining, leaving and suffering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.campaign.acts.act import Act


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatJoins(Act):
    """A player joins, or follows a lost or retired investigator of theirs with a new one."""

    kind: ClassVar[str] = "seat-joins"
    seat: str
    player: str
    investigator: str
    front: str = ""
    replaces: str = ""
    elsewhere: frozenset[str] = frozenset()
    """Titles used in the other half of a campaign played in two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeaves(Act):
    kind: ClassVar[str] = "seat-leaves"
    seat: str
    bearers: Mapping[str, str] = field(default_factory=dict)
    """Who bears the unique story cards from now on: card → seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReturns(Act):
    kind: ClassVar[str] = "seat-returns"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRetires(Act):
    kind: ClassVar[str] = "seat-retires"
    seat: str
    bearers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class InvestigatorLost(Act):
    """Killed, driven insane or devoured outside a scenario's end: by an interlude, say."""

    kind: ClassVar[str] = "investigator-lost"
    seat: str
    status: str
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TraumaChanged(Act):
    """Trauma suffered or healed: seat → kind → how much."""

    kind: ClassVar[str] = "trauma-changed"
    changes: Mapping[str, Mapping[str, int]]
    cause: str
    lost: Mapping[str, str] = field(default_factory=dict)
    """The cause to record where both thresholds are reached at once."""
