"""Export of a whole game as a file, and its import, which plays every command again: all of it or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.members import Role
from accounts.models import User
from accounts.quotas import check_room
from boardgames.adapters import EDITIONS
from boardgames.errors import BadCommand
from boardgames.models import Game, GameCommand, GameMember
from boardgames.models.games import NAME_LENGTH
from boardgames.services.recording import MOST_COMMANDS, settle
from boardgames.text import sentence_of
from campaigns.errors import reason_of
from rules.boardgames import (
    Command,
    Edition,
    Played,
    Refusal,
    command_from_json,
    command_to_json,
    entry_to_json,
    play,
)
from rules.codec import Unreadable, is_storable

#: Identifies the format of an export; a later format gets another number.
FORMAT = "casebook-game-1"
#: The largest file, in bytes; a game with the most commands has about half of it.
LARGEST_FILE = 2_000_000
#: How much the entries of an imported game may be: the characters of their JSON, and PER_ENTRY for each. Two
#: thousand taps are a fifth of it.
LARGEST_HISTORY, PER_ENTRY = 1_500_000, 100
#: Rows that are made and written together.
BATCH = 200


def exported_game(game: Game) -> dict[str, Any]:
    """Return a game with its history, which can be played again."""
    rows = game.commands.order_by("number").values_list("number", "chain", "payload", "undone", "at")
    return {
        "format": FORMAT,
        "name": game.name,
        "edition": game.edition,
        "status": game.status,
        "score": game.score,
        "commands": [
            {"number": number, "chain": chain, "command": payload, "undone": undone, "at": at.isoformat()}
            for number, chain, payload, undone, at in rows
        ],
    }


def import_game(data: Any, *, owner: User, key: IdempotencyKey = NO_KEY) -> Game:
    """Create a game from its export. Commands that were undone are left out."""
    edition, name, rows = _read(data)
    # It is played before the transaction begins, so that nobody waits for it.
    return _write(edition, name, list(_played(edition, rows)), _chains(rows), owner=owner, key=key)


@transaction.atomic
def _write(
    edition: Edition, name: str, played: list[Played], chains: list[int], *, owner: User, key: IdempotencyKey
) -> Game:
    if earlier := key.claim(owner, Game):
        found: Game = earlier[0]
        return found
    check_room(owner, "games", Game.objects.filter(owner=owner, deleted_at=None))
    game = Game.objects.create(owner=owner, edition=edition.id, name=name, state={}, revision=len(played))
    GameMember.objects.create(game=game, user=owner, role=Role.OWNER)
    for begin in range(0, len(played), BATCH):
        GameCommand.objects.bulk_create(
            GameCommand(
                game=game,
                number=number,
                chain=chains[number - 1],
                previous=number - 1,
                kind=each.command.kind,
                payload=command_to_json(each.command),
                entries=[entry_to_json(entry) for entry in each.entries],
                by=owner,
                revision=number,
            )
            for number, each in enumerate(played[begin : begin + BATCH], begin + 1)
        )
    settle(game, played[-1].state)
    key.save_result(game)
    return game


def _read(data: Any) -> tuple[Edition, str, list[Mapping[str, Any]]]:
    """Return the edition, the name and the commands that were not undone."""
    # Games in exports of an account had no format at first.
    if not isinstance(data, Mapping) or data.get("format", FORMAT) != FORMAT:
        raise _no_game()
    edition, name, rows = (data.get(field) for field in ("edition", "name", "commands"))
    if not isinstance(edition, str) or edition not in EDITIONS or not isinstance(rows, list):
        raise _no_game()
    if len(rows) > MOST_COMMANDS:
        raise BadCommand(_("This game is full: it has reached the limit of commands."))
    if not all(isinstance(row, Mapping) and isinstance(row.get("undone", False), bool) for row in rows):
        raise _no_game()
    done = [row for row in rows if not row.get("undone", False)]
    if not done:
        raise _no_game()
    name = name.strip()[:NAME_LENGTH] if isinstance(name, str) and is_storable(name) else ""
    return EDITIONS[edition], name or _("A game"), done


def _no_game() -> BadCommand:
    return BadCommand(_("This is not a game exported by Casebook."))


def _chains(rows: list[Mapping[str, Any]]) -> list[int]:
    """Return the new number of the first of the commands that each was recorded with."""
    found: list[int] = []
    for number, row in enumerate(rows, 1):
        together = number > 1 and "chain" in row and row["chain"] == rows[number - 2].get("chain")
        found.append(found[-1] if together else number)
    return found


def _played(edition: Edition, rows: list[Mapping[str, Any]]) -> Iterator[Played]:
    """Play the commands one after the other; the first that cannot be played ends the import."""
    state, size = edition.empty(), 0
    for number, row in enumerate(rows, 1):
        try:
            command: Command = command_from_json(edition, row.get("command"))
        except Unreadable as error:
            raise _unplayable(number, reason_of(error)) from None
        found = play(edition, state, command)
        if isinstance(found, Refusal):
            raise _unplayable(number, sentence_of(found))
        size += len(json.dumps([entry_to_json(each) for each in found.entries]))
        size += PER_ENTRY * len(found.entries)
        if size > LARGEST_HISTORY:
            raise BadCommand(_("This game is full: it has reached the limit of commands."))
        state = found.state
        yield found


def _unplayable(number: int, why: str) -> BadCommand:
    return BadCommand(_("Command %(n)d cannot be imported: %(why)s") % {"n": number, "why": why})
