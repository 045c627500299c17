"""Steps around a scenario: advancing to it, beginning, ending, counting experience, paying prices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.campaign.state import Fate
from rules.campaign.steps.step import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Advance(Step):
    """All purchases and records are complete: the campaign advances to the next scenario."""

    kind: ClassVar[str] = "advance"
    scenario: str
    verdicts: Mapping[str, tuple[str, ...]]
    """The rules that each active seat's deck breaks; the caller has just judged the decks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginScenario(Step):
    kind: ClassVar[str] = "begin-scenario"
    scenario: str
    lead: str = ""
    """The seat that leads; empty where the guide brings its own investigators."""
    tokens: Mapping[str, int] = field(default_factory=dict)
    """Tokens that the guide adds to the bag when it is set up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndScenario(Step):
    """The results of a scenario; with `victory` its experience is counted at once."""

    kind: ClassVar[str] = "end-scenario"
    resolution: str
    fates: Mapping[str, Fate]
    victory: int | None = None
    bonus: int = 0
    replay: bool = False
    """The resolution requires that it is played again; nothing is earned (rule end.replay)."""
    lost_allies: tuple[str, ...] = ()
    """Ultimatum of the Scream: allies that were defeated."""
    won: bool | None = None
    """Standalone: the result by the resolution; None = a numbered resolution wins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountExperience(Step):
    kind: ClassVar[str] = "count-experience"
    victory: int
    bonus: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PricePaid(Step):
    """A purchase offered by the guide after a scenario, paid with experience by some or all investigators."""

    kind: ClassVar[str] = "price-paid"
    price: str
    """Its id among the prices of the scenario just played."""
    shares: Mapping[str, int]
    """The share of each seat: seat → experience."""
    heals: str = ""
    """"physical" or "mental" if the price heals trauma."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InterludePlayed(Step):
    """An interlude, prologue or epilogue is over. What it brings is recorded by other steps."""

    kind: ClassVar[str] = "interlude-played"
    interlude: str
    seats: tuple[str, ...] = ()
    """The seats that took part; empty = everybody."""
    choice: str = ""
    """What the group decided, in its own words."""
