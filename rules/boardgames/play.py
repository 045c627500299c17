"""Play of commands: one command, a command with what must follow, undo and redo, and a whole history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.boardgames.commands import Command, Correct
from rules.boardgames.edition import Edition
from rules.boardgames.entries import Entry, backward, forward, value_at
from rules.boardgames.findings import Refusal, _
from rules.boardgames.table import Found, Table
from rules.codec import Unreadable, from_json, is_storable, to_json

#: More consequences than any command has. A longer chain goes round in circles, or a table was corrected into
#: a state that no game reaches; the rest stays proposed.
MOST_CONSEQUENCES = 50


@dataclass(frozen=True, slots=True)
class Played:
    """A command that was accepted: its entries in order, and the state after them."""

    command: Command
    entries: tuple[Entry, ...]
    state: Any


def play(edition: Edition, state: Any, command: Command) -> Played | Refusal:
    """Return the entries and the new state, or the reason to refuse the command."""
    table = Table(state)
    entries: list[Entry] = []
    found_by = (
        _correct(edition, table, command)
        if isinstance(command, Correct)
        else edition.handlers[type(command)](table, command)
    )
    for found in found_by:
        if isinstance(found, Refusal):
            return found
        if found is not None:
            entries.append(found)
            table.state = forward(table.state, found)
    if not entries:
        return Refusal("command.changes-something", _("This changes nothing."))
    return Played(command, tuple(entries), table.state)


def play_out(edition: Edition, state: Any, command: Command) -> tuple[Played, ...] | Refusal:
    """Play a command and then, one after the other, what the rules demand without a choice.

    After `MOST_CONSEQUENCES` of them the chain ends, and what is left is proposed to the players.
    """
    first = play(edition, state, command)
    if isinstance(first, Refusal):
        return first
    chain = [first]
    while len(chain) <= MOST_CONSEQUENCES:
        proposal = next(iter(edition.proposals(chain[-1].state)), None)
        following = play(edition, chain[-1].state, proposal.command) if proposal else None
        if not isinstance(following, Played):
            break
        chain.append(following)
    return tuple(chain)


def undo(state: Any, entries: Sequence[Entry]) -> Any:
    """Return the state before these entries."""
    for entry in reversed(entries):
        state = backward(state, entry)
    return state


def redo(state: Any, entries: Sequence[Entry]) -> Any:
    """Return the state after these entries, without playing their command again."""
    for entry in entries:
        state = forward(state, entry)
    return state


class Unreplayable(ValueError):
    """A command in a history that is refused at its position."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(f"command {number}: {refusal}")
        self.number = number
        self.refusal = refusal


def replay(edition: Edition, commands: Iterable[Command]) -> Any:
    """Return the state that a history adds up to."""
    state = edition.empty()
    for number, command in enumerate(commands, 1):
        played = play(edition, state, command)
        if isinstance(played, Refusal):
            raise Unreplayable(number, played)
        state = played.state
    return state


def command_to_json(command: Command) -> dict[str, Any]:
    """Return the command as JSON, with its kind."""
    return {"kind": command.kind, **to_json(command)}


def command_from_json(edition: Edition, value: Any) -> Command:
    """Return the command that JSON describes; Unreadable gives the fault and its place."""
    if not isinstance(value, Mapping):
        raise Unreadable(_("should be an object"))
    kind = value.get("kind")
    if not isinstance(kind, str) or kind not in edition.commands:
        raise Unreadable(_("is not a known kind of command"), "kind")
    command: Command = from_json(
        edition.commands[kind], {key: item for key, item in value.items() if key != "kind"}
    )
    return command


def _correct(edition: Edition, table: Table[Any], command: Correct) -> Iterator[Found]:
    """Set one value by hand, within its bounds."""
    bounds = edition.correctable(table.state, command.path)
    if bounds is None:
        yield table.refuse("correction.known-place", _("There is no such value to correct."))
        return
    value: Any = command.value
    if not _is_a(value, bounds.kind):
        yield table.refuse("correction.type", _("This value has the wrong type."))
    elif bounds.kind is int and not bounds.least <= value <= bounds.most:
        yield table.refuse(
            "correction.bounds",
            _("The value is between {least} and {most}."),
            bounds.citation,
            least=bounds.least,
            most=bounds.most,
        )
    elif bounds.kind is str and (len(value) > bounds.most or not is_storable(value)):
        yield table.refuse(
            "correction.bounds", _("The text has at most {most} characters."), most=bounds.most
        )
    elif value_at(table.state, command.path) == value:
        yield table.refuse("correction.changes-something", _("It has this value already."))
    yield table.set(*command.path, value)


def _is_a(value: Any, kind: type) -> bool:
    """Return whether a value has exactly this type: a truth is not a number."""
    return type(value) is kind
