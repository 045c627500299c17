"""Recording, undo and redo of steps.

A step is recorded completely or not at all, only once, and only if its author saw the current state.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max, Q, Sum, TextField
from django.db.models.functions import Cast, Length
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns import adapters, outlines
from campaigns.campaign_rules import game
from campaigns.drawing.requests import ToDraw, refuse_draw_from_elsewhere
from campaigns.errors import BadStep, NothingToRedo, NothingToUndo, Outdated, StepRefused, reason_of
from campaigns.models import Campaign, Step
from campaigns.models.campaigns import NAME_LENGTH
from campaigns.party.member_names import MemberNames
from campaigns.selectors import state_of
from campaigns.services import deck_versions, open_purchases, saved_states
from campaigns.step_kinds import step_text
from rules.campaign import (
    CampaignState,
    Entry,
    Unreadable,
    can_merge,
    from_json,
    judge_step,
    post,
    replay,
    step_from_json,
    step_to_json,
    steps,
    to_json,
)

#: More steps than any campaign needs; thirty evenings make some hundreds.
MOST_STEPS = 3_000
#: Scenarios of one campaign: each is judged against every card of every deck.
MOST_SCENARIOS = 200
#: Characters of one step, and of the state, as they are stored.
LARGEST_STEP, LARGEST_STATE = 200_000, 2_000_000
#: Notes of the log, which one page shows.
MOST_NOTES = 2_000
#: Characters of all steps together, so that an export can always be imported again; small steps are not
#: counted.
LARGEST_HISTORY, SMALL_STEP = 2_500_000, 500
#: Steps that one statement undoes or does again.
FLAGGED_AT_ONCE = 500
#: Changes that are listed to a member who has missed them; the history shows the rest.
MOST_CHANGES = 20


@dataclass(frozen=True, slots=True)
class Recorded:
    """The campaign after a step, undo or redo."""

    campaign: Campaign
    step: Step
    state: CampaignState
    again: bool = False
    """Whether the same request had been recorded before; nothing was done twice."""
    count: int = 1
    """The number of steps that were undone or redone."""


def replayed(campaign: Campaign, *, until: int | None = None) -> CampaignState:
    """Return the state recomputed from all steps that are not undone, up to `until` if given.

    It is the proof of what is stored; pages and undo use `saved_states`.
    """
    rows = campaign.steps.filter(undone=False).order_by("number")
    if until is not None:
        rows = rows.filter(number__lte=until)
    return replay(((row.number, step_from_json(row.payload)) for row in rows), game())


@transaction.atomic
def locked(campaign: Campaign) -> Campaign:
    """Return the campaign with its row locked until the transaction ends. Related rows can still be added."""
    rows = Campaign.objects.select_for_update(of=("self",), no_key=True).select_related("owner", "collection")
    held = rows.get(pk=campaign.pk)
    if held.revision == campaign.revision and held.state == campaign.state:
        # Nothing was recorded since the campaign was read, so its state need not be parsed again.
        held.parsed = held.state, state_of(campaign)
    return held


def recorded_as(campaign: Campaign, key: UUID | None) -> Recorded | None:
    """Return what a request with this key has already recorded, if it was sent before."""
    before = campaign.steps.filter(key=key).first() if key is not None else None
    return Recorded(campaign, before, state_of(campaign), again=True) if before is not None else None


def record(
    campaign: Campaign,
    wanted: steps.Step | ToDraw,
    *,
    by: User | None,
    follows: int | None = None,
    key: UUID | None = None,
) -> Recorded:
    """Record one step; see `record_all`."""
    (done,) = record_all(campaign, [wanted], by=by, follows=follows, key=key)
    return done


@transaction.atomic
def record_all(
    campaign: Campaign,
    wanted: Sequence[steps.Step | ToDraw],
    *,
    by: User | None,
    follows: int | None = None,
    key: UUID | None = None,
) -> list[Recorded]:
    """Record steps in order, all of them or none, if the rules allow each after the one before.

    `follows` is the revision that their author saw: if another member has acted since, the steps are refused.
    With `key`, a request that is repeated because its response was lost finds its steps already recorded.
    Draws are made here, from the locked state; steps that claim to be draws of the site are refused.
    """
    for each in wanted:
        if not isinstance(each, ToDraw):
            refuse_draw_from_elsewhere(each)
            _check_readable(each)
    campaign = locked(campaign)
    keys = [key_of(key, place) for place in range(len(wanted))]
    known = {row.key: row for row in campaign.steps.filter(key__in=keys)} if key is not None else {}
    recording = _Recording(campaign, by)
    done: list[Recorded] = []
    for place, each in enumerate(wanted):
        before = known.get(keys[place]) if key is not None else None
        if before is not None:
            if not _led_to(each, before):
                raise BadStep(
                    _("This key was already used for another request. Use a new key for every step.")
                )
            done.append(Recorded(campaign, before, state_of(campaign), again=True))
            continue
        if not place:
            check_revision(campaign, follows, wanted)
        done.append(recording.add(each, keys[place]))
    recording.write()
    return done


class _Recording:
    """Steps that are checked one after the other, then written together."""

    def __init__(self, campaign: Campaign, by: User | None) -> None:
        self.campaign = campaign
        self.by = by
        self.state = state_of(campaign)
        self.entries: list[tuple[Step, tuple[Entry, ...]]] = []

    @cached_property
    def last(self) -> dict[str, int]:
        """The numbers of the last step, and of the last one that is not undone."""
        numbers = self.campaign.steps.aggregate(
            any=Max("number"), standing=Max("number", filter=Q(undone=False))
        )
        return {name: number or 0 for name, number in numbers.items()}

    def add(self, wanted: steps.Step | ToDraw, key: UUID | None) -> Recorded:
        """Check a step against the state after the steps before it; StepRefused explains what is wrong."""
        step = wanted
        if isinstance(step, ToDraw):
            step = step.made(self.campaign, self.state)
            _check_readable(step)
        number = self.last["any"] + 1
        if number > MOST_STEPS:
            most = {"most": MOST_STEPS}
            raise BadStep(_("This campaign is full: it has reached the limit of %(most)d steps.") % most)
        if isinstance(step, steps.BeginScenario) and len(self.state.history) >= MOST_SCENARIOS:
            most = {"most": MOST_SCENARIOS}
            raise BadStep(_("This campaign is full: it has %(most)d scenarios. Start a new one.") % most)
        payload = step_to_json(step)
        self._check_room(payload)
        judgement = judge_step(self.state, step, game(), number)
        if judgement.violations:
            raise StepRefused(judgement.violations)
        self.state = post(self.state, judgement.entries, number)
        self.campaign.revision += 1
        row = Step(
            campaign=self.campaign,
            number=number,
            previous=self.last["standing"],
            kind=step.kind,
            payload=payload,
            by=self.by,
            revision=self.campaign.revision,
            key=key,
        )
        self.last["any"] = self.last["standing"] = number
        self.entries.append((row, judgement.entries))
        return Recorded(self.campaign, row, self.state)

    @cached_property
    def size(self) -> int:
        """Characters of all recorded steps."""
        stored = self.campaign.steps.aggregate(size=Sum(Length(Cast("payload", TextField()))))
        return stored["size"] or 0

    def _check_room(self, payload: dict[str, Any]) -> None:
        """Refuse a large step if all steps together would become too large for an export."""
        size = len(json.dumps(payload))
        if size <= SMALL_STEP:
            return
        self.size += size
        if self.size > LARGEST_HISTORY:
            raise BadStep(_("This campaign is almost full: only short steps still fit."))

    def write(self) -> None:
        """Write the steps and their entries, then update the campaign and the decks once."""
        if not self.entries:
            return
        before = state_of(self.campaign)
        open_purchases.check_finished(
            self.campaign, before, self.state, [row for row, _entries in self.entries]
        )
        Step.objects.bulk_create([row for row, _entries in self.entries])
        # A seat that was undone leaves its id to the next one, but not its player.
        joined = [row.payload["seat"] for row, _entries in self.entries if row.kind == steps.SeatJoins.kind]
        if joined:
            self.campaign.taken_seats.filter(seat__in=joined).delete()
        deck_versions.enter_versions(adapters.write_all(self.entries), self.by, self.state)
        _settle(self.campaign, self.state)
        if saved_states.is_due([row for row, _entries in self.entries]):
            saved_states.save(self.campaign, self.state.number, self.campaign.state)
        if any(row.kind == steps.CampaignResumed.kind for row, _entries in self.entries):
            # Decks that came with the step and are none of the players' become decks of the owner.
            deck_versions.join_versions(self.campaign, self.state)
        opened = before.phase != self.state.phase
        open_purchases.put_to_work(self.campaign, self.state, search=opened)


def _check_readable(step: steps.Step) -> None:
    """Refuse a step that cannot be read back from JSON. Forms allow text that JSON does not."""
    plain = step_to_json(step)
    try:
        step_from_json(plain)
    except Unreadable as error:
        raise BadStep(_("This cannot be recorded: %(why)s") % {"why": reason_of(error)}) from error
    if len(json.dumps(plain)) > LARGEST_STEP:
        raise BadStep(_("This is too long for one step. Record it in several steps."))


def _led_to(wanted: steps.Step | ToDraw, row: Step) -> bool:
    """Return whether a recorded step is what this request would have recorded."""
    if isinstance(wanted, ToDraw):
        return wanted.led_to(step_from_json(row.payload))
    return bool(row.payload == step_to_json(wanted))


def key_of(key: UUID | None, place: int) -> UUID | None:
    """Return the key of one step among several that were sent together."""
    return key if key is None or not place else uuid5(key, str(place))


def check_revision(
    campaign: Campaign, follows: int | None, wanted: Sequence[steps.Step | ToDraw] = ()
) -> None:
    """Refuse steps based on an old revision, with the changes since then, unless they do not contradict."""
    if follows is None or follows == campaign.revision:
        return
    rows = campaign.steps.filter(revision__gt=follows).select_related("by").order_by("-number")
    if wanted and 0 <= follows < campaign.revision and _can_merge(wanted, list(rows[: MOST_CHANGES + 1])):
        return
    member_names = MemberNames(campaign)
    changes: list[dict[str, object]] = [
        {
            "number": row.number,
            "kind": row.kind,
            "text": step_text(row),
            "undone": row.undone,
            "by": member_names.name(row.by),
        }
        for row in rows[:MOST_CHANGES]
    ]
    raise Outdated(revision=campaign.revision, changes=changes)


def _can_merge(wanted: Sequence[steps.Step | ToDraw], rows: Sequence[Step]) -> bool:
    """Return whether steps may follow changes that their author has not seen."""
    found = [each for each in wanted if not isinstance(each, ToDraw)]
    if len(found) < len(wanted) or len(rows) > MOST_CHANGES:
        return False
    return can_merge(found, [step_from_json(row.payload) for row in rows])


@transaction.atomic
def undo(campaign: Campaign, *, follows: int | None = None, down_to: int | None = None) -> Recorded:
    """Undo the last step, with everything that it wrote: decks, log, bag, experience, trauma.

    With `down_to`, every step from that number on is undone at once, for example a whole scenario.
    """
    campaign = locked(campaign)
    check_revision(campaign, follows)
    standing = campaign.steps.filter(undone=False).exclude(kind=steps.StartCampaign.kind).order_by("-number")
    rows = list(standing[:1] if down_to is None else standing.filter(number__gte=down_to))
    if not rows:
        raise NothingToUndo(_("There is nothing to undo."))
    return _flag(campaign, rows, undone=True)


@transaction.atomic
def redo(campaign: Campaign, *, follows: int | None = None, up_to: int | None = None) -> Recorded:
    """Redo the step that was undone last after the current last step; up to `up_to`, if given."""
    campaign = locked(campaign)
    check_revision(campaign, follows)
    found = redoable_steps(campaign)
    rows = found[:1] if up_to is None else [row for row in found if row.number <= up_to]
    if not rows:
        raise NothingToRedo(_("There is nothing to redo."))
    return _flag(campaign, rows, undone=False)


def redoable_steps(campaign: Campaign) -> list[Step]:
    """Return the steps that can be redone, in order.

    If several steps were undone after the same step, the latest of them counts: undo, then redo, changes
    nothing.
    """
    standing = campaign.steps.filter(undone=False).aggregate(last=Max("number"))["last"] or 0
    undone = campaign.steps.filter(undone=True, number__gt=standing).order_by("number")
    latest = {row.previous: row for row in undone}
    found: list[Step] = []
    while standing in latest:
        found.append(latest[standing])
        standing = latest[standing].number
    return found


def _flag(campaign: Campaign, rows: list[Step], *, undone: bool) -> Recorded:
    campaign.revision += 1
    for start in range(0, len(rows), FLAGGED_AT_ONCE):
        some = [row.pk for row in rows[start : start + FLAGGED_AT_ONCE]]
        Step.objects.filter(pk__in=some).update(undone=undone, revision=campaign.revision)
    for row in rows:
        row.undone, row.revision = undone, campaign.revision
    if undone:
        saved_states.forget(campaign, min(row.number for row in rows))
    state = saved_states.current_state(campaign)
    _settle(campaign, state)
    deck_versions.join_versions(campaign, state)
    if undone:
        open_purchases.keep_undone(campaign, state, rows)
    open_purchases.put_to_work(campaign, state, search=True)
    return Recorded(campaign, rows[-1], state, count=len(rows))


def _settle(campaign: Campaign, state: CampaignState) -> None:
    """Save the state. A new title renames the campaign, except that a branch keeps its own name."""
    if state.title and state.title != campaign.state.get("title", campaign.name):
        campaign.name = state.title[:NAME_LENGTH]
    campaign.state = stored_state(state)
    campaign.parsed = campaign.state, state
    campaign.outline = outlines.outline(state, campaign.revision).as_json()
    campaign.save(update_fields=["state", "outline", "revision", "name", "changed"])


def stored_state(state: CampaignState) -> dict[str, Any]:
    """Return the state as it is stored, or refuse a state that could not be read back.

    Such a state would make the campaign inaccessible. Values that are valid by themselves may add up to it.
    """
    plain: dict[str, Any] = to_json(state)
    try:
        from_json(CampaignState, plain)
    except Unreadable as error:
        raise BadStep(_("This cannot be recorded: %(why)s") % {"why": reason_of(error)}) from error
    if len(json.dumps(plain)) > LARGEST_STATE:
        raise BadStep(_("This campaign is full: nothing more can be recorded."))
    if len(state.notes) > MOST_NOTES:
        raise BadStep(_("The log is full: it holds at most %(most)d notes.") % {"most": MOST_NOTES})
    return plain


@transaction.atomic
def delete_campaign(campaign: Campaign) -> None:
    campaign.deleted_at = timezone.now()
    campaign.save(update_fields=["deleted_at"])


@transaction.atomic
def undelete_campaign(campaign: Campaign) -> None:
    campaign.deleted_at = None
    campaign.save(update_fields=["deleted_at"])
