"""Where investigators are: movement, Other Worlds, delay, arrest, and what is lost in time and space."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import _
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.state import (
    JAIL,
    LOST,
    MOVEMENT,
    PLAYING,
    POLICE,
    UPKEEP,
    State,
)
from rules.boardgames.second_edition.under_way import active, in_arkham, named
from rules.boardgames.table import Found, Table, handles


def leave(table: Table[State], id: str) -> Iterator[Found]:
    """Let an investigator leave the place; an explored marker is lost, whatever the reason (p17)."""
    yield table.set("seats", id, "explored", False)
    yield table.set("seats", id, "area", 0)


def delay(table: Table[State], id: str) -> Iterator[Found]:
    """Delay an investigator; one who is delayed already stays so."""
    if not table.state.seats[id].delayed:
        yield table.set("seats", id, "delayed", True)
        yield table.set("seats", id, "delayed_at", table.state.moment)


def lose_in_time(table: Table[State], id: str) -> Iterator[Found]:
    """Let an investigator be lost in time and space, delayed (p17)."""
    yield from leave(table, id)
    yield table.set("seats", id, "place", LOST)
    yield table.set("seats", id, "lost_turn", table.state.turn)
    yield from delay(table, id)


def mark_moved(table: Table[State], id: str) -> Iterator[Found]:
    """Remember that an investigator had the movement of this phase."""
    if table.state.status == PLAYING and table.state.phase == MOVEMENT:
        yield table.set("done", table.state.done | {f"moved:{id}"})


def ways_back(state: State, id: str) -> tuple[str, ...]:
    """Return the open gates that lead to the investigator's Other World (p8).

    A gate whose world is not recorded leads to a world with its location's name.
    """
    seat = state.seats[id]
    return tuple(sorted(at for at, gate in state.gates.items() if (gate.world or at) == seat.place))


@handles(c.Move)
def move(table: Table[State], command: c.Move) -> Iterator[Found]:
    yield from active(table, command.seat)
    yield from named(table, command.place)
    state = table.state
    seat = state.seats[command.seat]
    if command.area not in (0, 1, 2):
        yield table.refuse("move.area", _("An Other World has two areas."), "p8")
    if command.place in (LOST, JAIL):
        yield table.refuse("move.special", _("Record how the investigator came there instead."), "p16")
    if seat.is_lost:
        yield table.refuse("lost.stays", _("The investigator is lost in time and space."), "p17")
    if not command.area and command.place in state.closed:
        yield table.refuse(
            "place.closed", _("{place} is closed: nobody may enter."), "p4", place=command.place
        )
    if state.status == PLAYING and state.phase == MOVEMENT and seat.delayed:
        yield table.refuse("delayed.stays", _("A delayed investigator stands up instead of moving."), "p8")
    if (seat.place, seat.area) != (command.place, command.area):
        yield from leave(table, command.seat)
    yield table.set("seats", command.seat, "place", command.place)
    yield table.set("seats", command.seat, "area", command.area)
    yield from mark_moved(table, command.seat)


@handles(c.EnterGate)
def enter_gate(table: Table[State], command: c.EnterGate) -> Iterator[Found]:
    """Draw an investigator through the gate at the location, to the first area (p9)."""
    yield from active(table, command.seat)
    yield from in_arkham(table, command.seat)
    seat = table.state.seats[command.seat]
    gate = table.state.gates.get(seat.place)
    if gate is None:
        yield table.refuse("gate.there", _("There is no open gate at this location."), "p9")
        return
    if seat.explored:
        yield table.refuse("gate.explored", _("The gate is explored: the investigator may close it."), "p9")
    yield from leave(table, command.seat)
    yield table.set("seats", command.seat, "place", gate.world or seat.place)
    yield table.set("seats", command.seat, "area", 1)
    yield from mark_moved(table, command.seat)
    if command.delayed:
        yield from delay(table, command.seat)


@handles(c.LeaveOtherWorld)
def leave_other_world(table: Table[State], command: c.LeaveOtherWorld) -> Iterator[Found]:
    """Return to a gate that leads to this Other World, with an explored marker (p8)."""
    yield from active(table, command.seat)
    seat = table.state.seats[command.seat]
    if not seat.area:
        yield table.refuse("other-world.there", _("The investigator is not in an Other World."), "p8")
    if command.place not in ways_back(table.state, command.seat):
        yield table.refuse("other-world.gate", _("Return through a gate to this Other World."), "p8")
    yield from leave(table, command.seat)
    yield table.set("seats", command.seat, "place", command.place)
    yield table.set("seats", command.seat, "explored", True)
    yield from mark_moved(table, command.seat)


@handles(c.Delay)
def is_delayed(table: Table[State], command: c.Delay) -> Iterator[Found]:
    yield from active(table, command.seat)
    if table.state.seats[command.seat].delayed:
        yield table.refuse(
            "delayed.once", _("The investigator is delayed already, which changes nothing."), "p16"
        )
    yield from delay(table, command.seat)


@handles(c.StandUp)
def stand_up(table: Table[State], command: c.StandUp) -> Iterator[Found]:
    """Stand up; who was in the Jail Cell goes to the Police Station (p16)."""
    yield from active(table, command.seat)
    seat = table.state.seats[command.seat]
    if not seat.delayed:
        yield table.refuse("delayed.none", _("The investigator is not delayed."), "p8")
    yield table.set("seats", command.seat, "delayed", False)
    if seat.place == JAIL:
        yield table.set("seats", command.seat, "place", POLICE)
    yield from mark_moved(table, command.seat)


@handles(c.Arrest)
def arrest(table: Table[State], command: c.Arrest) -> Iterator[Found]:
    """Arrest: half the money is lost, rounded down; Jail Cell; delayed (p16)."""
    yield from active(table, command.seat)
    yield from in_arkham(table, command.seat)
    yield table.add("seats", command.seat, "money", -(table.state.seats[command.seat].money // 2))
    yield from leave(table, command.seat)
    yield table.set("seats", command.seat, "place", JAIL)
    yield from delay(table, command.seat)


@handles(c.LoseInTime)
def is_lost_in_time(table: Table[State], command: c.LoseInTime) -> Iterator[Found]:
    yield from active(table, command.seat)
    if table.state.seats[command.seat].is_lost:
        yield table.refuse("lost.once", _("The investigator is lost in time and space already."), "p17")
    yield from lose_in_time(table, command.seat)


def may_return(state: State, id: str) -> bool:
    """Return whether a lost investigator returns now: at the beginning of Upkeep, a turn later (p17)."""
    seat = state.seats[id]
    return (
        seat.is_active
        and seat.is_lost
        and state.status == PLAYING
        and state.phase == UPKEEP
        and state.turn >= seat.lost_turn + 2
        and not seat.delayed
    )


@handles(c.ReturnFromTime)
def return_from_time(table: Table[State], command: c.ReturnFromTime) -> Iterator[Found]:
    yield from active(table, command.seat)
    yield from named(table, command.place)
    if not may_return(table.state, command.seat):
        yield table.refuse(
            "lost.turn",
            _("A lost investigator loses the next turn, and returns in the Upkeep after it."),
            "p17",
        )
    if command.place in table.state.closed or command.place in (LOST, JAIL):
        yield table.refuse(
            "place.closed", _("{place} is closed: nobody may enter."), "p4", place=command.place
        )
    yield table.set("seats", command.seat, "place", command.place)
