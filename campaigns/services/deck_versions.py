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
from campaigns.deck_hook import CampaignSeat, SeatingPlan
from campaigns.errors import BadStep
from campaigns.models import Campaign, Entry
from decks.adapters import choice_fields, rules_deck, version_fields
from decks.models import Deck, DeckVersion, Why
from decks.models.decks import NAME_LENGTH, Mode
from decks.services.creation import begin
from decks.services.journal import next_number
from decks.services.judging import judge_seated, rejudge
from rules.campaign import CampaignState, from_json
from rules.campaign.slots import with_difference
from rules.campaign.state import ACTIVE, LEFT
from rules.cards import model


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


def enter_versions(written: Iterable[Entry], by: User | None) -> None:
    """Link each deck entry to the version of the player's deck that holds it, which is created if needed."""
    for row in written:
        if row.kind != DECK:
            continue
        before = _latest(row)
        version = _named_by(row, before, by) if row.facts.get("version") else before
        if version is not None and (version is before or not _holds(version, row)):
            version = _next_version(version, row)
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


def make_version(before: DeckVersion, deck: model.Deck, remark: str, **more: Any) -> DeckVersion:
    """The next version of a deck, changed by the campaign."""
    return DeckVersion.objects.create(
        deck=before.deck,
        number=next_number(before.deck),
        previous=more.pop("previous", before),
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


def put_to_work(campaign: Campaign) -> None:
    """Set every deck of the party to its version in the current state, and rebase open upgrades on it."""
    changed: list[Deck] = []
    plan = SeatingPlan(campaign)
    for entry in held_entries(campaign).values():
        version = entry.deck_version
        assert version is not None
        deck, working = version.deck, version.deck.working
        if working is not None and working.is_open and working.campaign_version_id is not None:
            _move_along(working, version)
        elif deck.working_id != version.pk:
            deck.working = version
            deck.save(update_fields=["working", "changed"])
        deck.seat = CampaignSeat(plan, entry.seat, deck)
        changed.append(deck)
    judge_seated(changed)


def _move_along(under_way: DeckVersion, version: DeckVersion) -> None:
    """Apply to the open version the cards that the campaign added or removed during the upgrade."""
    old = under_way.campaign_version
    if old is None or old.pk == version.pk or under_way.previous is None:
        return
    deck = version.deck
    change = (rules_deck(deck, old), rules_deck(deck, version))
    moved = version_fields(with_difference(rules_deck(deck, under_way), *change), under_way.annotations)
    for name, value in moved.items():
        setattr(under_way, name, value)
    before = with_difference(rules_deck(deck, under_way.previous), *change)
    under_way.previous = make_version(version, before, _("before purchases"))
    under_way.campaign_version = version
    under_way.revision += 1
    under_way.save()


def discard_purchases(campaign: Campaign) -> None:
    """Discard open upgrades that, after undo or redo, are based on a deck that is no longer current."""
    for entry in held_entries(campaign).values():
        version = entry.deck_version
        assert version is not None
        deck, under_way = version.deck, version.deck.working
        if under_way is not None and under_way.is_open and under_way.campaign_version_id != version.pk:
            deck.working = version
            deck.save(update_fields=["working", "changed"])
            under_way.delete()
            rejudge([deck])


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
