"""What is an act? A frozen value with a kind, and what the group sets aside for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    kind: ClassVar[str] = ""
    waives: frozenset[str] = frozenset()
    """Rules that the group sets aside for this act (E-42); recorded with the note."""
    note: str = ""
