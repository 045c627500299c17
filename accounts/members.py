"""Members of what users share, a campaign or a game: roles, links, joining, and changes of ownership.

Campaigns and games have tables of their own, which inherit from these; their services use the functions.
"""

from __future__ import annotations

import secrets
from typing import TypeVar

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import User
from web.shared.errors import Refusal


class Role(models.TextChoices):
    """Roles of members, the highest first."""

    OWNER = "owner", gettext_lazy("owner")
    PLAYER = "player", gettext_lazy("player")
    READER = "reader", gettext_lazy("reader")


class NotAllowed(Refusal):
    """The member's role does not allow it: readers only read, and only the owner manages."""

    status = 403
    code = "not_allowed"


class AbstractMember(models.Model):
    """A user's role in one campaign or game. Subclasses add both."""

    user: models.ForeignKey[User, User]
    role = models.CharField(gettext_lazy("role"), max_length=6, choices=Role, default=Role.PLAYER)
    joined = models.DateTimeField(gettext_lazy("joined"), auto_now_add=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"


class AbstractInvitation(models.Model):
    """A link with which anyone can join, until it is withdrawn."""

    token = models.CharField(pgettext_lazy("link", "token"), max_length=43, unique=True)
    role = models.CharField(
        gettext_lazy("role"),
        max_length=6,
        choices=[(Role.PLAYER, gettext_lazy("player")), (Role.READER, gettext_lazy("reader"))],
    )
    created = models.DateTimeField(gettext_lazy("created"), auto_now_add=True)

    class Meta:
        abstract = True


MemberT = TypeVar("MemberT", bound=AbstractMember)
InvitationT = TypeVar("InvitationT", bound=AbstractInvitation)


def invite(invitations: models.Manager[InvitationT], *, role: str) -> InvitationT:
    """Return the link for this role; it is created if there is none."""
    return invitations.get_or_create(role=role, defaults={"token": secrets.token_urlsafe(32)})[0]


def join(members: models.Manager[MemberT], invitation: AbstractInvitation, user: User) -> MemberT:
    """Add the user with the role of the link. Members never get a lower role. Needs a transaction."""
    # The link may have been withdrawn since it was read, because this user is being removed.
    links = type(invitation)._default_manager.select_for_update()
    if not links.filter(pk=invitation.pk).exists():
        raise NotAllowed(_("This link no longer works. Ask the owner for a new one."))
    row, made = members.get_or_create(user=user, defaults={"role": invitation.role})
    if not made:
        _raise_role(row, invitation.role)
    return row


def heir(members: models.Manager[MemberT], *, of: User) -> MemberT | None:
    """Return the longest-standing other player, who becomes the owner if this one deletes the account."""
    return members.filter(role=Role.PLAYER).exclude(user=of).order_by("joined", "pk").first()


def move_membership(row: MemberT, *, to: User, other: MemberT | None) -> None:
    """Give a membership to another user. If this user has one already (`other`), the higher role remains."""
    if other is None:
        row.user = to
        row.save(update_fields=["user"])
    else:
        _raise_role(other, row.role)
        row.delete()


def _raise_role(row: AbstractMember, role: str) -> None:
    """Give a member this role if it is higher."""
    ranks = list(Role.values)
    if ranks.index(role) < ranks.index(row.role):
        row.role = role
        row.save(update_fields=["role"])
