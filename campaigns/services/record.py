"""How does an act enter the record? Whole or not at all, once, and only upon what its author had seen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns import books
from campaigns.errors import ActRefused, BadAct, NothingToRedo, NothingToUndo, Outdated
from campaigns.law import law
from campaigns.models import Act, Campaign
from campaigns.models.record import NAME_LENGTH
from campaigns.people import People
from campaigns.services import decks
from campaigns.undrawn import ToDraw, refuse_draw_from_elsewhere
from campaigns.wording import act_in_words
from rules.campaign import (
    EMPTY,
    CampaignState,
    Unreadable,
    act_from_plain,
    act_to_plain,
    acts,
    from_plain,
    judge_act,
    post,
    replay,
    to_plain,
)

#: More acts than any campaign has; thirty evenings make some hundreds.
MOST_ACTS = 3_000
#: Characters of one act, and of all that the acts add up to, as they are stored.
LARGEST_ACT, LARGEST_STATE = 200_000, 2_000_000
#: Whoever was away for longer looks at the timeline.
MOST_CHANGES = 20


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
    """The campaign's row, kept from others until the transaction ends. Rows may be joined to it meanwhile."""
    rows = Campaign.objects.select_for_update(of=("self",), no_key=True).select_related("owner", "collection")
    return rows.get(pk=campaign.pk)


def recorded_as(campaign: Campaign, key: UUID | None) -> Recorded | None:
    """What a request of this name has recorded already, if it was sent before."""
    before = campaign.acts.filter(key=key).first() if key is not None else None
    return Recorded(campaign, before, state_of(campaign), again=True) if before is not None else None


@transaction.atomic
def record(
    campaign: Campaign,
    asked: acts.Act | ToDraw,
    *,
    by: User | None,
    follows: int | None = None,
    key: UUID | None = None,
) -> Recorded:
    """Do an act, if the rules allow it and nobody acted since its author looked (`follows`: the revision
    seen).

    With `key` a request that is sent again, because its answer was lost, finds its act already recorded.
    What is to be drawn is drawn here, upon the state that nobody else can change any more; a draw that was
    made elsewhere is refused.
    """
    if not isinstance(asked, ToDraw):
        refuse_draw_from_elsewhere(asked)
        _check_readable(asked)
    campaign = locked(campaign)
    before = recorded_as(campaign, key)
    if before is not None:
        if not _led_to(asked, before.act):
            raise BadAct(_("This key names another request: give every act a key of its own."))
        return before
    check_revision(campaign, follows)
    state = state_of(campaign)
    act = asked
    if isinstance(act, ToDraw):
        act = act.made(campaign, state)
        _check_readable(act)
    last = campaign.acts.aggregate(any=Max("number"), standing=Max("number", filter=Q(undone=False)))
    number = (last["any"] or 0) + 1
    if number > MOST_ACTS:
        most = {"most": MOST_ACTS}
        raise BadAct(_("A campaign has room for %(most)d acts: this one is full.") % most)
    judgement = judge_act(state, act, law(), number)
    if judgement.violations:
        raise ActRefused(judgement.violations)
    after = post(state, judgement.entries, number)
    row = Act.objects.create(
        campaign=campaign,
        number=number,
        upon=last["standing"] or 0,
        kind=act.kind,
        payload=act_to_plain(act),
        by=by,
        touched=campaign.revision + 1,
        key=key,
    )
    written = books.write(row, judgement.entries)
    decks.enter_versions(written, by)
    _settle(campaign, after)
    decks.put_to_work(campaign)
    return Recorded(campaign, row, after)


def _check_readable(act: acts.Act) -> None:
    """Forms bring words that JSON would not: what cannot be read back is not written."""
    plain = act_to_plain(act)
    try:
        act_from_plain(plain)
    except Unreadable as error:
        raise BadAct(_("This cannot be recorded: %(why)s") % {"why": error}) from error
    if len(json.dumps(plain)) > LARGEST_ACT:
        raise BadAct(_("This is too long to be recorded at once."))


def _led_to(asked: acts.Act | ToDraw, row: Act) -> bool:
    """Return whether an act on record is what this request would have recorded."""
    if isinstance(asked, ToDraw):
        return asked.led_to(act_from_plain(row.payload))
    return bool(row.payload == act_to_plain(asked))


@transaction.atomic
def record_all(
    campaign: Campaign,
    found: Sequence[acts.Act | ToDraw],
    *,
    by: User | None,
    follows: int | None = None,
    key: UUID | None = None,
) -> list[Recorded]:
    """Do several acts, one upon the other, or none of them: what a guided page says at once."""
    done: list[Recorded] = []
    for place, act in enumerate(found):
        seen = follows if not place else None
        done.append(record(campaign, act, by=by, follows=seen, key=key_of(key, place)))
    return done


def key_of(key: UUID | None, place: int) -> UUID | None:
    """The name of one act among several that were sent together."""
    return key if key is None or not place else uuid5(key, str(place))


def check_revision(campaign: Campaign, follows: int | None) -> None:
    """Tell what changed, where something did; nothing is overwritten."""
    if follows is None or follows == campaign.revision:
        return
    people = People(campaign)
    rows = campaign.acts.filter(touched__gt=follows).select_related("by").order_by("-number")
    changes: list[dict[str, object]] = [
        {
            "number": row.number,
            "kind": row.kind,
            "words": act_in_words(row),
            "undone": row.undone,
            "by": people.name(row.by),
        }
        for row in rows[:MOST_CHANGES]
    ]
    raise Outdated(revision=campaign.revision, changes=changes)


@transaction.atomic
def undo(campaign: Campaign, *, follows: int | None = None, down_to: int | None = None) -> Recorded:
    """Take back the last act, with all that it wrote: decks, log, bag, experience, trauma.

    With `down_to` every act from that number on is taken back at once: a whole scenario, say.
    """
    campaign = locked(campaign)
    check_revision(campaign, follows)
    standing = campaign.acts.filter(undone=False).exclude(kind=acts.StartCampaign.kind).order_by("-number")
    rows = list(standing[:1] if down_to is None else standing.filter(number__gte=down_to))
    if not rows:
        raise NothingToUndo(_("There is nothing to undo: the campaign has only just begun."))
    return _flag(campaign, rows, undone=True)


@transaction.atomic
def redo(campaign: Campaign, *, follows: int | None = None, up_to: int | None = None) -> Recorded:
    """Do again what was undone last upon the act that is now the last; up to an act, if one is named."""
    campaign = locked(campaign)
    check_revision(campaign, follows)
    found = redoable_acts(campaign)
    rows = found[:1] if up_to is None else [row for row in found if row.number <= up_to]
    if not rows:
        raise NothingToRedo(_("There is nothing to redo."))
    return _flag(campaign, rows, undone=False)


def redoable_acts(campaign: Campaign) -> list[Act]:
    """What can be done again, in its order. Where several acts were done and undone upon the same one, it is
    the latest of them: undo, then redo, changes nothing."""
    standing = campaign.acts.filter(undone=False).aggregate(last=Max("number"))["last"] or 0
    undone = campaign.acts.filter(undone=True, number__gt=standing).order_by("number")
    latest = {row.upon: row for row in undone}
    found: list[Act] = []
    while standing in latest:
        found.append(latest[standing])
        standing = latest[standing].number
    return found


def _flag(campaign: Campaign, rows: list[Act], *, undone: bool) -> Recorded:
    for row in rows:
        row.undone, row.touched = undone, campaign.revision + 1
    Act.objects.bulk_update(rows, ["undone", "touched"])
    state = replayed(campaign)
    _settle(campaign, state)
    decks.join_versions(campaign)
    decks.give_up_shopping(campaign)
    decks.put_to_work(campaign)
    return Recorded(campaign, rows[-1], state)


def _settle(campaign: Campaign, state: CampaignState) -> None:
    """Keep what the acts add up to. A new title renames the record; a branch keeps its own name."""
    if state.title and state.title != campaign.state.get("title", campaign.name):
        campaign.name = state.title[:NAME_LENGTH]
    campaign.state = kept(state)
    campaign.revision += 1
    campaign.save(update_fields=["state", "revision", "name", "changed"])


def kept(state: CampaignState) -> dict[str, Any]:
    """The state as it is stored. One that could not be read back would lock everybody out: numbers and names
    that each fit may add up to what does not."""
    plain: dict[str, Any] = to_plain(state)
    try:
        from_plain(CampaignState, plain)
    except Unreadable as error:
        raise BadAct(_("This cannot be recorded: %(why)s") % {"why": error}) from error
    if len(json.dumps(plain)) > LARGEST_STATE:
        raise BadAct(_("This campaign holds as much as there is room for: nothing more can be recorded."))
    return plain


@transaction.atomic
def delete_campaign(campaign: Campaign) -> None:
    campaign.deleted_at = timezone.now()
    campaign.save(update_fields=["deleted_at"])


@transaction.atomic
def undelete_campaign(campaign: Campaign) -> None:
    campaign.deleted_at = None
    campaign.save(update_fields=["deleted_at"])
