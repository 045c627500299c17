"""Queries for games: those that a user may see, their history, and templates."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import User
from boardgames.models import Game, GameCommand, GameInvitation, GameMember, Template

Visitor = User | AnonymousUser


def games_visible_to(user: Visitor) -> QuerySet[Game]:
    """Return the games of which the user is a member, in any role."""
    if not user.is_authenticated:
        return Game.objects.none()
    return Game.objects.filter(members__user=user, deleted_at=None)


def deleted_games_of(user: Visitor) -> QuerySet[Game]:
    if not user.is_authenticated:
        return Game.objects.none()
    return Game.objects.filter(owner=user).exclude(deleted_at=None).defer("state").order_by("-deleted_at")


def game_membership(user: User, public_id: UUID) -> GameMember | None:
    """Return the user's membership with its game, in one query."""
    found = GameMember.objects.filter(user=user, game__public_id=public_id, game__deleted_at=None)
    return found.select_related("game").first()


def game_invitation(token: str) -> GameInvitation | None:
    if not token or len(token) > 43 or not token.isascii():
        return None
    found = GameInvitation.objects.filter(token=token, game__deleted_at=None)
    return found.select_related("game").first()


def history_of(game: Game) -> QuerySet[GameCommand]:
    """Return what was recorded, newest first, including what was undone."""
    return game.commands.select_related("by").order_by("-number")


def departures_after(game: Game, number: int) -> QuerySet[GameCommand]:
    """Return the commands after one that took an investigator away or brought another, newest first."""
    found = history_of(game).filter(number__gt=number, undone=False)
    return found.filter(kind__in=("defeat", "devour", "replace", "retire"))


def templates_of(user: Visitor, edition: str = "") -> QuerySet[Template]:
    found = Template.objects.filter(owner=user.pk or 0)
    return found.filter(edition=edition) if edition else found


def template_for(user: Visitor, public_id: UUID) -> Template | None:
    """Return a template that the user may read: an own one, or one that is shared."""
    mine = Q(owner=user.pk) if user.is_authenticated else Q(pk=None)
    return Template.objects.filter(mine | Q(shared=True), public_id=public_id).first()
