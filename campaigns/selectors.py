"""Which campaigns may somebody see?"""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from accounts.models import User
from campaigns.models import Act, Campaign, Invitation, Membership

Somebody = User | AnonymousUser


def campaigns_visible_to(user: Somebody) -> QuerySet[Campaign]:
    """Those at whose table the user sits, in whatever role."""
    if not user.is_authenticated:
        return Campaign.objects.none()
    return Campaign.objects.filter(members__user=user, deleted_at=None).select_related("owner", "collection")


def deleted_campaigns_of(user: Somebody) -> QuerySet[Campaign]:
    if not user.is_authenticated:
        return Campaign.objects.none()
    return Campaign.objects.filter(owner=user).exclude(deleted_at=None)


def campaign_for(user: Somebody, public_id: UUID) -> Campaign | None:
    return campaigns_visible_to(user).filter(public_id=public_id).first()


def membership_at(user: User, public_id: UUID) -> Membership | None:
    """The user's place at a table, with the campaign; one query."""
    found = Membership.objects.filter(user=user, campaign__public_id=public_id, campaign__deleted_at=None)
    return found.select_related("campaign__owner", "campaign__collection", "campaign__branch_of").first()


def invitation_by_token(token: str) -> Invitation | None:
    if not token or len(token) > 43 or not token.isascii():
        return None
    found = Invitation.objects.filter(token=token, campaign__deleted_at=None)
    return found.select_related("campaign").first()


def timeline(campaign: Campaign) -> QuerySet[Act]:
    """The acts, newest first, undone ones included."""
    return campaign.acts.select_related("by").order_by("-number")
