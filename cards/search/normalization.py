"""Normalization of words for search: accents, case and punctuation are ignored."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable

#: Marks inside a word, which are removed: O'Toole, R'lyeh, .45.
INSIDE = re.compile(r"['’‘`´.]")
#: Quotation marks and the like, with which a title begins.
BEFORE = re.compile(r"^\W+")
BREAKS = re.compile(r"[^0-9a-z]+")
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})


def folded(text: str) -> str:
    """Return the text in lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text.translate(LETTERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).lower()


def title_order(title: str) -> str:
    """Return a sort key for titles: “Shove off!” is under S and .45 Automatic under 4."""
    plain = folded(title)
    return BEFORE.sub("", plain) or plain


def words(text: str) -> list[str]:
    """Return skids and otoole for `"Skids" O'Toole`."""
    return [word for word in BREAKS.split(INSIDE.sub("", folded(text))) if word]


def spellings(text: str) -> set[str]:
    """Return every word by which a title may be found: parts of O'Toole, and ue for ü."""
    found = {*words(text), *words(INSIDE.sub(" ", text))}
    if text != (spelled_out := text.translate(UMLAUTS)):
        found |= set(words(spelled_out))
    return found


class WordIndex:
    """An index of rows by the beginnings of their words. Sets of rows are bits of a number."""

    def __init__(self, rows: Iterable[Iterable[str]]) -> None:
        bits: dict[str, int] = {}
        for row, found in enumerate(rows):
            for word in set(found):
                bits[word] = bits.get(word, 0) | 1 << row
        self._words = sorted(bits)
        self._bits = bits

    def beginning(self, start: str) -> int:
        """Return the rows with a word that begins with this."""
        found = 0
        for place in range(bisect_left(self._words, start), len(self._words)):
            word = self._words[place]
            if not word.startswith(start):
                break
            found |= self._bits[word]
        return found
