"""Tests of the deck pages outside the editor: content, access and invalid input."""

import html
import json
import re
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.services.collections import create_collection, set_boxes
from decks.example import save_example
from decks.formats.export import FORMATS
from decks.insight.history import history_of
from decks.models import Deck
from decks.services import (
    begin_upgrade,
    buy,
    create_deck,
    finish_upgrade,
    publish,
    set_folder,
    set_quantity,
    share,
    unshare,
)
from rules.outcome import Outcome, piles_of

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


def test_german_readers_see_german_traits_in_the_chart(as_alice: Client, deck: Deck) -> None:
    with translation.override("en"):
        page = as_alice.get(at(deck), headers={"accept-language": "de"}).content.decode()
    assert ">Gegenstand</text>" in page
    assert ">Item</text>" not in page


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


def test_a_visitor_with_the_link_may_copy_the_deck(as_alice: Client, deck: Deck, client: Client) -> None:
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
    assert deck.name in client.get("/decks/public/?card=bodyg").content.decode()
    assert deck.name in client.get("/decks/public/?card=Look what I found").content.decode()
    assert deck.name not in client.get("/decks/public/?card=shrivelling").content.decode()
    assert "No card has this title" in client.get("/decks/public/?card=zzz").content.decode()
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
def test_what_is_no_deck_is_refused_and_nothing_is_saved(client: Client, text: str) -> None:
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
    for nonsense in ("nonsense", "a" * 36, "０" * 36):
        assert as_alice.post("/decks/bulk/", {"deck": [nonsense], "action": "delete"}).status_code == 302
    assert as_alice.post("/decks/bulk/", {"deck": [str(deck.public_id)], "action": "burn"}).status_code == 302
    deck.refresh_from_db()
    assert deck.deleted_at is None


def test_decks_deleted_together_come_back_together(as_alice: Client, alice: User, deck: Deck) -> None:
    other, kept = save_example(alice), save_example(alice)
    as_alice.post(at(kept, "delete/"))
    ids = [str(deck.public_id), str(other.public_id)]
    answer = as_alice.post("/decks/bulk/", {"deck": ids, "action": "delete"}, follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain == [("/decks/", 302)]
    assert "2 decks deleted." in page
    undo = html.unescape(re.findall(r'action="(/decks/undelete/[^"]*)"', page)[0])
    assert "2 decks restored." in as_alice.post(undo, follow=True).content.decode()
    assert set(Deck.objects.filter(deleted_at=None)) == {deck, other}, "what was deleted before stays so"
    assert "Nothing to restore" in as_alice.post(undo, follow=True).content.decode()


@pytest.mark.parametrize("when", ["", "yesterday", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00"])
def test_nonsense_brings_nothing_back(as_alice: Client, deck: Deck, when: str) -> None:
    as_alice.post(at(deck, "delete/"))
    answer = as_alice.post(f"/decks/undelete/?{urlencode({'at': when})}", follow=True)
    assert "Nothing to restore" in answer.content.decode()
    deck.refresh_from_db()
    assert deck.deleted_at is not None


def test_decks_of_others_cannot_be_restored(
    as_alice: Client, client: Client, mallory: User, deck: Deck
) -> None:
    as_alice.post(at(deck, "delete/"))
    deck.refresh_from_db()
    client.force_login(mallory)
    client.post(f"/decks/undelete/?{urlencode({'at': deck.deleted_at.isoformat()})}")
    deck.refresh_from_db()
    assert deck.deleted_at is not None


def test_a_link_can_be_printed_and_taken_along(as_alice: Client, deck: Deck, client: Client) -> None:
    set_folder(deck, folder="My secret shelf")
    token = share(deck).share_token
    page = client.get(f"/d/{token}/").content.decode()
    assert f'href="/d/{token}/print/"' in page
    paper = client.get(f"/d/{token}/print/").content.decode()
    assert deck.name in paper
    assert f'href="/d/{token}/"' in paper
    for form in FORMATS:
        assert f'href="/d/{token}/export/{form}/"' in page
        answer = client.get(f"/d/{token}/export/{form}/")
        assert FORMATS[form].file_name(deck) in answer["Content-Disposition"]
        assert answer.content
        assert "My secret shelf" not in answer.content.decode()
    assert "My secret shelf" not in client.get(f"/d/{token}/export/json/?history=1").content.decode()
    assert "My secret shelf" in as_alice.get(at(deck, "export/json/")).content.decode()
    assert client.get(f"/d/{token}/export/exe/").status_code == 404
    unshare(deck)
    for path in ("print/", "export/json/"):
        assert client.get(f"/d/{token}/{path}").status_code == 404


def test_a_published_deck_is_printed_and_taken_along_without_its_folder(deck: Deck, client: Client) -> None:
    set_folder(deck, folder="My secret shelf")
    publish(deck)
    page = client.get(at(deck)).content.decode()
    assert f'href="{at(deck, "print/")}"' in page
    assert f'href="{at(deck, "export/json/")}"' in page
    for address in (at(deck, "export/json/"), f"/api/v1/decks/{deck.public_id}/export/"):
        for query in ("", "?history=1"):
            answer = client.get(address + query)
            assert answer.status_code == 200
            assert "My secret shelf" not in answer.content.decode()


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


def test_cards_that_the_reader_does_not_own_are_marked(
    client: Client, as_alice: Client, alice: User, bob: User
) -> None:
    deck = create_deck(owner=alice, investigator="01001")
    for code in ("01020", "01025", "60124"):
        set_quantity(deck, code=code, quantity=2)
    publish(deck)

    def marks(reader: Client) -> list[str]:
        return re.findall(r'class="unowned faint">([^<]*)<', reader.get(at(deck)).content.decode())

    assert marks(as_alice) == marks(client) == [], "nobody has said what they own"
    set_boxes(collection=create_collection(owner=alice, name="Alice"), counts={"core": 1})
    set_boxes(collection=create_collection(owner=bob, name="Bob"), counts={"nat": 1})
    assert sorted(marks(as_alice)) == ["not owned", "only 1 owned", "only 1 owned"]
    assert marks(client) == []
    client.force_login(bob)
    assert marks(client) == ["not owned"], "Machete is in no box of his"


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


def test_a_deck_with_its_history_is_exported_and_comes_back(as_alice: Client, deck: Deck) -> None:
    begin_upgrade(deck, experience=3)
    buy(deck, code="12027", replaces="12016")
    finish_upgrade(deck)
    page = as_alice.get(at(deck)).content.decode()
    assert "3 earned" in page
    text = as_alice.get(at(deck, "export/json/?history=1")).content.decode()
    assert [row["previous_deck"] is None for row in json.loads(text)] == [True, False]
    as_alice.post("/decks/import/", {"text": text, "save": "1"})
    copy = Deck.objects.exclude(pk=deck.pk).get()
    assert [(v.number, v.cost) for v in copy.versions.order_by("number")] == [(1, 0), (2, 2)]
    assert as_alice.get(at(deck, "export/exe/")).status_code == 404


def test_history_shows_what_changed_without_a_purchase(as_alice: Client, deck: Deck) -> None:
    begin_upgrade(deck, experience=3, outcome=Outcome(exiled=piles_of(["12024"])))
    buy(deck, code="12027", replaces="12016")
    versions = deck.versions.order_by("number")
    last = versions.last()
    last.slots["12087"] = 1
    last.save()
    (page, _first) = history_of(Deck.objects.get(pk=deck.pk)).pages
    assert [(row.name, row.price) for row in page.purchases] == [("Bodyguard (2)", 2)]
    assert page.exiled == ("Scene of the Crime",)
    assert [(change.name, change.copies) for change in page.changes] == [("Fedora", 1)]


def test_deleting_can_be_undone(as_alice: Client, deck: Deck) -> None:
    page = as_alice.post(at(deck, "delete/"), follow=True).content.decode()
    assert f'action="{at(deck, "undelete/")}"' in page


def test_folders_and_the_archive_are_tabs(as_alice: Client, alice: User, deck: Deck) -> None:
    other = create_deck(owner=alice, investigator="01001", name="Night watch")
    for each, action, value in ((deck, "folder", "Solo & co"), (other, "archive", "")):
        as_alice.post("/decks/bulk/", {"deck": [str(each.public_id)], "action": action, "value": value})
    page = as_alice.get("/decks/").content.decode()
    assert "?folder=Solo+%26+co" in page
    assert "Night watch" not in page
    assert deck.name in as_alice.get("/decks/", {"folder": "Solo & co"}).content.decode()
    assert "Night watch" in as_alice.get("/decks/?archived=yes").content.decode()


def test_namesakes_are_chosen_before_saving(client: Client) -> None:
    text = "Daniela Reyes\n2x Machete\n2x Machette"
    page = client.post("/decks/import/", {"text": text}).content.decode()
    assert 'name="line-1"' in page
    assert '<option value="12001"' in page
    assert 'name="line-3"' in page
    client.post("/decks/import/", {"text": text, "line-1": "12001", "line-3": "12021", "save": "1"})
    saved = Deck.objects.get()
    assert saved.investigator == "12001"
    assert saved.working.slots["12021"] == 2


def test_bonded_cards_are_pulled_too(as_alice: Client, alice: User) -> None:
    deck = create_deck(owner=alice, investigator="05004")
    set_quantity(deck, code="05313", quantity=1)
    page = as_alice.get(at(deck, "pull/")).content.decode()
    assert "Soothing Melody" in page
    assert "bonded" in page


def test_a_deck_reminds_of_what_its_cards_call_for(as_alice: Client, deck: Deck):
    erratum = "Scrape By (82): the test succeeds by 0."
    assert erratum not in as_alice.get(at(deck)).content.decode()
    set_quantity(deck, code="12082", quantity=1)
    assert erratum in as_alice.get(at(deck)).content.decode()


def test_many_problems_are_folded_on_the_page_and_not_in_the_editor(as_alice: Client, alice: User) -> None:
    deck = create_deck(owner=alice, investigator="01001")
    for code in ("01044", "01045", "01046", "01047", "01048", "01049", "01060", "01061", "01062", "01063"):
        set_quantity(deck, code=code, quantity=1)
    page = as_alice.get(at(deck)).content.decode()
    first, rest = page.split('<details class="verdict__more">')
    assert "6 more problems" in rest
    assert first.count('class="violation"') == 5
    assert [f'id="violation-{number}"' in rest for number in (5, 6, 11)] == [False, True, True]
    assert "verdict__more" not in as_alice.get(at(deck, "edit/")).content.decode()
