"""Piles count copies by the pile that they left."""

import pytest

from rules.campaign import from_json, to_json
from rules.outcome import NO_CARDS, NO_OUTCOME, Outcome, Piles, piles_of

BOTH = Piles({"a": 2, "b": 1}, {"a": 1, "c": 1})


def test_a_card_may_be_in_both_piles():
    assert list(BOTH) == [("a", 2, 1), ("b", 1, 0), ("c", 0, 1)]
    assert BOTH.total == {"a": 3, "b": 1, "c": 1}
    assert BOTH.codes == ["a", "a", "a", "b", "c"]
    assert piles_of("aba", "ac") == BOTH


@pytest.mark.parametrize(
    ("piles", "some"),
    [(NO_CARDS, False), (Piles({}, {}), False), (Piles({"a": 1}), True), (Piles(second_deck={"a": 1}), True)],
)
def test_piles_without_cards_are_false(piles, some):
    assert bool(piles) is some


def test_copies_that_are_added_and_taken_away_leave_nothing():
    more = NO_CARDS.plus("a", 2, 1)
    assert more == Piles({"a": 2}, {"a": 1})
    assert more.plus("a", -2, -1) == NO_CARDS
    assert Piles() == NO_CARDS, "the value itself does not change"


@pytest.mark.parametrize(
    ("outcome", "plain"),
    [
        (NO_OUTCOME, {}),
        (Outcome(exiled=Piles(second_deck={"a": 1})), {"exiled": {"second_deck": {"a": 1}}}),
        (
            Outcome(Piles({"a": 1}), Piles({"b": 1}), {"c": 2}, "d", {"e": 1}),
            {
                "exiled": {"deck": {"a": 1}},
                "removed": {"deck": {"b": 1}},
                "conditions": {"c": 2},
                "attached_to": "d",
                "marks": {"e": 1},
            },
        ),
    ],
)
def test_the_shape_in_json(outcome, plain):
    assert to_json(outcome) == plain
    assert from_json(Outcome, plain) == outcome
