"""Guesses of what was meant: the closest known word to one that is misspelled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from cards.search.normalization import words

#: Guesses must be at least this similar, and only this many words are compared in full.
SIMILAR = 0.7
CANDIDATES = 40
#: Longer words are not guessed, and of a search only the first few words.
LONGEST_WORD = 40
MOST_WORDS = 4


def closest(text: str, known: Iterable[str]) -> str:
    """Return the known text that is most like this one; empty if none is."""
    wanted = " ".join(words(text[:LONGEST_WORD]))
    best, found = SIMILAR, ""
    for each in known:
        if (near := similarity(wanted, " ".join(words(each)))) > best:
            best, found = near, each
    return found


def similarity(one: str, other: str) -> float:
    if not one or not other or abs(len(one) - len(other)) > max(2, len(one) // 3):
        return 0.0
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() > SIMILAR else 0.0


def pairs(word: str) -> list[str]:
    """Return the pairs of letters of a word, with its beginning and its end."""
    padded = f"^{word}$"
    return [padded[place : place + 2] for place in range(len(padded) - 1)]


class Spelling:
    """Known words by their pairs of letters, so that only the likely ones are compared."""

    def __init__(self, known: Mapping[str, int]) -> None:
        self._weights = known
        self._by_pair: dict[str, list[str]] = {}
        for word in known:
            for pair in set(pairs(word)):
                self._by_pair.setdefault(pair, []).append(word)

    def guess(self, word: str) -> str:
        """Return the closest known word, of equally close ones the most frequent; empty if none is close."""
        if not 3 <= len(word) <= LONGEST_WORD or word.isdigit():
            return ""
        shared: Counter[str] = Counter()
        for pair in set(pairs(word)):
            shared.update(self._by_pair.get(pair, ()))
        likely = sorted(shared, key=lambda each: (-shared[each] / len(each), each))[:CANDIDATES]
        near = [(similarity(word, each), self._weights[each], each) for each in likely]
        best = max(near, default=(0.0, 0, ""))
        return best[2] if best[0] > SIMILAR else ""
