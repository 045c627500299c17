"""Clues and the event cards behind them: spawned, encountered, gained, researched and spent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.findings import _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.doom import settle
from rules.boardgames.third_edition.handling import (
    ON_THE_TABLE,
    Table,
    able,
    handles,
    neighborhood_of,
    number_of,
    refuse,
)
from rules.boardgames.third_edition.scenario import SPAWN_CLUE
from rules.boardgames.third_edition.state import ENCOUNTER, SETUP, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SpawnClue(Command):
    """A clue appears in the top event's neighborhood, and the event goes into that deck (412.3)."""

    kind: ClassVar[str] = "spawn-clue"
    neighborhood: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter(Command):
    """A seat has resolved its encounter: perhaps an event, perhaps with the clue of the neighborhood."""

    kind: ClassVar[str] = "encounter"
    seat: str
    event: bool = False
    gained: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipEncounter(Command):
    """A seat has no encounter: it is engaged, or a component says so, which `reason` names."""

    kind: ClassVar[str] = "skip-encounter"
    seat: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioClues(Command):
    """A component places clues on the scenario sheet, or with a negative number spends them (301.2)."""

    kind: ClassVar[str] = "scenario-clues"
    number: int


@handles(SpawnClue, ON_THE_TABLE)
def spawn_clue(table: Table, command: SpawnClue) -> Iterator[Found]:
    state = table.state
    if state.status == SETUP and not state.setup_clues:
        refuse("setup.clues", _("The three starting clues are on the board."), "111.2a")
    yield from settle(table, SPAWN_CLUE)
    if not state.events.deck:
        refuse("events.empty", _("The event deck is empty, so no clue appears."), "003")
    name = neighborhood_of(table, command.neighborhood)
    yield table.add("events", "deck", -1)
    yield table.add("areas", name, "clues", 1)
    yield table.add("areas", name, "events", 1)
    if state.status == SETUP:
        yield table.add("setup_clues", -1)


def may_encounter(table: Table, id: str) -> Seat:
    """Return a seat that has not had its encounter of this phase."""
    seat = able(table, id)
    if table.state.phase != ENCOUNTER:
        refuse("encounter.phase", _("Encounters belong to the encounter phase."), "203.1")
    if seat.active:
        refuse(
            "encounter.once",
            _("{investigator} has had an encounter this phase."),
            "203.2",
            investigator=seat.investigator,
        )
    return seat


@handles(Encounter)
def encounter(table: Table, command: Encounter) -> Iterator[Found]:
    seat = may_encounter(table, command.seat)
    if table.state.engaged_with(command.seat):
        refuse(
            "encounter.engaged",
            _("{investigator} is engaged and has no encounter."),
            "428.6",
            investigator=seat.investigator,
        )
    if command.event or command.gained:
        yield from _event(table, command, seat)
    yield table.set("seats", command.seat, "active", True)


def _event(table: Table, command: Encounter, seat: Seat) -> Iterator[Found]:
    tile = table.state.scenario.neighborhood_of(seat.space)
    if tile is None:
        refuse("encounter.street", _("On a street, the encounter is a street card."), "426.5")
    area = table.state.areas[tile.name]
    if area.anomaly and table.state.has_anomalies:
        refuse("encounter.anomaly", _("The encounter here is an anomaly encounter."), "406.3c")
    if not area.events:
        refuse(
            "encounter.event",
            _("There is no event in the deck of {neighborhood}."),
            "412.4",
            neighborhood=tile.name,
        )
    if not command.gained:
        return
    if not command.event:
        refuse("clue.event", _("A clue of the neighborhood is gained with an event."), "430.6")
    if not area.clues:
        refuse("clue.there", _("{neighborhood} has no clue."), "412.5", neighborhood=tile.name)
    yield table.add("areas", tile.name, "clues", -1)
    yield table.add("areas", tile.name, "events", -1)
    yield table.add("seats", command.seat, "clues", 1)
    yield table.add("events", "discard", 1)
    yield table.set("events", "top", ())


@handles(SkipEncounter)
def skip_encounter(table: Table, command: SkipEncounter) -> Iterator[Found]:
    seat = may_encounter(table, command.seat)
    if not table.state.engaged_with(command.seat) and not command.reason.strip():
        refuse(
            "encounter.due",
            _("{investigator} is not engaged, so an encounter is due. Name the component that prevents it."),
            "203.1",
            investigator=seat.investigator,
        )
    yield table.set("seats", command.seat, "active", True)


@handles(ScenarioClues, ON_THE_TABLE)
def scenario_clues(table: Table, command: ScenarioClues) -> Iterator[Found]:
    number_of(abs(command.number), "301.2")
    if table.state.scenario_clues + command.number < 0:
        refuse(
            "clues.on-scenario",
            _("The number of clues on the scenario sheet is only {number}."),
            "301.2",
            number=table.state.scenario_clues,
        )
    yield table.add("scenario_clues", command.number)
