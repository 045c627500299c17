"""How is chance made honest? A generator that remembers its seed, so that anybody can repeat what it gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """Numbers from a recorded seed, counted as they are taken."""

    def __init__(self, seed: str, taken: int = 0) -> None:
        self.seed = seed
        self.taken = 0
        self._random = Random(seed)
        self.skip(taken)

    def skip(self, numbers: int) -> None:
        for _ in range(numbers):
            self.below(1)

    def below(self, limit: int) -> int:
        """A number from 0 to limit − 1, each alike."""
        self.taken += 1
        # Only random() is promised to give the same numbers in every version of Python.
        return int(self._random.random() * limit)

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]


@dataclass(frozen=True, slots=True)
class Lot:
    """One of several, drawn at random: everything that is needed to repeat it."""

    seed: str
    among: tuple[str, ...]
    result: str
    taken: int = 0


#: Nobody draws so often from one seed; a draw that says so is not worth repeating.
MOST_TAKEN = 10_000


def draw_lot(among: Sequence[str], chance: Chance) -> Lot:
    """One of these, each alike; the order in which they are given does not matter."""
    before = chance.taken
    return Lot(chance.seed, tuple(sorted(among)), chance.pick(sorted(among)), before)


def is_honest(lot: Lot) -> bool:
    """Does the seed give this result from these?"""
    if not lot.among or not 0 <= lot.taken <= MOST_TAKEN:
        return False
    return draw_lot(lot.among, Chance(lot.seed, lot.taken)) == lot
