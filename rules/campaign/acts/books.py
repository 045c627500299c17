"""Acts that write in the log, change the bag, unlock rewards, or put an earlier act right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.campaign.acts.act import Act


@dataclass(frozen=True, slots=True, kw_only=True)
class LogChange:
    """One line of writing in the log."""

    do: str
    """"record", "cross-out", "restore", "count", "tick" or "clear"."""
    section: str = ""
    text: str = ""
    key: str = ""
    number: int | None = None
    """Recorded with the note; for "count" how far the counter moves."""
    seat: str = ""
    entry: str = ""
    """Id of the note that is crossed out or restored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogWritten(Act):
    kind: ClassVar[str] = "log-written"
    changes: tuple[LogChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberedThat(Act):
    """For this scenario only; with a seat that investigator's alone (rule log.remember-you-personal)."""

    kind: ClassVar[str] = "remembered-that"
    text: str = ""
    key: str = ""
    section: str = ""
    number: int | None = None
    seat: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchDone(Act):
    kind: ClassVar[str] = "research-done"
    task: str
    seat: str
    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensChanged(Act):
    """Tokens put into the bag (plus) or taken out (minus)."""

    kind: ClassVar[str] = "tokens-changed"
    tokens: Mapping[str, int]
    cause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensSealed(Act):
    kind: ClassVar[str] = "tokens-sealed"
    tokens: Mapping[str, int]
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensReleased(Act):
    kind: ClassVar[str] = "tokens-released"
    tokens: Mapping[str, int]
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardsUnlocked(Act):
    kind: ClassVar[str] = "rewards-unlocked"
    cards: tuple[str, ...]
    seats: tuple[str, ...] = ()
    """Who earned them; nobody named = everybody who plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Act):
    """A mistake in an earlier act put right by a new one: the books are added to, never rewritten."""

    kind: ClassVar[str] = "corrected"
    of: int
    """The act that was mistaken."""
    cause: str
    experience: Mapping[str, int] = field(default_factory=dict)
    earned: bool = True
    trauma: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    statuses: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    log: tuple[LogChange, ...] = ()
