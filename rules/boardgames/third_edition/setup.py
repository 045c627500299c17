"""Set-up: a game starts from a scenario template, the players' seats and the group's investigators."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.findings import _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.handling import Table, handles, refuse, seat_of
from rules.boardgames.third_edition.harm import sensible
from rules.boardgames.third_edition.scenario import LONGEST_NAME, MOST_PARTS, Investigator, Scenario, problems
from rules.boardgames.third_edition.state import (
    ACTION,
    HEADLINES,
    MOST_PLAYERS,
    NEW,
    PLAYING,
    SETUP,
    STARTING_CLUES,
    STARTING_DOOM,
    Area,
    Events,
    Monster,
    Seat,
)


@dataclass(frozen=True, slots=True)
class Player:
    player: str
    investigator: Investigator


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Command):
    """The table is prepared by the scenario (101–110); `leader` is the position of the leader's player."""

    kind: ClassVar[str] = "start"
    scenario: Scenario
    players: tuple[Player, ...]
    leader: int = 0
    pool: tuple[Investigator, ...] = ()
    """The investigators that the group owns, so that the game knows when none are left (302.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginPlay(Command):
    """Clues, doom and codex are in place, and the first round begins (111)."""

    kind: ClassVar[str] = "begin-play"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseLeader(Command):
    """A component gives the leader token to another player (448.1)."""

    kind: ClassVar[str] = "choose-leader"
    seat: str


@handles(Start, (NEW,))
def start(table: Table, command: Start) -> Iterator[Found]:
    scenario = command.scenario
    yield from problems(scenario)
    _players(command)
    yield table.set("status", SETUP)
    yield table.set("scenario", scenario)
    yield table.set("pool", command.pool)
    yield table.set("players", len(command.players))
    seats = {
        str(number): Seat(
            player=each.player,
            investigator=each.investigator.name,
            facts=each.investigator,
            space=scenario.start,
            money=each.investigator.money,
        )
        for number, each in enumerate(command.players, 1)
    }
    yield table.set("seats", seats)
    yield table.set("leader", str(command.leader + 1))
    yield table.set("doom", {space: scenario.doom.get(space, 0) for space in scenario.spaces})
    yield table.set("areas", {tile.name: Area() for tile in scenario.neighborhoods})
    yield table.set("events", Events(deck=scenario.events))
    yield table.set("cup", {token: number for token, number in scenario.cup.items() if number})
    yield table.set("headlines", HEADLINES)
    yield from _monsters(table, scenario)
    yield table.set("setup_clues", min(STARTING_CLUES, scenario.events))
    yield table.set("setup_doom", min(STARTING_DOOM, max(0, scenario.events - STARTING_CLUES)))


def _players(command: Start) -> None:
    names = [each.investigator.name for each in command.players]
    if not 1 <= len(names) <= MOST_PLAYERS:
        refuse("players.number", _("One to {most} investigators play."), "110.1", most=MOST_PLAYERS)
    if not 0 <= command.leader < len(names):
        refuse("players.leader", _("One of the players is the leader."), "110.2")
    for each in (*(player.investigator for player in command.players), *command.pool):
        sensible(each)
    if len(set(names)) < len(names):
        refuse("players.different", _("Each player has an investigator of their own."), "110.1")
    if any(len(each.player) > LONGEST_NAME for each in command.players):
        refuse("players.name", _("A name has at most {most} characters."), "110.4", most=LONGEST_NAME)
    owned = [each.name for each in command.pool]
    if len(set(owned)) < len(owned) or len(owned) > 4 * MOST_PARTS:
        refuse("players.pool", _("Each investigator is in the collection once."), "005.2")
    if owned and not set(names) <= set(owned):
        refuse("players.owned", _("The players’ investigators are among those of this game."), "005.2")


def _monsters(table: Table, scenario: Scenario) -> Iterator[Found]:
    """Place the monsters of the set-up map; the deck has the others (104.2)."""
    placed = {}
    deck = {kind.name: kind.quantity for kind in scenario.monsters if not kind.epic}
    for number, each in enumerate(scenario.placed, 1):
        kind = scenario.monster(each.monster)
        if kind is not None:
            placed[f"m{number}"] = Monster(kind, each.space)
            if not kind.epic:
                deck[kind.name] -= 1
    yield table.set("monsters", placed)
    yield table.set("monster_deck", deck)
    yield table.set("made", len(placed))


@handles(BeginPlay, (SETUP,))
def begin_play(table: Table, command: BeginPlay) -> Iterator[Found]:
    state = table.state
    if state.setup_clues or state.setup_doom:
        refuse("setup.done", _("Spawn the starting clues and spread doom first."), "111.1")
    missing = [number for number in state.scenario.opening if number not in state.codex]
    if missing:
        refuse("setup.codex", _("Add card {card} to the codex first."), "111.4b", card=missing[0])
    yield table.set("status", PLAYING)
    yield table.set("round", 1)
    yield table.set("phase", ACTION)


@handles(ChooseLeader, (SETUP, PLAYING))
def choose_leader(table: Table, command: ChooseLeader) -> Iterator[Found]:
    seat_of(table, command.seat)
    yield table.set("leader", command.seat)
