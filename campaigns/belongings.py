"""What belongs to a player here? Campaigns, with every act."""

from __future__ import annotations

from typing import Any

from django.utils.translation import ngettext

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.starting import export_campaign


def count_campaigns(user: User) -> int:
    return Campaign.objects.filter(owner=user, deleted_at=None).count()


def say_campaigns(number: int) -> str:
    return ngettext("%d campaign", "%d campaigns", number) % number


def export_campaigns(user: User) -> list[dict[str, Any]]:
    return [
        export_campaign(row) for row in Campaign.objects.filter(owner=user, deleted_at=None).order_by("pk")
    ]
