"""Phrases of the log in the reader's language.

A phrase that was picked, or that a program recorded, has a key. The catalogue has words for the keys of
shipped campaigns (`log_words/`, a file for each language); others are read as the words they consist of.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.utils.translation import get_language

from cards.importing.shipped import CATALOGUE, load

FOLDER = CATALOGUE / "log_words"
ENGLISH = "en"


@cache
def _words_in(language: str) -> dict[str, str]:
    return dict(load(path)) if (path := FOLDER / f"{language}.json").exists() else {}


@cache
def _languages() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in Path(FOLDER).glob("*.json")))


def phrase(key: str) -> str:
    """Return the words for a key."""
    for language in ((get_language() or ENGLISH).split("-")[0], ENGLISH):
        if found := _words_in(language).get(key):
            return found
    return as_words(key)


def as_words(key: str) -> str:
    """Return the text that is recorded for a phrase that was picked, in whatever language it is read."""
    plain = key.replace("_", " ")
    return plain[:1].upper() + plain[1:]


def note_text(text: str, key: str) -> str:
    """Return the text of a note as it was written, or the words for its key if it was picked."""
    return phrase(key) if key and text in ("", as_words(key)) else text


def in_all_languages(key: str) -> list[str]:
    """Return what a player might write for a key."""
    return [found for language in _languages() if (found := _words_in(language).get(key))]
