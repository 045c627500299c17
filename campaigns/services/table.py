"""Who may sit at the table, and how do they come?"""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.errors import NotAllowed
from campaigns.models import Campaign, Invitation, Membership, Role
from cards.models import Collection


def role_of(campaign: Campaign, user: User | None) -> str:
    """What the user is at this table; empty for a stranger."""
    if user is None or not user.is_authenticated:
        return ""
    row = campaign.members.filter(user=user).first()
    return row.role if row else ""


def check_may_act(role: str) -> None:
    if role not in (Role.OWNER, Role.PLAYER):
        raise NotAllowed(_("You can read this campaign, but only its players can change it."))


def check_may_keep(role: str) -> None:
    if role != Role.OWNER:
        raise NotAllowed(_("Only the owner of the campaign can do this."))


@transaction.atomic
def invite(campaign: Campaign, *, role: str) -> Invitation:
    """The link by which others join in this role; the one there is, or a new one."""
    row, _made = Invitation.objects.get_or_create(
        campaign=campaign, role=role, defaults={"token": secrets.token_urlsafe(32)}
    )
    return row


def withdraw(campaign: Campaign, *, role: str) -> None:
    """The link leads nowhere from now on; who came by it stays."""
    campaign.invitations.filter(role=role).delete()


@transaction.atomic
def join(invitation: Invitation, user: User) -> Membership:
    """Sit down at the table. Who has a better place keeps it."""
    # The link may have been withdrawn since it was read, because this very user is being removed.
    if not Invitation.objects.select_for_update().filter(pk=invitation.pk).exists():
        raise NotAllowed(_("This link was withdrawn. Ask for a new one."))
    row, made = Membership.objects.get_or_create(
        campaign=invitation.campaign, user=user, defaults={"role": invitation.role}
    )
    if not made and row.role == Role.READER and invitation.role == Role.PLAYER:
        row.role = Role.PLAYER
        row.save(update_fields=["role"])
    return row


def leave(campaign: Campaign, *, user: User) -> None:
    """Give up one's place; the owner cannot, and seats stay in the record."""
    if campaign.owner_id == user.pk:
        raise NotAllowed(_("The owner cannot leave the campaign. Delete it, or give it to somebody else."))
    campaign.members.filter(user=user).delete()


@transaction.atomic
def remove(campaign: Campaign, *, user: User) -> None:
    """Make somebody leave, for good: the links by which they could come back are withdrawn."""
    campaign.invitations.all().delete()
    leave(campaign, user=user)


@transaction.atomic
def change_role(campaign: Campaign, *, user: User, role: str) -> None:
    """Make a player a reader, or a reader a player; an owner is made by handing over.

    Who shall only read could become a player again by the players' link, so that is withdrawn.
    """
    if role not in (Role.PLAYER, Role.READER) or campaign.owner_id == user.pk:
        raise NotAllowed(_("The owner stays the owner until the campaign is handed over."))
    if role == Role.READER:
        withdraw(campaign, role=Role.PLAYER)
    campaign.members.filter(user=user).update(role=role)


@transaction.atomic
def hand_over(campaign: Campaign, *, to: User) -> None:
    """Make another member the owner."""
    row = campaign.members.filter(user=to).first()
    if row is None:
        raise NotAllowed(_("Only somebody at the table can become the owner."))
    campaign.members.filter(role=Role.OWNER).update(role=Role.PLAYER)
    row.role = Role.OWNER
    row.save(update_fields=["role"])
    campaign.owner = to
    campaign.save(update_fields=["owner"])


def choose_collection(campaign: Campaign, shelf: Collection | None) -> None:
    """From which boxes the group plays; with None, from every box there is."""
    campaign.collection = shelf
    campaign.save(update_fields=["collection"])


def release_campaigns(leaver: User) -> None:
    """Whoever deletes their account leaves the table; the campaign stays with who plays it longest."""
    for campaign in Campaign.objects.filter(owner=leaver):
        heir = campaign.members.filter(role=Role.PLAYER).exclude(user=leaver).order_by("joined", "pk").first()
        if heir is not None:
            hand_over(campaign, to=heir.user)


def move_campaigns(giver: User, taker: User) -> None:
    """Everything of one user becomes another's, as when a guest signs in."""
    Campaign.objects.filter(owner=giver).update(owner=taker)
    for row in Membership.objects.filter(user=giver):
        other = Membership.objects.filter(campaign=row.campaign, user=taker).first()
        if other is None:
            row.user = taker
            row.save(update_fields=["user"])
        else:
            ranks = list(Role.values)
            other.role = min(row.role, other.role, key=ranks.index)
            other.save(update_fields=["role"])
            row.delete()
