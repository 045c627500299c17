"""Tracks: numbers with a limit. For some, reaching the limit triggers; for others, only exceeding it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

REACH = "reach"
EXCEED = "exceed"


@dataclass(frozen=True, slots=True)
class Track:
    """A number, its limit, and what happens at the limit."""

    id: str
    label: str
    value: int
    limit: int | None
    trigger: str = REACH
    next: str = ""
    """What happens when the limit is reached or exceeded, or at the next step of the track."""
    citation: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    is_aim: bool = False
    """Whether the players want to reach the limit."""

    @property
    def is_triggered(self) -> bool:
        if self.limit is None:
            return False
        return self.value >= self.limit if self.trigger == REACH else self.value > self.limit

    @property
    def left(self) -> int | None:
        """How many more can be added before the track triggers."""
        if self.limit is None:
            return None
        return max(0, self.limit - self.value - (1 if self.trigger == REACH else 0))

    @property
    def level(self) -> str:
        """`over` if it triggers, `full` if the next one triggers, `near` if the one after does, else calm."""
        if self.is_triggered:
            return "over"
        return {None: "calm", 0: "full", 1: "near"}.get(self.left, "calm")

    @property
    def look(self) -> str:
        """Return the level as a warning, or for an aim `aim` once it is reached."""
        if self.is_aim:
            return "aim" if self.is_triggered else "calm"
        return self.level
