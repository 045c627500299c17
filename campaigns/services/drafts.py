"""Drafts of the guided page, shared by all members. Input that a member has not seen is not overwritten."""

from __future__ import annotations

import json
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.errors import BadAct, WrittenMeanwhile
from campaigns.models import Campaign, Draft
from campaigns.services.recording import locked
from rules.campaign import CampaignState

PAGE = "after"
MOST_KEPT = 100_000
#: The field of a draft that names its scenario.
OF = "of-scenario"


def draft_of(campaign: Campaign, state: CampaignState) -> Draft | None:
    """Return the draft for the scenario being played; a draft for another scenario is ignored."""
    row = Draft.objects.filter(campaign=campaign, page=PAGE).select_related("by").first()
    return row if row and row.fields.get(OF) == [_which(state)] else None


def _which(state: CampaignState) -> str:
    """Return the identity of the scenario, so that drafts of an undone scenario are not reused."""
    return f"{len(state.history)} {state.playing.scenario}" if state.playing else ""


def check_seen(row: Draft | None, *, by: User, seen: int) -> None:
    """Refuse to overwrite unseen input of another member. A member's own page may be open twice."""
    if row is not None and row.by_id != by.pk and row.revision > seen:
        raise WrittenMeanwhile(row)


@transaction.atomic
def keep(
    campaign: Campaign, state: CampaignState, entered: Mapping[str, list[str]], *, by: User, seen: int
) -> Draft:
    """Save an unfinished form, based on the revision that its author saw. No act is recorded."""
    fields = {**entered, OF: [_which(state)]}
    if len(json.dumps(fields)) > MOST_KEPT:
        raise BadAct(_("This page has too much text to save. Shorten some of your entries."))
    campaign = locked(campaign)
    row = draft_of(campaign, state)
    check_seen(row, by=by, seen=seen)
    defaults = {"fields": fields, "by": by, "revision": row.revision + 1 if row else 1}
    return Draft.objects.update_or_create(campaign=campaign, page=PAGE, defaults=defaults)[0]


def throw_away(campaign: Campaign) -> None:
    Draft.objects.filter(campaign=campaign, page=PAGE).delete()
