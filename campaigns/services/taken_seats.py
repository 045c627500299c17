"""Seats of the members: who plays which investigator, and who may buy cards for it.

A seat that no member plays is free, regardless of who entered it. Its player may change the deck of the seat,
and so may the owner of the deck, who can also hand the deck over.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.members import NotAllowed, Role
from accounts.models import User
from campaigns.errors import BadStep, SeatTaken
from campaigns.models import Campaign, Entry, Membership, TakenSeat
from campaigns.party.member_names import MemberNames
from campaigns.selectors import state_of
from campaigns.services.deck_versions import latest_entries
from campaigns.services.recording import locked
from decks.models import Deck
from decks.services.organizing import hand_over_deck


def seat_members(campaign: Campaign) -> dict[str, Membership]:
    """Return the member of each taken seat, by seat. One query."""
    rows = campaign.taken_seats.select_related("member__user")
    seats = state_of(campaign).seats
    return {row.seat: row.member for row in rows if row.seat in seats}


@transaction.atomic
def take_seat(member: Membership, seat: str) -> TakenSeat:
    """Take a free seat for a member. SeatTaken if another member plays it."""
    campaign = locked(member.campaign)
    if member.role == Role.READER:
        raise NotAllowed(_("Readers cannot play an investigator. Ask the owner to make you a player."))
    if seat not in state_of(campaign).seats:
        raise BadStep(_("There is no such seat in this campaign. Reload the page."))
    row, made = TakenSeat.objects.get_or_create(campaign=campaign, seat=seat, defaults={"member": member})
    if not made and row.member_id != member.pk:
        facts = {
            "who": MemberNames(campaign).name(row.member.user),
            "investigator": state_of(campaign).seats[seat].title,
        }
        raise SeatTaken(
            _(
                "%(who)s already plays %(investigator)s. Choose another investigator, or ask the "
                "owner of the campaign to give you this one."
            )
            % facts
        )
    return row


@transaction.atomic
def give_seat(campaign: Campaign, seat: str, member: Membership | None) -> None:
    """Give a seat to a member, even if it was taken, or make it free. Only the campaign's owner can."""
    campaign = locked(campaign)
    campaign.taken_seats.filter(seat=seat).delete()
    if member is not None:
        take_seat(member, seat)


def leave_seat(campaign: Campaign, seat: str, *, user: User) -> None:
    """Make the user's own seat free."""
    left, _rows = campaign.taken_seats.filter(seat=seat, member__user=user).delete()
    if not left:
        raise NotAllowed(_("You do not play this investigator."))


def plays(user: User, campaign: Campaign, seat: str) -> bool:
    return campaign.taken_seats.filter(seat=seat, member__user=user).exists()


def may_change_deck(user: User, campaign: Campaign, seat: str, deck: Deck) -> bool:
    """Return whether the user may buy cards for this deck of a seat: its owner and the seat's player may."""
    return deck.owner_id == user.pk or plays(user, campaign, seat)


def changeable_seats(user: User, members: Mapping[str, Membership], entries: Mapping[str, Entry]) -> set[str]:
    """Return the seats for whose decks the user may buy cards.

    `members` play the seats, and `entries` gave the seats their decks.
    """
    own = {seat for seat, member in members.items() if member.user_id == user.pk}
    return {
        seat
        for seat, entry in entries.items()
        if entry.deck_version is not None and (seat in own or entry.deck_version.deck.owner_id == user.pk)
    }


def owners_of_decks(entries: Mapping[str, Entry]) -> dict[str, User]:
    """Return the owner of each seat's deck."""
    return {seat: each.deck_version.deck.owner for seat, each in entries.items() if each.deck_version}


@transaction.atomic
def hand_over_seat_deck(campaign: Campaign, seat: str, *, by: User) -> Deck:
    """Give the deck of a seat to the member who plays the seat. Only its owner does this."""
    campaign = locked(campaign)
    entry = latest_entries(campaign).get(seat)
    deck = entry.deck_version.deck if entry is not None and entry.deck_version is not None else None
    if deck is None or deck.owner_id != by.pk:
        raise NotAllowed(_("Only the owner of a deck can hand it over."))
    taken = campaign.taken_seats.filter(seat=seat).select_related("member__user").first()
    if taken is None:
        raise BadStep(_("No member plays this investigator yet. Give the seat to a member first."))
    return hand_over_deck(deck, to=taken.member.user)


def carry_over(old: Campaign, new: Campaign) -> None:
    """Give the seats that a new campaign has taken over to the members who played them."""
    members = {row.user_id: row for row in new.members.all()}
    seats = state_of(new).seats
    TakenSeat.objects.bulk_create(
        TakenSeat(campaign=new, seat=seat, member=members[member.user_id])
        for seat, member in seat_members(old).items()
        if seat in seats and member.user_id in members
    )
