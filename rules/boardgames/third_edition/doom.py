"""Doom and anomalies: placed, removed, spread and bursting, and the two archive cards that move doom on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.findings import _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.handling import (
    ON_THE_TABLE,
    Table,
    handles,
    neighborhood_of,
    number_of,
    refuse,
    space_of,
)
from rules.boardgames.third_edition.scenario import GATE_BURST, SPREAD_DOOM
from rules.boardgames.third_edition.state import SETUP, State

#: Doom in a space at which an outbreak follows, and what it takes away (461.1a).
OUTBREAK, OUTBREAK_TAKES = 4, 3
#: Doom in a space, or in a neighborhood, at which an anomaly appears (406.3a).
ANOMALY_SPACE, ANOMALY_NEIGHBORHOOD = 3, 5
#: More doom icons than an event card has.
MOST_ICONS = 6

TOGETHER, ONE_BY_ONE = "together", "one-by-one"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceDoom(Command):
    """A component places doom in a space; `order` is the players' decision as for a gate burst."""

    kind: ClassVar[str] = "place-doom"
    space: str
    number: int = 1
    order: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveDoom(Command):
    """A component removes doom from a space."""

    kind: ClassVar[str] = "remove-doom"
    space: str
    number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioDoom(Command):
    """A component places doom on the scenario sheet, or with a negative number removes it."""

    kind: ClassVar[str] = "scenario-doom"
    number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadDoom(Command):
    """The bottom event is discarded: one doom for each icon, so a space may be named twice (423.2–423.3).

    `order` is the players' decision as for a gate burst.
    """

    kind: ClassVar[str] = "spread-doom"
    spaces: tuple[str, ...]
    order: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateBurst(Command):
    """One doom in each space of the top event's neighborhood; the discard pile goes below the deck (204.11a).

    `order` is the players' decision whether the doom is placed together or in the order of `spaces`; it is
    needed only if an anomaly makes a difference (004).
    """

    kind: ClassVar[str] = "gate-burst"
    neighborhood: str = ""
    order: str = ""
    spaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteUnstable(Command):
    """The players read the marked spaces from the top card of the event discard pile (493.2)."""

    kind: ClassVar[str] = "note-unstable"
    spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outbreak(Command):
    """A space with four doom breaks out, and then every space of the neighborhood that has four (461.1a)."""

    kind: ClassVar[str] = "outbreak"
    space: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAnomaly(Command):
    """An anomaly appears in a neighborhood (406.3a)."""

    kind: ClassVar[str] = "place-anomaly"
    neighborhood: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveAnomaly(Command):
    """The anomaly of a neighborhood without doom disappears (406.3e)."""

    kind: ClassVar[str] = "remove-anomaly"
    neighborhood: str


def wants_anomaly(state: State, neighborhood: str) -> bool:
    """Return whether a space has reached three doom or the neighborhood five, without an anomaly (406.3a)."""
    tile = state.scenario.neighborhood(neighborhood)
    if tile is None or not state.has_anomalies or state.areas[neighborhood].anomaly:
        return False
    return (
        max(state.doom.get(space, 0) for space in tile.spaces) >= ANOMALY_SPACE
        or state.doom_in(neighborhood) >= ANOMALY_NEIGHBORHOOD
    )


def doom_on(table: Table, space: str, number: int = 1) -> Iterator[Found]:
    """Place doom in a space; in a neighborhood with an anomaly it goes to the scenario sheet (406.3b)."""
    tile = table.state.scenario.neighborhood_of(space)
    if tile is None:
        refuse(
            "doom.no-street",
            _("Doom cannot be on a street. Choose a neighborhood space beside {space}: {beside}."),
            "486.3",
            space=space,
            beside=", ".join(beside_street(table.state, space)),
        )
    elif table.state.areas[tile.name].anomaly and table.state.has_anomalies:
        yield table.add("scenario_doom", number)
    else:
        yield table.add("doom", space, number)


def beside_street(state: State, space: str) -> tuple[str, ...]:
    """Return the neighborhood spaces beside a street; all of them if the map has no borders."""
    beside = state.scenario.adjacent(space) if state.scenario.borders else state.scenario.spaces
    return tuple(name for name in beside if name in state.scenario.spaces)


@handles(PlaceDoom, ON_THE_TABLE)
def place_doom(table: Table, command: PlaceDoom) -> Iterator[Found]:
    number = number_of(command.number, "423.2")
    yield from _placed(table, (space_of(table, command.space),) * number, command.order)


@handles(RemoveDoom, ON_THE_TABLE)
def remove_doom(table: Table, command: RemoveDoom) -> Iterator[Found]:
    number_of(command.number, "423.5")
    there = table.state.doom.get(space_of(table, command.space), 0)
    if command.number > there:
        refuse("doom.there", _("{space} has only {number} doom."), "423.5", space=command.space, number=there)
    yield table.add("doom", command.space, -command.number)


@handles(ScenarioDoom, ON_THE_TABLE)
def scenario_doom(table: Table, command: ScenarioDoom) -> Iterator[Found]:
    number_of(abs(command.number), "423.4")
    if table.state.scenario_doom + command.number < 0:
        refuse(
            "doom.on-scenario",
            _("The scenario sheet has only {number} doom."),
            "423.4",
            number=table.state.scenario_doom,
        )
    yield table.add("scenario_doom", command.number)


@handles(SpreadDoom, ON_THE_TABLE)
def spread_doom(table: Table, command: SpreadDoom) -> Iterator[Found]:
    state = table.state
    if state.status == SETUP and (state.setup_clues or not state.setup_doom):
        refuse(
            "setup.order", _("During set-up, three clues are spawned, then doom is spread once."), "111.3a"
        )
    yield from settle(table, SPREAD_DOOM)
    if not state.events.deck:
        refuse("events.empty", _("The event deck is empty, so no doom spreads."), "003")
    marked = _marked(table, command.spaces)
    yield table.add("events", "deck", -1)
    yield table.add("events", "discard", 1)
    yield table.set("events", "top", tuple(dict.fromkeys(marked)))
    yield from _placed(table, marked, command.order)
    if state.status == SETUP:
        yield table.add("setup_doom", -1)


def settle(table: Table, token: str) -> Iterator[Found]:
    """Close the mythos token that this command resolves; another one that is open comes first (204.1)."""
    if table.state.token == token:
        yield table.set("token", "")
        yield table.set("token_seat", "")


def _marked(table: Table, spaces: tuple[str, ...]) -> tuple[str, ...]:
    """Return the spaces that an event card marks with doom icons."""
    if not 1 <= len(spaces) <= MOST_ICONS:
        refuse("events.icons", _("Name the spaces that the event card marks with doom."), "423.2")
    for space in spaces:
        if space not in table.state.scenario.spaces:
            space_of(table, space)
            refuse("events.icons", _("{space} is a street, which no event marks."), "486.3", space=space)
    return spaces


@handles(GateBurst, ON_THE_TABLE)
def gate_burst(table: Table, command: GateBurst) -> Iterator[Found]:
    state = table.state
    yield from settle(table, GATE_BURST)
    if state.events.deck:
        name = neighborhood_of(table, command.neighborhood)
        yield from _burst(table, name, command)
    elif command.neighborhood:
        refuse("events.empty", _("The event deck is empty, so no neighborhood is hit."), "003")
    yield table.add("events", "deck", state.events.discard)
    yield table.set("events", "discard", 0)
    yield table.set("events", "top", ())


def order_matters(state: State, spaces: Sequence[str]) -> bool:
    """Return whether an anomaly may appear before the last of this doom, if it is placed one by one."""
    for tile in state.scenario.neighborhoods:
        here = [space for space in spaces if space in tile.spaces]
        if len(here) < 2 or not state.has_anomalies or state.areas[tile.name].anomaly:
            continue
        if state.doom_in(tile.name) + len(here) - 1 >= ANOMALY_NEIGHBORHOOD:
            return True
        # The last doom lies elsewhere, unless all of it is for the same space.
        before_last = {space: min(here.count(space), len(here) - 1) for space in here}
        if any(state.doom.get(space, 0) + number >= ANOMALY_SPACE for space, number in before_last.items()):
            return True
    return False


def _placed(table: Table, spaces: Sequence[str], order: str) -> Iterator[Found]:
    """Place one doom for each space that is named, together or one by one."""
    if order not in ("", TOGETHER, ONE_BY_ONE):
        refuse("burst.order", _("The doom is placed together or one by one."), "004")
    if not order and order_matters(table.state, spaces):
        refuse(
            "burst.order",
            _("Choose whether the doom is placed together or one by one: an anomaly makes a difference."),
            "004",
        )
    if order != ONE_BY_ONE:
        for space, number in Counter(spaces).items():
            yield from doom_on(table, space, number)
        return
    for space in spaces:
        yield from doom_on(table, space)
        tile = table.state.scenario.neighborhood_of(space)
        if tile is not None and wants_anomaly(table.state, tile.name):
            yield table.set("areas", tile.name, "anomaly", True)


def _burst(table: Table, name: str, command: GateBurst) -> Iterator[Found]:
    tile = table.state.scenario.neighborhood(name)
    spaces = tile.spaces if tile else ()
    if command.spaces and sorted(command.spaces) != sorted(spaces):
        refuse("burst.spaces", _("Name each space of {neighborhood} once."), "204.11a", neighborhood=name)
    yield from _placed(table, command.spaces or spaces, command.order)


@handles(NoteUnstable, ON_THE_TABLE)
def note_unstable(table: Table, command: NoteUnstable) -> Iterator[Found]:
    if not table.state.events.discard:
        refuse(
            "unstable.start", _("The event discard pile is empty: the starting space is unstable."), "493.3"
        )
    yield table.set("events", "top", tuple(dict.fromkeys(_marked(table, command.spaces))))


@handles(Outbreak, ON_THE_TABLE)
def outbreak(table: Table, command: Outbreak) -> Iterator[Found]:
    tile = table.state.scenario.neighborhood_of(space_of(table, command.space))
    if not table.state.has_outbreak:
        refuse("outbreak.in-codex", _("Archive card 1 is not in the codex."), "461.1")
    if tile is None or table.state.doom.get(command.space, 0) < OUTBREAK:
        refuse("outbreak.four", _("An outbreak takes four doom in a space."), "461.1a")
        return
    breaking: str | None = command.space
    while (
        breaking
    ):  # each outbreak takes one doom from the board, so it ends; their order makes no difference
        yield table.add("doom", breaking, -OUTBREAK_TAKES)
        for space in tile.spaces:
            if space != breaking:
                yield from doom_on(table, space)
        yield table.add("scenario_doom", 1)
        breaking = next((space for space in tile.spaces if table.state.doom[space] >= OUTBREAK), None)


@handles(PlaceAnomaly, ON_THE_TABLE)
def place_anomaly(table: Table, command: PlaceAnomaly) -> Iterator[Found]:
    name = neighborhood_of(table, command.neighborhood)
    if not table.state.has_anomalies:
        refuse("anomaly.in-codex", _("Archive card 2 is not in the codex."), "406.3")
    if table.state.areas[name].anomaly:
        refuse("anomaly.one", _("{neighborhood} has its anomaly already."), "406.3a", neighborhood=name)
    yield table.set("areas", name, "anomaly", True)


@handles(RemoveAnomaly, ON_THE_TABLE)
def remove_anomaly(table: Table, command: RemoveAnomaly) -> Iterator[Found]:
    name = neighborhood_of(table, command.neighborhood)
    if not table.state.areas[name].anomaly:
        refuse("anomaly.there", _("{neighborhood} has no anomaly."), "406.3e", neighborhood=name)
    yield table.set("areas", name, "anomaly", False)
