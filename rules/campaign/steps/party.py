"""Steps of seats: joining, leaving, returning, retiring, being lost, and suffering trauma."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.campaign.steps.step import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatJoins(Step):
    """A player joins, or replaces their lost or retired investigator with a new one."""

    kind: ClassVar[str] = "seat-joins"
    seat: str
    player: str
    investigator: str
    front: str = ""
    replaces: str = ""
    elsewhere: frozenset[str] = frozenset()
    """Titles used in the other half of a campaign played in two halves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeaves(Step):
    kind: ClassVar[str] = "seat-leaves"
    seat: str
    bearers: Mapping[str, str] = field(default_factory=dict)
    """The new bearers of the unique story cards: card → seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReturns(Step):
    kind: ClassVar[str] = "seat-returns"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRetires(Step):
    kind: ClassVar[str] = "seat-retires"
    seat: str
    bearers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class InvestigatorLost(Step):
    """An investigator killed, driven insane or devoured outside a scenario's end, as by an interlude."""

    kind: ClassVar[str] = "investigator-lost"
    seat: str
    status: str
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TraumaChanged(Step):
    """Trauma suffered or healed: seat → kind → amount."""

    kind: ClassVar[str] = "trauma-changed"
    changes: Mapping[str, Mapping[str, int]]
    cause: str
    lost: Mapping[str, str] = field(default_factory=dict)
    """The cause to record if both thresholds are reached at once."""
