"""The campaign side of `decks.campaign_hook`: what a campaign means for a deck that is played in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from django.urls import reverse

from accounts.models import User
from campaigns.campaign_rules import game
from campaigns.insight.experience import accounts
from campaigns.models import Campaign, Entry, NewDeck, TakenSeat
from campaigns.party.collection import collection_of
from campaigns.party.deck_verdicts import Means, circumstances, means_of
from campaigns.selectors import state_of
from decks.campaign_hook import Experience, Party, Place
from decks.models import Deck
from rules.campaign import CampaignState, Seat
from rules.campaign.purchases import in_play
from rules.campaign.state import ACTIVE, BETWEEN, LEFT, READY
from rules.deck.circumstances import Circumstances


class SeatingPlan:
    """The data that all seats of one campaign share."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign

    @property
    def state(self) -> CampaignState:
        return state_of(self.campaign)

    @cached_property
    def means(self) -> Means:
        return means_of(self.campaign)

    @cached_property
    def decks(self) -> dict[str, int]:
        """The primary key of each seat's deck."""
        entries = Entry.objects.filter(step__campaign=self.campaign, step__undone=False)
        entries = entries.exclude(deck_version=None).order_by("step__number", "position")
        return dict(entries.values_list("seat", "deck_version__deck_id"))


class CampaignSeat:
    """The seat of one deck."""

    def __init__(self, plan: SeatingPlan, seat_id: str, deck: Deck) -> None:
        self.plan = plan
        self.seat_id = seat_id
        self.deck = deck

    @property
    def campaign(self) -> Campaign:
        return self.plan.campaign

    @property
    def seat(self) -> Seat | None:
        return self.plan.state.seats.get(self.seat_id)

    @cached_property
    def circumstances(self) -> Circumstances | None:
        seat = self.seat
        if seat is None or seat.deck is None:
            return None
        return circumstances(self.plan.state, seat, game(), self.plan.means)

    @property
    def place(self) -> Place:
        if self.seat is not None and self.plan.state.phase in (BETWEEN, READY) and self.is_in_play:
            address = reverse("campaign-after", args=[self.campaign.public_id]) + f"#p-{self.seat_id}"
            return Place(self.campaign.name, address)
        return _seat_page(self.campaign, self.seat_id)

    @cached_property
    def party(self) -> Party:
        active = self.plan.state.active
        decks = {
            pk: (seat.deck.slots, seat.deck.second_deck)
            for name, pk in self.plan.decks.items()
            if (seat := active.get(name)) is not None and seat.deck is not None
        }
        return Party(self.campaign.name, decks, collection_of(self.campaign))

    @property
    def borrowed(self) -> dict[str, int]:
        """Story cards, which stay behind when the deck is copied (rule party.return-campaign-cards)."""
        return {**self.seat.story, **self.seat.granted} if self.seat is not None else {}

    @property
    def experience_left(self) -> int:
        return self.seat.experience if self.seat is not None else 0

    @cached_property
    def experience(self) -> Experience:
        account = accounts(self.campaign, self.plan.state, seat=self.seat_id)[self.seat_id]
        return Experience(account.gained, account.spent)

    @property
    def is_in_play(self) -> bool:
        state, seat = self.plan.state, self.seat
        return (
            seat is not None and not state.result and seat.status in (ACTIVE, LEFT) and in_play(state, seat)
        )


def _seat_page(campaign: Campaign, seat_id: str) -> Place:
    return Place(campaign.name, reverse("campaign-seat", args=[campaign.public_id, seat_id]))


def seats_of(decks: Sequence[Deck]) -> dict[int, CampaignSeat]:
    """Return the seat in which each deck is played, or was played last, with one query for all decks."""
    by_key = {deck.pk: deck for deck in decks}
    entries = (
        Entry.objects.filter(
            deck_version__deck__in=list(by_key), step__undone=False, step__campaign__deleted_at=None
        )
        .select_related("step__campaign", "deck_version")
        .order_by("pk")
    )
    plans: dict[int, SeatingPlan] = {}
    found: dict[int, CampaignSeat] = {}
    for entry in entries:
        if entry.deck_version is not None:
            deck = by_key[entry.deck_version.deck_id]
            plan = plans.setdefault(entry.step.campaign_id, SeatingPlan(entry.step.campaign))
            found[deck.pk] = CampaignSeat(plan, entry.seat, deck)
    return found


def place_of_new(deck: Deck) -> Place | None:
    """Return the seat for which a deck is being built that is not yet part of any step."""
    row = NewDeck.objects.filter(deck=deck, campaign__deleted_at=None).select_related("campaign").first()
    return _seat_page(row.campaign, row.seat) if row else None


def plays(user: User, deck: Deck) -> bool:
    """Return whether the user has the seat in which this deck is played."""
    mine = TakenSeat.objects.filter(member__user=user, campaign__deleted_at=None)
    campaigns = set(mine.values_list("campaign", "seat"))
    if not campaigns:
        return False
    found = seats_of([deck]).get(deck.pk)
    return found is not None and (found.campaign.pk, found.seat_id) in campaigns
