"""Conversion between rows and the values of the rules, for every edition."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from boardgames.models import Game, GameCommand
from rules.boardgames import Command, Edition, Entry, command_from_json, entry_from_json
from rules.boardgames.second_edition import EDITION as SECOND
from rules.boardgames.third_edition import EDITION as THIRD
from rules.codec import from_json

EDITIONS: Mapping[str, Edition] = MappingProxyType({each.id: each for each in (SECOND, THIRD)})


def edition_of(game: Game) -> Edition:
    return EDITIONS[game.edition]


def state_of(game: Game) -> Any:
    """Return the current state of the game. It is parsed once for each stored state."""
    if game.parsed is None or game.parsed[0] is not game.state:
        game.parsed = game.state, from_json(edition_of(game).state, game.state)
    return game.parsed[1]


def command_of(game: Game, row: GameCommand) -> Command:
    return command_from_json(edition_of(game), row.payload)


def entries_of(game: Game, row: GameCommand) -> list[Entry]:
    kind = edition_of(game).state
    return [entry_from_json(kind, each) for each in row.entries]
