"""Closing and sealing of gates, and the correction of a location by hand."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import _
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.mythos import ZONES
from rules.boardgames.second_edition.state import ARKHAM, PLAYING, SETUP, Gate, State
from rules.boardgames.second_edition.under_way import active, named, under_way
from rules.boardgames.table import Found, Table, handles

SEAL_COST = 5
WITH_CLUES, WITH_SIGN, NO_SEAL = "clues", "sign", "no"
NOTHING, GATE, SEAL = "nothing", "gate", "seal"


@handles(c.CloseGate)
def close_gate(table: Table[State], command: c.CloseGate) -> Iterator[Found]:
    """Close a gate after a check, and seal it with five clues; or seal it with an Elder Sign (p17–18)."""
    yield from under_way(table, PLAYING)
    yield from active(table, command.seat)
    state, place = table.state, command.place
    seat = state.seats[command.seat]
    if place not in state.gates:
        yield table.refuse("gate.there", _("There is no open gate at this location."), "p17")
    if not command.by_effect:
        if not seat.explored or seat.place != place:
            yield table.refuse(
                "close.explored", _("Only an investigator with an explored marker there may close it."), "p17"
            )
        if state.phase != ARKHAM:
            yield table.refuse("close.phase", _("Gates are closed in the Arkham Encounters."), "p17")
    if command.seal not in (NO_SEAL, WITH_CLUES, WITH_SIGN):
        yield table.refuse("seal.way", _("A gate is sealed with clues or with an Elder Sign."), "p18")
    if command.seal == WITH_CLUES and seat.clues < SEAL_COST:
        yield table.refuse("seal.clues", _("Sealing costs five clues."), "p18")
    if command.card >= 0 and (command.seal != WITH_SIGN or command.card >= len(seat.cards)):
        yield table.refuse("seal.card", _("This is not the Elder Sign that is used."), "p18")
    for zone in ZONES:
        if not 0 <= getattr(command, zone) <= getattr(state, zone):
            yield table.refuse("monsters.there", _("There are fewer monsters than that."), "p18")
    yield table.set("gates", place, None)
    yield table.add("seats", command.seat, "gate_trophies", 1)
    for id, other in state.seats.items():
        if other.explored and other.place == place:
            yield table.set("seats", id, "explored", False)
    for zone in ZONES:
        yield table.add(zone, -getattr(command, zone))
    if command.seal == WITH_CLUES:
        yield table.add("seats", command.seat, "clues", -SEAL_COST)
    if command.seal != NO_SEAL:
        yield table.set("sealed", state.sealed | {place})
    if command.seal == WITH_SIGN:
        yield table.set("doom", max(0, state.doom - 1))
        yield table.add("signs_played", 1)
        yield table.set("seats", command.seat, "sanity", max(0, seat.sanity - 1))
        yield table.set("seats", command.seat, "stamina", max(0, seat.stamina - 1))
        if command.card >= 0:
            cards = (*seat.cards[: command.card], *seat.cards[command.card + 1 :])
            yield table.set("seats", command.seat, "cards", cards)


@handles(c.CorrectPlace)
def correct_place(table: Table[State], command: c.CorrectPlace) -> Iterator[Found]:
    """Set by hand what is at a location: nothing, a gate or an elder sign."""
    yield from under_way(table, SETUP, PLAYING)
    state, place = table.state, command.place
    yield from named(table, place)
    if place not in state.unstable:
        yield table.refuse("gate.unstable", _("Gates open only at unstable locations."), "p9")
    if command.holds not in (NOTHING, GATE, SEAL) or len(command.world) > 80:
        yield table.refuse("place.holds", _("A location has a gate, an elder sign, or nothing."), "p8")
    if command.holds == GATE and place not in state.gates and state.gate_pile <= 0:
        yield table.refuse("gate.pile", _("There is no gate marker left."), "p20")
    if command.holds == GATE:
        yield table.set("gates", place, Gate(command.world))
        yield table.set("clues", place, None)
    else:
        yield table.set("gates", place, None)
        for id, other in state.seats.items():
            if other.explored and other.place == place:
                yield table.set("seats", id, "explored", False)
    sealed = state.sealed - {place}
    yield table.set("sealed", sealed | {place} if command.holds == SEAL else sealed)
