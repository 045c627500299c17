"""Tests of the changes that the history of a game shows: names of investigators and words, not ids."""

import pytest
from django.utils import translation

from boardgames.text import entry_texts
from rules.boardgames.table import Entry

NAMES = {"p1": "Ann", "p2": "Bob"}


@pytest.mark.parametrize(
    ("edition", "path", "before", "after", "text", "german"),
    [
        ("second", ("first",), "p1", "p2", "First player Ann → Bob", "Startspieler Ann → Bob"),
        ("second", ("how",), "", "sealing", "six gates are sealed", "sechs Tore sind versiegelt"),
        ("third", ("events", "discard"), 1, 2, "Event cards: discard pile 1 → 2", "Ablagestapel 1 → 2"),
    ],
)
def test_changes_are_in_words(edition, path, before, after, text, german):
    entry = Entry(path=path, before=before, after=after)
    assert text in entry_texts(edition, [entry], NAMES)[0]
    with translation.override("de"):
        assert german in entry_texts(edition, [entry], NAMES)[0]
