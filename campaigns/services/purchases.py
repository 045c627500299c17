"""Purchases of a seat between two scenarios, made in the deck editor.

The open version is based on the deck at the start of this phase, with the exiled cards and the experience
that can be spent. When it is recorded, its purchases become one step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.errors import NotAllowed
from campaigns.member_names import MemberNames
from campaigns.models import Campaign, Entry, Step
from campaigns.selectors import state_of
from campaigns.services.deck_versions import held_entries, latest_entries, make_version
from campaigns.services.recording import Recorded, check_revision, locked, record, recorded_as
from campaigns.services.taken_seats import may_change_deck
from decks.adapters import purchase_of, rules_deck
from decks.models import Deck, DeckVersion
from decks.models import Purchase as PurchaseRow
from decks.open_upgrade import LEAVES
from decks.services.judging import rejudge
from decks.services.upgrading import fields_of
from rules.campaign import CampaignState, Seat, step_from_json, steps, to_json
from rules.cards import model
from rules.upgrade.purchase import Departure, Purchase


@dataclass(frozen=True, slots=True)
class Basket:
    """The purchases of a seat since the last scenario, open or recorded."""

    deck: Deck
    version: DeckVersion
    recorded: bool
    """Whether these purchases are already recorded in a step."""
    step: Step | None = None

    @property
    def is_open(self) -> bool:
        return not self.recorded

    @property
    def purchases(self) -> list[PurchaseRow]:
        """The purchases in order, from the step or from the open version."""
        return rows_of(self.step) if self.step else list(self.version.purchases.order_by("position"))

    @property
    def spent(self) -> int:
        return sum(row.price for row in self.purchases) if self.step else self.version.cost


def rows_of(step: Step) -> list[PurchaseRow]:
    """Return the purchases of a step as unsaved rows of a version."""
    bought = step_from_json(step.payload)
    assert isinstance(bought, steps.CardsBought)
    found: list[Purchase | Departure] = [*bought.purchases, *bought.departures]
    fields = [fields_of(each) for each in found]
    return [PurchaseRow(position=place, **each) for place, each in enumerate(fields)]


def deck_row(campaign: Campaign, seat: str) -> Deck | None:
    """Return the player's own deck of this seat, if it is kept on this site."""
    entry = latest_entries(campaign).get(seat)
    return entry.deck_version.deck if entry is not None and entry.deck_version is not None else None


def bought_now(campaign: Campaign, state: CampaignState) -> dict[str, Step]:
    """Return the step with the purchases of each seat since the last scenario. One query."""
    ended = max((each.step for each in state.history if each.is_scenario), default=0)
    rows = campaign.steps.filter(undone=False, kind=steps.CardsBought.kind, number__gt=ended)
    return {row.payload["seat"]: row for row in rows.order_by("number")}


def baskets(
    campaign: Campaign, state: CampaignState, entries: Mapping[str, Entry] | None = None
) -> dict[str, Basket]:
    """Return the open or recorded purchases since the last scenario, for every seat with a player's deck.

    `entries` are the entries of the current decks, if they were read already.
    """
    found: dict[str, Basket] = {}
    bought = bought_now(campaign, state)
    for seat, entry in (latest_entries(campaign) if entries is None else entries).items():
        version = entry.deck_version
        if version is None or seat not in state.seats:
            continue
        working = version.deck.working
        if working is not None and _is_unrecorded(working, version):
            found[seat] = Basket(version.deck, working, recorded=False)
        elif seat in bought:
            found[seat] = Basket(version.deck, version, recorded=True, step=bought[seat])
    return found


def _is_unrecorded(working: DeckVersion, recorded: DeckVersion) -> bool:
    """Return whether this version was opened for the campaign and is not recorded yet."""
    return working.pk != recorded.pk and working.campaign_version_id == recorded.pk


@transaction.atomic
def begin_purchases(campaign: Campaign, seat_id: str, *, by: User) -> Deck:
    """Open the next version of the seat's deck in the editor, or return the one that is open.

    The owner of the deck and the player of the seat may do this.
    """
    campaign = locked(campaign)
    state = state_of(campaign)
    seat = state.seats.get(seat_id)
    entry = held_entries(campaign).get(seat_id)
    recorded = entry.deck_version if entry is not None else None
    if seat is None or seat.deck is None or seat.baseline is None or recorded is None:
        raise NotAllowed(_("This investigator has no deck to open in the editor. Choose a deck first."))
    deck = recorded.deck
    if not may_change_deck(by, campaign, seat_id, deck):
        raise NotAllowed(
            _("This deck belongs to %(who)s. Take the seat if you play it: then you can buy cards for it.")
            % {"who": MemberNames(campaign).name(deck.owner)}
        )
    if deck.working is not None and _is_unrecorded(deck.working, recorded):
        if not deck.working.is_open:
            deck.working.is_open = True
            deck.working.save(update_fields=["is_open", "changed"])
        return deck
    bought = bought_now(campaign, state).get(seat_id)
    rows = rows_of(bought) if bought else []
    version = make_version(
        recorded,
        seat.deck,
        "",
        previous=_version_with(recorded, seat.baseline),
        experience_earned=seat.to_spend,
        experience_available=seat.to_spend,
        cost=sum(row.price for row in rows),
        outcome=to_json(seat.outcome),
        campaign_version=recorded,
        is_open=True,
    )
    # Recorded purchases that are opened again are kept.
    for row in rows:
        row.version = version
    PurchaseRow.objects.bulk_create(rows)
    deck.working = version
    deck.save(update_fields=["working", "changed"])
    rejudge([deck])
    return deck


def _version_with(recorded: DeckVersion, content: model.Deck) -> DeckVersion:
    """Return the version with the deck at the start of the purchases, which is created if needed."""
    for version in recorded.deck.versions.filter(number__lte=recorded.number).order_by("-number"):
        held = rules_deck(recorded.deck, version)
        if (held.slots, held.second_deck, held.customizations) == (
            content.slots,
            content.second_deck,
            content.customizations,
        ):
            return version
    return make_version(recorded, content, _("before purchases"))


def purchases_of(version: DeckVersion) -> tuple[tuple[Purchase, ...], tuple[Departure, ...]]:
    """Return the purchases of a version as values of the rules."""
    bought: list[Purchase] = []
    left: list[Departure] = []
    for row in version.purchases.order_by("position"):
        if row.way == LEAVES:
            left.append(Departure(row.card, row.removal_reason, row.place))
            continue
        bought.append(purchase_of(row))
    return tuple(bought), tuple(left)


@transaction.atomic
def record_purchases(
    campaign: Campaign,
    seat: Seat,
    *,
    by: User,
    follows: int | None = None,
    key: UUID | None = None,
    trauma: Mapping[str, int] | None = None,
    healed: Mapping[str, int] | None = None,
    waives: frozenset[str] = frozenset(),
    note: str = "",
) -> Recorded:
    """Record the purchases made in the editor as one step, and close the version."""
    campaign = locked(campaign)
    before = recorded_as(campaign, key)
    if before is not None:
        return before
    check_revision(campaign, follows)
    held_entries(campaign)
    basket = baskets(campaign, state_of(campaign)).get(seat.id)
    if basket is None or basket.recorded:
        raise NotAllowed(_("There are no unrecorded purchases."))
    bought, left = purchases_of(basket.version)
    step = steps.CardsBought(
        seat=seat.id,
        deck=rules_deck(basket.deck, basket.version),
        purchases=bought,
        departures=left,
        version=basket.version.reference,
        trauma=dict(trauma or {}),
        healed=dict(healed or {}),
        waives=waives,
        note=note,
    )
    basket.version.is_open = False
    basket.version.save(update_fields=["is_open", "changed"])
    return record(campaign, step, by=by, follows=follows, key=key)


@transaction.atomic
def give_up(campaign: Campaign, seat: Seat) -> None:
    """Discard the purchases: the deck is the recorded one again."""
    campaign = locked(campaign)
    entry = held_entries(campaign).get(seat.id)
    basket = baskets(campaign, state_of(campaign)).get(seat.id)
    if entry is None or entry.deck_version is None or basket is None or basket.recorded:
        raise NotAllowed(_("There are no unrecorded purchases."))
    deck = basket.deck
    deck.working = entry.deck_version
    deck.save(update_fields=["working", "changed"])
    basket.version.delete()
    rejudge([deck])
