"""Building blocks of the deck rules: a rule, and the findings that its check yields.

A rule has the rulebook's id, its triggers, and one small check. The check yields errors,
warnings and notes, each a message with named facts. Facts are plain values that JSON can hold. A card is
named by its code in the deck (`card`, `cards`), always with its `title` or `titles`, so that a page can
translate the title and link to the card.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.deck.circumstances import FREE
from rules.deck.reading import Reading

ERROR, WARNING, NOTE = "error", "warning", "note"


class Finding(NamedTuple):
    severity: str
    message: str
    facts: dict[str, Any]
    interpretation: str = ""
    lacking: bool = False
    """Whether adding more cards would resolve it. Then it is not a reason against adding one."""


def _finding(
    severity: str,
    message: str,
    interpretation: str,
    see: Collection[str],
    facts: dict[str, Any],
    lacking: bool = False,
) -> Finding:
    if see:
        # Other rules of the rulebook that give the reason.
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
    """Return an error if the campaign is known, or a note for a deck of unknown origin."""
    severity = NOTE if reading.circumstances.mode == FREE else ERROR
    return _finding(severity, message, interpretation, see, facts)


def titles_of(cards: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the facts that name several cards: codes and titles, in the order of the codes."""
    rows = sorted(cards)
    return {"cards": [code for code, _title in rows], "titles": [title for _code, title in rows]}


Check = Callable[[Reading], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class DeckRule:
    id: str
    triggers: int
    check: Check


def rule(id: str, triggers: int = 0) -> Callable[[Check], DeckRule]:
    """Turn a check into a rule of the rulebook.

    It is checked only if one of its triggers was raised; a rule without triggers is checked for every deck.
    """
    return lambda check: DeckRule(id, triggers, check)
