"""Recording, undo and redo of commands, and branches.

A command is recorded completely or not at all, only once, and only if its author saw the current state.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q, Sum, TextField
from django.db.models.functions import Cast, Length
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.members import Role
from accounts.models import User
from accounts.quotas import check_room
from boardgames.adapters import EDITIONS, command_of, edition_of, entries_of, state_of
from boardgames.errors import BadCommand, CommandRefused, GameOutdated, NothingThere
from boardgames.models import Game, GameCommand, GameMember
from boardgames.models.games import NAME_LENGTH
from boardgames.tables import outline
from boardgames.text import command_text, sentence_of
from rules.boardgames import (
    Command,
    Played,
    Refusal,
    command_to_json,
    entry_to_json,
    play,
    play_out,
    redo,
    undo,
)
from rules.codec import to_json

#: More commands than any game needs; a long evening has some hundreds.
MOST_COMMANDS = 5_000
#: How many characters the commands and entries of a game may have as JSON; a long evening has a tenth of it.
LARGEST_GAME = 1_500_000
SIZE = Sum(Length(Cast("payload", TextField())) + Length(Cast("entries", TextField())))
#: Changes that are listed to a member who has missed them.
MOST_CHANGES = 12


@dataclass(frozen=True, slots=True)
class Recorded:
    """The game after a command, undo or redo."""

    game: Game
    state: Any
    rows: tuple[GameCommand, ...]
    again: bool = False
    """Whether the same request had been recorded before."""


@transaction.atomic
def start_game(
    edition: str, start: Command, *, owner: User, name: str = "", key: IdempotencyKey = NO_KEY
) -> Game:
    """Create a game with its first command."""
    if earlier := key.claim(owner, Game):
        found: Game = earlier[0]
        return found
    check_room(owner, "games", Game.objects.filter(owner=owner, deleted_at=None))
    game = Game.objects.create(
        owner=owner, edition=edition, name=name.strip()[:NAME_LENGTH] or _("A game"), state={}
    )
    GameMember.objects.create(game=game, user=owner, role=Role.OWNER)
    record(game, start, by=owner)
    key.save_result(game)
    return game


def locked(game: Game) -> Game:
    """Return the game with its row locked until the transaction ends."""
    held = Game.objects.select_for_update(of=("self",), no_key=True).get(pk=game.pk)
    if held.revision == game.revision and held.state == game.state:
        held.parsed = held.state, state_of(game)
    return held


def played_out(game: Game, command: Command, *, follow: bool) -> tuple[Played, ...]:
    """Return what a command would do, with everything that must follow if wanted; it is not recorded."""
    edition, state = edition_of(game), state_of(game)
    found = play_out(edition, state, command) if follow else play(edition, state, command)
    if isinstance(found, Refusal):
        raise CommandRefused(found, sentence_of(found))
    return found if isinstance(found, tuple) else (found,)


@transaction.atomic
def record(
    game: Game,
    command: Command,
    *,
    by: User | None,
    follows: int | None = None,
    key: UUID | None = None,
    follow: bool = False,
) -> Recorded:
    """Record a command; with `follow`, also what must follow, in one chain that is undone together.

    `follows` is the revision that its author saw: if another member has acted since, it is refused.
    """
    game = locked(game)
    if key is not None and (before := game.commands.filter(key=key).first()):
        if before.payload != command_to_json(command):
            raise BadCommand(_("This key was used for another command. Use a new key for every command."))
        return Recorded(game, state_of(game), (before,), again=True)
    check_revision(game, follows)
    chain = played_out(game, command, follow=follow)
    last = game.commands.aggregate(
        any=Max("number"), standing=Max("number", filter=Q(undone=False)), size=SIZE
    )
    number, standing = last["any"] or 0, last["standing"] or 0
    if number + len(chain) > MOST_COMMANDS or (last["size"] or 0) + size_of(chain) > LARGEST_GAME:
        raise BadCommand(_("This game is full: it has reached the limit of commands."))
    game.revision += 1
    rows = []
    for place, played in enumerate(chain):
        rows.append(
            GameCommand(
                game=game,
                number=number + place + 1,
                chain=number + 1,
                previous=standing,
                kind=played.command.kind,
                payload=command_to_json(played.command),
                entries=[entry_to_json(entry) for entry in played.entries],
                by=by,
                revision=game.revision,
                key=key if not place else None,
            )
        )
        standing = number + place + 1
    GameCommand.objects.bulk_create(rows)
    settle(game, chain[-1].state)
    return Recorded(game, chain[-1].state, tuple(rows))


def size_of(chain: Iterable[Played]) -> int:
    """Return how many characters these commands and their entries have as JSON."""
    plain = [
        (command_to_json(each.command), [entry_to_json(entry) for entry in each.entries]) for each in chain
    ]
    return len(json.dumps(plain, ensure_ascii=False))


def check_revision(game: Game, follows: int | None) -> None:
    """Refuse what is based on an old revision, with the changes since then."""
    if follows is None or follows == game.revision:
        return
    rows = game.commands.filter(revision__gt=follows).select_related("by").order_by("-number")
    changes: list[dict[str, object]] = [
        {
            "number": row.number,
            "text": command_text(game, row),
            "undone": row.undone,
            "by": str(row.by) if row.by else "",
        }
        for row in rows[:MOST_CHANGES]
    ]
    raise GameOutdated(revision=game.revision, changes=changes)


def settle(game: Game, state: Any) -> None:
    """Save the state, and what lists and statistics show of it."""
    game.state = to_json(state)
    game.parsed = game.state, state
    found = outline(game.edition, state)
    game.status, game.subject, game.players = found.status, found.subject[:80], found.players
    game.score, game.honours = found.score, list(found.honours)
    game.investigators = list(found.investigators)
    game.save()


@transaction.atomic
def undo_last(game: Game, *, follows: int | None = None, down_to: int | None = None) -> Recorded:
    """Undo the last command with what followed from it; with `down_to`, everything from that number on."""
    game = locked(game)
    check_revision(game, follows)
    standing = game.commands.filter(undone=False, number__gt=1).order_by("-number")
    if down_to is not None:
        rows = list(standing.filter(number__gte=down_to))
    else:
        last = standing.first()
        rows = list(standing.filter(chain=last.chain)) if last else []
    if not rows:
        raise NothingThere(_("There is nothing to undo."))
    state = state_of(game)
    for row in rows:
        state = undo(state, entries_of(game, row))
    return _flagged(game, rows, state, undone=True)


def can_redo(game: Game) -> bool:
    """Return whether there is something to redo, without reading all that was undone."""
    standing = game.commands.filter(undone=False).aggregate(last=Max("number"))["last"] or 0
    return game.commands.filter(undone=True, number__gt=standing, previous=standing).exists()


def redoable(game: Game) -> list[GameCommand]:
    """Return the command that can be redone, with what followed from it; of several, the latest.

    A command's number is above that of the one before, so the rows of a chain come in order.
    """
    standing = game.commands.filter(undone=False).aggregate(last=Max("number"))["last"] or 0
    undone = game.commands.filter(undone=True, number__gt=standing)
    chain = undone.filter(previous=standing).aggregate(latest=Max("chain"))["latest"]
    found: list[GameCommand] = []
    for row in undone.filter(chain=chain).order_by("number"):
        if row.previous == standing:
            found.append(row)
            standing = row.number
    return found


@transaction.atomic
def redo_next(game: Game, *, follows: int | None = None) -> Recorded:
    """Redo what was undone last, with what followed from it."""
    game = locked(game)
    check_revision(game, follows)
    rows = redoable(game)
    if not rows:
        raise NothingThere(_("There is nothing to redo."))
    state = state_of(game)
    for row in rows:
        state = redo(state, entries_of(game, row))
    return _flagged(game, rows, state, undone=False)


def _flagged(game: Game, rows: Sequence[GameCommand], state: Any, *, undone: bool) -> Recorded:
    game.revision += 1
    numbers = [row.number for row in rows]
    game.commands.filter(number__gte=min(numbers), number__lte=max(numbers), undone=not undone).filter(
        pk__in=[row.pk for row in rows]
    ).update(undone=undone, revision=game.revision)
    settle(game, state)
    return Recorded(game, state, tuple(rows))


@transaction.atomic
def branch(game: Game, *, owner: User, until: int, key: IdempotencyKey = NO_KEY) -> Game:
    """Create a game that shares the history up to a command, and goes on differently."""
    if earlier := key.claim(owner, Game):
        found: Game = earlier[0]
        return found
    check_room(owner, "games", Game.objects.filter(owner=owner, deleted_at=None))
    game = locked(game)
    rows = list(game.commands.filter(undone=False, number__lte=until).order_by("number"))
    if not rows:
        raise NothingThere(_("There is nothing before this command."))
    name = (_("%(name)s (branch)") % {"name": game.name})[:NAME_LENGTH]
    new = Game.objects.create(
        owner=owner, edition=game.edition, name=name, branch_of=game, branched_at=until, revision=len(rows)
    )
    GameMember.objects.create(game=new, user=owner, role=Role.OWNER)
    state = _state_after(game, rows)
    numbers = {row.number: place for place, row in enumerate(rows, 1)}
    GameCommand.objects.bulk_create(
        [
            GameCommand(
                game=new,
                number=place,
                chain=numbers.get(row.chain, place),
                previous=place - 1,
                kind=row.kind,
                payload=row.payload,
                entries=row.entries,
                by_id=row.by_id,
                revision=place,
            )
            for place, row in enumerate(rows, 1)
        ],
        batch_size=200,
    )
    settle(new, state)
    key.save_result(new)
    return new


def _state_after(game: Game, rows: Sequence[GameCommand]) -> Any:
    """Return the state after the first commands, from the beginning or the present, which is nearer."""
    later = game.commands.filter(undone=False, number__gt=rows[-1].number).order_by("-number")
    if later.count() < len(rows):
        state = state_of(game)
        for row in later:
            state = undo(state, entries_of(game, row))
        return state
    state = EDITIONS[game.edition].empty()
    for row in rows:
        state = redo(state, entries_of(game, row))
    return state


@transaction.atomic
def delete_game(game: Game) -> None:
    game.deleted_at = timezone.now()
    game.save(update_fields=["deleted_at"])


@transaction.atomic
def undelete_game(game: Game) -> None:
    game.deleted_at = None
    game.save(update_fields=["deleted_at"])


@transaction.atomic
def rename_game(game: Game, name: str) -> None:
    game.name = name.strip()[:NAME_LENGTH] or game.name
    game.save(update_fields=["name"])


__all__ = ["branch", "can_redo", "command_of", "record", "redo_next", "start_game", "undo_last"]
