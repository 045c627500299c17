"""Exact odds of the tests of both board games: successes of a pool of six-sided dice, with dice rolled again.

In the 2nd edition a clue adds a die after the roll (p13), a pool without dice fails, and a blessed
investigator succeeds on 4–6, a cursed one on 6 alone (p17). In the Third Edition a clue or a focus token
rolls one die again (490.4a), and at least one die is rolled (490.3b).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

FACES = 6
NORMAL, BLESSED, CURSED = "normal", "blessed", "cursed"
LOWEST_SUCCESS = {BLESSED: 4, NORMAL: 5, CURSED: 6}
"""The lowest face that is a success, by the investigator's fortune."""

MOST_DICE = 60
"""More dice or tokens than any test has; larger numbers are refused."""
HANDS = 2
"""Hands that one test may use (2nd edition p16, Third Edition 490.2c)."""


@dataclass(frozen=True)
class Odds:
    """The chances of a roll: `dice` dice, of which failures are rolled again up to `rerolls` times."""

    dice: int
    rerolls: int = 0
    fortune: str = NORMAL

    def __post_init__(self) -> None:
        if not (0 <= self.dice <= MOST_DICE and 0 <= self.rerolls <= MOST_DICE):
            raise ValueError(f"dice and rerolls are from 0 to {MOST_DICE}")
        if self.fortune not in LOWEST_SUCCESS:
            raise ValueError(f"unknown fortune {self.fortune}")

    @property
    def of_a_die(self) -> Fraction:
        """Return the chance that one die is a success."""
        return Fraction(FACES + 1 - LOWEST_SUCCESS[self.fortune], FACES)

    @cached_property
    def exactly(self) -> tuple[Fraction, ...]:
        """Return the chance of each number of successes, from none to all dice.

        Tokens are spent on dice that failed, as long as there are any: of `rerolls` attempts each succeeds by
        itself, but there cannot be more successes than dice.
        """
        chances = [Fraction(0)] * (self.dice + 1)
        again = _binomial(self.rerolls, self.of_a_die)
        for rolled, chance in enumerate(_binomial(self.dice, self.of_a_die)):
            for more, chance_again in enumerate(again):
                chances[min(self.dice, rolled + more)] += chance * chance_again
        return tuple(chances)

    def at_least(self, successes: int) -> Fraction:
        """Return the chance of this many successes or more."""
        return sum(self.exactly[max(successes, 0) :], Fraction(0))

    @property
    def expected(self) -> Fraction:
        """Return the mean number of successes."""
        return sum((number * chance for number, chance in enumerate(self.exactly)), Fraction(0))


def _binomial(attempts: int, chance: Fraction) -> tuple[Fraction, ...]:
    return tuple(
        comb(attempts, hits) * chance**hits * (1 - chance) ** (attempts - hits)
        for hits in range(attempts + 1)
    )


def pool_second_edition(skill: int, modifier: int = 0, clues: int = 0) -> int:
    """Return the dice of a check of the 2nd edition: perhaps none, and one for each clue (p13)."""
    return max(0, skill + modifier) + clues


def pool_third_edition(skill: int, modifier: int = 0, bonus: int = 0, *, focused: bool = False) -> int:
    """Return the dice of a test of the Third Edition: focus adds one (435.6), the least is one (490.3b)."""
    return max(1, skill + int(focused) + modifier + bonus)


def resisted(bonus: int) -> int:
    """Return a weapon's bonus against a resistance of the 2nd edition: half, rounded up (p24)."""
    return (bonus + 1) // 2
