"""Translation of the messages of rules and formats, which are msgids, into the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cards.text.names import language, reads_english
from decks.fact_text import fact_text
from decks.formats.errors import Unreadable
from rules.deck.verdict import Text, Verdict, Violation, spoken


def sentence(message: str, facts: Any) -> str:
    """Return a message of the rules in the reader's language, with its facts filled in."""
    return _sentence(message, facts, _, fact_text)


def _sentence(
    message: str, facts: Any, translate: Callable[[str], str], write: Callable[[str, Any], Any]
) -> str:
    template = translate(message)
    shown = {key: write(key, facts[key]) for key in _named_in(template)}
    if "problem" in shown:
        # A problem found by decks.formats is a msgid itself.
        shown["problem"] = translate(str(shown["problem"]))
    return template.format_map(shown)


@lru_cache(maxsize=1024)
def _named_in(template: str) -> tuple[str, ...]:
    """The facts that a message mentions; most findings have more of them."""
    return tuple(dict.fromkeys(name for _text, name, _spec, _how in Formatter().parse(template) if name))


def violation_with_text(violation: Violation) -> dict[str, Any]:
    """Return a violation, warning or note as pages, API and commands show it."""
    return violation.as_dict(_writer(get_language()), language())


def verdict_with_text(verdict: Verdict) -> dict[str, Any]:
    """Return the verdict as pages, API and commands show it."""
    return verdict.as_dict(_writer(get_language()), language())


@cache
def _writer(language: str | None) -> Text:
    """Return what writes messages in this language, which is the active one. Each is translated once."""
    translate = lru_cache(maxsize=1024)(_)
    write = _as_it_is if reads_english() else fact_text
    return lambda violation: _sentence(violation.message, violation.facts, translate, write)


def _as_it_is(_key: str, value: Any) -> Any:
    """Return a fact in English, the language of the rules."""
    return spoken(value)


def error_text(error: Unreadable) -> str:
    """Return the reason why a text cannot be read."""
    return sentence(error.message, error.facts)
