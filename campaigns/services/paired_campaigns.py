"""Paired campaigns: two campaigns of one box, each with its own history and a link to the other."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.members import Role
from accounts.models import User
from campaigns.models import Campaign
from campaigns.selectors import membership_at, state_of
from campaigns.services.creation import already_started, start_campaign
from campaigns.services.recording import Recorded, record
from campaigns.text import names
from cards.models import Collection
from rules.campaign import steps

#: Two campaigns of one box, played side by side: their ids in the catalogue.
HALVES = ("tdea", "tdeb")


def other_half_of(facts: str) -> str:
    """Return the id of the campaign that is the other half of this one; empty if there is none."""
    return HALVES[1 - HALVES.index(facts)] if facts in HALVES else ""


@transaction.atomic
def start_both(
    start: steps.StartCampaign,
    *,
    owner: User,
    name: str = "",
    collection: Collection | None = None,
    key: IdempotencyKey = NO_KEY,
) -> tuple[Recorded, Recorded]:
    """Start both campaigns with the same rules, each with its own bag and log, and link them."""
    if earlier := key.claim(owner, Campaign):
        return already_started(earlier[0]), already_started(earlier[1])
    begun = []
    for facts in HALVES:
        title = names.campaign_title(facts)
        begun.append(
            start_campaign(
                replace(start, campaign=facts, title=f"{name}: {title}" if name else title),
                owner=owner,
                name=f"{name}: {title}" if name else title,
                collection=collection,
            )
        )
    first, second = begun
    join(first.campaign, second.campaign, by=owner)
    key.save_result(first.campaign, second.campaign)
    for done in begun:
        done.campaign.refresh_from_db()
    return (
        replace(first, state=state_of(first.campaign)),
        replace(second, state=state_of(second.campaign)),
    )


@transaction.atomic
def join(campaign: Campaign, other: Campaign | None, *, by: User, follows: int | None = None) -> None:
    """Record in both campaigns which is the other half; with None, that there is none."""
    before = half_of(campaign, by)
    wanted = str(other.public_id) if other else ""
    record(campaign, steps.SettingsChanged(link=wanted), by=by, follows=follows)
    if before and before != other and _may_record(before, by):
        record(before, steps.SettingsChanged(link=""), by=by)
    if other and state_of(other).link != str(campaign.public_id) and _may_record(other, by):
        record(other, steps.SettingsChanged(link=str(campaign.public_id)), by=by)


def half_of(campaign: Campaign, user: User) -> Campaign | None:
    """Return the other half, if the user is a member of it."""
    try:
        found = membership_at(user, UUID(state_of(campaign).link))
    except ValueError:
        return None
    return found.campaign if found else None


def _may_record(campaign: Campaign, user: User) -> bool:
    return campaign.members.filter(user=user, role__in=(Role.OWNER, Role.PLAYER)).exists()
