"""Which rewards may be played at this table? What was earned in one campaign is a player's in every other."""

from __future__ import annotations

from campaigns.models import Act, Campaign, Membership, Role
from cards import collections
from rules.campaign import CampaignState, acts


def rewards_at(campaign: Campaign, state: CampaignState) -> frozenset[str]:
    """Earned in this campaign, ticked in the shared collection, or earned elsewhere by a player who sits here
    (rule reward.permanent-unlock, E-31). One query, and one for the collection."""
    shelf = campaign.collection
    ticked = collections.rewards_unlocked(shelf) if shelf else frozenset()
    return frozenset(state.rewards) | ticked | _earned_elsewhere(campaign)


def _earned_elsewhere(campaign: Campaign) -> frozenset[str]:
    players = campaign.members.exclude(role=Role.READER).values("user")
    tables = Membership.objects.filter(user__in=players).exclude(role=Role.READER).values("campaign")
    unlocked = Act.objects.filter(
        kind=acts.RewardsUnlocked.kind, undone=False, campaign__in=tables, campaign__deleted_at=None
    )
    return frozenset(card for row in unlocked for card in row.payload["cards"])
