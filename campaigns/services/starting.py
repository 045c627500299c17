"""How does a campaign begin: from the shipped facts, as a branch, from an export, or with transferred
investigators?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.quotas import check_room
from campaigns import books
from campaigns.errors import ActRefused, BadAct, BadRecord
from campaigns.law import law
from campaigns.models import Act, Campaign, Membership, Role
from campaigns.models.record import ID_LENGTH, NAME_LENGTH
from campaigns.services import decks
from campaigns.services.record import MOST_ACTS, Recorded, kept, record, state_of
from cards.collections import may_see
from cards.models import Collection
from rules.campaign import (
    EMPTY,
    CampaignState,
    Entry,
    Refusal,
    Unreadable,
    Unreplayable,
    act_from_plain,
    act_to_plain,
    acts,
    entries_again,
    is_sound,
    post,
    transfer,
)
from rules.campaign.plain import LARGEST_NUMBER, is_storable

#: An export of this shape; a later one gets another number.
FORMAT = "casebook-campaign-1"
#: Rows written at once.
BATCH = 500


@transaction.atomic
def start_campaign(
    start: acts.StartCampaign, *, owner: User, name: str = "", collection: Collection | None = None
) -> Recorded:
    """Open a record with its first act."""
    campaign = _new(owner, name or start.title or _("A campaign"), start.campaign, collection)
    return record(campaign, start, by=owner)


def _new(owner: User, name: str, facts: str, collection: Collection | None) -> Campaign:
    check_room(owner, "campaigns", Campaign.objects.filter(owner=owner, deleted_at=None))
    campaign = Campaign.objects.create(
        owner=owner, name=name[:NAME_LENGTH], facts=facts, collection=collection
    )
    Membership.objects.create(campaign=campaign, user=owner, role=Role.OWNER)
    return campaign


def _shelf_for(owner: User, campaign: Campaign) -> Collection | None:
    """The table's collection, if whoever takes the campaign further may see it without the table."""
    shelf = campaign.collection
    return shelf if shelf is not None and may_see(shelf, owner.pk) else None


def branch(campaign: Campaign, *, owner: User, until: int, name: str = "") -> Campaign:
    """A new campaign that shares the acts up to a point. Its decks are copies; the originals stay where they
    are."""
    rows = campaign.acts.filter(undone=False, number__lte=until).select_related("by").order_by("number")
    told = [
        Told(
            row.number,
            row.upon,
            _unbound(act_from_plain(row.payload)),
            by=row.by,
            at=row.at,
            imported=row.imported,
        )
        for row in rows
    ]
    if not told:
        raise BadAct(_("There is nothing before that act."))
    replayed = _replay(told)
    with transaction.atomic():
        title = name or _("%(name)s, a branch") % {"name": campaign.name}
        made = _new(owner, title, campaign.facts, _shelf_for(owner, campaign))
        made.branch_of, made.branched_at = campaign, until
        made.save(update_fields=["branch_of", "branched_at"])
        decks.adopt(made, _enter(made, replayed), owner)
    return made


def _unbound(act: acts.Act) -> acts.Act:
    """The act without the names of versions, which belong to the decks of another campaign."""
    if isinstance(act, acts.DeckChosen | acts.CardsBought | acts.DeckChanged):
        return replace(act, version="")
    return act


@dataclass(frozen=True, slots=True)
class Told:
    """An act that was accepted elsewhere."""

    number: int
    upon: int
    act: acts.Act
    undone: bool = False
    by: User | None = None
    at: datetime | None = None
    imported: bool = False
    """An export told it, which anybody may have written: what it says was drawn is the group's word."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """Acts that were accepted elsewhere, with what each writes into the books, and where they lead."""

    acts: Sequence[tuple[Told, tuple[Entry, ...]]]
    state: CampaignState
    plain: dict[str, Any]
    """The state as it is stored."""


def _replay(found: Sequence[Told]) -> Replayed:
    """Work out what acts wrote, undone ones too, so that they can be done again. The database is not asked.

    Only states that a later act follows are kept, and only until then.
    """
    last_use: dict[int, int] = {}
    for place, told in enumerate(found):
        last_use[told.upon] = place
    states, now = {0: EMPTY}, EMPTY
    replayed: list[tuple[Told, tuple[Entry, ...]]] = []
    for place, told in enumerate(found):
        before = states.get(told.upon)
        if before is None:
            raise Unreplayable(told.number, Refusal(()))
        written = entries_again(before, told.act, law(), told.number)
        after = post(before, written, told.number)
        if not is_sound(after):
            raise Unreplayable(told.number, Refusal(()))
        if last_use[told.upon] == place:
            del states[told.upon]
        if told.number in last_use:
            states[told.number] = after
        now = now if told.undone else after
        replayed.append((told, written))
    return Replayed(replayed, now, kept(now))


def _enter(campaign: Campaign, replayed: Replayed) -> CampaignState:
    """Write acts that were accepted elsewhere, with their books."""
    for start in range(0, len(replayed.acts), BATCH):
        batch = replayed.acts[start : start + BATCH]
        rows = Act.objects.bulk_create(
            Act(
                campaign=campaign,
                number=told.number,
                upon=told.upon,
                kind=told.act.kind,
                payload=act_to_plain(told.act),
                by=told.by,
                undone=told.undone,
                imported=told.imported,
            )
            for told, _written in batch
        )
        dated = [(row, told.at) for row, (told, _written) in zip(rows, batch, strict=True) if told.at]
        for row, at in dated:
            row.at = at
        Act.objects.bulk_update([row for row, _at in dated], ["at"])
        books.write_all(zip(rows, (written for _told, written in batch), strict=True))
    campaign.state = replayed.plain
    campaign.revision += 1
    campaign.save(update_fields=["state", "revision"])
    return replayed.state


def export_campaign(campaign: Campaign) -> dict[str, Any]:
    """Everything that happened, undone acts included, as JSON that `import_campaign` reads back."""
    return {
        "format": FORMAT,
        "name": campaign.name,
        "campaign": campaign.facts,
        "acts": [
            {
                "number": row.number,
                "upon": row.upon,
                "at": row.at.isoformat(),
                "by": row.by.get_username() if row.by else "",
                "undone": row.undone,
                "act": row.payload,
            }
            for row in campaign.acts.select_related("by").order_by("number")
        ],
    }


def import_campaign(data: Any, *, owner: User, imported: bool = True) -> Campaign:
    """A campaign from its export: the same acts, and so the same state. A bad export changes nothing.

    Everything is worked out before the database is touched. Draws are kept with their seeds and pools, but
    are marked as imported: the group's word, because nobody here saw them made. Only what the site ships
    itself is not `imported`.
    """
    rows = [replace(told, imported=imported) for told in _read_rows(data, owner)]
    name, facts = (str(data.get(field) or "")[:NAME_LENGTH] for field in ("name", "campaign"))
    if not is_storable(name) or not is_storable(facts):
        raise BadRecord(_("The name in this export holds a character that is no text."))
    try:
        replayed = _replay(rows)
    except Unreplayable as error:
        raise BadRecord(
            _("Act %(number)d of this export cannot follow the acts before it.") % {"number": error.number}
        ) from error
    with transaction.atomic():
        campaign = _new(owner, name.strip() or _("A campaign"), facts[:ID_LENGTH], None)
        decks.adopt(campaign, _enter(campaign, replayed), owner)
    return campaign


def _read_rows(data: Any, owner: User) -> list[Told]:
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise BadRecord(_("This is not a campaign exported by Casebook."))
    found = data.get("acts")
    if not isinstance(found, list) or not found or len(found) > MOST_ACTS:
        raise BadRecord(_("This export holds no acts, or too many."))
    rows: list[Told] = []
    standing = 0
    for place, row in enumerate(found, 1):
        try:
            told = _read_row(row, rows[-1].number if rows else 0, standing, owner)
        except (Unreadable, KeyError, TypeError) as error:
            raise BadRecord(
                _("Act %(place)d of this export cannot be read: %(why)s") % {"place": place, "why": error}
            ) from error
        rows.append(told)
        standing = standing if told.undone else told.number
    return rows


def _read_row(row: Any, before: int, standing: int, owner: User) -> Told:
    """One act of an export; `before` is the number of the act before it, `standing` that of the last which
    is not undone."""
    number, undone = row["number"], row.get("undone", False)
    act = act_from_plain(row["act"])
    # An export of an earlier Casebook does not say upon what an act was done.
    upon = row.get("upon", before if undone else standing)
    if not all(isinstance(each, int) and not isinstance(each, bool) for each in (number, upon)):
        raise Unreadable("should be a whole number", "number")
    if not before < number <= LARGEST_NUMBER or not 0 <= upon < number or (not undone and upon != standing):
        raise BadRecord(_("The acts of this export are not numbered in order."))
    if not isinstance(undone, bool):
        raise Unreadable("should be true or false", "undone")
    by = owner if row.get("by") in (None, owner.get_username()) else None
    return Told(number, upon, _unbound(act), undone, by, _read_time(row.get("at")))


def _read_time(text: Any) -> datetime | None:
    """When it was done, if the export says so and it is not to come."""
    try:
        at = datetime.fromisoformat(text)
        return at if datetime(1990, 1, 1, tzinfo=UTC) < at <= timezone.now() else None
    except (TypeError, ValueError):
        return None


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
        act, owner=owner, name=str(start.get("title") or ""), collection=_shelf_for(owner, campaign)
    )
    owners = {
        seat: entry.row.deck.owner for seat, entry in decks.latest_entries(campaign).items() if entry.row
    }
    decks.adopt(done.campaign, done.state, owner, owners)
    for member in campaign.members.exclude(user=owner):
        role = Role.PLAYER if member.role == Role.OWNER else member.role
        Membership.objects.create(campaign=done.campaign, user=member.user, role=role)
    return done
