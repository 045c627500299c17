"""Queries for campaigns: those that a user may see, their state and their steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.members import Role
from accounts.models import User
from campaigns import outlines
from campaigns.adapters import EXPERIENCE
from campaigns.models import Campaign, CampaignFile, Entry, EpicGroup, Invitation, Membership, Step
from campaigns.outlines import Outline
from decks.models import Deck, Visibility
from rules.campaign import EMPTY, CampaignState, from_json
from rules.campaign.resuming import OPENING
from rules.campaign.steps import InterludePlayed

Visitor = User | AnonymousUser


def campaigns_visible_to(user: Visitor) -> QuerySet[Campaign]:
    """Return the campaigns of which the user is a member, in any role."""
    if not user.is_authenticated:
        return Campaign.objects.none()
    return Campaign.objects.filter(members__user=user, deleted_at=None).select_related("owner", "collection")


def with_outlines(rows: QuerySet[Campaign]) -> QuerySet[Campaign]:
    """Return the campaigns without their states, which can be large; `outline_of` is enough for a list."""
    return rows.defer("state")


def outline_of(campaign: Campaign) -> Outline:
    """Return what a list shows of a campaign. Its state is read only if the outline is outdated."""
    found = outlines.read(campaign.outline, campaign.revision)
    return found or outlines.outline(state_of(campaign), campaign.revision)


def campaigns_of_decks(decks: Iterable[Deck]) -> dict[int, str]:
    """Return the names of the campaigns in which these decks were used, by the deck's primary key."""
    used = Campaign.objects.filter(steps__undone=False, deleted_at=None).order_by("pk")
    rows = used.filter(steps__entries__deck_version__deck__in=[deck.pk for deck in decks])
    found: dict[int, list[str]] = {}
    for deck, name in rows.values_list("steps__entries__deck_version__deck", "name").distinct():
        found.setdefault(deck, []).append(name)
    return {deck: ", ".join(names) for deck, names in found.items()}


def deleted_campaigns_of(user: Visitor) -> QuerySet[Campaign]:
    if not user.is_authenticated:
        return Campaign.objects.none()
    # One that is still being written by a job has no members.
    found = Campaign.objects.filter(owner=user, members__user=user).exclude(deleted_at=None)
    return found.defer("state").order_by("-deleted_at")


def campaign_for(user: Visitor, public_id: UUID) -> Campaign | None:
    return campaigns_visible_to(user).filter(public_id=public_id).first()


def membership_at(user: User, public_id: UUID) -> Membership | None:
    """Return the user's membership with its campaign, in one query."""
    found = Membership.objects.filter(user=user, campaign__public_id=public_id, campaign__deleted_at=None)
    return found.select_related("campaign__owner", "campaign__collection", "campaign__branch_of").first()


def revision_at(user: User, public_id: UUID) -> int | None:
    """Return the revision of a campaign of which the user is a member; None for others. No state is read."""
    found = Membership.objects.filter(user=user, campaign__public_id=public_id, campaign__deleted_at=None)
    return found.values_list("campaign__revision", flat=True).first()


def invitation_by_token(token: str) -> Invitation | None:
    if not token or len(token) > 43 or not token.isascii():
        return None
    found = Invitation.objects.filter(token=token, campaign__deleted_at=None)
    return found.select_related("campaign").first()


def files_visible_to(user: Visitor) -> QuerySet[CampaignFile]:
    """Return the campaign files that a user who knows their ids may use: the own, and shared ones."""
    shared = ~Q(visibility=Visibility.PRIVATE)
    found = CampaignFile.objects.filter(shared | Q(owner=user.pk) if user.is_authenticated else shared)
    return found.select_related("guide", "owner")


def files_of(user: Visitor) -> QuerySet[CampaignFile]:
    """Return the campaign files of a user, without their content, which may be large."""
    found = CampaignFile.objects.filter(owner=user.pk or 0)
    return found.select_related("guide", "owner").defer("guide__facts")


def public_files() -> QuerySet[CampaignFile]:
    """Return the campaign files that are offered to everyone, without their content."""
    found = CampaignFile.objects.filter(visibility=Visibility.PUBLIC)
    return found.select_related("guide", "owner").defer("guide__facts")


def may_start(guide: str, user: Visitor) -> bool:
    """Return whether a user may start a campaign from this guide of a campaign file.

    It is the content of a file that they may use, or played in a campaign of theirs.
    """
    return (
        files_visible_to(user).filter(guide=guide).exists()
        or campaigns_visible_to(user).filter(facts=guide).exists()
    )


def state_of(campaign: Campaign) -> CampaignState:
    """Return the current state of the campaign. It is parsed once for each stored state."""
    if not campaign.state:
        return EMPTY
    if campaign.parsed is None or campaign.parsed[0] is not campaign.state:
        campaign.parsed = campaign.state, from_json(CampaignState, campaign.state)
    return campaign.parsed[1]


def choices_of(campaign: Campaign) -> dict[int, str]:
    """Return what the group decided in interludes, by the number of the step."""
    rows = campaign.steps.filter(kind=InterludePlayed.kind, undone=False).values_list("number", "payload")
    return {number: payload["choice"] for number, payload in rows if payload.get("choice")}


def reader_invitation(campaign: Campaign) -> Invitation | None:
    """Return the link for readers, if there is one."""
    return campaign.invitations.filter(role=Role.READER).first()


def epic_group_of(campaign: Campaign) -> EpicGroup | None:
    """Return the group as which the campaign takes part in an event, with the event."""
    return EpicGroup.objects.filter(campaign=campaign).select_related("event").first()


def earned_in(campaign: Campaign, step: int) -> Counter[str]:
    """Return the experience that each seat earned with this step, without what it began with."""
    rows = Entry.objects.filter(step__campaign=campaign, step__number=step, kind=EXPERIENCE)
    earned: Counter[str] = Counter()
    for row in rows:
        if row.facts.get("earned") and row.facts["reason"] != OPENING:
            earned[row.seat] += row.facts["amount"]
    return earned


def history_of(campaign: Campaign) -> QuerySet[Step]:
    """Return the steps, newest first, including undone ones."""
    return campaign.steps.select_related("by").order_by("-number")
