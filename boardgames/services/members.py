"""Members of a game: invitations, joining, leaving, and changes of ownership."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import members
from accounts.members import NotAllowed, Role
from accounts.models import User
from boardgames.models import Game, GameInvitation, GameMember, Template


def check_may_record(role: str) -> None:
    if role not in (Role.OWNER, Role.PLAYER):
        raise NotAllowed(_("You can follow this game, but only its players can record."))


def check_may_manage(role: str) -> None:
    if role != Role.OWNER:
        raise NotAllowed(_("Only the owner of the game can do this."))


def invite(game: Game, *, role: str) -> GameInvitation:
    """Return the link for this role; it is created if there is none."""
    return members.invite(game.invitations, role=role)


def withdraw(game: Game, *, role: str) -> None:
    """Delete the link for this role. Members who joined with it remain."""
    game.invitations.filter(role=role).delete()


@transaction.atomic
def join(invitation: GameInvitation, user: User) -> GameMember:
    """Add the user to the game. Members never get a lower role."""
    return members.join(invitation.game.members, invitation, user)


def leave(game: Game, *, user: User) -> None:
    """Remove the user's membership; the owner stays."""
    if game.owner_id == user.pk:
        raise NotAllowed(_("The owner cannot leave the game. Delete it instead."))
    game.members.filter(user=user).delete()


def release_games(leaver: User) -> None:
    """Hand over the games of a user who deletes their account, each to its longest-standing player."""
    for game in Game.objects.filter(owner=leaver).defer("state"):
        heir = members.heir(game.members, of=leaver)
        if heir is not None:
            heir.role = Role.OWNER
            heir.save(update_fields=["role"])
            Game.objects.filter(pk=game.pk).update(owner=heir.user)


def move_games(giver: User, taker: User) -> None:
    """Move games, memberships and templates of one user to another, for example when a guest signs in."""
    Game.objects.filter(owner=giver).update(owner=taker)
    for row in GameMember.objects.filter(user=giver):
        other = GameMember.objects.filter(game=row.game, user=taker).first()
        members.move_membership(row, to=taker, other=other)


def move_templates(giver: User, taker: User) -> None:
    """Move templates; where both have one of the same name, the taker's stays."""
    names = set(Template.objects.filter(owner=taker).values_list("edition", "kind", "name"))
    for row in Template.objects.filter(owner=giver):
        if (row.edition, row.kind, row.name) in names:
            row.delete()
        else:
            row.owner = taker
            row.save(update_fields=["owner"])
