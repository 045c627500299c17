"""The base class of commands, and the one command that every edition has: a correction by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something that players record; the class is the only declaration of its kind."""

    kind: ClassVar[str] = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct(Command):
    """A value is set by hand, because the table is the truth. What then follows is proposed again."""

    kind: ClassVar[str] = "correct"
    path: tuple[str, ...]
    value: Any
