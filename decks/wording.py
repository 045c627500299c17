"""How do findings of the rules sound in the reader's language? They are msgids; this translates them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from decks.formats.errors import Unreadable
from rules.verdict import Verdict, Violation, spoken


def sentence(message: str, facts: Any) -> str:
    """A message of the rules in the reader's language, with its facts filled in."""
    said = {key: spoken(value) for key, value in facts.items()}
    if "problem" in said:
        # What could not be understood on the way in is a msgid of its own (decks.formats).
        said["problem"] = _(str(said["problem"]))
    return _(message).format(**said)


def violation_in_words(violation: Violation) -> dict[str, Any]:
    """A violation, warning or note in the one shape that pages, API and commands draw."""
    return {**violation.as_dict(), "message": sentence(violation.message, violation.facts)}


def verdict_in_words(verdict: Verdict) -> dict[str, Any]:
    """The verdict in the one shape that pages, API and commands draw."""
    return verdict.as_dict() | {
        "violations": [violation_in_words(row) for row in verdict.violations],
        "warnings": [violation_in_words(row) for row in verdict.warnings],
        "notes": [violation_in_words(row) for row in verdict.notes],
    }


def error_in_words(error: Unreadable) -> str:
    """Why a text cannot be read."""
    return sentence(error.message, error.facts)
