"""The table in front of a handler: the current state, and the entries and refusals that it can yield."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from rules.boardgames.commands import Command
from rules.boardgames.entries import Entry, value_at
from rules.boardgames.findings import Refusal

State = TypeVar("State")
Found = Entry | Refusal | None
Handler = Callable[[Any, Any], Iterator[Found]]

_Handler = TypeVar("_Handler", bound=Callable[..., Iterator[Found]])

HANDLES = "handled_command"
"""The attribute of a handler that names its kind of command."""


def handles(kind: type[Command]) -> Callable[[_Handler], _Handler]:
    """Mark a function as the one that plays a kind of command; `handlers_of` collects them."""

    def mark(function: _Handler) -> _Handler:
        setattr(function, HANDLES, kind)
        return function

    return mark


class Table(Generic[State]):
    """The state that a handler sees; `play` brings it up to date after each entry that is yielded."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def set(self, *path_and_value: Any) -> Entry | None:
        """Return the entry that sets a value; None if it is so already."""
        *path, value = path_and_value
        before = value_at(self.state, tuple(path))
        return None if before == value else Entry(tuple(path), before, value)

    def add(self, *path_and_number: Any) -> Entry | None:
        """Return the entry that adds to a number; None for zero. A missing key counts as zero."""
        *path, number = path_and_number
        before = value_at(self.state, tuple(path))
        return Entry(tuple(path), before, (before or 0) + number) if number else None

    def refuse(self, rule: str, sentence: str, citation: str = "", **facts: Any) -> Refusal:
        return Refusal(rule, sentence, citation, facts)
