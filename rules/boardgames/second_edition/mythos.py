"""What the Mythos brings: gates, monsters, terror, doom, clues, environments and rumors."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import Refusal, _
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.endings import NO_MARKER, NO_MONSTER, awakening
from rules.boardgames.second_edition.limits import limits_for, surge_size
from rules.boardgames.second_edition.places import delay, leave
from rules.boardgames.second_edition.state import (
    CLOSURES,
    HIGHEST_TERROR,
    PLAYING,
    SETUP,
    Gate,
    State,
)
from rules.boardgames.second_edition.under_way import active, named, positive, under_way
from rules.boardgames.table import Found, Table, handles

ZONES = ("arkham", "sky", "outskirts")
CUP, BOX = "cup", "box"


def raise_terror(table: Table[State], steps: int) -> Iterator[Found]:
    """Raise terror step by step: an Ally leaves, shops close; beyond 10 it is doom (p20)."""
    for _step in range(steps):
        state = table.state
        if state.terror >= HIGHEST_TERROR:
            if state.doom >= state.ancient.doom:
                return
            yield table.add("doom", 1)
            continue
        yield table.add("terror", 1)
        if state.allies:
            yield table.add("allies", -1)
        if closing := CLOSURES.get(state.terror + 1):
            yield from close(table, *closing)


def close(table: Table[State], place: str, street: str) -> Iterator[Found]:
    """Close a location; everybody there goes to the street (p20)."""
    if place in table.state.closed:
        return
    yield table.set("closed", table.state.closed | {place})
    for id, seat in table.state.seats.items():
        if seat.place == place and not seat.area and street:
            yield from leave(table, id)
            yield table.set("seats", id, "place", street)


def empty_outskirts(table: Table[State]) -> Iterator[Found]:
    yield table.set("outskirts", 0)
    yield from raise_terror(table, 1)


def monster(table: Table[State]) -> Iterator[Found]:
    """Let one monster come from the cup: to Arkham, or above the limit to the Outskirts (p18)."""
    state = table.state
    if state.cup <= 0:
        yield table.set("omen", NO_MONSTER)
        return
    limit = limits_for(state.players)
    if state.terror >= HIGHEST_TERROR or state.monsters < limit.monsters:
        yield table.add("arkham", 1)
        return
    yield table.add("outskirts", 1)
    if table.state.outskirts > limit.outskirts:
        yield from empty_outskirts(table)


@handles(c.OpenGate)
def open_gate(table: Table[State], command: c.OpenGate) -> Iterator[Found]:
    """Open a gate: doom, then the gate, then its monsters; awakening ends it at once (p9–10)."""
    yield from under_way(table, SETUP, PLAYING)
    state, place = table.state, command.place
    if place not in state.unstable:
        yield table.refuse("gate.unstable", _("Gates open only at unstable locations."), "p9")
    if place in state.sealed:
        yield table.refuse("gate.sealed", _("An elder sign is there: no gate opens."), "p9")
    if place in state.gates:
        yield table.refuse("gate.surge", _("A gate is open there: this is a monster surge."), "p9")
    if len(command.world) > 80 or len(command.symbol) > 30 or abs(command.modifier) > 9:
        yield table.refuse("gate.facts", _("No gate marker has these values."), "p4")
    if awakening(state):
        yield table.refuse("awakening.first", _("The Ancient One awakens first."), "p20")
    yield table.add("doom", 1)
    if awakening(table.state):
        return
    if state.gate_pile <= 0:
        yield table.set("omen", NO_MARKER)
        return
    yield table.set("gates", place, Gate(command.world, command.modifier, command.symbol))
    yield table.set("clues", place, None)
    yield from draw_in(table, place)
    if awakening(table.state):
        return
    for _number in range(limits_for(state.players).per_gate):
        yield from monster(table)
        if awakening(table.state):
            return


def draw_in(table: Table[State], place: str) -> Iterator[Found]:
    """Draw everybody at the location through the new gate, delayed (p10)."""
    world = table.state.gates[place].world or place
    for id, seat in table.state.seats.items():
        if seat.is_active and seat.place == place and not seat.area:
            yield from leave(table, id)
            yield table.set("seats", id, "place", world)
            yield table.set("seats", id, "area", 1)
            yield from delay(table, id)


def placed_at(table: Table[State], command: c.Surge, size: int) -> Iterator[Refusal]:
    """Check where a surge places its monsters: evenly, unless fewer fit, which is then up to players (p9)."""
    state, at = table.state, command.at
    if not set(at) <= set(state.gates) or any(number < 0 for number in at.values()):
        yield table.refuse("surge.gates", _("Monsters are placed only at open gates."), "p9")
    free = state.terror >= HIGHEST_TERROR
    fits = size if free else max(0, min(size, limits_for(state.players).monsters - state.monsters))
    if sum(at.values()) == fits < size:
        return
    if sum(at.values()) != size:
        yield table.refuse(
            "surge.size", _("The number of monsters that this surge brings is {size}."), "p9", size=size
        )
    counts = [at.get(place, 0) for place in state.gates]
    if max(counts) > at.get(command.place, 0):
        yield table.refuse("surge.most", _("No gate gets more than the one that surges."), "p9")
    if max(counts) - min(counts) > 1:
        yield table.refuse("surge.even", _("Distribute the monsters as evenly as possible."), "p9")


@handles(c.Surge)
def surge(table: Table[State], command: c.Surge) -> Iterator[Found]:
    """Let monsters surge, one after the other; the players may record where (p9)."""
    yield from under_way(table, PLAYING)
    state = table.state
    if command.place not in state.gates:
        yield table.refuse("surge.gate", _("Monsters surge only where a gate is open."), "p9")
    size = surge_size(state)
    if command.at:
        yield from placed_at(table, command, size)
    for _number in range(size):
        yield from monster(table)
        if awakening(table.state):
            return


@handles(c.MonstersAppear)
def monsters_appear(table: Table[State], command: c.MonstersAppear) -> Iterator[Found]:
    yield from under_way(table, SETUP, PLAYING)
    yield from positive(table, command.number)
    for _number in range(command.number):
        yield from monster(table)
        if awakening(table.state):
            return


@handles(c.MoveMonsters)
def move_monsters(table: Table[State], command: c.MoveMonsters) -> Iterator[Found]:
    """Move monsters that are on the board; from the cup they come one at a time, with another command."""
    yield from under_way(table)
    yield from positive(table, command.number)
    origin, target = command.origin, command.target
    if origin not in ZONES or target not in (*ZONES, CUP, BOX) or origin == target:
        yield table.refuse("monsters.zone", _("Monsters are in Arkham, the Sky or the Outskirts."), "p18")
        return
    if getattr(table.state, origin) < command.number:
        yield table.refuse("monsters.there", _("There are fewer monsters than that."), "p18")
    yield table.add(origin, -command.number)
    if target == BOX:
        yield table.add("removed", command.number)
    elif target != CUP:
        yield table.add(target, command.number)


@handles(c.DefeatMonster)
def defeat_monster(table: Table[State], command: c.DefeatMonster) -> Iterator[Found]:
    """Make a monster a trophy; one that an encounter drew comes from the cup (p15, p22, p24)."""
    yield from active(table, command.seat)
    if command.origin == CUP:
        if command.endless or table.state.cup <= 0:
            yield table.refuse("monsters.there", _("There is no such monster to keep."), "p22")
    elif command.origin not in ZONES:
        yield table.refuse("monsters.zone", _("Monsters are in Arkham, the Sky or the Outskirts."), "p18")
        return
    elif getattr(table.state, command.origin) < 1:
        yield table.refuse("monsters.there", _("There are fewer monsters than that."), "p18")
    else:
        yield table.add(command.origin, -1)
    if not command.endless:
        yield table.add("seats", command.seat, "monster_trophies", 1)


@handles(c.EmptyOutskirts)
def outskirts_are_emptied(table: Table[State], command: c.EmptyOutskirts) -> Iterator[Found]:
    yield from under_way(table, SETUP, PLAYING)
    if table.state.outskirts <= limits_for(table.state.players).outskirts:
        yield table.refuse("outskirts.exceeded", _("The Outskirts are not over their limit."), "p18")
    yield from empty_outskirts(table)


@handles(c.RaiseTerror)
def terror_rises(table: Table[State], command: c.RaiseTerror) -> Iterator[Found]:
    yield from under_way(table, SETUP, PLAYING)
    yield from positive(table, command.number, HIGHEST_TERROR)
    yield from raise_terror(table, command.number)


@handles(c.CloseLocation)
def close_location(table: Table[State], command: c.CloseLocation) -> Iterator[Found]:
    yield from under_way(table)
    yield from named(table, command.place)
    if command.closed:
        if len(table.state.closed) >= 40:
            yield table.refuse("places.many", _("There are fewer locations than that."), "p4")
        yield from close(table, command.place, command.street[:80])
    else:
        yield table.set("closed", table.state.closed - {command.place})


@handles(c.ChangeDoom)
def change_doom(table: Table[State], command: c.ChangeDoom) -> Iterator[Found]:
    yield from under_way(table, SETUP, PLAYING)
    after = table.state.doom + command.number
    if after < 0:
        yield table.refuse("doom.none", _("The track has fewer doom tokens than that."), "p3")
    yield table.set("doom", min(after, table.state.ancient.doom))


@handles(c.PlaceClue)
def place_clue(table: Table[State], command: c.PlaceClue) -> Iterator[Found]:
    """Place a clue where no gate is open; an investigator there may take it at once (p10)."""
    yield from under_way(table, SETUP, PLAYING)
    yield from named(table, command.place)
    if command.place in table.state.gates:
        yield table.refuse("clue.gate", _("A gate is open there: no clue appears."), "p10")
    if not command.seat:
        if len(table.state.clues) >= 60:
            yield table.refuse("places.many", _("There are fewer locations than that."), "p4")
        yield table.add("clues", command.place, 1)
        return
    yield from active(table, command.seat)
    seat = table.state.seats[command.seat]
    if seat.place != command.place or seat.area:
        yield table.refuse("clue.there", _("Only an investigator at the location takes the clue."), "p10")
    yield table.add("seats", command.seat, "clues", 1)


@handles(c.TakeClues)
def take_clues(table: Table[State], command: c.TakeClues) -> Iterator[Found]:
    yield from active(table, command.seat)
    yield from positive(table, command.number)
    seat = table.state.seats[command.seat]
    left = table.state.clues.get(seat.place, 0) - command.number
    if left < 0 or seat.area:
        yield table.refuse("clue.there", _("This location has fewer clues than that."), "p8")
    yield table.set("clues", seat.place, left or None)
    yield table.add("seats", command.seat, "clues", command.number)


@handles(c.SetEnvironment)
def set_environment(table: Table[State], command: c.SetEnvironment) -> Iterator[Found]:
    """Put an Environment into play; it replaces the one before (p12)."""
    yield from under_way(table, SETUP, PLAYING)
    if command.name:
        yield from named(table, command.name)
    yield table.set("environment", command.name)


@handles(c.SetRumor)
def set_rumor(table: Table[State], command: c.SetRumor) -> Iterator[Found]:
    """Put a Rumor into play, unless there is one (p12); none begins in set-up (p5)."""
    yield from under_way(table, SETUP, PLAYING)
    yield from named(table, command.name)
    if table.state.status == SETUP:
        yield table.refuse(
            "rumor.setup", _("Discard the Rumor and draw another card: none begins now."), "p5"
        )
    if table.state.rumor:
        yield table.refuse(
            "rumor.one", _("A Rumor is in play: ignore the text of the new one and discard it."), "p12"
        )
    yield table.set("rumor", command.name)


@handles(c.EndRumor)
def end_rumor(table: Table[State], command: c.EndRumor) -> Iterator[Found]:
    yield from under_way(table)
    if not table.state.rumor:
        yield table.refuse("rumor.none", _("No Rumor is in play."), "p12")
    yield table.set("rumor", "")
