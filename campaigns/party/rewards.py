"""Reward cards that the players of a campaign have unlocked elsewhere. Each player has their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import F

from accounts.members import Role
from campaigns.models import Campaign, Entry, Membership
from cards.models import Collection
from rules.campaign import steps

Earned = defaultdict[int, set[str]]


@dataclass(frozen=True, slots=True)
class Rewards:
    """Reward cards by player, and the player of each seat."""

    by_player: Mapping[int, frozenset[str]] = field(default_factory=dict)
    players: Mapping[str, int] = field(default_factory=dict)
    """Users by seat."""
    keeper: int | None = None
    """The owner of the campaign, who counts as the player of seats without a deck on this site."""

    def of_player(self, user: int | None) -> frozenset[str]:
        return self.by_player.get(user, frozenset()) if user is not None else frozenset()

    def of_seat(self, seat: str) -> frozenset[str]:
        return self.of_player(self.players.get(seat, self.keeper))


def rewards_at(campaign: Campaign) -> Rewards:
    """Return what the players of this campaign earned in other campaigns or ticked in their collections.

    See rule reward.permanent-unlock (E-31). Two queries, and a third if any rewards were earned.
    """
    users = set(campaign.members.exclude(role=Role.READER).values_list("user", flat=True))
    earned: Earned = defaultdict(set)
    _ticked(users, earned)
    _earned_elsewhere(campaign, users, earned)
    if not earned:
        return Rewards()
    players = {seat: user for (_campaign, seat), user in _players_at([campaign.pk]).items()}
    by_player = {user: frozenset(cards) for user, cards in earned.items()}
    return Rewards(by_player, players, campaign.owner_id)


def _ticked(users: set[int], earned: Earned) -> None:
    """Add the ticked rewards of each collection, for its owner and for the users it is shared with."""
    ticked_in = Collection.objects.order_by().filter(rewards__isnull=False)
    mine = ticked_in.filter(owner__in=users)
    ours = ticked_in.filter(shares__user__in=users, shares__may_edit=True, shares__accepted=True)
    rows = mine.values_list("owner", "rewards__card").union(ours.values_list("shares__user", "rewards__card"))
    for user, card in rows:
        earned[user].add(card)


def _earned_elsewhere(campaign: Campaign, users: set[int], earned: Earned) -> None:
    rows = (
        Membership.objects.filter(
            user__in=users,
            campaign__deleted_at=None,
            campaign__steps__kind=steps.RewardsUnlocked.kind,
            campaign__steps__undone=False,
        )
        .exclude(role=Role.READER)
        .exclude(campaign=campaign)
        .values_list("user", "campaign", F("campaign__steps__payload"))
    )
    unlocked = list(rows)
    named = {campaign_id for _user, campaign_id, payload in unlocked if payload.get("seats")}
    players = _players_at(named) if named else {}
    for user, campaign_id, payload in unlocked:
        seats = payload.get("seats")
        if not seats or user in {players.get((campaign_id, seat)) for seat in seats}:
            earned[user].update(payload["cards"])


def _players_at(campaigns: Iterable[int]) -> dict[tuple[int, str], int]:
    """Return the owner of the latest deck of each seat of these campaigns."""
    rows = (
        Entry.objects.filter(step__campaign__in=campaigns, step__undone=False)
        .exclude(deck_version=None)
        .order_by("step__number", "position")
        .values_list("step__campaign", "seat", "deck_version__deck__owner")
    )
    return {(campaign, seat): owner for campaign, seat, owner in rows}
