"""The final battle: awakening, attacks and rounds."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import _
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.consequences import blocking, without_investigator
from rules.boardgames.second_edition.course import left_of, refresh_cards
from rules.boardgames.second_edition.endings import BY_CARD, awakening
from rules.boardgames.second_edition.investigators import devoured
from rules.boardgames.second_edition.limits import limits_for
from rules.boardgames.second_edition.state import BATTLE, PLAYING, SETUP, State
from rules.boardgames.second_edition.under_way import active, under_way
from rules.boardgames.table import Found, Table, handles


@handles(c.Awaken)
def awaken(table: Table[State], command: c.Awaken) -> Iterator[Found]:
    """Awaken the Ancient One: the doom track is filled, and who is lost is devoured (p20, p22)."""
    yield from under_way(table, SETUP, PLAYING)
    if command.reason not in (awakening(table.state), BY_CARD) or not command.reason:
        yield table.refuse(
            "awakening.condition", _("No condition that awakens the Ancient One is met."), "p20"
        )
    if without_investigator(table.state):
        yield table.refuse(
            "replace.first",
            _("{player} receives a new investigator, at random."),
            "p17",
            player=table.state.seats[without_investigator(table.state)[0]].player,
        )
    yield table.set("status", BATTLE)
    yield table.set("awakened_by", command.reason)
    yield table.set("omen", "")
    yield table.set("doom", table.state.ancient.doom)
    yield table.set("environment", "")
    yield table.set("rumor", "")
    yield table.set("tally", 0)
    yield table.set("battle_round", 1)
    yield table.set("done", frozenset())
    for id in table.state.order:
        seat = table.state.seats[id]
        if seat.is_active and seat.is_lost:
            yield from devoured(table, id)
    yield from refreshed(table)


def refreshed(table: Table[State]) -> Iterator[Found]:
    """Begin a round: cards are refreshed, and the first player marker passes to the left (p22)."""
    yield from refresh_cards(table)
    yield table.set("first", left_of(table.state, table.state.first))


@handles(c.Attack)
def attack(table: Table[State], command: c.Attack) -> Iterator[Found]:
    """Add successes; as many as players began remove a doom token, and the tally begins again (p19)."""
    yield from under_way(table, BATTLE)
    yield from active(table, command.seat)
    yield from blocking(table)
    if not 0 <= command.successes <= 60:
        yield table.refuse("attack.successes", _("Enter 0 to 60 successes."), "p19")
    mark = f"attack:{command.seat}"
    if mark in table.state.done:
        yield table.refuse("attack.once", _("Each player attacks once in a round."), "p22")
    needed = limits_for(table.state.players).successes
    yield table.set("done", table.state.done | {mark})
    tally, doom = table.state.tally + command.successes, table.state.doom
    while tally >= needed and doom:
        doom -= 1
        tally = tally - needed if table.state.carries else 0
    yield table.set("tally", tally)
    yield table.set("doom", doom)


@handles(c.NextRound)
def next_round(table: Table[State], command: c.NextRound) -> Iterator[Found]:
    """Begin the next round: cards are refreshed and the marker passes left (p22)."""
    yield from under_way(table, BATTLE)
    yield from blocking(table)
    yield table.add("battle_round", 1)
    yield table.set("done", frozenset())
    yield from refreshed(table)
