"""Drafts of the guided page, shared by all members. Input that a member has not seen is not overwritten."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.errors import BadStep, WrittenMeanwhile
from campaigns.models import Campaign, ScenarioDraft
from campaigns.services.recording import locked
from rules.campaign import CampaignState

LARGEST_DRAFT = 100_000


def draft_of(campaign: Campaign, state: CampaignState) -> ScenarioDraft | None:
    """Return the draft for the scenario being played; a draft for another scenario is ignored."""
    row = ScenarioDraft.objects.filter(campaign=campaign, **_game(state)).select_related("by")
    return row.first()


def _game(state: CampaignState) -> dict[str, Any]:
    """Return the columns that identify the game, so that drafts of an undone scenario are not reused."""
    scenario = state.playing.scenario if state.playing else ""
    return {"scenarios_before": len(state.history), "scenario": scenario}


def check_seen(row: ScenarioDraft | None, *, by: User, seen: int) -> None:
    """Refuse to overwrite unseen input of another member. A member's own page may be open twice."""
    if row is not None and row.by_id != by.pk and row.revision > seen:
        raise WrittenMeanwhile(row)


@transaction.atomic
def save(
    campaign: Campaign, state: CampaignState, entered: Mapping[str, list[str]], *, by: User, seen: int
) -> ScenarioDraft:
    """Save an unfinished form, based on the revision that its author saw. No step is recorded."""
    if len(json.dumps(dict(entered))) > LARGEST_DRAFT:
        raise BadStep(_("This page has too much text to save. Shorten some of your entries."))
    campaign = locked(campaign)
    row = draft_of(campaign, state)
    check_seen(row, by=by, seen=seen)
    revision = row.revision + 1 if row else 1
    defaults = {**_game(state), "answers": dict(entered), "by": by, "revision": revision}
    return ScenarioDraft.objects.update_or_create(campaign=campaign, defaults=defaults)[0]


def throw_away(campaign: Campaign) -> None:
    ScenarioDraft.objects.filter(campaign=campaign).delete()
