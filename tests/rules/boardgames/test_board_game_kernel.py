"""Tests of what all board games share: play, consequences, undo, corrections, tracks and JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import ClassVar

import pytest

from rules.boardgames import (
    EXCEED,
    REACH,
    Banner,
    Bounds,
    Command,
    Correct,
    Edition,
    Entry,
    Found,
    Played,
    Proposal,
    Refusal,
    Table,
    Track,
    Unreplayable,
    command_from_json,
    command_to_json,
    entry_from_json,
    entry_to_json,
    handlers_of,
    handles,
    kinds_of,
    play,
    play_out,
    redo,
    replay,
    undo,
)
from rules.boardgames.play import MOST_CONSEQUENCES
from rules.codec import Unreadable


@dataclass(frozen=True, slots=True)
class Cup:
    tokens: int = 0
    cracked: bool = False


@dataclass(frozen=True, slots=True)
class Kitchen:
    spilt: int = 0
    cups: Mapping[str, Cup] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCup(Command):
    kind: ClassVar[str] = "add-cup"
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill(Command):
    kind: ClassVar[str] = "fill"
    name: str
    tokens: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Spill(Command):
    kind: ClassVar[str] = "spill"
    name: str


@handles(AddCup)
def add_cup(table: Table[Kitchen], command: AddCup) -> Iterator[Found]:
    if command.name in table.state.cups:
        yield table.refuse("cup.once", "There is a cup {name}.", "p1", name=command.name)
    yield table.set("cups", command.name, Cup())


@handles(Fill)
def fill(table: Table[Kitchen], command: Fill) -> Iterator[Found]:
    for _number in range(command.tokens):
        yield table.add("cups", command.name, "tokens", 1)
        if table.state.cups[command.name].tokens == 3:
            yield table.set("cups", command.name, "cracked", True)


@handles(Spill)
def spill(table: Table[Kitchen], command: Spill) -> Iterator[Found]:
    yield table.add("spilt", table.state.cups[command.name].tokens)
    yield table.set("cups", command.name, None)


def proposals(state: Kitchen) -> Iterator[Proposal]:
    for name, cup in state.cups.items():
        if cup.tokens > 3:
            yield Proposal("cup.full", "It spills.", "p2", command=Spill(name=name))


def correctable(state: Kitchen, path: tuple[str, ...]) -> Bounds | None:
    return Bounds(0, 9) if path == ("spilt",) else None


HERE = ModuleType("here")
vars(HERE).update({each.__name__: each for each in (AddCup, Fill, Spill, add_cup, fill, spill)})
KITCHEN = Edition(
    id="kitchen",
    state=Kitchen,
    commands=kinds_of(HERE),
    handlers=handlers_of(HERE),
    proposals=proposals,
    questions=lambda state: (),
    banners=lambda state: [Banner("cup.none", "No cups.")] if not state.cups else [],
    tracks=lambda state: (),
    correctable=correctable,
    check=lambda state: (),
)


def played(state: Kitchen, command: Command) -> Played:
    found = play(KITCHEN, state, command)
    assert isinstance(found, Played), found
    return found


ONE_CUP = Kitchen(cups={"a": Cup()})


def test_a_handler_sees_what_it_has_yielded():
    found = played(ONE_CUP, Fill(name="a", tokens=3))
    assert found.state.cups["a"] == Cup(3, cracked=True)
    assert [entry.after for entry in found.entries] == [1, 2, 3, True]
    assert ONE_CUP.cups["a"] == Cup(), "a state never changes"


def test_a_refusal_names_its_rule_and_place_and_nothing_happens():
    refusal = play(KITCHEN, ONE_CUP, AddCup(name="a"))
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.citation, str(refusal)) == ("cup.once", "p1", "There is a cup a.")


def test_a_command_that_changes_nothing_is_refused():
    refusal = play(KITCHEN, ONE_CUP, Fill(name="a", tokens=0))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "command.changes-something"


def test_what_must_follow_is_played_out():
    chain = play_out(KITCHEN, ONE_CUP, Fill(name="a", tokens=4))
    assert not isinstance(chain, Refusal)
    assert [each.command.kind for each in chain] == ["fill", "spill"]
    assert chain[-1].state == Kitchen(spilt=4)
    alone = play_out(KITCHEN, ONE_CUP, Fill(name="a", tokens=3))
    assert not isinstance(alone, Refusal)
    assert len(alone) == 1


def test_consequences_without_end_stay_proposed():
    circles = Edition(
        **{**vars(KITCHEN), "proposals": lambda state: [Proposal("again", "", command=Fill(name="a"))]}
    )
    chain = play_out(circles, ONE_CUP, Fill(name="a"))
    assert not isinstance(chain, Refusal)
    assert len(chain) == 1 + MOST_CONSEQUENCES
    assert circles.proposals(chain[-1].state)


def test_undo_and_redo_are_inverse_even_through_json():
    for command in (Fill(name="a", tokens=4), Spill(name="a"), AddCup(name="b")):
        found = played(ONE_CUP, command)
        stored = [entry_to_json(entry) for entry in found.entries]
        entries = [entry_from_json(Kitchen, each) for each in stored]
        assert tuple(entries) == found.entries
        assert undo(found.state, entries) == ONE_CUP
        assert redo(ONE_CUP, entries) == found.state


@pytest.mark.parametrize(
    "value", [[], {}, [["nothing"], 1, 2], [["cups", "a", "lid"], 1, 2], [["spilt"], 0, "one"], [[3], 0, 1]]
)
def test_entries_that_do_not_fit_are_unreadable(value):
    with pytest.raises(Unreadable):
        entry_from_json(Kitchen, value)


def test_a_history_is_replayed():
    history = [AddCup(name="a"), Fill(name="a"), AddCup(name="b")]
    assert replay(KITCHEN, history) == Kitchen(cups={"a": Cup(1), "b": Cup()})
    with pytest.raises(Unreplayable) as error:
        replay(KITCHEN, [*history, AddCup(name="b")])
    assert error.value.number == 4


def test_commands_become_json_and_back():
    value = command_to_json(Fill(name="a", tokens=2))
    assert value == {"kind": "fill", "name": "a", "tokens": 2}
    assert command_from_json(KITCHEN, value) == Fill(name="a", tokens=2)
    for wrong in (7, {}, {"kind": "drop"}, {"kind": ["fill"]}, {"kind": "fill"}, {**value, "lid": 1}):
        with pytest.raises(Unreadable):
            command_from_json(KITCHEN, wrong)


def test_a_correction_stays_within_its_bounds():
    assert played(Kitchen(), Correct(path=("spilt",), value=4)).entries == (Entry(("spilt",), 0, 4),)
    for path, value in (
        (("spilt",), 10),
        (("spilt",), -1),
        (("spilt",), True),
        (("spilt",), 0),
        (("lid",), 1),
    ):
        assert isinstance(play(KITCHEN, Kitchen(), Correct(path=path, value=value)), Refusal)


@pytest.mark.parametrize(
    ("trigger", "value", "triggered", "left", "level"),
    [
        (REACH, 5, False, 0, "full"),
        (REACH, 4, False, 1, "near"),
        (REACH, 6, True, 0, "over"),
        (EXCEED, 6, False, 0, "full"),
        (EXCEED, 7, True, 0, "over"),
        (EXCEED, 3, False, 3, "calm"),
    ],
)
def test_equality_is_not_excess(trigger, value, triggered, left, level):
    track = Track("cups", "Cups", value, 6, trigger)
    assert (track.is_triggered, track.left, track.level) == (triggered, left, level)


def test_a_track_without_a_limit_never_triggers():
    track = Track("cups", "Cups", 99, None)
    assert (track.is_triggered, track.left, track.level) == (False, None, "calm")
