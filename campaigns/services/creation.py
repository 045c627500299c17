"""Creation of campaigns: from facts, as a branch, from an export, or with transferred investigators."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.members import Role
from accounts.models import User
from campaigns.arkham_cards.backup import is_backup
from campaigns.campaign_rules import game
from campaigns.errors import BadExport, BadStep, StepRefused, reason_of
from campaigns.models import Campaign, Guide, Membership, Step
from campaigns.models.campaigns import ID_LENGTH, NAME_LENGTH
from campaigns.selectors import state_of
from campaigns.services import campaign_files, deck_versions, taken_seats
from campaigns.services.recording import MOST_SCENARIOS, MOST_STEPS, Recorded, record
from campaigns.services.replayed_history import (
    AcceptedStep,
    ByJob,
    Replayed,
    new_campaign,
    replay_accepted,
    write_accepted,
)
from cards.collections.selectors import may_see
from cards.models import Collection
from rules.campaign import Refusal, Unreadable, Unreplayable, step_from_json, steps, transfer
from rules.codec import LARGEST_NUMBER, is_storable

#: Identifies the format of an export; a later format gets another number.
FORMAT = "casebook-campaign-1"


@transaction.atomic
def start_campaign(
    start: steps.StartCampaign,
    *,
    owner: User,
    name: str = "",
    collection: Collection | None = None,
    key: IdempotencyKey = NO_KEY,
) -> Recorded:
    """Create a campaign with its first step. A `name` is also its title, which the first step records."""
    if earlier := key.claim(owner, Campaign):
        return already_started(earlier[0])
    if name.strip():
        start = replace(start, title=name.strip()[:NAME_LENGTH])
    campaign_files.check_may_start(start.campaign, owner)
    campaign = new_campaign(owner, start.title or _("A campaign"), start.campaign, collection)
    key.save_result(campaign)
    return record(campaign, start, by=owner)


def already_started(campaign: Campaign) -> Recorded:
    """Return the response to a repeated request."""
    return Recorded(campaign, campaign.steps.get(number=1), state_of(campaign), again=True)


def _collection_for(owner: User, campaign: Campaign) -> Collection | None:
    """Return the collection of the campaign, if the new owner may see it independently of the campaign."""
    collection = campaign.collection
    return collection if collection is not None and may_see(collection, owner.pk) else None


def branch(
    campaign: Campaign,
    *,
    owner: User,
    until: int,
    name: str = "",
    key: IdempotencyKey = NO_KEY,
    by_job: ByJob | None = None,
) -> Campaign:
    """A new campaign that shares the steps up to a point. Its decks are copies; the originals stay where they
    are."""
    rows = steps_until(campaign, until).select_related("by").order_by("number")
    accepted = [
        AcceptedStep(
            row.number,
            row.previous,
            _unbound(step_from_json(row.payload)),
            by=row.by,
            at=row.at,
            imported=row.imported,
        )
        for row in rows
    ]
    if not accepted:
        raise BadStep(_("There is nothing before this step."))
    title = name or _("%(name)s (branch)") % {"name": campaign.name}
    row = {"name": title, "facts": campaign.facts, "collection": _collection_for(owner, campaign)}
    origin = {"branch_of": campaign, "branched_at": until}
    return write_accepted(replay_accepted(accepted), by_job, key, owner=owner, **row, **origin)


def steps_until(campaign: Campaign, until: int) -> QuerySet[Step]:
    """What a branch shares with its origin."""
    return campaign.steps.filter(undone=False, number__lte=until)


def _unbound(step: steps.Step) -> steps.Step:
    """Return the step without references to deck versions, which belong to another campaign."""
    if isinstance(step, steps.DeckChosen | steps.CardsBought | steps.DeckChanged):
        return replace(step, version="")
    if isinstance(step, steps.CampaignResumed):
        return replace(step, seats=tuple(replace(seat, version="") for seat in step.seats))
    return step


def export_campaign(campaign: Campaign) -> dict[str, Any]:
    """Return the complete history, including undone steps, as JSON for `import_campaign`."""
    guide = Guide.objects.filter(pk=campaign.facts, for_all=False).first()
    return {
        "format": FORMAT,
        "name": campaign.name,
        "campaign": campaign.facts,
        **({"campaign_file": guide.facts} if guide else {}),
        "steps": [
            {
                "number": row.number,
                "previous": row.previous,
                "at": row.at.isoformat(),
                "by": row.by.get_username() if row.by else "",
                "undone": row.undone,
                "step": row.payload,
            }
            for row in campaign.steps.select_related("by").order_by("number")
        ],
    }


def import_campaign(
    data: Any,
    *,
    owner: User,
    imported: bool = True,
    key: IdempotencyKey = NO_KEY,
    by_job: ByJob | None = None,
) -> Campaign:
    """Create a campaign from its export, with the same steps and therefore the same state.

    Everything is computed before the first write, so a bad export changes nothing. Draws keep their seeds and
    pools but are marked as imported: they count as reported by the group, because this site did not make
    them. Only the example that ships with the site is not `imported`.
    """
    rows = [replace(accepted, imported=imported) for accepted in _read_rows(data, owner)]
    name = str(data.get("name") or "")[:NAME_LENGTH]
    if not is_storable(name):
        raise BadExport(_("The name in this export contains an invalid character."))
    row = {"name": name.strip() or _("A campaign"), "facts": _campaign_of(rows), "collection": None}
    with campaign_files.brought_along(data.get("campaign_file"), _campaign_of(rows)):
        return write_accepted(_replayed(rows), by_job, key, owner=owner, **row)


def _replayed(rows: list[AcceptedStep]) -> Replayed:
    try:
        return replay_accepted(rows)
    except Unreplayable as error:
        if any(violation.rule == "step.known-campaign" for violation in error.refusal.violations):
            raise BadExport(
                _("This site does not have the campaign of this export. Import its campaign file first.")
            ) from error
        raise BadExport(
            _("Step %(number)d of this export does not fit the steps before it.") % {"number": error.number}
        ) from error


def _campaign_of(rows: Iterable[AcceptedStep]) -> str:
    """Return the campaign that the steps of an export start."""
    started = (row.step.campaign for row in rows if isinstance(row.step, steps.StartCampaign))
    return next(started, "")[:ID_LENGTH]


def steps_in(data: Any) -> list[Any]:
    """The steps of an export, as they stand there; BadExport where it is none, or holds too many."""
    if is_backup(data):
        raise BadExport(_("This is a backup of Arkham Cards. Use “Import from the app Arkham Cards”."))
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        if isinstance(data, Mapping) and "scenarios" in data:
            raise BadExport(_("This file describes a campaign. Import it with “Campaign files”."))
        raise BadExport(_("This is not a campaign exported by Casebook."))
    found = data.get("steps")
    if not isinstance(found, list) or not found or len(found) > MOST_STEPS:
        raise BadExport(_("This export contains no steps, or too many."))
    if sum(map(_ends_a_scenario, found)) > MOST_SCENARIOS:
        raise BadExport(_("This export contains too many scenarios."))
    return found


def _ends_a_scenario(row: Any) -> bool:
    step = row.get("step") if isinstance(row, Mapping) else None
    return isinstance(step, Mapping) and step.get("kind") == steps.EndScenario.kind


def _read_rows(data: Any, owner: User) -> list[AcceptedStep]:
    rows: list[AcceptedStep] = []
    standing = 0
    for place, row in enumerate(steps_in(data), 1):
        try:
            accepted = _read_row(row, rows[-1].number if rows else 0, standing, owner)
        except (Unreadable, KeyError, TypeError) as error:
            raise BadExport(
                _("Step %(place)d of this export cannot be read: %(why)s")
                % {"place": place, "why": reason_of(error)}
            ) from error
        rows.append(accepted)
        standing = standing if accepted.undone else accepted.number
    return rows


def _read_row(row: Any, before: int, standing: int, owner: User) -> AcceptedStep:
    """Return one step of an export.

    `before` is the number of the step before it, `standing` that of the last one that is not undone.
    """
    number, undone = row["number"], row.get("undone", False)
    step = step_from_json(row["step"])
    # Exports of older versions lack `previous`.
    previous = row.get("previous", before if undone else standing)
    if not all(isinstance(each, int) and not isinstance(each, bool) for each in (number, previous)):
        raise Unreadable(gettext_noop("should be a whole number"), "number")
    if (
        not before < number <= LARGEST_NUMBER
        or not 0 <= previous < number
        or (not undone and previous != standing)
    ):
        raise BadExport(_("The steps of this export are not numbered in order."))
    if not isinstance(undone, bool):
        raise Unreadable(gettext_noop("should be true or false"), "undone")
    by = owner if row.get("by") in (None, owner.get_username()) else None
    return AcceptedStep(number, previous, _unbound(step), undone, by, _read_time(row.get("at")))


def _read_time(text: Any) -> datetime | None:
    """Return the time of the step, if the export has one that is not in the future."""
    try:
        at = datetime.fromisoformat(text)
        return at if datetime(1990, 1, 1, tzinfo=UTC) < at <= timezone.now() else None
    except (TypeError, ValueError):
        return None


@transaction.atomic
def transfer_to_new_campaign(
    campaign: Campaign,
    *,
    seats: Iterable[str],
    start: Mapping[str, Any],
    owner: User,
    edition: str = "",
    key: IdempotencyKey = NO_KEY,
) -> Recorded:
    """Start a new campaign with surviving investigators, who keep what the edition allows."""
    if earlier := key.claim(owner, Campaign):
        return already_started(earlier[0])
    carried = transfer(state_of(campaign), game(), seats, edition)
    if isinstance(carried, Refusal):
        raise StepRefused(carried.violations)
    step = steps.StartCampaign(**{**start, "carried": carried})
    done = start_campaign(
        step, owner=owner, name=str(start.get("title") or ""), collection=_collection_for(owner, campaign)
    )
    owners = {
        seat: entry.deck_version.deck.owner
        for seat, entry in deck_versions.latest_entries(campaign).items()
        if entry.deck_version
    }
    key.save_result(done.campaign)
    deck_versions.adopt(done.campaign, done.state, owner, owners)
    for member in campaign.members.exclude(user=owner):
        role = Role.PLAYER if member.role == Role.OWNER else member.role
        Membership.objects.create(campaign=done.campaign, user=member.user, role=role, name=member.name)
    taken_seats.carry_over(campaign, done.campaign)
    return done
