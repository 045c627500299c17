"""The phases of a round, one after the other, and the end of a round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.findings import Finding, _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.handling import Table, handles, refuse
from rules.boardgames.third_edition.harm import joined
from rules.boardgames.third_edition.possessions import refreshed
from rules.boardgames.third_edition.proposals import proposals
from rules.boardgames.third_edition.questions import questions
from rules.boardgames.third_edition.state import (
    ACTION,
    ACTIVATION,
    ATTACK,
    ENCOUNTER,
    MONSTER,
    MYTHOS,
    READYING,
    STEPS,
    State,
)
from rules.boardgames.third_edition.turns import turn_ended


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPhase(Command):
    """The phase, or the step of the monster phase, is over.

    `onward` also passes over the steps in which no monster does anything.
    """

    kind: ClassVar[str] = "next-phase"
    onward: bool = False


def open_matters(state: State) -> Iterator[Finding]:
    """Return what has to be done before the phase can end."""
    yield from (each for each in proposals(state) if each.blocks)
    yield from (each for each in questions(state) if each.blocks)
    if state.phase == MYTHOS:
        yield from (each for each in questions(state) if each.rule == "investigator.next")


@handles(NextPhase)
def next_phase(table: Table, command: NextPhase) -> Iterator[Found]:
    first = next((each for each in open_matters(table.state) if each.rule != "turn.over"), None)
    if first is not None:
        refuse(
            "phase.open",
            _("Before the phase ends: {matter}"),
            first.citation,
            matter=str(first),
        )
    for id in table.state.playing:
        yield table.set("seats", id, "casting", "")
    yield from _LEAVE[table.state.phase](table, command.onward)


def _leave_action(table: Table, _onward: bool) -> Iterator[Found]:
    for id in table.state.playing:
        if table.state.seats[id].active:
            yield from turn_ended(table, id)
    yield table.set("acting", "")
    yield table.set("phase", MONSTER)
    yield table.set("step", ACTIVATION)


def next_step(state: State, *, onward: bool) -> str:
    """Return the step of the monster phase that follows; empty after the last one."""
    ahead = STEPS[STEPS.index(state.step) + 1 :]
    happens = {
        ATTACK: any(state.attacks()),
        READYING: any(each.exhausted for each in state.monsters.values()),
    }
    return next((step for step in ahead if happens[step] or not onward), "")


def _leave_monster(table: Table, onward: bool) -> Iterator[Found]:
    step = next_step(table.state, onward=onward)
    yield table.set("step", step)
    if step:
        return
    yield table.set("attacked", ())
    yield table.set("phase", ENCOUNTER)


def _leave_encounter(table: Table, _onward: bool) -> Iterator[Found]:
    yield table.set("phase", MYTHOS)


def _leave_mythos(table: Table, _onward: bool) -> Iterator[Found]:
    """Begin the next round: new investigators join, and actions, tokens and assets are fresh (205)."""
    for id in table.state.order:
        yield from joined(table, id)
        seat = table.state.seats[id]
        yield table.set("seats", id, "active", True)
        yield table.set("seats", id, "drawn", 0)
        yield table.set("seats", id, "actions", ())
        yield table.set("seats", id, "used", 0)
        yield table.set("seats", id, "additional", 0)
        for key, asset in seat.assets.items():
            yield table.set("seats", id, "assets", key, refreshed(asset))
    yield table.add("round", 1)
    yield table.set("phase", ACTION)


_LEAVE = {ACTION: _leave_action, MONSTER: _leave_monster, ENCOUNTER: _leave_encounter, MYTHOS: _leave_mythos}
