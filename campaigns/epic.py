"""Epic events: who may see them, and what their page shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.members import Role
from accounts.models import User
from campaigns.campaign_rules import campaign_facts
from campaigns.models import Campaign, EpicEvent, Membership
from campaigns.outlines import score
from campaigns.selectors import campaigns_visible_to, state_of
from campaigns.text import names
from rules.campaign import CampaignState
from rules.campaign.facts import SIDE
from rules.campaign.state import Played


def events_visible_to(user: User) -> QuerySet[EpicEvent]:
    """Return the events that the user organizes, or in whose groups they take part."""
    of_groups = Membership.objects.filter(user=user).values("campaign")
    return EpicEvent.objects.filter(Q(owner=user) | Q(groups__campaign__in=of_groups)).distinct()


def event_for(user: User, public_id: UUID) -> EpicEvent | None:
    return events_visible_to(user).filter(public_id=public_id).first()


def event_by_token(token: str) -> EpicEvent | None:
    if not token or len(token) > 43 or not token.isascii():
        return None
    return EpicEvent.objects.filter(token=token).first()


def may_count(event: EpicEvent, user: User) -> bool:
    """Whether the user may change the counters: the organizer, and the players of the groups."""
    players = Membership.objects.filter(
        user=user, role__in=(Role.OWNER, Role.PLAYER), campaign__epic_group__event=event
    )
    return event.owner_id == user.pk or players.exists()


def linkable_campaigns(event: EpicEvent, user: User) -> QuerySet[Campaign]:
    """Return the user's own campaigns that are in no event yet; those of an epic side story may join one."""
    return campaigns_visible_to(user).filter(owner=user, epic_group=None).defer("state")


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A group on the page of the event."""

    pk: int
    name: str
    campaign: Campaign
    is_member: bool
    investigators: list[str]
    phase: str
    resolution: str
    victory: int | None
    score: int | None
    result: str


@dataclass(frozen=True, slots=True)
class CounterLine:
    """A shared counter, with the limit that the scenario sets for all groups together."""

    pk: int
    name: str
    value: int
    limit: int | None


def counter_lines(event: EpicEvent, *, groups: int, investigators: int) -> list[CounterLine]:
    facts = names.scenario_facts(event.facts, event.scenario).get("epic", {})
    limits = {
        row["id"]: row["limit"] * {"group": groups, "investigator": investigators}[row["per"]]
        for row in facts.get("counters", ())
        if "limit" in row and "per" in row
    }
    return [
        CounterLine(counter.pk, counter.name, counter.value, limits.get(counter.fact) or None)
        for counter in event.counters.all()
    ]


def groups_needed(event: EpicEvent) -> int:
    """Return how many groups the scenario is made for; 0 if any number can play it."""
    facts = names.scenario_facts(event.facts, event.scenario).get("epic", {})
    return int(facts.get("groups", 0))


def group_lines(event: EpicEvent, user: User) -> list[GroupLine]:
    """Return the groups with their parties and results, with two queries."""
    found = list(event.groups.filter(campaign__deleted_at=None).select_related("campaign"))
    own = set(
        Membership.objects.filter(user=user, campaign__in=[group.campaign_id for group in found]).values_list(
            "campaign", flat=True
        )
    )
    lines = []
    for group in found:
        state = state_of(group.campaign)
        played = _played(event, state)
        lines.append(
            GroupLine(
                pk=group.pk,
                name=group.name,
                campaign=group.campaign,
                is_member=group.campaign_id in own,
                investigators=[seat.title for seat in state.active.values()],
                phase=str(names.PHASES.get(state.phase, "")),
                resolution=names.resolution_name(played.resolution) if played and played.resolution else "",
                victory=played.victory if played else None,
                score=score(state),
                result=state.result,
            )
        )
    return lines


def _played(event: EpicEvent, state: CampaignState) -> Played | None:
    """Return the last time that the group finished the scenario of the event."""
    return next((each for each in reversed(state.history) if each.scenario == event.scenario), None)


def scenario_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the scenarios that can be played by themselves: `campaign/scenario` and the title.

    Those with rules for Epic Multiplayer come first, the others by campaign.
    """
    everything = campaign_facts()
    order = [
        SIDE,
        *sorted((id for id in everything if id != SIDE), key=lambda each: everything[each]["position"]),
    ]
    made_for_it: list[tuple[str, str]] = []
    found = [(_("Made for Epic Multiplayer"), made_for_it)]
    for id in order:
        rows: list[dict[str, Any]] = everything.get(id, {}).get("scenarios", [])
        titles: list[tuple[str, str]] = []
        for row in rows:
            if row.get("standalone"):
                chosen = made_for_it if "epic" in row else titles
                chosen.append((f"{id}/{row['id']}", names.in_language(row)))
        if titles:
            found.append((names.in_language(everything[id]), titles))
    return found
