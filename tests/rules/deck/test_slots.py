"""Copies get seats in limited lines whenever there is any way to assign them."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.deck.slots import assign


def fewest_left_over(demands, limits) -> int:
    """Try every seat for every copy."""
    copies = [lines for _card, number, lines in demands for _copy in range(number)]
    best = len(copies)
    for seats in product(*([None, *lines] for lines in copies)):
        taken = [seat for seat in seats if seat is not None]
        if all(taken.count(line) <= limit for line, limit in limits.items()):
            best = min(best, len(copies) - len(taken))
    return best


@st.composite
def small_cases(draw):
    limits = {line: draw(st.integers(0, 2)) for line in range(draw(st.integers(1, 3)))}
    lines = st.lists(st.sampled_from(sorted(limits)), min_size=1, unique=True).map(sorted).map(tuple)
    cards = draw(st.lists(st.tuples(st.integers(1, 2), lines), max_size=3))
    return [(f"card {number}", copies, lines) for number, (copies, lines) in enumerate(cards)], limits


@settings(deadline=None)
@given(small_cases())
def test_the_assignment_is_as_good_as_brute_force(case):
    demands, limits = case
    found = assign(demands, limits)
    assert sum(found.left_over.values()) == fewest_left_over(demands, limits)


@settings(deadline=None)
@given(small_cases())
def test_every_copy_sits_where_it_may_or_is_left_over(case):
    demands, limits = case
    found = assign(demands, limits)
    for line, seats in found.seats.items():
        assert sum(seats.values()) <= limits[line]
    for card, copies, lines in demands:
        seated = {line: seats[card] for line, seats in found.seats.items() if card in seats}
        assert seated.keys() <= set(lines)
        assert sum(seated.values()) + found.left_over.get(card, 0) == copies


@settings(deadline=None)
@given(small_cases(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing(case, random):
    demands, limits = case
    shuffled = random.sample(demands, len(demands))
    assert assign(shuffled, limits) == assign(demands, limits)


@pytest.mark.parametrize(
    ("demands", "limits", "left_over"),
    [
        pytest.param([("a", 2, (0,))], {0: 2}, {}, id="there is room"),
        pytest.param([("a", 3, (0,))], {0: 2}, {"a": 1}, id="there is not"),
        pytest.param([("a", 1, (0, 1)), ("b", 1, (0,))], {0: 1, 1: 1}, {}, id="one makes room for the other"),
        pytest.param(
            [("a", 1, (0, 1)), ("b", 1, (1, 2)), ("c", 1, (0,)), ("d", 1, (1,))],
            {0: 1, 1: 1, 2: 1},
            {"d": 1},
            id="the one without a way out is left over",
        ),
        pytest.param([("a", 2, (0,)), ("b", 2, (0, 1))], {0: 2, 1: 2}, {}, id="copies of one card may part"),
        pytest.param([], {0: 5}, {}, id="nobody wants a seat"),
    ],
)
def test_seats(demands, limits, left_over):
    assert assign(demands, limits).left_over == left_over


def test_a_large_deck_is_seated_at_once():
    """Every line accepts every copy, and there are more copies than seats."""
    demands = [(f"{number:03}", 4, tuple(range(8))) for number in range(60)]
    found = assign(demands, dict.fromkeys(range(8), 20))
    assert sum(found.left_over.values()) == 240 - 160
