"""Account data of this app: games of a user, games of others in which the user takes part, and templates."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.translation import ngettext

from accounts.account_data import AccountData
from accounts.members import Role
from accounts.models import User
from boardgames.models import Game, GameMember, Template
from boardgames.services.importing import exported_game
from boardgames.services.members import move_games, move_templates, release_games
from boardgames.services.templates import exported


def count_games(user: User) -> int:
    return Game.objects.filter(owner=user, deleted_at=None).count()


def games_text(number: int) -> str:
    return ngettext("%d board game", "%d board games", number) % number


def sizes_of_games(user: User) -> Iterable[tuple[int, int]]:
    """Each game, and one for each of its commands."""
    rows = Game.objects.filter(owner=user, deleted_at=None).annotate(n=Count("commands")).order_by("pk")
    return rows.values_list("pk", "n")


def export_games(user: User, rows: Collection[int]) -> list[dict[str, Any]]:
    found = Game.objects.filter(owner=user, deleted_at=None, pk__in=rows).defer("state")
    return [exported_game(game) for game in found.order_by("pk")]


def _joined_by(user: User) -> QuerySet[GameMember]:
    return GameMember.objects.filter(user=user, game__deleted_at=None).exclude(role=Role.OWNER)


def count_joined(user: User) -> int:
    return _joined_by(user).count()


def joined_text(number: int) -> str:
    return ngettext("%d board game of another player", "%d board games of other players", number) % number


def sizes_of_joined(user: User) -> Iterable[tuple[int, int]]:
    return [(pk, 1) for pk in _joined_by(user).order_by("pk").values_list("pk", flat=True)]


def export_joined(user: User, rows: Collection[int]) -> list[dict[str, Any]]:
    found = _joined_by(user).filter(pk__in=rows).select_related("game").order_by("pk")
    return [{"game": row.game.name, "role": row.role, "joined": row.joined.isoformat()} for row in found]


def count_templates(user: User) -> int:
    return Template.objects.filter(owner=user).count()


def templates_text(number: int) -> str:
    return ngettext("%d template of a board game", "%d templates of board games", number) % number


def sizes_of_templates(user: User) -> Iterable[tuple[int, int]]:
    return [(pk, 1) for pk in Template.objects.filter(owner=user).order_by("pk").values_list("pk", flat=True)]


def export_templates(user: User, rows: Collection[int]) -> list[dict[str, Any]]:
    found = Template.objects.filter(owner=user, pk__in=rows).order_by("pk")
    return list(exported(list(found))["templates"])


def owners_of_games(users: Collection[int]) -> Iterable[int]:
    return Game.objects.filter(owner__in=users).values_list("owner", flat=True)


KINDS = (
    AccountData(
        "games",
        count=count_games,
        text=games_text,
        sizes=sizes_of_games,
        export=export_games,
        move=move_games,
        release=release_games,
        owners=owners_of_games,
    ),
    AccountData(
        "games_joined",
        count=count_joined,
        text=joined_text,
        sizes=sizes_of_joined,
        export=export_joined,
        # Memberships move with the games.
        move=lambda _giver, _taker: None,
    ),
    AccountData(
        "game_templates",
        count=count_templates,
        text=templates_text,
        sizes=sizes_of_templates,
        export=export_templates,
        move=move_templates,
    ),
)
