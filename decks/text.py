"""Translation of the messages of rules and formats, which are msgids, into the reader's language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from decks.formats.errors import Unreadable
from rules.deck.verdict import Verdict, Violation, spoken


def sentence(message: str, facts: Any) -> str:
    """Return a message of the rules in the reader's language, with its facts filled in."""
    shown = {key: spoken(value) for key, value in facts.items()}
    if "problem" in shown:
        # A problem found by decks.formats is a msgid itself.
        shown["problem"] = _(str(shown["problem"]))
    return _(message).format(**shown)


def violation_with_text(violation: Violation) -> dict[str, Any]:
    """Return a violation, warning or note as pages, API and commands show it."""
    return violation.as_dict(_message)


def _message(violation: Violation) -> str:
    return sentence(violation.message, violation.facts)


def verdict_with_text(verdict: Verdict) -> dict[str, Any]:
    """Return the verdict as pages, API and commands show it."""
    return verdict.as_dict(_message)


def error_text(error: Unreadable) -> str:
    """Return the reason why a text cannot be read."""
    return sentence(error.message, error.facts)
