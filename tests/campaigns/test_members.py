"""Tests of the display names of guests in a campaign."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns.models import Membership
from campaigns.party.member_names import MemberNames
from campaigns.services.recording import record
from rules.campaign import steps
from tests.campaigns.conftest import FIRST, SECOND, Walk

pytestmark = pytest.mark.django_db


@pytest.fixture
def guests(walk: Walk) -> list[User]:
    found = [User.objects.create(username=f"guest-{n}", is_guest=True) for n in range(3)]
    for guest in found:
        Membership.objects.create(campaign=walk.campaign, user=guest, role="player")
    return found


def sits_down(walk: Walk, guest: User, seat: str, player: str, investigator: str) -> None:
    record(walk.campaign, steps.SeatJoins(seat=seat, player=player, investigator=investigator), by=guest)


def test_guests_are_called_by_their_seats_else_numbered(walk: Walk, guests: list[User], bob: User) -> None:
    sits_down(walk, guests[0], "s1", "Ben", FIRST)
    sits_down(walk, guests[1], "s2", "Guest", SECOND)
    member_names = MemberNames(walk.campaign)
    assert [member_names.name(each) for each in guests] == ["Ben", "Guest (Joe Diamond)", "Guest 3"]
    assert member_names.name(bob) == "bob"
    assert member_names.name(None) == ""


def test_one_guest_alone_needs_no_number(walk: Walk) -> None:
    guest = User.objects.create(username="guest-1", is_guest=True)
    Membership.objects.create(campaign=walk.campaign, user=guest, role="player")
    assert MemberNames(walk.campaign).name(guest) == "Guest"


def test_a_seat_that_was_given_up_by_undo_names_no_guest(walk: Walk, guests: list[User]) -> None:
    sits_down(walk, guests[0], "s1", "Ben", FIRST)
    walk.did("undo")
    assert MemberNames(walk.campaign).name(guests[0]) == "Guest 1"


def test_the_history_and_the_settings_name_them(walk: Walk, guests: list[User]) -> None:
    sits_down(walk, guests[0], "s1", "Ben", FIRST)
    history = " ".join(walk.get("detail").content.decode().split())
    assert "Ben, <time" in history
    members = walk.get("settings").content.decode()
    assert "<b>Ben</b>" in members
    assert "<b>Guest 2</b>" in members


def test_an_invitation_and_the_list_name_them(walk: Walk, guests: list[User], client: Client) -> None:
    sits_down(walk, guests[0], "s1", "Ben", FIRST)
    walk.did("settings", do="invite", role="player")
    token = walk.campaign.invitations.get().token
    assert "Ben, Guest 2, Guest 3" in client.get(reverse("campaign-join", args=[token])).content.decode()
    assert "Ben, Guest 2, Guest 3" in walk.client.get(reverse("campaign-list")).content.decode()


def test_only_guests_are_looked_up(walk: Walk, bob: User, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert MemberNames(walk.campaign).name(bob) == "bob"


def test_a_guest_enters_a_name(walk: Walk, guests: list[User], client: Client) -> None:
    client.force_login(guests[1])
    table = Walk(client, walk.campaign)
    page = table.get("seat-new").content.decode()
    assert 'name="player" maxlength="80" value=""' in page
    table.did("seat-new", player="", investigator=FIRST)
    assert table.state.seats["s1"].player == "Guest 2", "who gives none is numbered"


def test_a_guest_who_enters_a_name_with_an_investigator_is_called_so(walk: Walk, guests: list[User]) -> None:
    def sits(guest: User, player: str, investigator: str, *, mine: bool = True) -> None:
        walk.client.force_login(guest)
        walk.did("seat-new", player=player, investigator=investigator, **({"mine": "yes"} if mine else {}))

    sits(guests[0], "Guest", FIRST, mine=False)
    sits(guests[0], "Ben", SECOND)
    sits(guests[1], "ben", "12007")
    sits(guests[2], "Cleo", "12010", mine=False)
    rows = {row.user_id: row.name for row in walk.campaign.members.all()}
    assert [rows[guest.pk] for guest in guests] == ["Ben", "", ""], "who is not said to play has no name yet"
    assert MemberNames(walk.campaign).name(guests[0]) == "Ben"
    assert list(walk.state.seats) == ["s1", "s2", "s3", "s4"], "a name that is taken does not stop the seat"
