"""Tests that whatever a table offers is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules.boardgames import Command, Correct, Edition, Played, Refusal, play, value_at
from rules.boardgames.second_edition import EDITION as SECOND
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.state import CARD_KINDS, SPECIAL, Card, Investigator
from rules.boardgames.third_edition import EDITION as THIRD
from rules.boardgames.third_edition.harm import Suffer
from rules.boardgames.third_edition.phases import NextPhase
from rules.codec import to_json
from tests.boardgames.offers import WAITS, offered, tapped
from tests.rules.boardgames.second_edition.table import beginning, done, table, with_seat
from tests.rules.boardgames.third_edition_walks import OPENINGS, opened

#: Commands that are recorded with forms, so that games get into corners to which taps do not lead.
SECOND_TOO: list[Command] = [
    c.OpenGate(place="Woods", world="Yuggoth"),
    c.RaiseTerror(number=2),
    *[c.ChangeDoom(number=-2)] * 5,
    c.MonstersAppear(number=3),
    c.MoveMonsters(origin="arkham", target="sky"),
    c.MoveSliders(seat="p1", sliders=(4, 2, 3)),
    c.Change(seat="p2", what="sanity", number=-9),
    c.Change(seat="p2", what="stamina", number=-4),
    c.LeaveOtherWorld(seat="p1", place="Woods"),
    c.CorrectPlace(place="Graveyard", holds="seal"),
    c.GainCard(seat="p1", card="ally", number=6),
    *[c.NextPhase()] * 12,
    *[c.Replace(seat=f"p{n}", investigator=Investigator(f"Newcomer {n}")) for n in (1, 2, 3, 4)] * 3,
]
THIRD_TOO: list[Command] = [Suffer(seat="1", damage=9), *[NextPhase(onward=True)] * 2]


TAPS = 200


def _opening(seed: int) -> Any:
    """Return a game of the 2nd edition in its set-up, or in every other case in its first turn."""
    state = done(SECOND.empty(), beginning(seed % 3 + 2, doom=14))
    return done(state, c.OpenGate(place="Woods", world="Yuggoth"), c.Begin()) if seed % 2 else state


def _is_true(edition: Edition, state: Any) -> None:
    for button in offered(edition, state):
        found = play(edition, state, button.command)
        assert not isinstance(found, Refusal) or found.rule in WAITS, (button, found)


@pytest.mark.parametrize("seed", range(4))
def test_what_the_table_of_the_2nd_edition_offers_is_accepted(seed):
    for state in tapped(SECOND, _opening(seed), SECOND_TOO, Random(seed), TAPS):
        _is_true(SECOND, state)


@pytest.mark.parametrize("seed", range(4))
def test_what_the_table_of_the_third_edition_offers_is_accepted(seed):
    opening = opened(OPENINGS[seed * 2])[1]
    for state in tapped(THIRD, opening, THIRD_TOO, Random(seed), 60):
        _is_true(THIRD, state)


def _paths(value: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Return the paths of all values of a state."""
    for name, part in value.items() if isinstance(value, dict) else ():
        yield (*above, name)
        yield from _paths(part, (*above, name))


@pytest.mark.parametrize("edition", [SECOND, THIRD], ids=["2nd", "third"])
def test_bounds_of_corrections_are_exact(edition):
    """The least and the most are accepted and leave the table possible; one less and one more are refused."""
    opening, more = (_opening(1), SECOND_TOO) if edition is SECOND else (opened(("1", "10"))[1], THIRD_TOO)
    corrected = set()
    for state in [*tapped(edition, opening, more, Random(7), 100)][::10]:
        for path in _paths(to_json(state)):
            bounds = edition.correctable(state, path)
            if bounds is None or bounds.kind is not int:
                continue
            corrected.add(path[-1])
            for value, inside in (
                *((bounds.least, True), (bounds.most, True)),
                *((bounds.least - 1, False), (bounds.most + 1, False)),
            ):
                found = play(edition, state, Correct(path=path, value=value))
                if inside and value != value_at(state, path):
                    assert isinstance(found, Played), (path, value, found)
                    assert not list(edition.check(found.state)), (path, value)
                else:
                    assert isinstance(found, Refusal), (path, value)
    assert len(corrected) > 15, corrected


def test_the_taps_reach_every_part_of_a_game():
    """The tests above mean something: games get to every phase, into the final battle and to an end."""
    phases, statuses, kinds = set(), set(), set()
    for seed in range(4):
        for state in tapped(SECOND, _opening(seed), SECOND_TOO, Random(seed), TAPS):
            phases.add(state.phase)
            statuses.add(state.status)
            kinds |= {button.command.kind for button in offered(SECOND, state)}
    assert len(phases) == 5
    assert {"setup", "playing", "battle"} <= statuses
    assert statuses & {"won", "lost"}
    assert len(kinds) >= 25, kinds


def test_only_cards_that_are_left_are_offered():
    gone = with_seat(table(allies=0), "p1", cards=(Card("revolver"),), special=dict.fromkeys(SPECIAL, 1))
    kinds = {button.command.card for button in offered(SECOND, gone) if button.command.kind == "gain-card"}
    assert kinds == set(CARD_KINDS) - {"ally", "revolver"}
    special = {
        (button.command.seat, button.command.special)
        for button in offered(SECOND, gone)
        if button.command.kind == "gain-special"
    }
    assert ("p2", "deputy") not in special
    assert ("p2", "retainer") in special


@pytest.mark.parametrize("focus", [0, 1, 2])
def test_sliders_can_be_tapped_as_far_as_the_focus_goes(focus):
    state = with_seat(table(), "p1", focus=focus, sliders=(2, 2, 2))
    taps = 0
    while stops := [
        button.command
        for button in offered(SECOND, state)
        if button.command.kind == "move-sliders"
        and button.command.seat == "p1"
        and button.label.endswith("more")
    ]:
        state = done(state, stops[0])
        taps += 1
    assert taps == focus
