"""Base class of the steps: a frozen value with a kind, and the rules that the group waives for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    kind: ClassVar[str] = ""
    waives: frozenset[str] = frozenset()
    """Rules that the group waives for this step (E-42); recorded with the note."""
    note: str = ""
