"""What is a rule, and what does it find? A rule has the rulebook's id, the concerns that call it, and one
small check.

A check yields what it found: errors, warnings and notes, each a message with named facts. Facts are plain
values that JSON can hold. A card is named by the code that stands in the deck (`card`, `cards`), always with
its `title` or `titles`, so that a page can translate the one and jump to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
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


def _finding(
    severity: str,
    message: str,
    interpretation: str,
    see: Collection[str],
    facts: dict[str, Any],
    lacking: bool = False,
) -> Finding:
    if see:
        # Other rules of the rulebook that say why.
        facts["see"] = sorted(see)
    return Finding(severity, message, facts, interpretation, lacking)


def error(
    message: str, *, interpretation: str = "", see: Collection[str] = (), lacking: bool = False, **facts: Any
) -> Finding:
    return _finding(ERROR, message, interpretation, see, facts, lacking)


def warning(message: str, *, interpretation: str = "", see: Collection[str] = (), **facts: Any) -> Finding:
    return _finding(WARNING, message, interpretation, see, facts)


def note(message: str, *, interpretation: str = "", see: Collection[str] = (), **facts: Any) -> Finding:
    return _finding(NOTE, message, interpretation, see, facts)


def unless_free(
    reading: Reading, message: str, *, interpretation: str = "", see: Collection[str] = (), **facts: Any
) -> Finding:
    """An error where the campaign is known; a note for a deck from elsewhere, whose campaign nobody told
    us."""
    severity = NOTE if reading.circumstances.mode == FREE else ERROR
    return _finding(severity, message, interpretation, see, facts)


def titles_of(cards: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Cards as a finding names several: codes and titles, in the order of the codes."""
    rows = sorted(cards)
    return {"cards": [code for code, _title in rows], "titles": [title for _code, title in rows]}


Check = Callable[[Reading], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class DeckRule:
    id: str
    concerns: int
    check: Check


def rule(id: str, concerns: int = 0) -> Callable[[Check], DeckRule]:
    """Turn a check into a rule of the rulebook. It is asked only where one of its concerns was raised; one
    without concerns is asked of every deck."""
    return lambda check: DeckRule(id, concerns, check)
