"""Tests that a game does not depend on the order of keys in stored JSON, which PostgreSQL does not keep."""

from random import Random
from typing import Any

import pytest

from boardgames.adapters import EDITIONS
from boardgames.forms import groups_of
from boardgames.questions import all_due
from boardgames.tables import outline, table_view
from rules.boardgames import Played, play
from rules.boardgames.second_edition import commands as c
from rules.codec import from_json, to_json
from tests.rules.boardgames.second_edition.table import beginning
from tests.rules.boardgames.third_edition_walks import moves


def as_jsonb(value: Any) -> Any:
    """Return JSON with its keys in the order of PostgreSQL: the shortest first, then by their bytes."""
    if isinstance(value, dict):
        return {key: as_jsonb(value[key]) for key in sorted(value, key=lambda key: (len(key.encode()), key))}
    return [as_jsonb(each) for each in value] if isinstance(value, list) else value


def backward(value: Any) -> Any:
    """Return JSON with its keys in reverse order."""
    if isinstance(value, dict):
        return {key: backward(value[key]) for key in reversed(value)}
    return [backward(each) for each in value] if isinstance(value, list) else value


def second_edition() -> Any:
    """A game with eight players and some of everything that is stored by key."""
    edition = EDITIONS["second"]
    state = edition.empty()
    for command in (
        beginning(8),
        c.OpenGate(place="Woods", world="Yuggoth"),
        c.Begin(),
        c.OpenGate(place="Graveyard"),
        c.OpenGate(place="Black Cave"),
        c.GainSpecial(seat="p1", special="retainer"),
        c.GainSpecial(seat="p1", special="loan"),
        c.GainCard(seat="p3", card="common", name="Lamp"),
        c.GainCard(seat="p2", card="spell"),
    ):
        played = play(edition, state, command)
        assert isinstance(played, Played), str(played)
        state = played.state
    return state


def shown(edition: str, state: Any) -> tuple[Any, ...]:
    """Everything that the page of a game shows."""
    return (
        table_view(edition, state),
        groups_of(edition, state),
        all_due(EDITIONS[edition], state),
        outline(edition, state),
    )


def test_a_table_of_the_2nd_edition_looks_the_same():
    state = second_edition()
    for reorder in (as_jsonb, backward):
        assert shown("second", from_json(type(state), reorder(to_json(state)))) == shown("second", state)


@pytest.mark.parametrize("seed", range(2))
def test_a_table_of_the_third_edition_looks_the_same(seed):
    for state, _command in moves(Random(seed), 40):
        stored = from_json(type(state), as_jsonb(to_json(state)))
        assert shown("third", stored) == shown("third", state)
        reverse = from_json(type(state), backward(to_json(state)))
        assert (reverse.order, reverse.playing) == (state.order, state.playing)
        assert outline("third", reverse).investigators == outline("third", state).investigators
