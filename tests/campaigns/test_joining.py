"""Tests of joining by a link: the name of a guest, taking a seat, and buying cards for its deck."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import account_data
from accounts.members import NotAllowed
from accounts.models import User
from campaigns.errors import SeatTaken
from campaigns.models import Campaign, Membership, TakenSeat
from campaigns.party.member_names import MemberNames
from campaigns.selectors import state_of
from campaigns.services.creation import start_campaign
from campaigns.services.members import change_role, invite, join, leave, move_campaigns
from campaigns.services.recording import record
from campaigns.services.taken_seats import seat_members, take_seat
from rules.campaign import steps
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def link(walk: Walk, alice: User) -> str:
    """Alice entered two investigators with decks of hers, and sends the link."""
    for player, code in (("Ann", FIRST), ("Ben", SECOND)):
        deck = make_deck(alice, code)
        mine = {"mine": "yes"} if code == FIRST else {}
        walk.did("seat-new", player=player, deck=str(deck.public_id), **mine)
    for seat in ("s1", "s2"):
        while walk.state.seats[seat].owed:
            walk.did("seat", seat, do="draw")
    return reverse("campaign-join", args=[invite(walk.campaign, role="player").token])


def player_of(campaign: Campaign, seat: str) -> str:
    campaign.refresh_from_db()
    member = seat_members(campaign).get(seat)
    return MemberNames(campaign).name(member.user) if member else ""


def played(walk: Walk) -> None:
    """The first scenario was played: there is experience to spend."""
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="5")


def test_the_invitation_to_a_campaign_of_the_groups_own_names_what_is_known(
    client: Client, alice: User
) -> None:
    start = steps.StartCampaign(title="Doors", difficulty="standard", bag={"0": 1})
    own = start_campaign(start, owner=alice, name="Doors").campaign
    page = markup_of(client.get(reverse("campaign-join", args=[invite(own, role="player").token])))
    assert "Standard. Members: alice." in page
    assert ", Standard" not in page


def test_a_guest_says_i_am_ben_i_play_joe(walk: Walk, link: str, client: Client) -> None:
    page = client.get(link).content.decode()
    assert "Your name" in page
    assert "I am Ben" in page
    assert "played by alice" in page
    answer = client.post(link, {"name": "Benjamin", "seat": "s2"})
    assert answer.url == walk.url("detail")
    assert player_of(walk.campaign, "s2") == "Benjamin"
    shown = client.get(walk.url("detail")).content.decode()
    assert "You play Joe Diamond." in shown
    assert "Benjamin" in shown


def test_without_a_name_it_is_that_of_the_seat(walk: Walk, link: str, client: Client) -> None:
    client.post(link, {"name": "", "seat": "s2"})
    assert player_of(walk.campaign, "s2") == "Ben"


def test_an_account_keeps_its_name(walk: Walk, link: str, client: Client, mallory: User) -> None:
    client.force_login(mallory)
    assert "The others will see you as mallory." in client.get(link).content.decode()
    client.post(link, {"name": "Someone else", "seat": "s2"})
    assert player_of(walk.campaign, "s2") == "mallory"


def test_a_taken_seat_is_refused_and_nothing_is_written(walk: Walk, link: str, client: Client) -> None:
    answer = client.post(link, {"name": "Ben", "seat": "s1"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "alice already plays" in page
    assert 'value="Ben"' in page, "the name is not lost"
    assert not Membership.objects.filter(user__is_guest=True).exists()


@pytest.mark.parametrize("seat", ["s9", "\0", "x" * 200])
def test_an_unknown_seat_is_refused(walk: Walk, link: str, client: Client, seat: str) -> None:
    assert client.post(link, {"name": "Ben", "seat": seat}).status_code == 400
    assert not Membership.objects.filter(user__is_guest=True).exists()


def test_a_name_that_another_member_has_is_refused(walk: Walk, link: str, client: Client) -> None:
    client.post(link, {"name": "Ben", "seat": "s2"})
    answer = Client().post(link, {"name": "ben", "seat": ""})
    assert answer.status_code == 409
    assert "already called ben" in answer.content.decode()


def test_own_investigator_or_later(walk: Walk, link: str, client: Client) -> None:
    assert client.post(link, {"name": "Cleo", "seat": "own"}).url == walk.url("seat-new")
    other = Client()
    assert other.post(link, {"name": "Dan", "seat": ""}).url == walk.url("detail")
    page = " ".join(other.get(walk.url("detail")).content.decode().split())
    assert page.count("I play this investigator") == 1, "only the free seat is offered"
    Walk(other, walk.campaign).did("seat", "s2", do="take-seat")
    assert player_of(walk.campaign, "s2") == "Dan"
    assert "I play this investigator" not in other.get(walk.url("detail")).content.decode()


def test_a_reader_gets_no_seat(walk: Walk, link: str, client: Client) -> None:
    reading = reverse("campaign-join", args=[invite(walk.campaign, role="reader").token])
    assert "Which investigator" not in client.get(reading).content.decode()
    client.post(reading, {"name": "Eve", "seat": ""})
    with pytest.raises(NotAllowed):
        take_seat(Membership.objects.get(name="Eve"), "s2")


def test_the_player_buys_for_a_deck_of_another(walk: Walk, link: str, client: Client, alice: User) -> None:
    client.post(link, {"name": "Ben", "seat": "s2"})
    played(walk)
    ben = Walk(client, walk.campaign)
    page = ben.get("after").content.decode()
    assert page.count("Buy cards") == 1, "for his own seat only"
    assert "This deck belongs to alice." in page
    assert "Not played yet" not in page
    assert "I play Daniela Reyes" not in page, "Ann plays her"
    opened = ben.did("purchases", "s2", do="open")
    assert client.get(opened.url).status_code == 200
    deck = alice.decks.get(investigator=SECOND)
    assert client.get(reverse("deck-detail", args=[deck.public_id])).status_code == 200
    bought = client.post(
        reverse("deck-upgrade-buy", args=[deck.public_id]), {"code": "01088", "way": "new", "quantity": "1"}
    )
    assert bought.status_code in (200, 302)
    ben.did("purchases", "s2", do="record")
    assert ben.post("purchases", "s1", do="open").status_code == 403
    assert client.post(reverse("deck-delete", args=[deck.public_id])).status_code == 404, "it is not his deck"


def test_rights_end_with_the_seat(walk: Walk, link: str, client: Client, alice: User) -> None:
    client.post(link, {"name": "Ben", "seat": "s2"})
    deck = alice.decks.get(investigator=SECOND)
    address = reverse("deck-edit", args=[deck.public_id])
    assert client.get(address).status_code == 200
    walk.did("seat", "s2", do="give-seat", member="")
    assert client.get(address).status_code == 404
    assert player_of(walk.campaign, "s2") == ""


def test_what_to_do_next_begins_with_the_own_investigator(walk: Walk, link: str, client: Client) -> None:
    client.post(link, {"name": "Ben", "seat": "s2"})
    played(walk)
    for player, who in ((walk, "Daniela Reyes"), (Walk(client, walk.campaign), "Joe Diamond")):
        assert f"<b>{who} can spend 5 XP.</b>" in markup_of(player.get("detail"))


def test_the_deck_is_handed_over(walk: Walk, link: str, client: Client, alice: User) -> None:
    client.post(link, {"name": "Ben", "seat": "s2"})
    assert "Hand the deck over to Ben" in " ".join(walk.get("seat", "s2").content.decode().split())
    assert Walk(client, walk.campaign).post("seat", "s2", do="hand-over-deck").status_code == 403
    walk.did("seat", "s2", do="hand-over-deck")
    ben = Membership.objects.get(name="Ben").user
    assert ben.decks.get().investigator == SECOND
    assert not alice.decks.filter(investigator=SECOND).exists()
    played(walk)
    Walk(client, walk.campaign).did("purchases", "s2", do="open")
    assert walk.post("purchases", "s2", do="open").status_code == 403, "it is his deck now"


def test_the_owner_gives_and_takes_back_seats(walk: Walk, link: str, bob: User, as_bob: Client) -> None:
    row = walk.campaign.members.get(user=bob)
    walk.did("seat", "s1", do="give-seat", member=str(row.pk))
    assert player_of(walk.campaign, "s1") == "bob"
    assert "plays" in walk.get("settings").content.decode()
    assert (
        Walk(as_bob, walk.campaign).post("seat", "s2", do="give-seat", member=str(row.pk)).status_code == 403
    )
    Walk(as_bob, walk.campaign).did("seat", "s1", do="leave-seat")
    assert player_of(walk.campaign, "s1") == ""
    for member in ("999999", "9" * 5_000, "x"):
        assert walk.post("seat", "s1", do="give-seat", member=member).status_code == 400


def test_seats_become_free_with_their_members(walk: Walk, link: str, bob: User) -> None:
    member = walk.campaign.members.get(user=bob)
    take_seat(member, "s2")
    change_role(walk.campaign, user=bob, role="reader")
    assert player_of(walk.campaign, "s2") == ""
    change_role(walk.campaign, user=bob, role="player")
    take_seat(walk.campaign.members.get(user=bob), "s2")
    leave(walk.campaign, user=bob)
    assert player_of(walk.campaign, "s2") == ""


def test_a_new_seat_with_the_id_of_an_undone_one_is_free(walk: Walk, bob: User) -> None:
    record(walk.campaign, steps.SeatJoins(seat="s1", player="Ben", investigator=FIRST), by=bob)
    take_seat(walk.campaign.members.get(user=bob), "s1")
    walk.did("undo")
    assert player_of(walk.campaign, "s1") == ""
    walk.did("redo")
    assert player_of(walk.campaign, "s1") == "bob", "undo, then redo, changes nothing"
    walk.did("undo")
    record(walk.campaign, steps.SeatJoins(seat="s1", player="Ann", investigator=SECOND), by=bob)
    assert not TakenSeat.objects.exists()


def test_a_guest_who_signs_in_keeps_the_seat(walk: Walk, link: str, client: Client, bob: User) -> None:
    client.post(link, {"name": "Ben", "seat": "s2"})
    move_campaigns(Membership.objects.get(name="Ben").user, bob)
    assert player_of(walk.campaign, "s2") == "bob"


def test_a_guest_changes_the_name(walk: Walk, link: str, client: Client) -> None:
    client.post(link, {"name": "Ben", "seat": "s2"})
    ben = Walk(client, walk.campaign)
    assert "Your name in this campaign" in ben.get("settings").content.decode()
    ben.did("settings", do="name", name="Benny")
    assert player_of(walk.campaign, "s2") == "Benny"
    assert ben.post("settings", do="name", name="ALICE").status_code == 409
    assert walk.post("settings", do="name", name="Queen").status_code == 400, "accounts have a name"


def test_two_who_take_one_seat(walk: Walk, link: str, bob: User, mallory: User) -> None:
    invitation = walk.campaign.invitations.get(role="player")
    join(invitation, bob, seat="s2")
    with pytest.raises(SeatTaken):
        join(invitation, mallory, seat="s2")
    assert not walk.campaign.members.filter(user=mallory).exists()
    join(invitation, bob, seat="s2")


def test_by_the_api(walk: Walk, link: str, as_bob: Client, bob: User, mallory: User) -> None:
    base = f"/api/v1/campaigns/{walk.campaign.public_id}"
    json: dict[str, Any] = {"content_type": "application/json"}
    taken = as_bob.put(f"{base}/seats/s2/member/", {}, **json)
    assert taken.status_code == 200
    assert taken.json()["seats"] == ["s2"]
    refused = as_bob.put(f"{base}/seats/s1/member/", {}, **json)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "seat_taken")
    assert as_bob.put(f"{base}/seats/s9/member/", {}, **json).status_code == 404
    assert as_bob.put(f"{base}/seats/s1/member/", {"member": "alice"}, **json).status_code == 403
    assert walk.client.put(f"{base}/seats/s1/member/", {"member": "bob"}, **json).status_code == 200
    assert {row["user"]: row["seats"] for row in as_bob.get(f"{base}/members/").json()} == {
        "alice": [],
        "bob": ["s1", "s2"],
    }
    assert as_bob.delete(f"{base}/seats/s1/member/").status_code == 204
    assert walk.client.post(f"{base}/seats/s2/deck/hand-over/").status_code == 204
    assert bob.decks.count() == 1
    assert walk.client.delete(f"{base}/seats/s2/member/").status_code == 204
    guest = Client()
    guest.force_login(User.objects.create(username="guest-9", is_guest=True))
    token = walk.campaign.invitations.get(role="player").token
    answer = guest.post("/api/v1/campaigns/join/", {"token": token, "name": "Gil", "seat": "s2"}, **json)
    assert answer.status_code == 200
    assert player_of(walk.campaign, "s2") == "Gil"


def test_account_data_has_names_and_seats(walk: Walk, link: str, client: Client, alice: User) -> None:
    client.post(link, {"name": "Ben", "seat": "s2"})
    kinds = {kind.name: kind for kind in account_data.kinds()}
    ben = Membership.objects.get(name="Ben").user

    def exported(name: str, user: User) -> Any:
        return kinds[name].export(user, [pk for pk, _size in kinds[name].sizes(user)])

    (row,) = exported("memberships", ben)
    assert (row["campaign"], row["role"], row["name"], row["seats"]) == ("Ashes", "player", "Ben", ["s2"])
    assert kinds["memberships"].text(1) == "1 campaign of another player"
    assert exported("campaigns", alice)[0]["not_recorded"]["seats"] == {"s1": "alice", "s2": ben.username}


def test_seats_go_along_to_the_next_campaign(walk: Walk, link: str, client: Client, alice: User) -> None:
    client.post(link, {"name": "Ben", "seat": "s2"})
    walk.did("end", result="won", cause="")
    answer = walk.did(
        "transfer",
        facts="boa",
        difficulty="standard",
        edition=walk.state.edition,
        seat=["s1", "s2"],
        title="Next",
    )
    new = Campaign.objects.exclude(pk=walk.campaign.pk).get()
    assert answer.url == reverse("campaign-detail", args=[new.public_id])
    titles = {seat.title: player_of(new, seat.id) for seat in state_of(new).seats.values()}
    assert titles["Joe Diamond"] == "Ben"


def test_who_lost_an_investigator_plays_the_next_one(walk: Walk, link: str) -> None:
    assert 'name="mine" value="yes" checked' not in markup_of(walk.get("seat-new"))
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="5", **{"how-s1": "damage", "lost-s1": "killed"})
    assert walk.state.seats["s1"].status == "killed"
    assert 'name="mine" value="yes" checked' in markup_of(walk.get("seat-new", replaces="s1"))
