"""How do a campaign's acts and the players' decks stay one record?

Each act that changes a deck names the version it led to, or has one made here. After every act, undo and
redo the
decks at the table get the version back that belongs to the state.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Max, Model

from campaigns.models import Campaign, DeckEntry
from decks.adapters import version_fields
from decks.models import Deck, DeckVersion, Why
from decks.services.judging import rejudge
from rules import model
from rules.campaign import CampaignState, from_plain


def version_name(version: DeckVersion) -> str:
    """How acts name a version: its deck and its number."""
    return f"{version.deck.public_id}/{version.number}"


def named_version(name: str) -> DeckVersion | None:
    deck, _slash, number = name.partition("/")
    try:
        found = DeckVersion.objects.filter(deck__public_id=UUID(deck), number=int(number))
    except ValueError:
        return None
    return found.select_related("deck").first()


def enter_versions(written: Iterable[Model], state: CampaignState) -> None:
    """Join each deck entry to the version of the player's deck that holds it; make one where there is
    none."""
    for row in written:
        if not isinstance(row, DeckEntry):
            continue
        version = named_version(row.version) if row.version else None
        seat = state.seats.get(row.seat)
        if version is None and seat is not None and seat.version:
            before = _latest(row) or named_version(seat.version)
            version = _next_version(before, row) if before is not None else None
        if version is not None:
            row.row = version
            row.save(update_fields=["row"])


def _latest(row: DeckEntry) -> DeckVersion | None:
    """The version that the seat's last entry before this one led to."""
    entry = (
        DeckEntry.objects.filter(act__campaign=row.act.campaign, act__undone=False, seat=row.seat)
        .exclude(pk=row.pk)
        .exclude(row=None)
        .select_related("row__deck")
        .order_by("-act__number", "-place")
        .first()
    )
    return entry.row if entry is not None else None


def _next_version(before: DeckVersion, row: DeckEntry) -> DeckVersion:
    deck = from_plain(model.Deck, row.deck)
    last = before.deck.versions.aggregate(last=Max("number"))["last"] or 0
    return DeckVersion.objects.create(
        deck=before.deck,
        number=last + 1,
        previous=before,
        why=Why.CAMPAIGN,
        remark=(row.cause or row.reason)[:200],
        **version_fields(deck, before.annotations),
    )


def put_to_work(campaign: Campaign) -> None:
    """Give every deck at the table the version that the acts lead to."""
    entries = (
        DeckEntry.objects.filter(act__campaign=campaign, act__undone=False)
        .exclude(row=None)
        .select_related("row__deck")
        .order_by("act__number", "place")
    )
    wanted = {entry.row.deck_id: entry.row for entry in entries if entry.row is not None}
    changed: list[Deck] = []
    for version in wanted.values():
        deck = version.deck
        if deck.working_id != version.pk:
            deck.working = version
            deck.save(update_fields=["working", "changed"])
        changed.append(deck)
    if changed:
        rejudge(changed)
