"""The odds agree with brute force: every order in which tokens may leave the bag, with equal weight."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import Chance
from rules.chaos_bag import (
    BLESS,
    BLOOD,
    CURSE,
    EASY_STANDARD,
    FAILED,
    FROST,
    HARD_EXPERT,
    PLAIN,
    SUCCEEDED,
    ChaosBag,
    RevealResult,
    TokenValue,
    distribution,
    odds,
    read_value,
    reference_side,
    reveal,
    values_for,
)
from tests.examples import number_of_examples

STANDARD = {
    "+1": 1, "0": 2, "-1": 3, "-2": 2, "-3": 1, "-4": 1, "skull": 2, "tablet": 1, "elder_thing": 1,
    "auto_fail": 1, "elder_sign": 1,
}  # fmt: skip


def by_brute_force(bag, values):
    """Walk every order of the physical tokens, and record where each ends."""
    tokens = [token for token, count in bag.items() for _ in range(count)]
    found, orders = defaultdict(int), 0
    for order in permutations(range(len(tokens))):
        orders += 1
        modifier = raised = 0
        pending, doubled, seen = 1, False, Counter()
        outcome = None
        for place in order:
            token = tokens[place]
            value = values.get(token, TokenValue())
            seen[token] += 1
            if value.fails or (value.fails_from and seen[token] >= value.fails_from):
                outcome = FAILED
                break
            if value.succeeds:
                outcome = SUCCEEDED
                break
            modifier += value.modifier * (2 if doubled else 1)
            raised += value.raises_difficulty
            doubled = value.doubles_next
            pending += value.reveals - 1
            if not pending:
                break
        found[outcome or RevealResult(modifier, raised)] += 1
    return {outcome: Fraction(count, orders) for outcome, count in found.items()}


meanings = st.builds(
    TokenValue,
    modifier=st.integers(-4, 2),
    reveals=st.integers(0, 2),
    fails=st.booleans(),
    doubles_next=st.booleans(),
    raises_difficulty=st.integers(0, 1),
)
#: Token values for which the order of the reveals does not matter.
orderless = st.builds(
    TokenValue,
    modifier=st.integers(-4, 2),
    reveals=st.integers(0, 1),
    fails=st.booleans(),
    succeeds=st.booleans(),
    raises_difficulty=st.integers(0, 1),
    fails_from=st.integers(0, 3),
)
bags = st.dictionaries(
    st.sampled_from(["+1", "0", "-1", "skull", "tablet", "auto_fail", BLESS, CURSE, FROST, BLOOD]),
    st.integers(1, 3),
    min_size=1,
).filter(lambda bag: sum(bag.values()) <= 6)


@settings(max_examples=number_of_examples(120), deadline=None)
@given(
    bag=bags,
    symbols=st.one_of(
        st.dictionaries(st.sampled_from(["skull", "tablet"]), meanings),
        st.dictionaries(st.sampled_from(["skull", "tablet"]), orderless),
    ),
)
def test_enumeration_agrees_with_brute_force(bag, symbols):
    values = {**PLAIN, **symbols}
    found = distribution(bag, values).chances
    assert found == by_brute_force(bag, values)
    assert sum(found.values()) == 1


def test_a_plain_bag_counts_its_tokens():
    side = {"skull": {"modifier": -2}, "tablet": {"modifier": -2}, "elder_thing": {"modifier": -3}}
    values = values_for(side, elder_sign=TokenValue(1))
    chart = dict(distribution(STANDARD, values).chart())
    assert chart[0] == Fraction(1 + 2 + 1, 16)
    assert chart[1] == Fraction(1 + 2 + 1 + 3, 16)
    assert chart[8] == Fraction(15, 16), "the auto-fail token never passes"


def test_two_frost_tokens_fail():
    assert distribution({FROST: 2}).chances == {FAILED: Fraction(1)}
    assert distribution({FROST: 1, "0": 1}).chances == {
        RevealResult(0): Fraction(1, 2),
        RevealResult(-1): Fraction(1, 2),
    }


def test_bless_and_curse_reveal_another():
    assert odds({BLESS: 1, "-2": 1}, 2, 2) == Fraction(1, 2), "bless first, then −2: 0 in all"
    assert odds({CURSE: 1, "0": 1}, 2, 2) == Fraction(1, 2)


def test_a_blood_token_is_minus_one_and_reveals_another():
    assert distribution({BLOOD: 1, "0": 1}).chances == {
        RevealResult(0): Fraction(1, 2),
        RevealResult(-1): Fraction(1, 2),
    }
    assert distribution({BLOOD: 2, "0": 1}).chances == {
        RevealResult(0): Fraction(1, 3),
        RevealResult(-1): Fraction(1, 3),
        RevealResult(-2): Fraction(1, 3),
    }, "two of them do not fail, as frost does"
    assert distribution({BLOOD: 12}).chances == {RevealResult(-12): Fraction(1)}, (
        "an empty bag ends the reveal"
    )


def test_a_skill_value_does_not_sink_below_zero():
    assert odds({"-8": 1}, 3, 0) == 1
    assert odds({"auto_fail": 1}, 3, 0) == 0


def test_an_elder_sign_may_succeed_by_itself():
    values = values_for({}, elder_sign=TokenValue(succeeds=True))
    assert odds({"elder_sign": 1, "0": 1}, 0, 5, values) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("facts", "count", "option", "value"),
    [
        pytest.param({"modifier": -3}, 0, 0, TokenValue(-3), id="simple"),
        pytest.param({"counts": {"min": 0}}, 3, 0, TokenValue(-3), id="counted at the table"),
        pytest.param({"counts": {"min": 0, "max": 5}}, 9, 0, TokenValue(-5), id="at most"),
        pytest.param({"counts": {"min": 1, "adjustment": 1}}, 0, 0, TokenValue(-2), id="one more than"),
        pytest.param({"counts": {"min": 0, "scale": 2}}, 3, 0, TokenValue(-6), id="two for each"),
        pytest.param({"counts": {"min": 0, "reveal_another": 1}}, 1, 0, TokenValue(-1, 1), id="and reveals"),
        pytest.param({"modifier": -1, "or": [{"modifier": -5}]}, 0, 0, TokenValue(-1), id="printed first"),
        pytest.param({"modifier": -1, "or": [{"modifier": -5}]}, 0, 1, TokenValue(-5), id="the alternative"),
        pytest.param(
            {"modifier": 0, "double_next_modifier": True, "reveal_another": 1},
            0,
            0,
            TokenValue(0, 1, doubles_next=True),
            id="doubles the next",
        ),
    ],
)
def test_scenario_tokens_are_read_from_the_facts(facts, count, option, value):
    assert read_value(facts, count, option) == value


@pytest.mark.parametrize(
    ("difficulty", "ultimatums", "side"),
    [
        ("easy", frozenset(), EASY_STANDARD),
        ("expert", frozenset(), HARD_EXPERT),
        ("hard", frozenset({"boon.nodens"}), EASY_STANDARD),
        ("standard", frozenset({"ub.malevolence"}), HARD_EXPERT),
    ],
)
def test_the_side_of_the_reference_card(difficulty, ultimatums, side):
    assert reference_side(difficulty, ultimatums) == side


def test_simulated_draws_follow_the_odds():
    bag = {**STANDARD, BLESS: 3, CURSE: 2, FROST: 2}
    exact, chance, hits, draws = odds(bag, 4, 3), Chance("a seed for the test"), 0, 20_000
    for _ in range(draws):
        hits += reveal(bag, chance)[1].passes(4, 3)
    assert abs(hits / draws - float(exact)) < 0.015


def test_the_same_seed_draws_the_same_tokens():
    assert reveal(STANDARD, Chance("x")) == reveal(STANDARD, Chance("x"))
    assert reveal({}, Chance("x")) == ([], RevealResult())


def test_a_draw_never_takes_more_than_the_bag_holds():
    bag, chance = {BLESS: 2, CURSE: 1, "0": 1}, Chance("x")
    for _ in range(200):
        drawn, _ = reveal(bag, chance)
        assert all(drawn.count(token) <= bag[token] for token in drawn)
        assert drawn[-1] == "0" or len(drawn) == 4


def test_the_largest_bag_is_enumerated_too():
    """Also if every kind of token is in the bag and each symbol reveals a different number of tokens."""
    found = distribution({**STANDARD, BLESS: 10, CURSE: 10, FROST: 8})
    assert sum(found.chances.values()) == 1
    assert found.chances[FAILED] > Fraction(1, 8), "frost and the auto-fail token"
    symbols = ("skull", "cultist", "tablet", "elder_thing")
    bag = {**STANDARD, **dict.fromkeys(symbols, 4), BLESS: 10, CURSE: 10, FROST: 8, BLOOD: 12}
    values = {**PLAIN, **{token: TokenValue(-n, reveals=1) for n, token in enumerate(symbols, 3)}}
    assert sum(distribution(bag, values).chances.values()) == 1


def test_sealed_tokens_are_not_lost():
    bag = ChaosBag({"0": 2, BLESS: 9})
    held = bag.changed("0", -1).changed("0", 1, card="07268")
    assert (held.size, held.in_all("0")) == (10, 2)
    assert held.changed("0", -1, card="07268").changed("0", 1) == bag


def test_there_are_so_many_tokens_in_the_box():
    assert ChaosBag({BLOOD: 9}, {"13118": {BLOOD: 2}}).room_for(BLOOD) == 1
    assert ChaosBag({BLESS: 9}, {"07268": {BLESS: 1}}).room_for(BLESS) == 0
    assert ChaosBag({"0": 40}).room_for("0") is None
