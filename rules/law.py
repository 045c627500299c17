"""What is a rule, and what does it find? A rule has the rulebook's id, the concerns that call it, and one
small check.

A check yields what it found: errors, warnings and notes, each a message with named facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.circumstances import FREE
from rules.reading import Reading

ERROR, WARNING, NOTE = "error", "warning", "note"


class Finding(NamedTuple):
    severity: str
    message: str
    facts: dict[str, Any]
    interpretation: str = ""
    lacking: bool = False
    """Would more cards settle it? Then it is no reason against adding one."""


def error(message: str, *, interpretation: str = "", lacking: bool = False, **facts: Any) -> Finding:
    return Finding(ERROR, message, facts, interpretation, lacking)


def warning(message: str, *, interpretation: str = "", **facts: Any) -> Finding:
    return Finding(WARNING, message, facts, interpretation)


def note(message: str, *, interpretation: str = "", **facts: Any) -> Finding:
    return Finding(NOTE, message, facts, interpretation)


def unless_free(reading: Reading, message: str, *, interpretation: str = "", **facts: Any) -> Finding:
    """An error where the campaign is known; a note for a deck from elsewhere, whose campaign nobody told
    us."""
    severity = NOTE if reading.circumstances.mode == FREE else ERROR
    return Finding(severity, message, facts, interpretation)


Check = Callable[[Reading], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class DeckRule:
    id: str
    concerns: int
    check: Check


def rule(id: str, concerns: int = 0) -> Callable[[Check], DeckRule]:
    """Turn a check into a rule of the rulebook; it is asked only where one of its concerns was raised."""
    return lambda check: DeckRule(id, concerns, check)
