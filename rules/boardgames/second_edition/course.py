"""The course of a game: set-up, phases and turns, the checklist, and the end."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import _
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.consequences import blocking
from rules.boardgames.second_edition.endings import ways_won
from rules.boardgames.second_edition.new_investigators import check_investigator, seated
from rules.boardgames.second_edition.state import (
    ABANDONED,
    BATTLE,
    ELIMINATED,
    LOST_GAME,
    MOST_DOOM_TOKENS,
    MOST_PLAYERS,
    MYTHOS,
    NEW,
    PHASES,
    PLAYING,
    SETUP,
    UPKEEP,
    WON,
    State,
)
from rules.boardgames.second_edition.under_way import named, under_way
from rules.boardgames.table import Found, Table, handles

MOST_PLACES = 30


@handles(c.StartGame)
def start_game(table: Table[State], command: c.StartGame) -> Iterator[Found]:
    """Set up the table: one clue on each unstable location, nothing on any track (p5)."""
    yield from under_way(table, NEW)
    players = command.players
    if not 1 <= len(players) <= MOST_PLAYERS:
        yield table.refuse("players.number", _("The game is for 1 to 8 players."), "p2")
    if not 0 <= command.first < len(players):
        yield table.refuse("players.first", _("Choose the first player among the players."), "p5")
    names = [each.investigator.name for each in players]
    if len(set(names)) < len(names):
        yield table.refuse("players.investigators", _("Each investigator is there once."), "p5")
    for each in players:
        yield from named(table, each.player)
        yield from check_investigator(table, each.investigator)
    yield from named(table, command.ancient.name)
    if not 1 <= command.ancient.doom <= MOST_DOOM_TOKENS:
        yield table.refuse("ancient.doom", _("A doom track has 1 to 20 spaces."), "p3")
    if not 1 <= len(set(command.unstable)) == len(command.unstable) <= MOST_PLACES:
        yield table.refuse("places.once", _("Name each unstable location once."), "p5")
    for place in command.unstable:
        yield from named(table, place)
    yield table.set("status", SETUP)
    yield table.set("ancient", command.ancient)
    yield table.set("carries", command.carries)
    for number, each in enumerate(players, 1):
        yield table.set("seats", f"p{number}", seated(each.player.strip(), each.investigator))
    yield table.set("order", tuple(f"p{number}" for number in range(1, len(players) + 1)))
    yield table.set("first", f"p{command.first + 1}")
    yield table.set("unstable", command.unstable)
    for place in command.unstable:
        yield table.set("clues", place, 1)


@handles(c.Begin)
def begin(table: Table[State], command: c.Begin) -> Iterator[Found]:
    yield from under_way(table, SETUP)
    if not table.state.gates:
        yield table.refuse(
            "setup.mythos", _("Draw the first Mythos card and open its gate first. Discard Rumors."), "p5"
        )
    yield from blocking(table)
    yield table.set("status", PLAYING)
    yield table.set("turn", 1)
    yield table.set("done", frozenset())


def left_of(state: State, id: str) -> str:
    """Return the next active seat clockwise; the same one if there is no other."""
    after = state.order.index(id) + 1
    others = (*state.order[after:], *state.order[:after])
    return next((each for each in others if state.seats[each].status != ELIMINATED), id)


def refresh_cards(table: Table[State]) -> Iterator[Found]:
    """Turn all exhausted cards face up (p6)."""
    for id, seat in table.state.seats.items():
        if any(card.exhausted for card in seat.cards):
            cards = tuple(type(card)(card.kind, card.name) for card in seat.cards)
            yield table.set("seats", id, "cards", cards)


@handles(c.NextPhase)
def next_phase(table: Table[State], command: c.NextPhase) -> Iterator[Found]:
    """Go to the next phase; after the Mythos the turn ends and the marker passes left (p12)."""
    yield from under_way(table, PLAYING)
    yield from blocking(table)
    state = table.state
    yield table.set("done", frozenset())
    if state.phase != MYTHOS:
        yield table.set("phase", PHASES[PHASES.index(state.phase) + 1])
        return
    yield table.set("phase", UPKEEP)
    yield table.add("turn", 1)
    yield table.set("first", left_of(state, state.first))
    yield from refresh_cards(table)


@handles(c.Tick)
def tick(table: Table[State], command: c.Tick) -> Iterator[Found]:
    yield from under_way(table)
    yield from named(table, command.item)
    done = table.state.done
    yield table.set("done", done | {command.item} if command.done else done - {command.item})


@handles(c.Win)
def win(table: Table[State], command: c.Win) -> Iterator[Found]:
    yield from under_way(table, PLAYING, BATTLE)
    if command.how not in ways_won(table.state):
        yield table.refuse("victory.condition", _("The condition of this victory does not hold."), "p12")
    yield table.set("status", WON)
    yield table.set("how", command.how)


@handles(c.Lose)
def lose(table: Table[State], command: c.Lose) -> Iterator[Found]:
    """The players lose if all investigators are devoured in the final battle, or if a card says so."""
    yield from under_way(table, PLAYING, BATTLE)
    if table.state.active and not command.how.strip():
        yield table.refuse(
            "defeat.reason", _("There are investigators left. Choose how the game was lost."), "p12"
        )
    if command.how:
        yield from named(table, command.how)
    yield table.set("status", LOST_GAME)
    yield table.set("how", command.how)


@handles(c.Abandon)
def abandon(table: Table[State], command: c.Abandon) -> Iterator[Found]:
    yield from under_way(table)
    yield table.set("status", ABANDONED)
