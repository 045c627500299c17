"""Steps that were accepted elsewhere, by an export or another campaign: replayed, then written as a campaign.

Everything is worked out before the database is touched. A long history is written by a job, in batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.idempotency import IdempotencyKey
from accounts.members import Role
from accounts.models import User
from accounts.quotas import check_room
from campaigns import adapters, outlines
from campaigns.campaign_rules import game
from campaigns.models import Campaign, Membership, Step
from campaigns.models.campaigns import NAME_LENGTH
from campaigns.services import deck_versions
from campaigns.services.campaign_files import hold_guide
from campaigns.services.recording import stored_state
from cards.models import Collection
from jobs.progress import give_way
from rules.campaign import (
    EMPTY,
    CampaignState,
    Entry,
    Refusal,
    Unreplayable,
    entries_again,
    is_sound,
    post,
    step_to_json,
)
from rules.campaign import steps as steps
from web.shared.errors import Refusal as Refused

#: Steps written at once.
BATCH = 50


def new_campaign(owner: User, name: str, facts: str, collection: Collection | None, **more: Any) -> Campaign:
    campaign = hidden_campaign(owner, name, facts, collection, **more)
    Membership.objects.create(campaign=campaign, user=owner, role=Role.OWNER)
    return campaign


def hidden_campaign(
    owner: User, name: str, facts: str, collection: Collection | None, **more: Any
) -> Campaign:
    """A campaign that has no members yet, so that no user sees it."""
    check_room(owner, "campaigns", Campaign.objects.filter(owner=owner, deleted_at=None))
    hold_guide(facts)
    return Campaign.objects.create(
        owner=owner, name=name[:NAME_LENGTH], facts=facts, collection=collection, **more
    )


@dataclass(frozen=True, slots=True)
class AcceptedStep:
    """A step that was accepted elsewhere."""

    number: int
    previous: int
    step: steps.Step
    undone: bool = False
    by: User | None = None
    at: datetime | None = None
    imported: bool = False
    """It comes from an export, which any user can edit: its draws count as reported by the group."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """Steps that were accepted elsewhere, with the entries that each writes, and the state they lead to."""

    steps: Sequence[tuple[AcceptedStep, tuple[Entry, ...]]]
    state: CampaignState
    plain: dict[str, Any]
    """The state as it is stored."""


def replay_accepted(found: Sequence[AcceptedStep]) -> Replayed:
    """Work out what steps wrote, undone ones too, so that they can be done again. The database is not used.

    Only states that a later step follows are kept, and only until then.
    """
    last_use: dict[int, int] = {}
    for place, given in enumerate(found):
        last_use[given.previous] = place
    states, now = {0: EMPTY}, EMPTY
    replayed: list[tuple[AcceptedStep, tuple[Entry, ...]]] = []
    for place, given in enumerate(found):
        before = states.get(given.previous)
        if before is None:
            raise Unreplayable(given.number, Refusal(()))
        written = entries_again(before, given.step, game(), given.number)
        after = post(before, written, given.number)
        if not is_sound(after):
            raise Unreplayable(given.number, Refusal(()))
        if last_use[given.previous] == place:
            del states[given.previous]
        if given.number in last_use:
            states[given.number] = after
        now = now if given.undone else after
        replayed.append((given, written))
    return Replayed(replayed, now, stored_state(now))


@dataclass(frozen=True, slots=True)
class ByJob:
    """How a job writes a long history: under an id that follows from the job, some steps at a time."""

    public_id: UUID
    step: Callable[[int], None]
    """Called with the number of steps that were just written."""


def write_accepted(
    replayed: Replayed, by_job: ByJob | None, key: IdempotencyKey, *, owner: User, **row: Any
) -> Campaign:
    """A campaign of steps that were accepted elsewhere."""
    if by_job is not None:
        return _made_in_batches(replayed, by_job, owner=owner, **row)
    with transaction.atomic():
        if earlier := key.claim(owner, Campaign):
            return earlier[0]
        campaign = new_campaign(owner, **row)
        for batch in _batches(replayed.steps):
            _enter(campaign, batch)
        _finish(campaign, replayed, owner)
        key.save_result(campaign)
    return campaign


def _made_in_batches(replayed: Replayed, by_job: ByJob, *, owner: User, **row: Any) -> Campaign:
    """The same in many transactions, so that no request waits for long. No user sees the campaign until it
    is complete. A job that is begun again finds what it has written, and continues."""
    campaign = Campaign.objects.filter(public_id=by_job.public_id).first()
    if campaign is None:
        campaign = hidden_campaign(owner, **row, public_id=by_job.public_id, deleted_at=timezone.now())
    elif campaign.members.exists():
        return campaign
    written = campaign.steps.count()
    by_job.step(written)
    try:
        for batch in _batches(replayed.steps[written:]):
            with transaction.atomic():
                _enter(campaign, batch)
            by_job.step(len(batch))
            give_way()
        with transaction.atomic():
            _finish(campaign, replayed, owner)
            campaign.deleted_at = None
            campaign.save(update_fields=["deleted_at"])
            Membership.objects.create(campaign=campaign, user=owner, role=Role.OWNER)
    except Refused:
        campaign.delete()
        raise
    return campaign


Accepted = Sequence[tuple[AcceptedStep, tuple[Entry, ...]]]


def _batches(steps: Accepted) -> Iterator[Accepted]:
    return (steps[start : start + BATCH] for start in range(0, len(steps), BATCH))


def _enter(campaign: Campaign, batch: Accepted) -> None:
    """Write steps that were accepted elsewhere, with their entries."""
    rows = Step.objects.bulk_create(
        Step(
            campaign=campaign,
            number=given.number,
            previous=given.previous,
            kind=given.step.kind,
            payload=step_to_json(given.step),
            by=given.by,
            undone=given.undone,
            imported=given.imported,
        )
        for given, _written in batch
    )
    dated = [(row, given.at) for row, (given, _written) in zip(rows, batch, strict=True) if given.at]
    for row, at in dated:
        row.at = at
    Step.objects.bulk_update([row for row, _at in dated], ["at"])
    adapters.write_all(zip(rows, (written for _given, written in batch), strict=True))


def _finish(campaign: Campaign, replayed: Replayed, owner: User) -> None:
    """Write where the steps lead, and make decks of the snapshots that they brought along."""
    campaign.state = replayed.plain
    campaign.revision += 1
    campaign.outline = outlines.outline(replayed.state, campaign.revision).as_json()
    campaign.save(update_fields=["state", "outline", "revision"])
    deck_versions.adopt(campaign, replayed.state, owner)
