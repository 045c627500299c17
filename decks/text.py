"""Translation of the messages of rules and formats, which are msgids, into the reader's language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from decks.formats.errors import Unreadable
from rules.deck.verdict import Verdict, Violation, spoken


def sentence(message: str, facts: Any) -> str:
    """Return a message of the rules in the reader's language, with its facts filled in."""
    said = {key: spoken(value) for key, value in facts.items()}
    if "problem" in said:
        # A problem found by decks.formats is a msgid itself.
        said["problem"] = _(str(said["problem"]))
    return _(message).format(**said)


def violation_in_words(violation: Violation) -> dict[str, Any]:
    """Return a violation, warning or note as pages, API and commands show it."""
    return violation.as_dict(_message)


def _message(violation: Violation) -> str:
    return sentence(violation.message, violation.facts)


def verdict_in_words(verdict: Verdict) -> dict[str, Any]:
    """Return the verdict as pages, API and commands show it."""
    return verdict.as_dict(_message)


def error_in_words(error: Unreadable) -> str:
    """Return the reason why a text cannot be read."""
    return sentence(error.message, error.facts)
