"""Tests of decks at ArkhamDB's addresses, with the requests that its clients send."""

import json
import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from decks import services
from decks.api import arkhamdb
from decks.formats.arkhamdb import read_record
from decks.formats.export import as_json
from decks.models import Deck

pytestmark = pytest.mark.django_db

#: What clients send with their requests.
TABLETOP_SIMULATOR = {"HTTP_USER_AGENT": "UnityPlayer/2019.4.40f1", "HTTP_ACCEPT": "*/*"}
ARKHAMHORROR_APP = {"HTTP_ORIGIN": "https://arkhamhorror.app", "HTTP_ACCEPT": "*/*"}
BOT = {"HTTP_USER_AGENT": "python-requests/2.32", "HTTP_ACCEPT": "application/json, text/plain;q=0.5"}
BROWSER = {"HTTP_ACCEPT": "text/html,application/xhtml+xml"}
#: The fields of a deck of ArkhamDB, and their types.
SHAPE = {
    "id": int, "name": str, "date_creation": str, "date_update": str, "description_md": str,
    "user_id": None, "investigator_code": str, "investigator_name": str, "slots": dict, "sideSlots": list,
    "ignoreDeckLimitSlots": None, "version": str, "xp": None, "xp_spent": None, "xp_adjustment": int,
    "exile_string": None, "taboo_id": None, "meta": str, "tags": str, "previous_deck": None,
    "next_deck": None, "problem": str,
}  # fmt: skip


@pytest.fixture
def deck(alice):
    deck = services.create_deck(owner=alice, investigator="01001", name="Guns")
    services.set_quantity(deck, code="01020", quantity=2)
    services.set_tags(deck, tags=["solo", "guardian"])
    services.set_folder(deck, folder="Secret folder")
    return services.publish(deck)


class TestClients:
    def test_tabletop_simulator_loads_a_public_deck_by_its_number(self, client, deck):
        for kind in ("decklist", "deck"):
            answer = client.get(f"/api/public/{kind}/{deck.pk}", **TABLETOP_SIMULATOR)
            assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
            assert "<!DOCTYPE html>" not in answer.content.decode()
            found = answer.json()
            assert found["investigator_code"] == "01001"
            assert found["slots"] == {"01000": 1, "01006": 1, "01007": 1, "01020": 2}
            assert json.loads(found["meta"]) == {}
            assert found["next_deck"] is None

    def test_a_program_in_a_browser_reads_a_deck_of_this_site(self, client, deck):
        """As arkhamhorror.app takes an address apart: the kind of deck and what follows it."""
        pasted = f"https://casebook.example/deck/view/{deck.pk}"
        kind, name = re.search(r"/(deck(?:list)?)(?:/view)?/([^/]+)", pasted).groups()
        answer = client.get(f"/api/public/{kind}/{name}", **ARKHAMHORROR_APP)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
        assert {"slots", "investigator_code", "investigator_name", "meta", "taboo_id"} <= answer.json().keys()

    def test_a_bot_reads_deck_and_version_before(self, client, deck):
        services.begin_upgrade(deck, experience=3)
        now = client.get(f"/api/public/deck/{deck.pk}.json", **BOT).json()
        before = client.get(f"/api/public/deck/{now['previous_deck']}.json", **BOT).json()
        assert (now["id"], before["next_deck"], before["previous_deck"]) == (deck.pk, deck.pk, None)
        assert before["id"] == now["previous_deck"] == f"{deck.pk}-1"
        assert before["version"].startswith("1.")

    def test_a_browser_sees_it_too(self, client, deck):
        assert client.get(f"/api/public/deck/{deck.pk}", **BROWSER).status_code == 200

    @pytest.mark.parametrize("tail", ["", "/", ".json", ".json/"])
    def test_every_form_of_an_address_works(self, client, deck, tail):
        for name in (deck.pk, deck.public_id, str(deck.public_id).upper(), deck.share_token):
            assert client.get(f"/api/public/deck/{name}{tail}").json()["name"] == "Guns"
            assert client.get(f"/api/public/decklist/{name}{tail}").json()["name"] == "Guns"


class TestPages:
    @pytest.mark.parametrize("start", ["deck/view/", "decklist/view/"])
    @pytest.mark.parametrize("tail", ["", "/", "/guns-for-roland-1.0"])
    def test_links_that_clients_make_lead_to_the_deck(self, client, deck, start, tail):
        answer = client.get(f"/{start}{deck.pk}{tail}")
        assert (answer.status_code, answer["Location"]) == (302, f"/decks/{deck.public_id}/")
        services.unshare(deck)
        assert client.get(f"/{start}{deck.pk}{tail}").status_code == 404

    def test_the_page_for_sharing_names_the_address(self, client, deck, alice):
        client.force_login(alice)
        page = f"/decks/{deck.public_id}/share/"
        assert f"http://testserver/api/public/deck/{deck.pk}" in client.get(page).content.decode()
        services.share(deck)
        shown = client.get(page).content.decode()
        assert f"http://testserver/api/public/deck/{deck.share_token}" in shown
        assert "Only public decks have a number." in shown
        services.unshare(deck)
        assert "/api/public/" not in client.get(page).content.decode()


class TestShape:
    def test_it_is_that_of_arkhamdb(self, client, deck):
        found = client.get(f"/api/public/deck/{deck.pk}").json()
        for key, kind in SHAPE.items():
            assert found[key] is None if kind is None else isinstance(found[key], kind), key
        assert set(found) - set(SHAPE) == {"casebook"}
        assert (found["tags"], found["problem"]) == ("guardian solo", "too_few_cards")
        assert client.get(f"/api/public/decklist/{deck.pk}").json()["tags"] == "guardian, solo"

    def test_an_import_reads_the_same_deck(self, client, deck):
        found = read_record(client.get(f"/api/public/deck/{deck.pk}").json())
        assert found.deck == read_record(as_json(Deck.objects.get(pk=deck.pk))).deck
        assert found.oddities == ()

    def test_what_belongs_to_the_owner_alone_is_left_out(self, client, deck):
        answer = client.get(f"/api/public/deck/{deck.pk}").content.decode()
        assert "Secret folder" not in answer
        assert deck.owner.username not in answer
        assert deck.share_token not in answer


class TestPrivacy:
    def test_a_private_deck_does_not_exist(self, client, alice):
        deck = services.create_deck(owner=alice, investigator="01001", name="Mine")
        owner = Client()
        owner.force_login(alice)
        for who in (client, owner):
            for name in (deck.pk, f"{deck.pk}-1", deck.public_id, f"{deck.public_id}-1"):
                answer = who.get(f"/api/public/deck/{name}")
                assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")

    def test_a_deck_shared_by_link_needs_its_token(self, client, alice):
        deck = services.share(services.create_deck(owner=alice, investigator="01001", name="Linked"))
        for name in (deck.pk, deck.public_id):
            assert client.get(f"/api/public/deck/{name}").status_code == 404
        found = client.get(f"/api/public/deck/{deck.share_token}").json()
        assert (found["name"], found["id"]) == ("Linked", str(deck.public_id))
        assert found["previous_deck"] is None
        token = deck.share_token
        services.rotate_link(deck)
        assert client.get(f"/api/public/deck/{token}").status_code == 404

    def test_a_deck_that_is_private_again_or_deleted_is_gone(self, client, deck):
        services.delete_deck(deck)
        assert client.get(f"/api/public/deck/{deck.pk}").status_code == 404
        services.undelete_deck(deck)
        assert client.get(f"/api/public/deck/{deck.pk}").status_code == 200
        services.unshare(deck)
        assert client.get(f"/api/public/deck/{deck.pk}").status_code == 404

    @pytest.mark.parametrize("name", ["0", "9" * 18, "9" * 40, "1-999999", "x", "-", "٣", "_" * 500])
    def test_anything_else_is_not_found(self, client, deck, name):
        assert client.get(f"/api/public/deck/{name}").status_code == 404

    def test_nothing_can_be_written(self, client, deck):
        for method in ("post", "put", "patch", "delete"):
            assert getattr(client, method)(f"/api/public/deck/{deck.pk}").status_code == 405


class TestByDate:
    @pytest.fixture
    def days(self, alice, deck):
        late = services.publish(services.create_deck(owner=alice, investigator="01002", name="Late"))
        private = services.create_deck(owner=alice, investigator="01002", name="Private")
        for each, when in ((deck, (1, 0, 0)), (late, (1, 23, 59)), (private, (1, 12, 0))):
            moment = datetime(2026, 4, *when, tzinfo=UTC)
            Deck.objects.filter(pk=each.pk).update(created=moment)
        return [deck, late]

    @pytest.mark.parametrize("tail", ["", "/", ".json"])
    def test_the_public_decks_of_a_day(self, client, days, tail):
        found = client.get(f"/api/public/decklists/by_date/2026-04-01{tail}").json()
        assert [row["id"] for row in found] == [deck.pk for deck in days]
        assert found[0]["tags"] == "guardian, solo"
        assert client.get(f"/api/public/decklists/by_date/2026-04-02{tail}").json() == []

    def test_a_list_ends_when_it_is_large(self, client, days, monkeypatch):
        monkeypatch.setattr(arkhamdb, "MOST_CHARACTERS", 100)
        monkeypatch.setattr(arkhamdb, "AT_ONCE", 1)
        found = client.get("/api/public/decklists/by_date/2026-04-01").json()
        assert [row["id"] for row in found] == [days[0].pk]

    @pytest.mark.parametrize("day", ["2026-02-30", "0000-00-00", "9999-12-31", "2026-4-1", "today"])
    def test_a_day_that_there_is_not(self, client, day):
        assert client.get(f"/api/public/decklists/by_date/{day}").status_code == 404

    def test_queries_do_not_grow_with_the_decks(self, client, days, django_assert_max_num_queries):
        client.get("/api/public/decklists/by_date/2026-04-01")
        with django_assert_max_num_queries(4):
            client.get("/api/public/decklists/by_date/2026-04-01")


def test_an_answer_that_is_known_is_not_sent_again(client, deck):
    first = client.get(f"/api/public/deck/{deck.pk}")
    assert first["Cache-Control"] == "no-cache", "a deck that is made private must not be kept"
    assert client.get(f"/api/public/deck/{deck.pk}", HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    services.set_quantity(deck, code="01020", quantity=1)
    assert client.get(f"/api/public/deck/{deck.pk}", HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_there_is_a_limit_for_each_network(client, deck, monkeypatch):
    from rest_framework.throttling import SimpleRateThrottle

    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "2/min", "user": "2/min"})
    answers = [client.get(f"/api/public/deck/{deck.pk}", **ARKHAMHORROR_APP) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1]["Retry-After"]
    assert answers[-1]["Access-Control-Allow-Origin"] == "*"
