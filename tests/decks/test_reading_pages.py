"""The pages around a deck: what they show, to whom, and what bad input gets."""

import json
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from decks.example import save_example
from decks.models import Deck
from decks.services import create_deck

pytestmark = pytest.mark.django_db

HOSTILE = '<script>alert("x")</script><img src=x onerror=alert(1)>'


@pytest.fixture
def deck(alice: User) -> Deck:
    return save_example(alice)


def at(deck: Deck, path: str = "") -> str:
    return f"/decks/{deck.public_id}/{path}"


@pytest.mark.parametrize(
    "path", ["", "print/", "pull/", "share/", "export/json/", "export/txt/", "export/md/"]
)
def test_the_owner_reads_every_page(as_alice: Client, deck: Deck, path: str) -> None:
    assert as_alice.get(at(deck, path)).status_code == 200


@pytest.mark.parametrize("path", ["", "print/", "pull/", "share/", "export/json/", "edit/"])
def test_a_stranger_finds_nothing(deck: Deck, mallory: User, client: Client, path: str) -> None:
    client.force_login(mallory)
    assert client.get(at(deck, path)).status_code == 404


@pytest.mark.parametrize("path", ["clone/", "delete/", "restore/1/", "undelete/"])
def test_what_changes_something_is_posted(as_alice: Client, deck: Deck, path: str) -> None:
    assert as_alice.get(at(deck, path)).status_code == 405


@pytest.mark.parametrize("path", ["clone/", "delete/", "restore/1/"])
def test_a_stranger_changes_nothing(deck: Deck, mallory: User, client: Client, path: str) -> None:
    client.force_login(mallory)
    assert client.post(at(deck, path)).status_code == 404
    deck.refresh_from_db()
    assert deck.deleted_at is None


def test_the_same_link_shows_the_same_hand(as_alice: Client, deck: Deck) -> None:
    first, second = (
        as_alice.get(at(deck, "?seed=abc"), headers={"HX-Target": "hand"}).content.decode() for _ in range(2)
    )
    slips = re.compile(r'<span class="card-name">([^<]+)</span>')
    assert slips.findall(first) == slips.findall(second)
    assert "<html" not in first


@pytest.mark.parametrize(
    "query", ["turn=99999", "turn=-1", "back=77&mulligan=1", "card=nothing", "seed=" + "x" * 99]
)
def test_a_hand_that_makes_no_sense_is_dealt_anyway(as_alice: Client, deck: Deck, query: str) -> None:
    assert as_alice.get(at(deck, f"?{query}")).status_code == 200


def test_a_deleted_deck_comes_back(as_alice: Client, deck: Deck) -> None:
    as_alice.post(at(deck, "delete/"))
    assert as_alice.get(at(deck)).status_code == 404
    assert deck.name in as_alice.get("/decks/deleted/").content.decode()
    as_alice.post(at(deck, "undelete/"))
    assert as_alice.get(at(deck)).status_code == 200


def test_a_link_shows_the_deck_until_it_is_withdrawn(as_alice: Client, deck: Deck, client: Client) -> None:
    as_alice.post(at(deck, "share/"), {"visibility": "unlisted"})
    deck.refresh_from_db()
    path = f"/d/{deck.share_token}/"
    page = client.get(path)
    assert page.status_code == 200
    assert at(deck, "edit/") not in page.content.decode()
    assert client.post(at(deck, "delete/")).status_code == 404
    as_alice.post(at(deck, "share/"), {"visibility": "private"})
    assert client.get(path).status_code == 404


def test_whoever_has_the_link_may_copy_the_deck(as_alice: Client, deck: Deck, client: Client) -> None:
    as_alice.post(at(deck, "share/"), {"visibility": "unlisted"})
    deck.refresh_from_db()
    assert client.post(f"/d/{deck.share_token}/clone/").status_code == 302
    copy = Deck.objects.exclude(pk=deck.pk).get()
    assert copy.owner.is_guest
    assert copy.working.slots == deck.working.slots


def test_only_published_decks_are_listed(as_alice: Client, deck: Deck, client: Client) -> None:
    assert deck.name not in client.get("/decks/public/").content.decode()
    as_alice.post(at(deck, "share/"), {"visibility": "public"})
    assert deck.name in client.get("/decks/public/?q=grease").content.decode()
    assert deck.name in client.get("/decks/public/?card=12016").content.decode()
    assert deck.name not in client.get("/decks/public/?class=mystic").content.decode()


def test_names_notes_and_remarks_run_no_script(as_alice: Client, alice: User) -> None:
    deck = create_deck(owner=alice, investigator="12001", name=HOSTILE[:100])
    deck.notes = HOSTILE
    deck.save()
    deck.working.annotations = {"12002": HOSTILE}
    deck.working.save()
    for path in (at(deck), at(deck, "print/"), "/decks/"):
        page = as_alice.get(path).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page


def test_an_import_is_looked_at_before_it_is_saved(client: Client) -> None:
    text = "Daniela Reyes\n2x Machete\n1x No Such Card At All"
    page = client.post("/decks/import/", {"text": text})
    assert page.status_code == 200
    assert "No Such Card At All" in page.content.decode()
    assert Deck.objects.count() == 0
    assert client.post("/decks/import/", {"text": text, "save": "1"}).status_code == 302
    assert Deck.objects.get().working.slots["01020"] == 2


@pytest.mark.parametrize("text", ["", "   ", '{"slots"', "[]", "\x00", '{"investigator_code": 5}'])
def test_what_is_no_deck_is_told_and_saves_nothing(client: Client, text: str) -> None:
    answer = client.post("/decks/import/", {"text": text, "save": "1"})
    assert answer.status_code in (200, 400)
    assert Deck.objects.count() == 0


def test_an_export_can_be_imported_again(as_alice: Client, deck: Deck) -> None:
    text = as_alice.get(at(deck, "export/json/")).content.decode()
    as_alice.post("/decks/import/", {"text": text, "save": "1"})
    copy = Deck.objects.exclude(pk=deck.pk).get()
    assert copy.working.slots == deck.working.slots
    assert json.loads(text)["name"] == copy.name


def test_ticked_decks_are_dealt_with_together(as_alice: Client, deck: Deck) -> None:
    as_alice.post("/decks/bulk/", {"deck": [str(deck.public_id)], "action": "archive"})
    deck.refresh_from_db()
    assert deck.archived
    assert as_alice.post("/decks/bulk/", {"deck": ["nonsense"], "action": "delete"}).status_code == 302
    assert as_alice.post("/decks/bulk/", {"deck": [str(deck.public_id)], "action": "burn"}).status_code == 302
    deck.refresh_from_db()
    assert deck.deleted_at is None


def test_a_list_costs_the_same_for_one_deck_and_for_ten(
    as_alice: Client, alice: User, deck: Deck, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    as_alice.get("/decks/")
    with django_assert_max_num_queries(14) as one:
        as_alice.get("/decks/")
    for _ in range(9):
        save_example(alice)
    with django_assert_max_num_queries(len(one)):
        as_alice.get("/decks/")


def test_two_decks_are_compared(as_alice: Client, alice: User, deck: Deck) -> None:
    other = create_deck(owner=alice, investigator="12001", name="Another")
    page = as_alice.get(f"/decks/compare/?a={deck.public_id}&b={other.public_id}").content.decode()
    assert "Bodyguard" in page
    assert as_alice.get("/decks/compare/?a=nothing&b=:").status_code == 200


def test_the_example_is_read_by_anybody_and_copied_by_guests(client: Client) -> None:
    assert client.get("/decks/example/").status_code == 200
    assert Deck.objects.count() == 0
    assert client.post("/decks/example/").status_code == 302
    assert Deck.objects.get().is_legal
