"""Translation of the messages of rules and formats, which are msgids, into the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from decks.fact_text import fact_text
from decks.formats.errors import Unreadable
from rules.deck.verdict import Text, Verdict, Violation


def sentence(message: str, facts: Any) -> str:
    """Return a message of the rules in the reader's language, with its facts filled in."""
    return _sentence(message, facts, _)


def _sentence(message: str, facts: Any, translate: Callable[[str], str]) -> str:
    shown = {key: fact_text(key, value) for key, value in facts.items()}
    if "problem" in shown:
        # A problem found by decks.formats is a msgid itself.
        shown["problem"] = translate(str(shown["problem"]))
    return translate(message).format(**shown)


def violation_with_text(violation: Violation) -> dict[str, Any]:
    """Return a violation, warning or note as pages, API and commands show it."""
    return violation.as_dict(_writer(get_language()))


def verdict_with_text(verdict: Verdict) -> dict[str, Any]:
    """Return the verdict as pages, API and commands show it."""
    return verdict.as_dict(_writer(get_language()))


@cache
def _writer(language: str | None) -> Text:
    """Return what writes messages in a language. Each message is translated once."""
    translate = lru_cache(maxsize=1024)(_)
    return lambda violation: _sentence(violation.message, violation.facts, translate)


def error_text(error: Unreadable) -> str:
    """Return the reason why a text cannot be read."""
    return sentence(error.message, error.facts)
