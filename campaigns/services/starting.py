"""How does a campaign begin: from the shipped facts, as a branch, from an export, or with transferred
investigators?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.errors import ActRefused, BadRecord
from campaigns.law import law
from campaigns.models import Act, Campaign, Membership, Role
from campaigns.services.record import Recorded, record, replayed, state_of
from cards.models import Collection
from rules.campaign import (
    EMPTY,
    Refusal,
    Unreadable,
    Unreplayable,
    act_from_plain,
    act_to_plain,
    acts,
    judge_act,
    post,
    to_plain,
    transfer,
)

#: An export of this shape; a later one gets another number.
FORMAT = "casebook-campaign-1"
MOST_ACTS = 20_000


@transaction.atomic
def start_campaign(
    start: acts.StartCampaign, *, owner: User, name: str = "", collection: Collection | None = None
) -> Recorded:
    """Open a record with its first act."""
    campaign = _new(owner, name or start.title or _("A campaign"), start.campaign, collection)
    return record(campaign, start, by=owner)


def _new(owner: User, name: str, facts: str, collection: Collection | None) -> Campaign:
    campaign = Campaign.objects.create(owner=owner, name=name[:120], facts=facts, collection=collection)
    Membership.objects.create(campaign=campaign, user=owner, role=Role.OWNER)
    return campaign


@transaction.atomic
def branch(campaign: Campaign, *, owner: User, until: int, name: str = "") -> Campaign:
    """A new campaign that shares the acts up to a point. Its decks are snapshots; the originals stay where
    they are."""
    rows = campaign.acts.filter(undone=False, number__lte=until).order_by("number")
    made = _new(
        owner, name or _("%(name)s, a branch") % {"name": campaign.name}, campaign.facts, campaign.collection
    )
    made.branch_of, made.branched_at = campaign, until
    made.save(update_fields=["branch_of", "branched_at"])
    _enter(made, ((row.number, act_from_plain(row.payload), row.by) for row in rows))
    return made


def _enter(campaign: Campaign, found: Iterable[tuple[int, acts.Act, User | None]]) -> None:
    """Write acts that were accepted elsewhere, with their books; the decks in them stay snapshots."""
    from campaigns import books

    state = EMPTY
    for number, act, by in found:
        judgement = judge_act(state, act, law(), number)
        if judgement.violations and not judgement.entries:
            raise Unreplayable(number, Refusal(judgement.violations))
        row = Act.objects.create(
            campaign=campaign, number=number, kind=act.kind, payload=act_to_plain(act), by=by
        )
        books.write(row, judgement.entries)
        state = post(state, judgement.entries, number)
    campaign.state = to_plain(state)
    campaign.revision += 1
    campaign.save(update_fields=["state", "revision"])


def export_campaign(campaign: Campaign) -> dict[str, Any]:
    """Everything that happened, undone acts included, as JSON that `import_campaign` reads back."""
    return {
        "format": FORMAT,
        "name": campaign.name,
        "campaign": campaign.facts,
        "acts": [
            {
                "number": row.number,
                "at": row.at.isoformat(),
                "by": row.by.get_username() if row.by else "",
                "undone": row.undone,
                "act": row.payload,
            }
            for row in campaign.acts.select_related("by").order_by("number")
        ],
    }


@transaction.atomic
def import_campaign(data: Any, *, owner: User) -> Campaign:
    """A campaign from its export: the same acts, and so the same state. A bad export changes nothing."""
    rows = _read_rows(data)
    campaign = _new(
        owner, str(data.get("name") or _("A campaign")), str(data.get("campaign") or "")[:64], None
    )
    try:
        _enter(campaign, ((n, act, owner) for n, act, undone in rows if not undone))
    except Unreplayable as error:
        raise BadRecord(
            _("Act %(number)d of this export cannot follow the acts before it.") % {"number": error.number}
        ) from error
    for number, act, undone in rows:
        if undone:
            Act.objects.create(
                campaign=campaign,
                number=number,
                kind=act.kind,
                payload=act_to_plain(act),
                by=owner,
                undone=True,
            )
    return campaign


def _read_rows(data: Any) -> list[tuple[int, acts.Act, bool]]:
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise BadRecord(_("This is not a campaign exported by Casebook."))
    found = data.get("acts")
    if not isinstance(found, list) or not found or len(found) > MOST_ACTS:
        raise BadRecord(_("This export holds no acts, or too many."))
    rows: list[tuple[int, acts.Act, bool]] = []
    for place, row in enumerate(found, 1):
        try:
            number = row["number"]
            act = act_from_plain(row["act"])
        except (Unreadable, KeyError, TypeError) as error:
            raise BadRecord(
                _("Act %(place)d of this export cannot be read: %(why)s") % {"place": place, "why": error}
            ) from error
        if (
            not isinstance(number, int)
            or isinstance(number, bool)
            or (rows and number <= rows[-1][0])
            or number < 1
        ):
            raise BadRecord(_("The acts of this export are not numbered in order."))
        rows.append((number, act, bool(row.get("undone"))))
    return rows


@transaction.atomic
def transfer_to_new_campaign(
    campaign: Campaign, *, seats: Iterable[str], start: Mapping[str, Any], owner: User, edition: str = ""
) -> Recorded:
    """Take surviving investigators along into a new campaign, with what the edition lets them keep."""
    carried = transfer(state_of(campaign), law(), seats, edition)
    if isinstance(carried, Refusal):
        raise ActRefused(carried.violations)
    act = acts.StartCampaign(**{**start, "carried": carried})
    return start_campaign(
        act, owner=owner, name=str(start.get("title") or ""), collection=campaign.collection
    )


def as_of(campaign: Campaign, number: int) -> Any:
    """The state as it was after an act."""
    return replayed(campaign, until=number)
