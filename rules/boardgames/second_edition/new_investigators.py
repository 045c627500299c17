"""Investigator sheets: what is checked of them, and the seat that begins with one."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import _
from rules.boardgames.second_edition.state import ACTIVE, Investigator, Seat, State
from rules.boardgames.second_edition.under_way import named
from rules.boardgames.table import Found, Table


def seated(player: str, investigator: Investigator, before: Seat | None = None) -> Seat:
    """Return a seat with a new investigator; trophies and loans of the player stay (p17)."""
    return Seat(
        player=player,
        investigator=investigator.name,
        status=ACTIVE,
        sanity=investigator.sanity,
        max_sanity=investigator.sanity,
        stamina=investigator.stamina,
        max_stamina=investigator.stamina,
        focus=investigator.focus,
        clues=investigator.clues,
        money=investigator.money,
        place=investigator.home,
        gate_trophies=before.gate_trophies if before else 0,
        monster_trophies=before.monster_trophies if before else 0,
        defaulted=before.defaulted if before else 0,
        former=(*before.former, before.investigator) if before else (),
    )


def check_investigator(table: Table[State], found: Investigator) -> Iterator[Found]:
    """Refuse an investigator whose numbers no sheet has."""
    yield from named(table, found.name)
    numbers = (found.sanity, found.stamina)
    others = (found.focus, found.clues, found.money)
    if not all(1 <= number <= 20 for number in numbers) or not all(0 <= number <= 99 for number in others):
        yield table.refuse("investigator.numbers", _("Sanity and Stamina are from 1 to 20."), "p21")


def blank_investigator() -> Investigator:
    """Return a sheet without a name, to be filled in."""
    return Investigator("")
