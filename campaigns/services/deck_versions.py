"""Synchronisation between the steps of a campaign and the players' decks.

Each step that changes a deck names the resulting version, or a version is created here. After a step, undo
and redo the decks of the party are set to the versions that belong to the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.adapters import DECK
from campaigns.errors import BadStep
from campaigns.models import Campaign, Entry, Step
from decks.adapters import choice_fields, rules_deck, version_fields
from decks.models import Deck, DeckVersion, Why
from decks.models import Purchase as PurchaseRow
from decks.models.decks import NAME_LENGTH, Mode
from decks.services.creation import begin
from decks.services.journal import next_number
from decks.services.judging import rejudge
from decks.services.upgrading import fields_of
from rules.campaign import CampaignState, from_json, step_from_json, to_json
from rules.campaign.slots import BOUGHT
from rules.campaign.state import ACTIVE, LEFT
from rules.campaign.steps import CardsBought
from rules.cards import model
from rules.upgrade.purchase import Departure, Purchase


def named_version(name: str) -> DeckVersion | None:
    deck, _slash, number = name.partition("/")
    try:
        found = DeckVersion.objects.filter(deck__public_id=UUID(deck), number=int(number))
    except ValueError:
        return None
    return found.select_related("deck").first()


def latest_entries(campaign: Campaign) -> dict[str, Entry]:
    """Return the entry that gave each seat its current deck, if that is a player's own deck. One query."""
    found = _latest_of(campaign).select_related("deck_version__deck__owner", "deck_version__deck__working")
    return {entry.seat: entry for entry in found}


def _latest_of(campaign: Campaign) -> QuerySet[Entry]:
    last = (
        Entry.objects.filter(step__campaign=campaign, step__undone=False)
        .exclude(deck_version=None)
        .values("seat")
        .annotate(last=Max("pk"))
        .values("last")
    )
    return Entry.objects.filter(pk__in=last)


def held_entries(campaign: Campaign) -> dict[str, Entry]:
    """Return the same entries, with their decks locked until the transaction ends."""
    decks = _latest_of(campaign).values("deck_version__deck")
    list(Deck.objects.select_for_update(no_key=True).filter(pk__in=decks).order_by("pk").values_list("pk"))
    return latest_entries(campaign)


def enter_versions(written: Iterable[Entry], by: User | None, state: CampaignState) -> None:
    """Link each deck entry to the version of the player's deck that holds it, which is created if needed."""
    for row in written:
        if row.kind != DECK:
            continue
        before = _latest(row)
        version = _named_by(row, before, by) if row.facts.get("version") else before
        if version is not None and (version is before or not _holds(version, row)):
            bought = row.step.kind == CardsBought.kind and row.facts["reason"] == BOUGHT
            version = _bought_version(version, row, state) if bought else _next_version(version, row)
        if version is not None:
            row.deck_version = version
            row.save(update_fields=["deck_version"])


def _named_by(row: Entry, before: DeckVersion | None, by: User | None) -> DeckVersion:
    """Return the version that the step names, of the seat's current deck or of one of the user's."""
    version = named_version(row.facts["version"])
    if version is not None and before is not None and version.deck_id == before.deck_id:
        return version
    if version is None or by is None or version.deck.owner_id != by.pk or version.deck.deleted_at:
        raise BadStep(_("You have no deck with this id."))
    other = _plays_elsewhere(version.deck, row.step.campaign)
    if other is not None:
        facts = {"deck": version.deck.name, "campaign": other.name}
        raise BadStep(_("%(deck)s is already used in %(campaign)s. Copy it and choose the copy.") % facts)
    return version


def _holds(version: DeckVersion, row: Entry) -> bool:
    """Return whether the version matches the deck in the step, apart from the campaign's taboo list."""
    held, recorded = rules_deck(version.deck, version), from_json(model.Deck, row.facts["deck"])
    return all(
        getattr(held, name) == getattr(recorded, name)
        for name in ("slots", "second_deck", "customizations", "attachments")
    )


def _plays_elsewhere(deck: Deck, here: Campaign) -> Campaign | None:
    """Return another active campaign that uses this deck. Two campaigns cannot change the same deck."""
    found = Campaign.objects.filter(
        steps__undone=False, steps__entries__deck_version__deck=deck, deleted_at=None
    ).exclude(pk=here.pk)
    for campaign in found.distinct():
        state = from_json(CampaignState, campaign.state)
        for seat, entry in latest_entries(campaign).items():
            if entry.deck_version is not None and entry.deck_version.deck_id == deck.pk and not state.result:
                held = state.seats.get(seat)
                if held is not None and held.status in (ACTIVE, LEFT):
                    return campaign
    return None


def _latest(row: Entry) -> DeckVersion | None:
    """Return the version of the seat's last entry before this one."""
    entry = (
        Entry.objects.filter(step__campaign=row.step.campaign, step__undone=False, seat=row.seat)
        .exclude(pk=row.pk)
        .exclude(deck_version=None)
        .select_related("deck_version__deck")
        .order_by("-pk")
        .first()
    )
    return entry.deck_version if entry is not None else None


def _next_version(before: DeckVersion, row: Entry) -> DeckVersion:
    deck = from_json(model.Deck, row.facts["deck"])
    return make_version(before, deck, row.facts.get("cause") or row.facts["reason"])


def _bought_version(before: DeckVersion, row: Entry, state: CampaignState) -> DeckVersion:
    """The version with purchases that were not made in the editor."""
    seat, ended = state.seats[row.seat], last_ended(state)
    previous, rows = start_of(before, ended), rows_of(row.step)
    cost = sum(each.price for each in rows)
    version = make_version(
        before,
        from_json(model.Deck, row.facts["deck"]),
        "",
        previous=previous,
        experience_earned=seat.experience + cost - previous.experience_left,
        experience_available=seat.experience + cost,
        cost=cost,
        outcome=to_json(seat.outcome),
        upgrade_after=ended,
    )
    for each in rows:
        each.version = version
    PurchaseRow.objects.bulk_create(rows)
    return version


def rows_of(step: Step) -> list[PurchaseRow]:
    """Return the purchases of a step as unsaved rows of a version."""
    bought = step_from_json(step.payload)
    assert isinstance(bought, CardsBought)
    found: list[Purchase | Departure] = [*bought.purchases, *bought.departures]
    fields = [fields_of(each) for each in found]
    return [PurchaseRow(position=place, **each) for place, each in enumerate(fields)]


def last_ended(state: CampaignState) -> int:
    """The step that ended the last scenario, after which cards are bought; 0 before the first one."""
    return max((each.step for each in state.history if each.is_scenario), default=0)


def start_of(recorded: DeckVersion, ended: int) -> DeckVersion:
    """Return the version from which purchases after this step began: recorded ones are taken back first."""
    versions = {version.pk: version for version in recorded.deck.versions.defer("slots", "wish_list")}
    start = version = recorded
    while version.previous_id in versions:
        if version.upgrade_after == ended:
            start = versions[version.previous_id]
        version = versions.pop(version.previous_id)
    return start


def make_version(before: DeckVersion, deck: model.Deck, remark: str, **more: Any) -> DeckVersion:
    """The next version of a deck, changed by the campaign. Experience that is left over goes with it."""
    previous = more.pop("previous", before)
    more.setdefault("experience_available", previous.experience_left if previous else 0)
    return DeckVersion.objects.create(
        deck=before.deck,
        number=next_number(before.deck),
        previous=previous,
        why=Why.CAMPAIGN,
        remark=remark[:200],
        **version_fields(deck, before.annotations),
        **more,
    )


def join_versions(campaign: Campaign, state: CampaignState) -> None:
    """Link deck entries without a version to the player's deck, after undo or redo.

    Imports and branches have such entries. The player's deck was made for a later or an earlier step; a deck
    that was undone when they were made is created now.
    """
    entries = Entry.objects.filter(step__campaign=campaign, kind=DECK)
    decks = {
        row.seat: row.deck_version
        for row in entries.exclude(deck_version=None).select_related("deck_version__deck").order_by("pk")
    }
    last = entries.filter(step__undone=False).values("seat").annotate(last=Max("pk")).values("last")
    for entry in Entry.objects.filter(pk__in=last, deck_version=None):
        known = decks.get(entry.seat)
        if known is not None:
            entry.deck_version = _next_version(known, entry)
            entry.save(update_fields=["deck_version"])
        elif entry.seat in state.seats:
            _make_deck(campaign, state, entry, campaign.owner)


def adopt(
    campaign: Campaign, state: CampaignState, owner: User, owners: Mapping[str, User] | None = None
) -> None:
    """Create decks from the snapshots in a branch, an import or a transfer.

    They belong to `owner`, or to the users that `owners` names by seat.
    """
    standing = Entry.objects.filter(step__campaign=campaign, step__undone=False, kind=DECK)
    last = standing.values("seat").annotate(last=Max("pk"))
    entries = {row.seat: row for row in Entry.objects.filter(pk__in=[each["last"] for each in last])}
    made = [
        deck
        for seat, entry in entries.items()
        if seat in state.seats
        and (deck := _make_deck(campaign, state, entry, (owners or {}).get(seat, owner)))
    ]
    # Now that they have a seat, they are judged by the rules of the campaign.
    rejudge(made)


def _make_deck(campaign: Campaign, state: CampaignState, entry: Entry, owner: User) -> Deck | None:
    """Create a deck from the current snapshot of a seat, and link the seat's latest entry to it."""
    seat = state.seats[entry.seat]
    if seat.deck is None:
        return None
    deck = begin(
        Deck(
            owner=owner,
            name=f"{seat.title} · {campaign.name}"[:NAME_LENGTH],
            investigator=seat.deck.investigator,
            taboo=seat.deck.taboo,
            edition=state.edition,
            card_pool=list(seat.deck.card_pool),
            mode=Mode.CAMPAIGN,
            **choice_fields(seat.deck.choices),
        ),
        seat.deck,
        why=Why.CAMPAIGN,
    )
    entry.deck_version = deck.working
    entry.save(update_fields=["deck_version"])
    return deck
