"""Account data of this app: campaigns of a user, those in which the user takes part, and campaign files."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Count, QuerySet
from django.utils.translation import ngettext

from accounts.account_data import AccountData
from accounts.members import Role
from accounts.models import User
from campaigns.models import Campaign, CampaignFile, EpicEvent, Membership, ScenarioDraft
from campaigns.services.campaign_files import move_files, release_files
from campaigns.services.creation import export_campaign
from campaigns.services.epic import move_events
from campaigns.services.members import move_campaigns, release_campaigns


def count_campaigns(user: User) -> int:
    return Campaign.objects.filter(owner=user, deleted_at=None).count()


def campaigns_text(number: int) -> str:
    return ngettext("%d campaign", "%d campaigns", number) % number


def sizes_of_campaigns(user: User) -> Iterable[tuple[int, int]]:
    """Each campaign, and one for each of its steps."""
    rows = Campaign.objects.filter(owner=user, deleted_at=None).annotate(n=Count("steps")).order_by("pk")
    return rows.values_list("pk", "n")


def export_campaigns(user: User, rows: Collection[int]) -> list[dict[str, Any]]:
    found = Campaign.objects.filter(owner=user, deleted_at=None, pk__in=rows).defer("state")
    found = found.select_related("scenario_draft").prefetch_related(
        *(
            "token_modifiers",
            "token_draws",
            "token_tallies",
            "newdecks__deck",
            "randomdecks__like",
            "weaknessdrafts",
        ),
        "taken_seats__member__user",
    )
    return [{**export_campaign(row), "not_recorded": not_recorded(row)} for row in found.order_by("pk")]


def count_files(user: User) -> int:
    return CampaignFile.objects.filter(owner=user).count()


def files_text(number: int) -> str:
    return ngettext("%d campaign file", "%d campaign files", number) % number


def sizes_of_files(user: User) -> Iterable[tuple[int, int]]:
    """Each file, with its number of scenarios, as a campaign has one."""
    for row in CampaignFile.objects.filter(owner=user).select_related("guide").order_by("pk"):
        yield row.pk, len(row.guide.facts["scenarios"])


def export_files(user: User, rows: Collection[int]) -> list[dict[str, Any]]:
    found = CampaignFile.objects.filter(owner=user, pk__in=rows).select_related("guide").order_by("pk")
    return [{"visibility": row.visibility, "file": row.guide.facts} for row in found]


def count_events(user: User) -> int:
    return EpicEvent.objects.filter(owner=user).count()


def events_text(number: int) -> str:
    return ngettext("%d epic event", "%d epic events", number) % number


def sizes_of_events(user: User) -> Iterable[tuple[int, int]]:
    return [
        (pk, 1) for pk in EpicEvent.objects.filter(owner=user).order_by("pk").values_list("pk", flat=True)
    ]


def export_events(user: User, rows: Collection[int]) -> list[dict[str, Any]]:
    """Return the events without the records of their groups, which belong to the groups."""
    found = EpicEvent.objects.filter(owner=user, pk__in=rows).prefetch_related("groups", "counters")
    return [
        {
            "name": event.name,
            "scenario": event.scenario,
            "difficulty": event.difficulty,
            "result": event.result,
            "resolution": event.resolution,
            "groups": [group.name for group in event.groups.all()],
            "counters": {counter.name: counter.value for counter in event.counters.all()},
        }
        for event in found.order_by("pk")
    ]


def not_recorded(campaign: Campaign) -> dict[str, Any]:
    """Return what a campaign holds besides its history. Seeds of unfinished draws stay secret."""
    draft: ScenarioDraft | None = getattr(campaign, "scenario_draft", None)
    return {
        "seats": {row.seat: row.member.user.get_username() for row in campaign.taken_seats.all()},
        "after_scenario": {"scenario": draft.scenario, "answers": draft.answers} if draft else None,
        "token_modifiers": [
            {"scenario": row.scenario, "token": row.token, "modifier": row.modifier}
            for row in campaign.token_modifiers.all()
        ],
        "token_draws": [
            {"scenario": row.scenario, "tokens": row.tokens, "total": row.total, "at": row.at.isoformat()}
            | {"skill": row.skill, "difficulty": row.difficulty, "passed": row.passed}
            for row in campaign.token_draws.all()
        ],
        "token_tallies": {
            row.token: {"drawn": row.drawn, "expected": row.expected} for row in campaign.token_tallies.all()
        },
        "new_decks": {row.seat: str(row.deck.public_id) for row in campaign.newdecks.all()},
        "random_decks": {
            row.seat: {"trauma": row.trauma, "cards": row.cards} for row in campaign.randomdecks.all()
        },
        "weakness_drafts": {row.seat: row.drafted for row in campaign.weaknessdrafts.all()},
    }


def count_memberships(user: User) -> int:
    return _joined_by(user).count()


def memberships_text(number: int) -> str:
    return ngettext("%d campaign of another player", "%d campaigns of other players", number) % number


def sizes_of_memberships(user: User) -> Iterable[tuple[int, int]]:
    return [(pk, 1) for pk in _joined_by(user).order_by("pk").values_list("pk", flat=True)]


def export_memberships(user: User, rows: Collection[int]) -> list[dict[str, Any]]:
    """Return the campaigns of others in which the user takes part: role, name and seats."""
    found = _joined_by(user).filter(pk__in=rows).select_related("campaign").prefetch_related("seats")
    return [
        {
            "campaign": row.campaign.name,
            "role": row.role,
            "name": row.name,
            "seats": [taken.seat for taken in row.seats.all()],
            "joined": row.joined.isoformat(),
        }
        for row in found.order_by("pk")
    ]


def _joined_by(user: User) -> QuerySet[Membership]:
    return Membership.objects.filter(user=user, campaign__deleted_at=None).exclude(role=Role.OWNER)


def owners_of_campaigns(users: Collection[int]) -> Iterable[int]:
    return Campaign.objects.filter(owner__in=users).values_list("owner", flat=True)


def owners_of_files(users: Collection[int]) -> Iterable[int]:
    return CampaignFile.objects.filter(owner__in=users).values_list("owner", flat=True)


KINDS = (
    AccountData(
        "campaigns",
        count=count_campaigns,
        text=campaigns_text,
        sizes=sizes_of_campaigns,
        export=export_campaigns,
        move=move_campaigns,
        release=release_campaigns,
        owners=owners_of_campaigns,
    ),
    AccountData(
        "memberships",
        count=count_memberships,
        text=memberships_text,
        sizes=sizes_of_memberships,
        export=export_memberships,
        # Memberships move with the campaigns.
        move=lambda _giver, _taker: None,
    ),
    AccountData(
        "campaign_files",
        count=count_files,
        text=files_text,
        sizes=sizes_of_files,
        export=export_files,
        move=move_files,
        release=release_files,
        owners=owners_of_files,
    ),
    AccountData(
        "epic_events",
        count=count_events,
        text=events_text,
        sizes=sizes_of_events,
        export=export_events,
        move=move_events,
    ),
)
