"""Members of a campaign: invitations, names, roles, and changes of ownership."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import members
from accounts.members import NotAllowed, Role
from accounts.models import User
from campaigns.errors import BadStep, NameTaken
from campaigns.models import Campaign, Invitation, Membership
from campaigns.models.members import MEMBER_NAME_LENGTH
from campaigns.party.member_names import MemberNames
from campaigns.selectors import state_of
from campaigns.services.taken_seats import take_seat
from cards.models import Collection
from decks.formats.jsontext import storable


def role_of(campaign: Campaign, user: User | None) -> str:
    """Return the role of the user in this campaign; empty for non-members."""
    if user is None or not user.is_authenticated:
        return ""
    row = campaign.members.filter(user=user).first()
    return row.role if row else ""


def check_may_record(role: str) -> None:
    if role not in (Role.OWNER, Role.PLAYER):
        raise NotAllowed(_("You can read this campaign, but only its players can change it."))


def check_may_manage(role: str) -> None:
    if role != Role.OWNER:
        raise NotAllowed(_("Only the owner of the campaign can do this."))


def invite(campaign: Campaign, *, role: str) -> Invitation:
    """Return the invitation link for this role; it is created if there is none."""
    return members.invite(campaign.invitations, role=role)


def withdraw(campaign: Campaign, *, role: str) -> None:
    """Delete the link for this role. Members who joined with it remain."""
    campaign.invitations.filter(role=role).delete()


@transaction.atomic
def join(invitation: Invitation, user: User, *, name: str = "", seat: str = "") -> Membership:
    """Add the user to the campaign, with the name of a guest and a free seat, if they are given.

    Existing members never get a lower role.
    """
    row = members.join(invitation.campaign.members, invitation, user)
    if seat:
        take_seat(row, seat)
        # “I am Ben, I play Roland”: the name was entered with the seat.
        name = name.strip() or state_of(row.campaign).seats[seat].player
    if name.strip() and user.is_guest:
        set_name(row, name)
    return row


@transaction.atomic
def set_name(member: Membership, name: str) -> None:
    """Set the name of a guest in this campaign. NameTaken if another member has it."""
    name = str(storable(" ".join(name.split())))[:MEMBER_NAME_LENGTH]
    if not member.user.is_guest:
        raise BadStep(_("Your account has a name already. Change it there."))
    member_names = MemberNames(member.campaign)
    others = member.campaign.members.exclude(pk=member.pk).select_related("user")
    if name and name.casefold() in {member_names.name(other.user).casefold() for other in others}:
        raise NameTaken(
            _(
                "Another member is already called %(name)s. Enter another name. If that is you on another "
                "device, ask the owner of the campaign to give you your seat."
            )
            % {"name": name}
        )
    member.name = name
    member.save(update_fields=["name"])


def leave(campaign: Campaign, *, user: User) -> None:
    """Remove the user's membership. Owners cannot leave; seats stay in the campaign, and become free."""
    if campaign.owner_id == user.pk:
        raise NotAllowed(
            _(
                "The owner cannot leave the campaign. Make another member the owner first, or "
                "delete the campaign."
            )
        )
    campaign.members.filter(user=user).delete()


@transaction.atomic
def remove(campaign: Campaign, *, user: User) -> None:
    """Remove a member permanently: the links with which they could join again are withdrawn."""
    campaign.invitations.all().delete()
    leave(campaign, user=user)


@transaction.atomic
def change_role(campaign: Campaign, *, user: User, role: str) -> None:
    """Make a player a reader, or a reader a player. To make a member the owner, use `hand_over`.

    The link for players is withdrawn if the new role is reader, because it would make them a player again.
    """
    if role not in (Role.PLAYER, Role.READER) or campaign.owner_id == user.pk:
        raise NotAllowed(_("The owner’s role cannot be changed. Make another member the owner first."))
    if role == Role.READER:
        withdraw(campaign, role=Role.PLAYER)
        campaign.taken_seats.filter(member__user=user).delete()
    campaign.members.filter(user=user).update(role=role)


@transaction.atomic
def hand_over(campaign: Campaign, *, to: User) -> None:
    """Make another member the owner."""
    row = campaign.members.filter(user=to).first()
    if row is None:
        raise NotAllowed(_("Only a member of the campaign can become its owner. Invite this player first."))
    campaign.members.filter(role=Role.OWNER).update(role=Role.PLAYER)
    row.role = Role.OWNER
    row.save(update_fields=["role"])
    campaign.owner = to
    campaign.save(update_fields=["owner"])


def choose_collection(campaign: Campaign, collection: Collection | None) -> None:
    """Set the collection that the group plays with; None means every product."""
    campaign.collection = collection
    campaign.save(update_fields=["collection"])


def release_campaigns(leaver: User) -> None:
    """Hand over the campaigns of a user who deletes their account, each to its longest-standing player."""
    for campaign in Campaign.objects.filter(owner=leaver):
        heir = members.heir(campaign.members, of=leaver)
        if heir is not None:
            hand_over(campaign, to=heir.user)


def move_campaigns(giver: User, taker: User) -> None:
    """Move the campaigns and memberships of one user to another, for example when a guest signs in."""
    Campaign.objects.filter(owner=giver).update(owner=taker)
    for row in Membership.objects.filter(user=giver):
        other = Membership.objects.filter(campaign=row.campaign, user=taker).first()
        if other is not None:
            row.seats.update(member=other)
        members.move_membership(row, to=taker, other=other)
