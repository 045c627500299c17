"""Import by address: a stand-in of the other sites answers on the loopback interface."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.urls import reverse

from decks import remote_decks
from decks.formats.addresses import DeckAddress, deck_addresses
from decks.formats.errors import UnreadableText
from decks.models import Deck
from decks.remote_decks import resolve_addresses
from tests.decks.test_api import client

SLOTS = {"01020": 2, "01025": 2}


def deck(number, **more):
    return {"id": number, "name": f"Deck {number}", "investigator_code": "01001", "slots": SLOTS, **more}


PAGES = {
    "/api/public/decklist/1.json": deck(1),
    "/api/public/deck/7.json": deck(7, previous_deck=6),
    "/api/public/deck/6.json": deck(6, previous_deck=5),
    "/v1/public/share/AbCdEfGh123": {"data": deck(99)},
    "/api/public/decklist/20.json": {"error": "no slots"},
    "/api/public/decklist/21.json": [1, 2],
}


class StandIn(BaseHTTPRequestHandler):
    requests: list[str] = []

    def log_message(self, *args):
        pass

    def do_GET(self):
        StandIn.requests.append(self.path)
        if self.path.endswith("/30.json"):
            self.send_response(302)
            self.send_header("Location", "/api/public/decklist/1.json")
            return self.end_headers()
        if self.path.endswith("/31.json"):
            self.send_response(200)
            self.end_headers()
            with_patience = b" " * 65536
            try:
                for _n in range(40):
                    self.wfile.write(with_patience)
            except OSError:
                return None
            return None
        if self.path.endswith("/32.json"):
            try:
                for byte in b"HTTP/1.0 200 OK\r\n\r\n" + b" " * 1200:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(0.05)
            except OSError:
                return None
            return None
        if self.path.endswith("/33.json"):
            return self.answer(200, b"<html>Sign in</html>")
        if self.path.endswith("/34.json"):
            return self.answer(500, b"")
        if self.path.endswith("/35.json"):
            return self.answer(200, b"[" * 100_000)
        if self.path in PAGES:
            return self.answer(200, json.dumps(PAGES[self.path]).encode())
        return self.answer(404, b"")

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def other_sites(settings, monkeypatch):
    with ThreadingHTTPServer(("127.0.0.1", 0), StandIn) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setattr(remote_decks, "SITES", {"arkhamdb": base, "arkham-build": base})
        settings.FETCH_DECKS = True
        StandIn.requests = []
        yield base
        server.shutdown()


ONE, SHARED = DeckAddress("arkhamdb", "decklist", "1"), DeckAddress("arkham-build", "share", "AbCdEfGh123")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://arkhamdb.com/decklist/view/1/some-deck-1.0", [ONE]),
        ("arkhamdb.com/decklist/1", [ONE]),
        ("https://de.arkhamdb.com/deck/view/7?x=1", [DeckAddress("arkhamdb", "deck", "7")]),
        ("https://arkhamdb.com/deck/edit/7", [DeckAddress("arkhamdb", "deck", "7")]),
        ("https://arkhamdb.com/api/public/deck/7.json", [DeckAddress("arkhamdb", "deck", "7")]),
        ("https://arkham.build/share/AbCdEfGh123", [SHARED]),
        ("https://arkham.build/decklist/view/1/name", [ONE]),
        ("1\n\n#1\n", [ONE]),
        ("https://arkhamdb.com/decklist/view/1\n2x Machete", []),
        ("https://arkhamdb.com.example.org/decklist/view/1", []),
        ("https://example.org/https://arkhamdb.com/decklist/view/1", []),
        ("https://arkhamdb.com/decklist/view/../../etc", []),
        ("http://127.0.0.1/decklist/view/1", []),
        ("2x Machete", []),
        ("", []),
    ],
)
def test_addresses_are_recognised(text, found):
    assert deck_addresses(text) == found


def test_a_deck_comes_with_its_earlier_versions(other_sites):
    found = json.loads(resolve_addresses("https://arkhamdb.com/deck/view/7"))
    assert [row["id"] for row in found] == [7, 6], "version 5 is not public, so the history begins with 6"


def test_a_number_may_be_that_of_a_deck(other_sites):
    assert [row["id"] for row in json.loads(resolve_addresses("7"))] == [7, 6]
    assert StandIn.requests[:2] == ["/api/public/decklist/7.json", "/api/public/deck/7.json"]


def test_several_addresses_are_one_import(other_sites):
    found = json.loads(
        resolve_addresses("arkhamdb.com/decklist/view/1\nhttps://arkham.build/share/AbCdEfGh123")
    )
    assert [row["id"] for row in found] == [1, 99]


def test_other_text_is_not_changed(other_sites):
    assert resolve_addresses("Roland Banks\n2x Machete") == "Roland Banks\n2x Machete"
    assert StandIn.requests == []


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (20, remote_decks.NOT_A_DECK),
        (21, remote_decks.NOT_A_DECK),
        (30, remote_decks.NOT_SHARED),
        (31, remote_decks.UNREACHABLE),
        (33, remote_decks.NOT_A_DECK),
        (34, remote_decks.UNREACHABLE),
        (35, remote_decks.NOT_A_DECK),
        (404, remote_decks.NOT_SHARED),
    ],
)
def test_hostile_answers_are_refused(other_sites, number, message):
    with pytest.raises(UnreadableText) as refused:
        resolve_addresses(f"https://arkhamdb.com/decklist/view/{number}")
    assert refused.value.message == message
    assert f"/api/public/decklist/{number}.json" in str(refused.value)
    assert "/api/public/decklist/1.json" not in StandIn.requests, "redirects are not followed"


def test_a_slow_drip_ends_at_the_deadline(other_sites, monkeypatch):
    monkeypatch.setattr(remote_decks, "SECONDS", 0.5)
    begun = time.monotonic()
    with pytest.raises(UnreadableText) as refused:
        resolve_addresses("https://arkhamdb.com/decklist/view/32")
    assert refused.value.message == remote_decks.UNREACHABLE
    assert time.monotonic() - begun < 30, "the drip would last a minute"


def test_too_many_addresses_are_refused_before_anything_is_fetched(other_sites):
    with pytest.raises(UnreadableText) as refused:
        resolve_addresses("\n".join(str(number) for number in range(1, 14)))
    assert refused.value.message == remote_decks.TOO_MANY
    assert StandIn.requests == []


def test_a_site_that_may_not_fetch_says_what_to_do(other_sites, settings):
    settings.FETCH_DECKS = False
    with pytest.raises(UnreadableText) as refused:
        resolve_addresses("1")
    assert "Open http://127.0.0.1" in str(refused.value)
    assert StandIn.requests == []


def test_a_page_without_a_server_says_what_to_do(settings, monkeypatch):
    settings.FETCH_DECKS = True
    monkeypatch.setattr(remote_decks, "SITES", {"arkhamdb": "http://127.0.0.1:9"})
    with pytest.raises(UnreadableText) as refused:
        resolve_addresses("1")
    assert refused.value.message == remote_decks.UNREACHABLE


def test_the_page_previews_and_saves_without_fetching_twice(other_sites, as_alice):
    page = as_alice.post(reverse("deck-import"), {"text": "https://arkhamdb.com/decklist/view/1/x"})
    assert page.status_code == 200
    assert "Deck 1" in page.content.decode()
    text = page.context["text"]
    saved = as_alice.post(reverse("deck-import"), {"text": text, "save": "1", "deck": ["1"]})
    assert saved.status_code == 302
    assert Deck.objects.get().name == "Deck 1"
    assert Deck.objects.get().working.slots == SLOTS
    assert StandIn.requests == ["/api/public/decklist/1.json"]


@pytest.mark.parametrize(
    "text",
    [
        "https://arkham.build/deck/view/x",
        "https://example.org/deck/1",
        "www.example.org/1\n",
        "arkhamdb.com/search",
    ],
)
def test_other_addresses_are_refused_with_examples_of_those_that_work(other_sites, text):
    with pytest.raises(UnreadableText, match="not the address of a deck"):
        resolve_addresses(text)
    with_cards = f"{text}\n2x Machete"
    assert resolve_addresses(with_cards) == with_cards
    assert StandIn.requests == []


def test_the_page_shows_the_reason_and_keeps_the_address(other_sites, as_alice):
    page = as_alice.post(reverse("deck-import"), {"text": "https://arkhamdb.com/decklist/view/404"})
    assert page.status_code == 400
    text = page.content.decode()
    assert "has no public deck" in text
    assert "https://arkhamdb.com/decklist/view/404" in text


def test_the_api_imports_by_address(other_sites, alice):
    api = client(alice)
    preview = api.post("/api/v1/decks/import/preview/", {"text": "1"}, format="json")
    assert preview.json()[0]["deck"]["name"] == "Deck 1"
    made = api.post("/api/v1/decks/import/", {"text": "arkham.build/share/AbCdEfGh123"}, format="json")
    assert made.status_code == 201
    assert made.json()[0]["name"] == "Deck 99"
    refused = api.post("/api/v1/decks/import/", {"text": "404"}, format="json")
    assert refused.status_code == 400
