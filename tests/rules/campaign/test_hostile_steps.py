"""Any JSON is answered as unreadable, refused or accepted; the rules never break."""

from __future__ import annotations

import json
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.campaign import (
    CampaignState,
    Refusal,
    Unreadable,
    advise,
    apply,
    from_json,
    next_steps,
    questions,
    step_from_json,
    step_to_json,
    steps,
    to_json,
)
from tests.examples import number_of_examples
from tests.rules.campaign.party import DANIELA, GAME, JOE, TRISH, Party, a_game, a_party
from tests.rules.campaign.test_any_game import anything

STATES = [
    Party().state,
    Party().started().state,
    a_party(DANIELA, JOE).state,
    a_party(DANIELA, JOE).advanced().state,
    a_game(DANIELA, JOE, TRISH, ultimatums=["ub.scream", "boon.osiris"]).state,
    a_game(DANIELA, JOE).ended(victory=None).state,
    a_game(DANIELA, JOE).ended(victory=9).state,
    a_game(DANIELA).ended().do(steps.CampaignEnded(result="won")).state,
]

words = st.sampled_from(
    [
        *("", DANIELA, JOE, TRISH, "nobody", "12001", "12020", "12115", "01000", "99999", "R1", "physical"),
        *("skull", "record", "count", "spreading_flames", "curse_of_the_rougarou", "killed", "both"),
        *("faq-1.7", "{seat}", "\u202e", "\ud800"),
    ]
)
FIELDS = [
    *("seat", "player", "investigator", "card", "cause", "deck", "draw", "lot", "tokens", "changes", "fates"),
    *("scenario", "lead", "verdicts", "purchases", "carried", "bag", "amounts", "waives", "note", "victory"),
]
leaves = st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.integers(), st.floats(), words, st.text())
junk = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


def with_junk(plain, places, value):
    """Return the same JSON with one of its values replaced: the path is chosen by numbers."""
    if not places or not isinstance(plain, (dict, list)) or not plain:
        return value
    if isinstance(plain, dict):
        keys = sorted(plain)
        key = keys[places[0] % len(keys)]
        return {**plain, key: with_junk(plain[key], places[1:], value)}
    place = places[0] % len(plain)
    return [*plain[:place], with_junk(plain[place], places[1:], value), *plain[place + 1 :]]


def readable(read, plain):
    """Return what was read, or None if it was reported as unreadable."""
    try:
        return read(plain)
    except Unreadable as error:
        return None if str(error) else pytest.fail("no reason given")


def answer(state, step):
    """Compute everything that a page would need for this step."""
    after = apply(state, step, GAME)
    advise(state, step, GAME)
    if isinstance(after, Refusal):
        json.dumps(after.as_dict())
        return
    next_steps(after, GAME)
    questions(after, GAME)
    assert from_json(CampaignState, json.loads(json.dumps(to_json(after)))) == after


@settings(max_examples=number_of_examples(150), deadline=None)
@given(
    state=st.sampled_from(STATES),
    step=anything,
    places=st.lists(st.integers(0, 9), min_size=1, max_size=4),
    value=junk,
)
def test_a_step_with_anything_in_any_place(state, step, places, value):
    read = readable(step_from_json, with_junk(step_to_json(step), places, value))
    if read is not None:
        answer(state, read)


@settings(max_examples=number_of_examples(100), deadline=None)
@given(
    state=st.sampled_from(STATES),
    kind=st.sampled_from(sorted(steps.KINDS)),
    fields=st.dictionaries(st.sampled_from(FIELDS), junk, max_size=6),
)
def test_a_step_made_of_anything(state, kind, fields):
    read = readable(step_from_json, {"kind": kind, **fields})
    if read is not None:
        answer(state, read)


@settings(max_examples=number_of_examples(100), deadline=None)
@given(junk)
def test_anything_at_all(value):
    readable(step_from_json, value)
    readable(partial(from_json, CampaignState), value)


@settings(max_examples=number_of_examples(100), deadline=None)
@given(state=st.sampled_from(STATES), step=anything)
def test_every_step_in_every_phase(state, step):
    answer(state, step)
