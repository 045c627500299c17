"""Tests of the API of published decks: likes, and parties."""

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import create_guest
from decks import services
from decks.models import Deck, Like, PublishedParty

pytestmark = pytest.mark.django_db


def client(user: User | None = None) -> APIClient:
    made = APIClient()
    if user:
        made.force_authenticate(user)
    return made


@pytest.fixture
def decks(alice: User) -> list[Deck]:
    return [
        services.create_deck(owner=alice, investigator=code, name=code)
        for code in ("01001", "01002", "01003")
    ]


class TestLikes:
    @pytest.fixture
    def at(self, decks: list[Deck]) -> str:
        services.publish(decks[0])
        return f"/api/v1/decks/{decks[0].public_id}/like/"

    def test_a_deck_is_liked_once_and_the_like_is_taken_back(self, bob: User, at: str):
        api = client(bob)
        assert api.get(at).json() == {"liked": False, "likes": 0}
        for _again in range(2):
            assert api.put(at).json() == {"liked": True, "likes": 1}
        assert api.get(at).json() == {"liked": True, "likes": 1}
        assert client().get("/api/v1/decks/public/").json()["results"][0]["likes"] == 1
        for _again in range(2):
            assert api.delete(at).json() == {"liked": False, "likes": 0}
        assert not Like.objects.exists()

    def test_owners_and_guests_do_not_like(self, alice: User, at: str):
        for user in (alice, create_guest()):
            answer = client(user).put(at)
            assert answer.status_code == 400
            assert answer.json()["error"]["message"] == "Sign in to like decks of other players."
        assert client().put(at).status_code == 401

    def test_only_public_decks_have_likes(self, bob: User, decks: list[Deck]):
        services.share(decks[1])
        for deck in decks[1:]:
            for method in ("get", "put", "delete"):
                answer = getattr(client(bob), method)(f"/api/v1/decks/{deck.public_id}/like/")
                assert answer.status_code == 404


class TestParties:
    def body(self, decks: list[Deck], **more: object) -> dict[str, object]:
        return {"decks": [str(deck.public_id) for deck in decks], "name": "Three", **more}

    def test_decks_are_published_together_changed_and_the_page_is_deleted(
        self, alice: User, decks: list[Deck]
    ):
        api = client(alice)
        made = api.post("/api/v1/parties/", self.body(decks[:2], notes="To **three**"), format="json")
        assert made.status_code == 201
        party = made.json()
        assert [deck["name"] for deck in party["decks"]] == ["01001", "01002"]
        assert (party["name"], party["owner"], party["notes"]) == ("Three", "alice", "To **three**")
        at = f"/api/v1/parties/{party['id']}/"
        assert client().get(at).json() == party
        assert client().get("/api/v1/parties/").json()["results"] == [party]
        changed = api.patch(at, {"notes": ""}, format="json").json()
        assert (changed["name"], changed["notes"]) == ("Three", "")
        assert api.delete(at).status_code == 204
        assert client().get(at).status_code == 404
        assert Deck.objects.filter(visibility="public").count() == 2

    def test_decks_that_are_private_again_are_left_out(self, alice: User, decks: list[Deck]):
        party = services.publish_party(decks, owner=alice, name="Three")
        services.unshare(decks[2])
        answer = client().get(f"/api/v1/parties/{party.public_id}/").json()
        assert [deck["name"] for deck in answer["decks"]] == ["01001", "01002"]

    def test_a_request_that_is_sent_twice_makes_one_party(self, alice: User, decks: list[Deck]):
        api = client(alice)
        first, second = (
            api.post(
                "/api/v1/parties/", self.body(decks), format="json", headers={"Idempotency-Key": "once"}
            ).json()
            for _again in range(2)
        )
        assert first == second
        assert PublishedParty.objects.count() == 1

    def test_decks_of_others_and_single_decks_are_refused(self, alice: User, bob: User, decks: list[Deck]):
        own = services.create_deck(owner=bob, investigator="01001")
        api = client(bob)
        for body, status in (
            (self.body([own, decks[0]]), 404),
            (self.body([own]), 400),
            (self.body([own, own]), 400),
            (self.body([own, own], name="x" * 500), 400),
        ):
            assert api.post("/api/v1/parties/", body, format="json").status_code == status
        assert not PublishedParty.objects.exists()
        assert not Deck.objects.filter(visibility="public").exists()

    def test_only_the_owner_changes_a_party(self, alice: User, bob: User, decks: list[Deck]):
        party = services.publish_party(decks, owner=alice, name="Three")
        at = f"/api/v1/parties/{party.public_id}/"
        for user, status in ((bob, 404), (None, 401)):
            assert client(user).patch(at, {"name": "Mine"}, format="json").status_code == status
            assert client(user).delete(at).status_code == status
        party.refresh_from_db()
        assert party.name == "Three"
