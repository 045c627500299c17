"""Checks that many commands share: the game is under way, and the seat is there and active."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import Refusal, _
from rules.boardgames.second_edition.state import BATTLE, PLAYING, SETUP, State
from rules.boardgames.table import Table

LONGEST_NAME = 80


def under_way(table: Table[State], *statuses: str) -> Iterator[Refusal]:
    """Refuse unless the game is in one of these parts; without any, unless it has begun and not ended."""
    if table.state.status not in (statuses or (SETUP, PLAYING, BATTLE)):
        yield table.refuse("game.part", _("This is not possible in this part of the game."))


def active(table: Table[State], *seats: str) -> Iterator[Refusal]:
    """Refuse unless the game is under way and these seats have an investigator."""
    yield from under_way(table)
    for id in seats:
        seat = table.state.seats.get(id)
        if seat is None:
            yield table.refuse("seat.known", _("There is no such player in this game."))
        elif not seat.is_active:
            yield table.refuse(
                "seat.active",
                _("{player} has no investigator. Choose a new one first."),
                "p17",
                player=seat.player,
            )


def in_arkham(table: Table[State], id: str) -> Iterator[Refusal]:
    """Refuse unless the investigator is in Arkham."""
    seat = table.state.seats[id]
    if seat.area or seat.is_lost:
        yield table.refuse("seat.in-arkham", _("The investigator is not in Arkham."), "p8")


def named(table: Table[State], name: str) -> Iterator[Refusal]:
    """Refuse a name that is empty or too long."""
    if not name.strip() or len(name) > LONGEST_NAME:
        yield table.refuse("name.length", _("A name has 1 to {most} characters."), most=LONGEST_NAME)


def positive(table: Table[State], number: int, most: int = 60) -> Iterator[Refusal]:
    if not 1 <= number <= most:
        yield table.refuse("number.positive", _("The number is from 1 to {most}."), most=most)
