"""Random numbers from a recorded seed, so that every random result can be repeated and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """Random numbers from a recorded seed, counted as they are taken."""

    def __init__(self, seed: str, taken: int = 0) -> None:
        self.seed = seed
        self.taken = 0
        self._random = Random(seed)
        self.skip(taken)

    def skip(self, numbers: int) -> None:
        for _ in range(numbers):
            self.below(1)

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit − 1, all equally likely."""
        self.taken += 1
        # Only random() is guaranteed to give the same numbers in every version of Python.
        return int(self._random.random() * limit)

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]


@dataclass(frozen=True, slots=True)
class Lot:
    """One of several options, drawn at random, with everything that is needed to repeat the draw."""

    seed: str
    among: tuple[str, ...]
    result: str
    taken: int = 0


#: An upper bound for the numbers taken from one seed: a draw with more is not repeated.
MOST_TAKEN = 10_000


def draw_lot(among: Sequence[str], chance: Chance) -> Lot:
    """Draw one of the options, all equally likely; the order in which they are given does not matter."""
    before = chance.taken
    return Lot(chance.seed, tuple(sorted(among)), chance.pick(sorted(among)), before)


def is_honest(lot: Lot) -> bool:
    """Return whether the seed gives this result from these options."""
    if not lot.among or not 0 <= lot.taken <= MOST_TAKEN:
        return False
    return draw_lot(lot.among, Chance(lot.seed, lot.taken)) == lot
