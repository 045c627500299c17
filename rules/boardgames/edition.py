"""An edition of a board game: its state, commands and handlers, and what its rules say about a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType, ModuleType
from typing import Any

from rules.boardgames.commands import Command, Correct
from rules.boardgames.entries import Path
from rules.boardgames.findings import Banner, Proposal, Question
from rules.boardgames.table import HANDLES, Handler
from rules.boardgames.tracks import Track


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a value may be corrected to: a number between two others, a truth, or a short text."""

    least: int = 0
    most: int = 999
    kind: type = int
    citation: str = ""


def kinds_of(*modules: ModuleType) -> Mapping[str, type[Command]]:
    """Return the commands that modules declare, by kind, and the correction."""
    found = {
        each.kind: each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Command) and each.kind
    }
    return MappingProxyType({**found, Correct.kind: Correct})


def handlers_of(*modules: ModuleType) -> Mapping[type[Command], Handler]:
    """Return the marked functions of modules, by the command that they play."""
    return MappingProxyType(
        {
            kind: function
            for module in modules
            for function in vars(module).values()
            if (kind := getattr(function, HANDLES, None))
        }
    )


@dataclass(frozen=True)
class Edition:
    """Everything that is particular to one board game."""

    id: str
    state: type[Any]
    commands: Mapping[str, type[Command]]
    handlers: Mapping[type[Command], Handler]
    proposals: Callable[[Any], Iterable[Proposal]]
    questions: Callable[[Any], Iterable[Question]]
    banners: Callable[[Any], Iterable[Banner]]
    tracks: Callable[[Any], Iterable[Track]]
    correctable: Callable[[Any, Path], Bounds | None]
    check: Callable[[Any], Iterable[str]]

    def empty(self) -> Any:
        """Return the state before the first command."""
        return self.state()
