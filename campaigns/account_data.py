"""Account data of this app: the campaigns of a user, with all acts, for export and deletion."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Count
from django.utils.translation import ngettext

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.creation import export_campaign


def count_campaigns(user: User) -> int:
    return Campaign.objects.filter(owner=user, deleted_at=None).count()


def say_campaigns(number: int) -> str:
    return ngettext("%d campaign", "%d campaigns", number) % number


def sizes_of_campaigns(user: User) -> Iterable[tuple[int, int]]:
    """Each campaign, and one for each of its acts."""
    rows = Campaign.objects.filter(owner=user, deleted_at=None).annotate(n=Count("acts")).order_by("pk")
    return rows.values_list("pk", "n")


def export_campaigns(user: User, rows: Collection[int]) -> list[dict[str, Any]]:
    found = Campaign.objects.filter(owner=user, deleted_at=None, pk__in=rows).defer("state")
    return [export_campaign(row) for row in found.order_by("pk")]
