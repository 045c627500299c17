"""Tests of the odds of dice: against all rolls written out, and the examples of both rulebooks."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.boardgames.dice import (
    BLESSED,
    CURSED,
    LOWEST_SUCCESS,
    NORMAL,
    Odds,
    pool_second_edition,
    pool_third_edition,
    resisted,
)


def by_hand(dice: int, rerolls: int, fortune: str) -> list[Fraction]:
    """The chances from every possible roll; tokens are taken from the first failing die on, one at a time."""
    chances = [Fraction(0)] * (dice + 1)
    for roll in product(range(1, 7), repeat=dice + rerolls):
        hits = [face >= LOWEST_SUCCESS[fortune] for face in roll[:dice]]
        for face in roll[dice:]:
            if False in hits:
                hits[hits.index(False)] = face >= LOWEST_SUCCESS[fortune]
        chances[sum(hits)] += Fraction(1, 6 ** (dice + rerolls))
    return chances


@pytest.mark.parametrize("fortune", [NORMAL, BLESSED, CURSED])
@pytest.mark.parametrize(("dice", "rerolls"), [(0, 0), (1, 0), (1, 2), (3, 0), (3, 1), (2, 2), (3, 2)])
def test_odds_are_those_of_all_rolls(dice, rerolls, fortune):
    assert list(Odds(dice, rerolls, fortune).exactly) == by_hand(dice, rerolls, fortune)


@given(st.integers(0, 20), st.integers(0, 10), st.sampled_from([NORMAL, BLESSED, CURSED]))
def test_chances_add_up_and_tokens_never_hurt(dice, rerolls, fortune):
    odds = Odds(dice, rerolls, fortune)
    assert sum(odds.exactly) == 1
    assert odds.at_least(0) == 1
    assert odds.at_least(dice + 1) == 0
    more = Odds(dice, rerolls + 1, fortune)
    assert all(more.at_least(number) >= odds.at_least(number) for number in range(dice + 1))


def test_star_spawn_fought_with_two_weapons():
    """Fight 6, weapons +4 and +6, the Star Spawn −3: 13 dice, 3 successes (2E-E26)."""
    dice = pool_second_edition(6, 4 + 6 - 3)
    assert dice == 13
    assert round(float(Odds(dice).at_least(3)), 3) == 0.861
    assert Odds(dice).expected == Fraction(13, 3)


def test_a_pool_of_the_second_edition_may_be_empty():
    """Lore 2 with −3 fails by itself; a clue gives exactly one die (2E-E25)."""
    assert pool_second_edition(2, -3) == 0
    assert Odds(0).at_least(1) == 0
    assert pool_second_edition(2, -3, clues=1) == 1


def test_resistance_halves_and_rounds_up():
    assert (resisted(6), resisted(5), resisted(0)) == (3, 3, 0)


def test_a_pool_of_the_third_edition_has_at_least_one_die():
    assert pool_third_edition(2, -3) == 1  # 3E-E12
    assert pool_third_edition(3, -1, focused=True) == 3  # 3E-E13
    assert pool_third_edition(3, -1, 2) == 4


@pytest.mark.parametrize("values", [(-1,), (61,), (1, -1), (1, 61), (1, 0, "lucky")])
def test_senseless_rolls_are_refused(values):
    with pytest.raises(ValueError, match=r"dice and rerolls|unknown fortune"):
        Odds(*values)
