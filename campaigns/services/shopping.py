"""How does a seat shop between two scenarios? In the editor, upon a version that knows the books.

The open version stands upon the deck that the shopping step began with, with what was exiled and what may be
spent; when it is recorded, its purchases become one act.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.errors import NotAllowed
from campaigns.models import Act, Campaign
from campaigns.services.decks import held_entries, latest_entries, make_version, version_name
from campaigns.services.record import (
    Recorded,
    check_revision,
    locked,
    record,
    recorded_as,
    state_of,
)
from decks.adapters import purchase_of, rules_deck
from decks.models import Deck, DeckVersion
from decks.models import Purchase as PurchaseRow
from decks.services.judging import rejudge
from decks.services.upgrading import LEAVES, fields_of
from rules import model
from rules.campaign import CampaignState, Seat, act_from_plain, acts, shopping_of
from rules.prices.purchase import Departure, Purchase


@dataclass(frozen=True, slots=True)
class Basket:
    """What a seat is buying, or has bought in this shopping step."""

    deck: Deck
    version: DeckVersion
    recorded: bool
    """Does an act hold these purchases already?"""
    act: Act | None = None

    @property
    def is_open(self) -> bool:
        return not self.recorded

    @property
    def purchases(self) -> list[PurchaseRow]:
        """What was bought, in order: as the act says, or as the open version has it."""
        return rows_of(self.act) if self.act else list(self.version.purchases.order_by("position"))

    @property
    def spent(self) -> int:
        return sum(row.price for row in self.purchases) if self.act else self.version.cost


def rows_of(act: Act) -> list[PurchaseRow]:
    """The purchases of an act as rows of a version, which are not saved."""
    bought = act_from_plain(act.payload)
    assert isinstance(bought, acts.CardsBought)
    found: list[Purchase | Departure] = [*bought.purchases, *bought.departures]
    fields = [fields_of(each) for each in found]
    return [PurchaseRow(position=place, **each) for place, each in enumerate(fields)]


def deck_row(campaign: Campaign, seat: str) -> Deck | None:
    """The player's own deck at this seat, if it is one that Casebook keeps."""
    entry = latest_entries(campaign).get(seat)
    return entry.row.deck if entry is not None and entry.row is not None else None


def bought_now(campaign: Campaign, state: CampaignState) -> dict[str, Act]:
    """The act of each seat that holds its purchases since the last scenario. One query."""
    ended = max((each.act for each in state.history if each.kind != "interlude"), default=0)
    rows = campaign.acts.filter(undone=False, kind=acts.CardsBought.kind, number__gt=ended)
    return {row.payload["seat"]: row for row in rows.order_by("number")}


def baskets(campaign: Campaign, state: CampaignState) -> dict[str, Basket]:
    """What is being bought, and what was since the last scenario, for every seat with a deck of its own."""
    found: dict[str, Basket] = {}
    bought = bought_now(campaign, state)
    for seat, entry in latest_entries(campaign).items():
        version = entry.row
        if version is None or seat not in state.seats:
            continue
        working = version.deck.working
        if working is not None and _is_unrecorded(working, version):
            found[seat] = Basket(version.deck, working, recorded=False)
        elif seat in bought:
            found[seat] = Basket(version.deck, version, recorded=True, act=bought[seat])
    return found


def _is_unrecorded(working: DeckVersion, recorded: DeckVersion) -> bool:
    """Was this version opened for the campaign, and not yet entered into its record?"""
    return working.pk != recorded.pk and working.aftermath.get("after") == recorded.number


@transaction.atomic
def begin_shopping(campaign: Campaign, seat_id: str, *, by: User) -> Deck:
    """Open the next version of the seat's deck in its owner's editor; the one that is open, if one is."""
    campaign = locked(campaign)
    state = state_of(campaign)
    seat = state.seats.get(seat_id)
    entry = held_entries(campaign).get(seat_id)
    if seat is None or seat.deck is None or seat.baseline is None or entry is None or entry.row is None:
        raise NotAllowed(_("This investigator has no deck that could be opened in the editor."))
    recorded = entry.row
    deck = recorded.deck
    if deck.owner_id != by.pk:
        raise NotAllowed(_("This deck belongs to %(who)s, who buys for it.") % {"who": deck.owner})
    if deck.working is not None and _is_unrecorded(deck.working, recorded):
        if not deck.working.is_open:
            deck.working.is_open = True
            deck.working.save(update_fields=["is_open", "changed"])
        return deck
    before, told = shopping_of(state, seat)
    assert before is not None
    bought = bought_now(campaign, state).get(seat_id)
    rows = rows_of(bought) if bought else []
    version = make_version(
        recorded,
        seat.deck,
        "",
        previous=_version_with(recorded, before),
        experience_earned=seat.to_spend,
        experience_available=seat.to_spend,
        cost=sum(row.price for row in rows),
        exiled=sorted(Counter(told.exiled).elements()),
        aftermath={
            "lost": dict(told.lost),
            "happened": dict(told.happened),
            **({"attached_to": told.attached_to} if told.attached_to else {}),
            **({"exiled_extra": dict(told.exiled_extra)} if told.exiled_extra else {}),
            "after": recorded.number,
        },
        is_open=True,
    )
    # Shopping that was recorded and is taken up again keeps what was bought.
    for row in rows:
        row.version = version
    PurchaseRow.objects.bulk_create(rows)
    deck.working = version
    deck.save(update_fields=["working", "changed"])
    rejudge([deck])
    return deck


def _version_with(recorded: DeckVersion, content: model.Deck) -> DeckVersion:
    """The version that holds the deck which the shopping step began with; made, where none does."""
    for version in recorded.deck.versions.filter(number__lte=recorded.number).order_by("-number"):
        held = rules_deck(recorded.deck, version)
        if (held.slots, held.extra, held.customizations) == (
            content.slots,
            content.extra,
            content.customizations,
        ):
            return version
    return make_version(recorded, content, _("before shopping"))


def purchases_of(version: DeckVersion) -> tuple[tuple[Purchase, ...], tuple[Departure, ...]]:
    """What was bought for a version, in the words of the rules."""
    bought: list[Purchase] = []
    left: list[Departure] = []
    for row in version.purchases.order_by("position"):
        if row.way == LEAVES:
            left.append(Departure(row.card, row.repeats, row.place))
            continue
        bought.append(purchase_of(row))
    return tuple(bought), tuple(left)


@transaction.atomic
def record_shopping(
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
    """Enter what was bought in the editor as one act; the version is closed."""
    campaign = locked(campaign)
    before = recorded_as(campaign, key)
    if before is not None:
        return before
    check_revision(campaign, follows)
    held_entries(campaign)
    basket = baskets(campaign, state_of(campaign)).get(seat.id)
    if basket is None or basket.recorded:
        raise NotAllowed(_("Nothing has been bought that is not recorded yet."))
    bought, left = purchases_of(basket.version)
    act = acts.CardsBought(
        seat=seat.id,
        deck=rules_deck(basket.deck, basket.version),
        purchases=bought,
        departures=left,
        version=version_name(basket.version),
        trauma=dict(trauma or {}),
        healed=dict(healed or {}),
        waives=waives,
        note=note,
    )
    basket.version.is_open = False
    basket.version.save(update_fields=["is_open", "changed"])
    return record(campaign, act, by=by, follows=follows, key=key)


@transaction.atomic
def give_up(campaign: Campaign, seat: Seat) -> None:
    """Buy nothing after all: the deck is what the record says."""
    campaign = locked(campaign)
    entry = held_entries(campaign).get(seat.id)
    basket = baskets(campaign, state_of(campaign)).get(seat.id)
    if entry is None or entry.row is None or basket is None or basket.recorded:
        raise NotAllowed(_("Nothing has been bought that is not recorded yet."))
    deck = basket.deck
    deck.working = entry.row
    deck.save(update_fields=["working", "changed"])
    basket.version.delete()
    rejudge([deck])
