"""The turns of the action phase: what every action needs, delay, and the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.findings import _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.handling import Table, able, handles, investigator, refuse
from rules.boardgames.third_edition.possessions import no_debt
from rules.boardgames.third_edition.state import ACTION, ACTIONS, Seat, State

ATTACK, COMPONENT, EVADE, FOCUS, GATHER = "attack", "component", "evade", "focus", "gather"
MOVE, RESEARCH, TRADE, WARD = "move", "research", "trade", "ward"
#: The actions (201), and those that an engaged investigator may perform (428.5).
NAMES = (ATTACK, COMPONENT, EVADE, FOCUS, GATHER, MOVE, RESEARCH, TRADE, WARD)
WHILE_ENGAGED = (ATTACK, EVADE, FOCUS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Command):
    """An action of a seat; `additional` if it does not count, `allowed` if it may be done while engaged."""

    seat: str
    additional: bool = False
    allowed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StandUp(Command):
    """A delayed investigator skips an action and stands up (417.2)."""

    kind: ClassVar[str] = "stand-up"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Command):
    """A turn of the action phase is over, and the activation token is flipped (201.2)."""

    kind: ClassVar[str] = "end-turn"
    seat: str


def _in_turn(table: Table, seat: Seat, id: str) -> None:
    """Refuse an action that the turn does not allow."""
    if table.state.phase != ACTION:
        refuse("action.phase", _("Actions belong to the action phase."), "201.1")
    if not seat.active:
        refuse(
            "action.turn-over",
            _("{investigator} has taken a turn this round."),
            "201.2",
            investigator=seat.investigator,
        )
    _one_at_a_time(table.state, id)
    if seat.used >= ACTIONS:
        refuse(
            "action.two",
            _("{investigator} has performed two actions."),
            "201.1",
            investigator=seat.investigator,
        )


def _one_at_a_time(state: State, id: str) -> None:
    """Refuse a turn while another investigator has actions left (201.2)."""
    if not state.may_act(id):
        refuse(
            "action.one-turn",
            _("End the turn of {investigator} first."),
            "201.2",
            investigator=state.seats[state.acting].investigator,
        )


def _turn_taken(table: Table, id: str) -> Iterator[Found]:
    """Begin or go on with a turn; the one before, which is over, ends with it."""
    if table.state.acting not in ("", id):
        yield from turn_ended(table, table.state.acting)
    yield table.set("acting", id)


def _restricted(state: State, id: str) -> bool:
    """Return whether an engaged monster restricts actions; watchers do not (428.5, 495.2)."""
    return any(not state.monsters[monster].is_watcher for monster in state.engaged_with(id))


def begun(table: Table, command: Action, name: str) -> Iterator[Found]:
    """Begin an action: check everything that every action needs, and count it."""
    seat = able(table, command.seat)
    no_debt(seat)
    if not command.additional:
        _in_turn(table, seat, command.seat)
    if seat.delayed:
        refuse(
            "action.delayed",
            _("{investigator} is delayed: stand up and skip this action."),
            "417.2",
            investigator=seat.investigator,
        )
    if name in seat.actions:
        refuse(
            "action.once",
            _("{investigator} has performed this action this round."),
            "402.4",
            investigator=seat.investigator,
        )
    if name not in WHILE_ENGAGED and not command.allowed and _restricted(table.state, command.seat):
        refuse(
            "action.engaged",
            _("{investigator} is engaged: attack, evade or focus, or what a component allows."),
            "428.5",
            investigator=seat.investigator,
        )
    if not command.additional:
        yield from _turn_taken(table, command.seat)
    yield table.set("seats", command.seat, "actions", (*seat.actions, name))
    if command.additional:
        yield table.add("seats", command.seat, "additional", -1 if seat.additional else 0)
        yield table.set("seats", command.seat, "evaded", ())
    else:
        yield table.add("seats", command.seat, "used", 1)


@handles(StandUp)
def stand_up(table: Table, command: StandUp) -> Iterator[Found]:
    seat = able(table, command.seat)
    if not seat.delayed:
        refuse("delayed.is", _("{investigator} is not delayed."), "417.2", investigator=seat.investigator)
    yield table.set("seats", command.seat, "delayed", False)
    if seat.additional and seat.used >= ACTIONS:  # the action that is skipped is the additional one
        yield table.add("seats", command.seat, "additional", -1)
        yield table.set("seats", command.seat, "evaded", ())
        return
    _in_turn(table, seat, command.seat)
    yield from _turn_taken(table, command.seat)
    yield table.add("seats", command.seat, "used", 1)


@handles(EndTurn)
def end_turn(table: Table, command: EndTurn) -> Iterator[Found]:
    seat = investigator(table, command.seat)
    if table.state.phase != ACTION or not seat.active:
        refuse(
            "action.turn-over", _("{investigator} has no turn now."), "201.2", investigator=seat.investigator
        )
    _one_at_a_time(table.state, command.seat)
    yield from _turn_taken(table, command.seat)
    yield from turn_ended(table, command.seat)


def turn_ended(table: Table, id: str) -> Iterator[Found]:
    """Flip the activation token and forget what belongs to the turn."""
    yield table.set("seats", id, "active", False)
    yield table.set("seats", id, "additional", 0)
    yield table.set("seats", id, "evaded", ())
    yield table.set("seats", id, "casting", "")
    if table.state.acting == id:
        yield table.set("acting", "")
