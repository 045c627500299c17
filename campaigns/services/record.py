"""How does an act enter the record? Whole or not at all, once, and only upon what its author had seen."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns import books
from campaigns.errors import ActRefused, NothingToRedo, NothingToUndo, Outdated
from campaigns.law import law
from campaigns.models import Act, Campaign
from campaigns.services import decks
from campaigns.wording import act_in_words
from rules.campaign import (
    EMPTY,
    CampaignState,
    act_from_plain,
    act_to_plain,
    acts,
    from_plain,
    judge_act,
    post,
    replay,
    to_plain,
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The campaign after an act, undo or redo."""

    campaign: Campaign
    act: Act
    state: CampaignState
    again: bool = False
    """The same request had been recorded before; nothing was done twice."""


def state_of(campaign: Campaign) -> CampaignState:
    """What the acts add up to, as it was last worked out."""
    return from_plain(CampaignState, campaign.state) if campaign.state else EMPTY


def replayed(campaign: Campaign, *, until: int | None = None) -> CampaignState:
    """The state from nothing: the acts that are not undone, up to a number where one is given."""
    rows = campaign.acts.filter(undone=False).order_by("number")
    if until is not None:
        rows = rows.filter(number__lte=until)
    return replay(((row.number, act_from_plain(row.payload)) for row in rows), law())


@transaction.atomic
def locked(campaign: Campaign) -> Campaign:
    """The campaign's row, kept from others until the transaction ends."""
    return Campaign.objects.select_for_update().select_related("owner", "collection").get(pk=campaign.pk)


@transaction.atomic
def record(
    campaign: Campaign,
    act: acts.Act,
    *,
    by: User | None,
    follows: int | None = None,
    key: UUID | None = None,
) -> Recorded:
    """Do an act, if the rules allow it and nobody acted since its author looked (`follows`: the revision
    seen).

    With `key` a request that is sent again, because its answer was lost, finds its act already recorded.
    """
    campaign = locked(campaign)
    if key is not None:
        before = campaign.acts.filter(key=key).first()
        if before is not None:
            return Recorded(campaign, before, state_of(campaign), again=True)
    check_revision(campaign, follows)
    state = state_of(campaign)
    number = (campaign.acts.aggregate(last=Max("number"))["last"] or 0) + 1
    judgement = judge_act(state, act, law(), number)
    if judgement.violations:
        raise ActRefused(judgement.violations)
    after = post(state, judgement.entries, number)
    row = Act.objects.create(
        campaign=campaign, number=number, kind=act.kind, payload=act_to_plain(act), by=by, key=key
    )
    written = books.write(row, judgement.entries)
    decks.enter_versions(written, after)
    _settle(campaign, after)
    return Recorded(campaign, row, after)


def check_revision(campaign: Campaign, follows: int | None) -> None:
    """Tell what changed, where something did; nothing is overwritten."""
    if follows is None or follows == campaign.revision:
        return
    latest = campaign.acts.select_related("by").order_by("-number")[:5]
    changes: list[dict[str, object]] = [
        {
            "number": row.number,
            "kind": row.kind,
            "words": act_in_words(row),
            "undone": row.undone,
            "by": row.by.get_username() if row.by else "",
        }
        for row in latest
    ]
    raise Outdated(revision=campaign.revision, changes=changes)


@transaction.atomic
def undo(campaign: Campaign, *, follows: int | None = None) -> Recorded:
    """Take back the last act, with all that it wrote: decks, log, bag, experience, trauma."""
    campaign = locked(campaign)
    check_revision(campaign, follows)
    row = campaign.acts.filter(undone=False).order_by("-number").first()
    if row is None or row.kind == acts.StartCampaign.kind:
        raise NothingToUndo(_("There is nothing to undo: the campaign has only just begun."))
    return _flag(campaign, row, undone=True)


@transaction.atomic
def redo(campaign: Campaign, *, follows: int | None = None) -> Recorded:
    """Do again what was undone last, as long as nothing else has been done since."""
    campaign = locked(campaign)
    check_revision(campaign, follows)
    row = redoable(campaign)
    if row is None:
        raise NothingToRedo(_("There is nothing to redo."))
    return _flag(campaign, row, undone=False)


def redoable(campaign: Campaign) -> Act | None:
    last = campaign.acts.filter(undone=False).aggregate(last=Max("number"))["last"] or 0
    return campaign.acts.filter(undone=True, number__gt=last).order_by("number").first()


def _flag(campaign: Campaign, row: Act, *, undone: bool) -> Recorded:
    row.undone = undone
    row.save(update_fields=["undone"])
    state = replayed(campaign)
    _settle(campaign, state)
    return Recorded(campaign, row, state)


def _settle(campaign: Campaign, state: CampaignState) -> None:
    """Keep what the acts add up to, and give the decks back the versions that belong to it."""
    campaign.state = to_plain(state)
    campaign.revision += 1
    campaign.name = state.title or campaign.name
    campaign.save(update_fields=["state", "revision", "name", "changed"])
    decks.put_to_work(campaign)


@transaction.atomic
def delete_campaign(campaign: Campaign) -> None:
    campaign.deleted_at = timezone.now()
    campaign.save(update_fields=["deleted_at"])


@transaction.atomic
def undelete_campaign(campaign: Campaign) -> None:
    campaign.deleted_at = None
    campaign.save(update_fields=["deleted_at"])
