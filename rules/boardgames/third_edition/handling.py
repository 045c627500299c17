"""What the handlers share: refusals that end a command, and the seats, spaces and monsters that it names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import wraps
from typing import Any, NoReturn

from rules.boardgames import table as kernel
from rules.boardgames.commands import Command
from rules.boardgames.findings import Refusal, _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.state import NEW, PLAYING, SETUP, Asset, Monster, Seat, State

Table = kernel.Table[State]
Handler = Callable[[Table, Any], Iterator[Found]]

MOST_AT_ONCE = 99
"""More tokens than one effect gives or takes."""


class Refused(Exception):
    """A command that cannot happen, with the refusal that says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def refuse(rule: str, sentence: str, citation: str, **facts: Any) -> NoReturn:
    """End the command: nothing of it happens."""
    raise Refused(Refusal(rule, sentence, citation, facts))


def handles(kind: type[Command], during: Collection[str] = (PLAYING,)) -> Callable[[Handler], Handler]:
    """Mark the function that plays a kind of command, in games with one of these statuses."""

    def mark(function: Handler) -> Handler:
        @wraps(function)
        def guarded(table: Table, command: Any) -> Iterator[Found]:
            try:
                _in_time(table.state.status, during)
                yield from function(table, command)
            except Refused as refused:
                yield refused.refusal

        return kernel.handles(kind)(guarded)

    return mark


#: Statuses in which the components may be handled.
ON_THE_TABLE = (SETUP, PLAYING)


def _in_time(status: str, during: Collection[str]) -> None:
    if status in during:
        return
    if status == NEW:
        refuse("game.started", _("The game has not been set up yet."), "100")
    if status == SETUP:
        refuse("game.set-up", _("Finish the set-up first."), "111.1")
    if status == PLAYING:
        refuse("game.set-up", _("The set-up is over."), "111.1")
    refuse("game.over", _("The game is over."), "300")


def seat_of(table: Table, id: str) -> Seat:
    """Return a seat of the table."""
    found = table.state.seats.get(id)
    if found is None:
        refuse("seat.known", _("There is no seat {seat}."), "444.1", seat=id)
    return found


def investigator(table: Table, id: str) -> Seat:
    """Return a seat whose investigator is in the game."""
    found = seat_of(table, id)
    if not found.is_playing:
        refuse(
            "seat.plays",
            _("{player} has no investigator until the next action phase."),
            "444.6c",
            player=found.player or id,
        )
    return found


def able(table: Table, id: str) -> Seat:
    """Return a seat whose investigator is in the game and not about to be defeated."""
    found = investigator(table, id)
    if found.is_beaten:
        refuse("seat.beaten", _("{investigator} is defeated."), "444.6a", investigator=found.investigator)
    return found


def monster_of(table: Table, id: str) -> Monster:
    found = table.state.monsters.get(id)
    if found is None:
        refuse("monster.known", _("This monster is not on the board."), "453.2", monster=id)
    return found


def asset_of(table: Table, seat: str, id: str) -> Asset:
    found = investigator(table, seat).assets.get(id)
    if found is None:
        refuse("asset.owned", _("This asset is not in the investigator’s possession."), "414.2", asset=id)
    return found


def space_of(table: Table, name: str) -> str:
    if name not in table.state.scenario.all_spaces:
        refuse("space.known", _("The map has no space {space}."), "481.1", space=name)
    return name


def neighborhood_of(table: Table, name: str) -> str:
    if table.state.scenario.neighborhood(name) is None:
        refuse(
            "neighborhood.known", _("The map has no neighborhood {neighborhood}."), "459.1", neighborhood=name
        )
    return name


def number_of(number: int, citation: str, least: int = 1) -> int:
    """Return a number of tokens that an effect can have."""
    if not least <= number <= MOST_AT_ONCE:
        refuse(
            "number.sensible",
            _("The number is between {least} and {most}."),
            citation,
            least=least,
            most=MOST_AT_ONCE,
        )
    return number


def afford(has: int, needs: int, what: str, citation: str) -> None:
    """Refuse a cost that cannot be paid in full (400.1f)."""
    if needs > has:
        refuse(
            "cost.paid-in-full",
            _("That takes {needs} of {what}, and there are {has}."),
            citation,
            needs=needs,
            has=has,
            what=what,
        )


def new_id(table: Table, prefix: str) -> tuple[str, Found]:
    """Return the next id of an asset or a monster, and the entry that counts it."""
    return f"{prefix}{table.state.made + 1}", table.add("made", 1)
