"""How does a campaign begin: from the shipped facts, as a branch, from an export, or with transferred
investigators?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns import books
from campaigns.errors import ActRefused, BadRecord
from campaigns.law import law
from campaigns.models import Act, Campaign, Membership, Role
from campaigns.services import decks
from campaigns.services.record import Recorded, locked, record, replayed, state_of
from cards.models import Collection
from rules.campaign import (
    EMPTY,
    CampaignState,
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
    """A new campaign that shares the acts up to a point. Its decks are copies; the originals stay where they
    are."""
    campaign = locked(campaign)
    rows = campaign.acts.filter(undone=False, number__lte=until).order_by("number")
    made = _new(
        owner, name or _("%(name)s, a branch") % {"name": campaign.name}, campaign.facts, campaign.collection
    )
    made.branch_of, made.branched_at = campaign, until
    made.save(update_fields=["branch_of", "branched_at"])
    state = _enter(made, ((row.number, _unbound(act_from_plain(row.payload)), row.by) for row in rows))
    decks.adopt(made, state, owner)
    return made


def _unbound(act: acts.Act) -> acts.Act:
    """The act without the names of versions, which belong to the decks of another campaign."""
    if isinstance(act, acts.DeckChosen | acts.CardsBought | acts.DeckChanged):
        return replace(act, version="")
    return act


def _enter(campaign: Campaign, found: Iterable[tuple[int, acts.Act, User | None]]) -> CampaignState:
    """Write acts that were accepted elsewhere, with their books."""
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
    return state


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
        state = _enter(campaign, ((n, _unbound(act), owner) for n, act, undone in rows if not undone))
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
                payload=act_to_plain(_unbound(act)),
                by=owner,
                undone=True,
            )
    decks.adopt(campaign, state, owner)
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
    done = start_campaign(
        act, owner=owner, name=str(start.get("title") or ""), collection=campaign.collection
    )
    owners = {
        seat: entry.row.deck.owner for seat, entry in decks.latest_entries(campaign).items() if entry.row
    }
    decks.adopt(done.campaign, done.state, owner, owners)
    for member in campaign.members.exclude(user=owner):
        role = Role.PLAYER if member.role == Role.OWNER else member.role
        Membership.objects.create(campaign=done.campaign, user=member.user, role=role)
    return done


def as_of(campaign: Campaign, number: int) -> Any:
    """The state as it was after an act."""
    return replayed(campaign, until=number)
