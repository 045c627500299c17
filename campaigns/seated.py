"""Which decks sit at a table, and by what are they judged there?"""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from campaigns.judging import Means, circumstances, means_of
from campaigns.law import law
from campaigns.models import Campaign, DeckEntry, Draft
from campaigns.services.record import state_of
from campaigns.shelf import shelf_of
from decks.models import Deck
from decks.tables import Party
from rules.campaign import CampaignState
from rules.campaign.shopping import in_play
from rules.campaign.state import ACTIVE, LEFT
from rules.circumstances import Circumstances


def seats_of(decks: Sequence[Deck]) -> dict[int, tuple[Campaign, str]]:
    """Where each deck sits now: its campaign and seat. Two queries, however many decks."""
    entries = (
        DeckEntry.objects.filter(
            row__deck__in=[deck.pk for deck in decks], act__undone=False, act__campaign__deleted_at=None
        )
        .select_related("act__campaign", "row")
        .order_by("act__number", "place")
    )
    return {entry.row.deck_id: (entry.act.campaign, entry.seat) for entry in entries if entry.row is not None}


def circumstances_of_seated(decks: Sequence[Deck]) -> dict[int, Circumstances]:
    """The circumstances of the decks whose seat still plays with them. Each table is asked once."""
    found: dict[int, Circumstances] = {}
    tables: dict[int, tuple[CampaignState, Means]] = {}
    for deck, (campaign, seat_id) in seats_of(decks).items():
        if campaign.pk not in tables:
            state = state_of(campaign)
            tables[campaign.pk] = state, means_of(campaign)
        state, means = tables[campaign.pk]
        seat = state.seats.get(seat_id)
        if seat is not None and seat.deck is not None and not state.result:
            found[deck] = circumstances(state, seat, law(), means)
    return found


def _built_for(deck: Deck) -> tuple[Campaign, str] | None:
    """The seat for which a deck is being built that no act has named yet."""
    rows = Draft.objects.filter(fields__deck=str(deck.public_id), campaign__deleted_at=None)
    row = rows.filter(page__startswith="deck-").select_related("campaign").first()
    return (row.campaign, row.page.removeprefix("deck-")) if row else None


def place_of(deck: Deck) -> tuple[str, str] | None:
    """The campaign in which a deck is played, and the page on which its player goes on."""
    found = seats_of([deck]).get(deck.pk) or _built_for(deck)
    if found is None:
        return None
    campaign, seat = found
    if deck.working is not None and deck.working.is_open:
        return campaign.name, reverse("campaign-after", args=[campaign.public_id]) + f"#p-{seat}"
    return campaign.name, reverse("campaign-seat", args=[campaign.public_id, seat])


def party_of(deck: Deck) -> Party | None:
    """Every deck that is played at the deck's table, and the boxes that the table builds from."""
    found = seats_of([deck]).get(deck.pk)
    if found is None:
        return None
    campaign, _seat = found
    state = state_of(campaign)
    entries = DeckEntry.objects.filter(act__campaign=campaign, act__undone=False).exclude(row=None)
    rows = entries.order_by("act__number", "place").values_list("seat", "row__deck_id")
    decks = {
        pk: (seat.deck.slots, seat.deck.extra)
        for name, pk in dict(rows).items()
        if (seat := state.active.get(name)) is not None and seat.deck is not None
    }
    return Party(campaign.name, decks, shelf_of(campaign))


def borrowed(deck: Deck) -> dict[str, int]:
    """Cards that belong to the campaign, not to the deck: they stay behind when it is copied (rule
    party.return-campaign-cards)."""
    found = seats_of([deck]).get(deck.pk)
    if found is None:
        return {}
    campaign, seat_id = found
    seat = state_of(campaign).seats.get(seat_id)
    return {**seat.story, **seat.granted} if seat is not None else {}


def is_in_play(deck: Deck) -> bool:
    """Has the deck's seat played with it, and may it play on?"""
    found = seats_of([deck]).get(deck.pk)
    if found is None:
        return False
    state = state_of(found[0])
    seat = state.seats.get(found[1])
    return seat is not None and not state.result and seat.status in (ACTIVE, LEFT) and in_play(state, seat)
