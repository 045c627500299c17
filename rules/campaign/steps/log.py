"""Steps that write in the log, change the bag, unlock rewards, or correct an earlier step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.campaign.steps.step import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class LogChange:
    """One change of the log."""

    do: str
    """"record", "cross-out", "restore", "count", "tick" or "clear"; for a section of the group's own
    "add-section", "rename-section" or "remove-section"."""
    section: str = ""
    text: str = ""
    """The note, or the title of a section."""
    key: str = ""
    """For "add-section", its kind: "entries", "count", "checklist" or "names"."""
    number: int | None = None
    """Recorded with the note; for "count", the amount by which the counter changes."""
    seat: str = ""
    entry: str = ""
    """Id of the note to cross out or restore."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogWritten(Step):
    kind: ClassVar[str] = "log-written"
    changes: tuple[LogChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberedThat(Step):
    """Something remembered for this scenario only.

    With a seat it belongs to that investigator alone (rule log.remember-you-personal).
    """

    kind: ClassVar[str] = "remembered-that"
    text: str = ""
    key: str = ""
    section: str = ""
    number: int | None = None
    seat: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchDone(Step):
    kind: ClassVar[str] = "research-done"
    task: str
    seat: str
    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensChanged(Step):
    """Tokens put into the bag (plus) or taken out (minus)."""

    kind: ClassVar[str] = "tokens-changed"
    tokens: Mapping[str, int]
    cause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensSealed(Step):
    kind: ClassVar[str] = "tokens-sealed"
    tokens: Mapping[str, int]
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensReleased(Step):
    kind: ClassVar[str] = "tokens-released"
    tokens: Mapping[str, int]
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardsUnlocked(Step):
    kind: ClassVar[str] = "rewards-unlocked"
    cards: tuple[str, ...]
    seats: tuple[str, ...] = ()
    """The seats that earned them; empty = everyone who plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Step):
    """A mistake in an earlier step, corrected by a new one: entries are added, never rewritten."""

    kind: ClassVar[str] = "corrected"
    of: int
    """The number of the mistaken step."""
    cause: str
    experience: Mapping[str, int] = field(default_factory=dict)
    earned: bool = True
    trauma: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    statuses: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    log: tuple[LogChange, ...] = ()
