"""Purchases of a seat between two scenarios, made in the deck editor.

The open version is based on the deck at the start of this phase, with the exiled cards and the experience
that can be spent. When it is recorded, its purchases become one step.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.members import NotAllowed
from accounts.models import User
from campaigns.deck_hook import CampaignSeat
from campaigns.errors import StepRefused
from campaigns.models import Campaign
from campaigns.party.member_names import MemberNames
from campaigns.selectors import state_of
from campaigns.services.deck_versions import held_entries, last_ended, latest_entries, rows_of
from campaigns.services.members import check_may_record, role_of
from campaigns.services.open_purchases import baskets, bought_now, is_unrecorded, open_version, put_back
from campaigns.services.recording import Recorded, check_revision, locked, record, recorded_as
from campaigns.services.taken_seats import may_change_deck
from decks.adapters import purchase_of, rules_deck
from decks.models import Deck, DeckVersion
from decks.open_upgrade import LEAVES
from decks.services.journal import check_revision as check_deck_revision
from decks.services.judging import rejudge
from decks.services.upgrading import check_all_replaced
from rules.campaign import Seat, steps
from rules.campaign.purchases import may_buy
from rules.deck.verdict import Violation
from rules.rulebook.editions import EDITIONS
from rules.upgrade.purchase import Departure, Purchase


def deck_row(campaign: Campaign, seat: str) -> Deck | None:
    """Return the player's own deck of this seat, if it is kept on this site."""
    entry = latest_entries(campaign).get(seat)
    return entry.deck_version.deck if entry is not None and entry.deck_version is not None else None


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
    if not may_buy(state, seat):
        message = gettext_noop("Cards can be bought only between scenarios.")
        facts = {"seat": seat.id, "phase": state.phase}
        raise StepRefused([Violation("xp.timing-between-scenarios", message, facts, EDITIONS[state.edition])])
    version = deck.working
    if version is None or not is_unrecorded(version, recorded):
        bought = bought_now(campaign, state).get(seat_id)
        # Recorded purchases that are opened again are kept.
        version = open_version(
            recorded, seat, rows_of(bought) if bought else [], seat.deck, last_ended(state)
        )
        deck.working = version
        deck.save(update_fields=["working", "changed"])
    if not version.is_open:
        version.is_open = True
        version.save(update_fields=["is_open", "changed"])
    rejudge([deck])
    return deck


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
    by: User | None,
    follows: int | None = None,
    key: UUID | None = None,
    revision: int | None = None,
    trauma: Mapping[str, int] | None = None,
    healed: Mapping[str, int] | None = None,
    waives: frozenset[str] = frozenset(),
    note: str = "",
) -> Recorded:
    """Finish the purchases made in the editor: record them as one step, and close the version.

    `revision` is the one of the deck version that its author saw in the editor.
    """
    campaign = locked(campaign)
    before = recorded_as(campaign, key)
    if before is not None:
        return before
    check_revision(campaign, follows)
    held_entries(campaign)
    basket = baskets(campaign, state_of(campaign)).get(seat.id)
    if basket is None or basket.recorded:
        raise NotAllowed(_("There are no unfinished purchases."))
    check_deck_revision(basket.version, revision)
    check_all_replaced(basket.version)
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
    """Put the purchases back: the deck is the recorded one again."""
    campaign = locked(campaign)
    entry = held_entries(campaign).get(seat.id)
    basket = baskets(campaign, state_of(campaign)).get(seat.id)
    if entry is None or entry.deck_version is None or basket is None or basket.recorded:
        raise NotAllowed(_("There are no unfinished purchases."))
    deck = basket.deck
    deck.working = entry.deck_version
    deck.save(update_fields=["working", "changed"])
    put_back(basket.version, entry.deck_version)
    rejudge([deck])


# The calls of `decks.campaign_hook`: an upgrade that is finished or discarded in the editor of a deck.


@transaction.atomic
def finish(
    deck: Deck,
    *,
    by: User | None,
    revision: int | None = None,
    trauma: Mapping[str, int] | None = None,
    healed: Mapping[str, int] | None = None,
) -> None:
    """Record the open purchases of a deck in the campaign in which it is played."""
    campaign, seat = _seat_of(deck)
    if by is not None:
        check_may_record(role_of(campaign, by))
    record_purchases(campaign, seat, by=by, revision=revision, trauma=trauma, healed=healed)


def discard(deck: Deck) -> None:
    """Put the open purchases of a deck back."""
    give_up(*_seat_of(deck))


def _seat_of(deck: Deck) -> tuple[Campaign, Seat]:
    seat = deck.seat
    assert isinstance(seat, CampaignSeat)
    assert seat.seat is not None
    return seat.campaign, seat.seat
