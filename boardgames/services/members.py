"""Members of a game: invitations, joining, leaving, and changes of ownership."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from boardgames.models import Game, GameInvitation, GameMember, Template
from campaigns.errors import NotAllowed
from campaigns.models import Role


def check_may_record(role: str) -> None:
    if role not in (Role.OWNER, Role.PLAYER):
        raise NotAllowed(_("You can follow this game, but only its players can record."))


def check_may_manage(role: str) -> None:
    if role != Role.OWNER:
        raise NotAllowed(_("Only the owner of the game can do this."))


@transaction.atomic
def invite(game: Game, *, role: str) -> GameInvitation:
    """Return the link for this role; it is created if there is none."""
    row, _made = GameInvitation.objects.get_or_create(
        game=game, role=role, defaults={"token": secrets.token_urlsafe(32)}
    )
    return row


def withdraw(game: Game, *, role: str) -> None:
    """Delete the link for this role. Members who joined with it remain."""
    game.invitations.filter(role=role).delete()


@transaction.atomic
def join(invitation: GameInvitation, user: User) -> GameMember:
    """Add the user to the game. Members never get a lower role."""
    if not GameInvitation.objects.select_for_update().filter(pk=invitation.pk).exists():
        raise NotAllowed(_("This link no longer works. Ask the owner for a new one."))
    row, made = GameMember.objects.get_or_create(
        game=invitation.game, user=user, defaults={"role": invitation.role}
    )
    if not made and row.role == Role.READER and invitation.role == Role.PLAYER:
        row.role = Role.PLAYER
        row.save(update_fields=["role"])
    return row


def leave(game: Game, *, user: User) -> None:
    """Remove the user's membership; the owner stays."""
    if game.owner_id == user.pk:
        raise NotAllowed(_("The owner cannot leave the game. Delete it instead."))
    game.members.filter(user=user).delete()


def release_games(leaver: User) -> None:
    """Hand over the games of a user who deletes their account, each to its longest-standing player."""
    for game in Game.objects.filter(owner=leaver).defer("state"):
        heir = game.members.filter(role=Role.PLAYER).exclude(user=leaver).order_by("joined", "pk").first()
        if heir is not None:
            heir.role = Role.OWNER
            heir.save(update_fields=["role"])
            Game.objects.filter(pk=game.pk).update(owner=heir.user)


def move_games(giver: User, taker: User) -> None:
    """Move games, memberships and templates of one user to another, for example when a guest signs in."""
    Game.objects.filter(owner=giver).update(owner=taker)
    for row in GameMember.objects.filter(user=giver):
        other = GameMember.objects.filter(game=row.game, user=taker).first()
        if other is None:
            row.user = taker
            row.save(update_fields=["user"])
        else:
            ranks = list(Role.values)
            other.role = min(row.role, other.role, key=ranks.index)
            other.save(update_fields=["role"])
            row.delete()


def move_templates(giver: User, taker: User) -> None:
    """Move templates; where both have one of the same name, the taker's stays."""
    names = set(Template.objects.filter(owner=taker).values_list("edition", "kind", "name"))
    for row in Template.objects.filter(owner=giver):
        if (row.edition, row.kind, row.name) in names:
            row.delete()
        else:
            row.owner = taker
            row.save(update_fields=["owner"])
