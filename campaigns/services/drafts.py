"""How is a guided page kept that is not finished? For the whole table, and never over what was not seen."""

from __future__ import annotations

import json
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.errors import BadAct, WrittenMeanwhile
from campaigns.models import Campaign, Draft
from campaigns.services.record import locked
from rules.campaign import CampaignState

PAGE = "after"
MOST_KEPT = 100_000
#: Under this name a form that was kept says of which scenario it is.
OF = "of-scenario"


def draft_of(campaign: Campaign, state: CampaignState) -> Draft | None:
    """What was entered about the scenario on the table; nothing that was meant for another."""
    row = Draft.objects.filter(campaign=campaign, page=PAGE).select_related("by").first()
    return row if row and row.fields.get(OF) == [_which(state)] else None


def _which(state: CampaignState) -> str:
    """Which scenario a form is about: one that was undone leaves nothing to the next."""
    return f"{len(state.history)} {state.playing.scenario}" if state.playing else ""


def check_seen(row: Draft | None, *, by: User, seen: int) -> None:
    """What somebody else has entered since is not lost unseen; one's own page may be open twice."""
    if row is not None and row.by_id != by.pk and row.revision > seen:
        raise WrittenMeanwhile(row)


@transaction.atomic
def keep(
    campaign: Campaign, state: CampaignState, entered: Mapping[str, list[str]], *, by: User, seen: int
) -> Draft:
    """Keep a form that is not finished, upon the revision of it that its author saw. It is no act yet."""
    fields = {**entered, OF: [_which(state)]}
    if len(json.dumps(fields)) > MOST_KEPT:
        raise BadAct(_("That is too much for one page."))
    campaign = locked(campaign)
    row = draft_of(campaign, state)
    check_seen(row, by=by, seen=seen)
    defaults = {"fields": fields, "by": by, "revision": row.revision + 1 if row else 1}
    return Draft.objects.update_or_create(campaign=campaign, page=PAGE, defaults=defaults)[0]


def throw_away(campaign: Campaign) -> None:
    Draft.objects.filter(campaign=campaign, page=PAGE).delete()
