"""Words with one slip: a letter that is missing, too many, wrong, or changed places with the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

SHORTEST = 5


class Spelling:
    """Known words, to be found by words that differ from them in one letter."""

    def __init__(self, words: Iterable[str]) -> None:
        # Slips are rare in the first letter, so only words that begin with it are compared.
        self._words: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
        for word in words:
            if len(word) >= SHORTEST - 1 and word.isalpha():
                self._words[word[0], len(word)].append(word)

    def meant_by(self, word: str) -> list[str]:
        """Return the known words that differ from a word in one letter."""
        if len(word) < SHORTEST or not word.isalpha():
            return []
        lengths = (len(word), len(word) + 1, len(word) - 1)
        return [
            each for length in lengths for each in self._words.get((word[0], length), ()) if slip(word, each)
        ]


def slip(one: str, other: str) -> bool:
    """Return whether two different words differ in one letter, or two neighbours changed places."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    left, right = one[start:], other[start:]
    if len(one) == len(other):
        return left[1:] == right[1:] or (left[1::-1] == right[:2] and left[2:] == right[2:])
    return left[1:] == right if len(left) > len(right) else left == right[1:]
