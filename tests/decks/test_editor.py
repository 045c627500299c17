"""Tests of the editor: its page, its plus and minus buttons, and conflicting edits."""

import gzip
import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cards.adapters import catalogue
from cards.services.collections import create_collection, set_boxes
from decks import services
from decks.editor.browser import browser_cards
from decks.editor.looks import looks_of
from decks.models import Deck
from decks.services import editing
from tests.markup import on_one_line

DANIELA, LOLA = "12001", "03006"
MACHETE = "12020"
HOSTILE = '<script>alert("x")</script>"\'><img src=x onerror=alert(1)>'
FETCH = {"X-Requested-With": "fetch"}


@pytest.fixture
def deck(alice: User) -> Deck:
    return services.create_deck(owner=alice, investigator=DANIELA, name="Grease and Gunpowder")


def page_of(deck: Deck) -> str:
    return reverse("deck-edit", args=[deck.public_id])


def press(client: Client, deck: Deck, **fields: object) -> object:
    return client.post(reverse("deck-edit-slots", args=[deck.public_id]), fields, headers=FETCH)


def slots_of(deck: Deck) -> dict[str, int]:
    return Deck.objects.select_related("working").get(pk=deck.pk).working.slots


def state_in(page: str) -> dict:
    found = re.search(r'<script id="editor-state" type="application/json">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


class TestPage:
    def test_it_shows_deck_cards_and_verdict(self, as_alice, deck):
        page = as_alice.get(page_of(deck)).content.decode()
        assert "Grease and Gunpowder" in page
        assert "Daniela’s Wrench" in page or "Daniela&#x27;s Wrench" in page
        assert 'id="violation-1"' in page
        assert "deck.size-exact" in page

    def test_what_no_option_admits_is_listed_once_with_its_copies(self, as_alice, deck):
        for _copy in range(2):
            press(as_alice, deck, add="01060")
        page = on_one_line(as_alice.get(page_of(deck)).content.decode())
        panel = page[page.index('id="lines-panel"') :]
        panel = panel[: panel.index("</section>")]
        assert panel.count("socket--over") == 1
        assert "2× Shrivelling" in re.sub(r"<[^>]+>", "", panel)

    def test_a_stranger_finds_nothing(self, as_mallory, deck):
        assert as_mallory.get(page_of(deck)).status_code == 404
        assert press(as_mallory, deck, add=MACHETE).status_code == 404

    def test_a_visitor_finds_nothing(self, client, deck):
        assert client.get(page_of(deck)).status_code == 404

    @pytest.mark.parametrize("name", ["deck-edit-slots", "deck-edit-undo", "deck-edit-redo"])
    def test_edits_are_only_posted(self, as_alice, deck, name):
        assert as_alice.get(reverse(name, args=[deck.public_id])).status_code == 405

    def test_the_page_is_only_read(self, as_alice, deck):
        assert as_alice.post(page_of(deck)).status_code == 405

    def test_what_the_browser_gets(self, as_alice, deck):
        state = state_in(as_alice.get(page_of(deck)).content.decode())
        cards = as_alice.get(state["urls"]["cards"]).json()
        assert len(state["signs"]) == len(cards["code"])
        sign = dict(zip(cards["code"], state["signs"], strict=True))
        # Guardian, level 0; Mystic; a signature of hers.
        assert (sign["01020"], sign["01060"], sign["12002"]) == ("+", "-", "A")
        assert state["revision"] == "1.0"

    def test_the_number_of_queries_does_not_grow(self, as_alice, alice, deck, django_assert_max_num_queries):
        collection = create_collection(owner=alice, name="Ours")
        set_boxes(collection=collection, counts={"core_2026": 1, "core": 2})
        for number in range(12):
            services.create_deck(owner=alice, investigator=DANIELA, name=f"Another {number}")
        as_alice.get(page_of(deck))
        with django_assert_max_num_queries(14):
            as_alice.get(page_of(deck))

    def test_it_is_small(self, as_alice, alice):
        lola = services.create_deck(owner=alice, investigator=LOLA)
        answer = as_alice.get(page_of(lola), headers={"Accept-Encoding": "gzip"})
        assert answer["Content-Encoding"] == "gzip"
        address = state_in(gzip.decompress(answer.content).decode())["urls"]["cards"]
        for coding, most in (("gzip", 80_000), ("br", 70_000)):
            cards = as_alice.get(address, headers={"Accept-Encoding": coding})
            assert cards["Content-Encoding"] == coding
            assert "Accept-Encoding" in cards["Vary"]
            assert len(answer.content) + len(cards.content) < most

    def test_hostile_names_notes_and_remarks_stay_text(self, as_alice, deck):
        services.rename(deck, name=HOSTILE[:100])
        services.write_notes(deck, notes=f"# Hi\n\n{HOSTILE} [x](javascript:alert(1))")
        services.set_quantity(deck, code=MACHETE, quantity=1)
        services.annotate(deck, code=MACHETE, text=HOSTILE)
        services.set_tags(deck, tags=["<b>bold"])
        services.set_quantity(deck, code='"><i>', quantity=1)
        for address in (page_of(deck), reverse("deck-edit-card", args=[deck.public_id, MACHETE])):
            page = as_alice.get(address).content.decode()
            assert "<script>alert" not in page
            assert "<img src=x" not in page
            assert 'href="javascript' not in page
            assert "<b>bold" not in page
            assert '"><i>' not in page

    def test_a_deck_of_an_unknown_investigator_can_be_edited(self, as_alice, alice):
        deck = services.create_deck(owner=alice, investigator=DANIELA)
        Deck.objects.filter(pk=deck.pk).update(investigator="99999x")
        assert as_alice.get(page_of(deck)).status_code == 200
        assert press(as_alice, deck, add=MACHETE).status_code == 200


def test_pieces_that_cards_share_are_those_of_each_card(db):
    cards = browser_cards(catalogue()).cards
    assert looks_of(cards) == [looks_of([card])[0] for card in cards]


class TestFinderWithoutJavaScript:
    def test_words_and_filters_narrow_the_list(self, as_alice, deck):
        page = as_alice.get(page_of(deck), {"q": "machete", "class": "guardian"}).content.decode()
        assert 'id="pool-more-01020"' in page
        assert 'id="pool-more-01017"' not in page

    def test_cards_that_cannot_be_taken_are_shown_if_wanted(self, as_alice, deck):
        closed, every = (
            as_alice.get(page_of(deck), {"q": "shrivelling", **more}).content.decode()
            for more in ({}, {"unusable": "1"})
        )
        assert 'id="pool-more-01060"' not in closed
        assert 'id="pool-more-01060"' in every
        assert reverse("deck-edit-why", args=[deck.public_id, "01060"]) in every
        numbers = [re.search(r"(\d+) of (\d+) cards", page) for page in (closed, every)]
        could_take, all_cards = (int(found[2]) if found else 0 for found in numbers)
        assert 0 < could_take < all_cards, "cards that cannot be taken are among those looked through"

    def test_there_are_further_pages(self, as_alice, deck):
        page = as_alice.get(page_of(deck)).content.decode()
        assert "page=2" in page
        assert as_alice.get(page_of(deck), {"page": "2"}).status_code == 200

    @pytest.mark.parametrize("group", ["class", "type", "level", "cost", "pack", "none", "nonsense"])
    def test_every_order_works(self, as_alice, deck, group):
        assert as_alice.get(page_of(deck), {"group": group}).status_code == 200

    def test_boxes_are_those_of_any_printing_and_several_may_be_chosen(self, as_alice, deck):
        def titles(*packs):
            pool = as_alice.get(page_of(deck), {"pack": packs}).context["pool"]
            return {pool.editor_page.cards.cards[place].title for place in pool.found}

        for box in ("core", "rcore", "core_2026"):
            assert "Machete" in titles(box), box
        assert "Hunter's Armor" not in titles("rcore")
        assert {"Machete", "Hunter's Armor"} <= titles("rcore", "tskp")

    def test_nonsense_is_left_out(self, as_alice, deck):
        query = {"level": "9", "class": "clown", "page": "-3", "kind": "x", "to": "y", "cost": "many"}
        assert as_alice.get(page_of(deck), query).status_code == 200


class TestPlusAndMinus:
    def test_plus_adds_one_and_answers_with_what_changed(self, as_alice, deck):
        answer = press(as_alice, deck, add=MACHETE, revision="1.0").json()
        assert slots_of(deck)[MACHETE] == 1
        assert answer["state"]["revision"] == "1.1"
        assert answer["state"]["held"]["main"]["01020"] == 1
        assert f'id="row-{MACHETE}"' in answer["html"]["deck-rows"]
        assert "<dd>1<small>of 30" in on_one_line(answer["html"]["figures"])
        assert answer["message"] == "added Machete"

    def test_every_part_is_the_element_it_replaces(self, as_alice, deck):
        answer = press(as_alice, deck, add=MACHETE).json()
        for name, html in answer["html"].items():
            assert f'id="{name}"' in html.split(">")[0] + html.split(">")[1], name

    def test_minus_takes_one_out(self, as_alice, deck):
        press(as_alice, deck, set=MACHETE, quantity=2)
        press(as_alice, deck, remove=f"main:{MACHETE}")
        assert slots_of(deck)[MACHETE] == 1

    def test_a_number_sets_the_copies(self, as_alice, deck):
        press(as_alice, deck, set=MACHETE, quantity=2)
        assert slots_of(deck)[MACHETE] == 2

    def test_other_printings_of_the_card_are_counted_with_it(self, as_alice, deck):
        press(as_alice, deck, add=MACHETE)
        press(as_alice, deck, add="01020")
        assert slots_of(deck)[MACHETE] == 2

    def test_the_side_deck_is_a_plan(self, as_alice, deck):
        press(as_alice, deck, add="side:12029")
        deck.refresh_from_db()
        assert deck.working.wish_list == {"12029": 1}
        press(as_alice, deck, move="12029")
        deck.refresh_from_db()
        assert (deck.working.wish_list, deck.working.slots["12029"]) == ({}, 1)

    def test_problems_are_numbered_on_their_rows(self, as_alice, deck):
        answer = press(as_alice, deck, set=MACHETE, quantity=3, anyway=1).json()
        assert "is-wrong" in answer["html"]["deck-rows"]
        assert "1 copy too many" in answer["html"]["deck-rows"]

    def test_one_card_that_settles_several_problems_is_named(self, as_alice, deck):
        press(as_alice, deck, set="12077", quantity=2)
        answer = press(as_alice, deck, add="12085", anyway=1).json()
        assert "Removing Meat Cleaver (3) fixes 2 problems" in answer["html"]["verdict-panel"]

    @pytest.mark.parametrize(
        "fields",
        [{}, {"add": ""}, {"set": MACHETE}, {"set": MACHETE, "quantity": "many"}, {"add": "nowhere:1"}],
    )
    def test_nonsense_is_refused_and_changes_nothing(self, as_alice, deck, fields):
        before = slots_of(deck)
        answer = press(as_alice, deck, **fields)
        assert answer.status_code == 400
        assert answer.json()["error"]
        assert slots_of(deck) == before

    def test_it_is_done_once_however_often_it_is_sent(self, as_alice, deck):
        for _time in range(3):
            assert press(as_alice, deck, add=MACHETE, key="k1").status_code == 200
        assert slots_of(deck)[MACHETE] == 1

    def test_the_number_of_queries_is_constant(self, as_alice, deck, django_assert_max_num_queries):
        for code in ("12019", "12077", "12072", "12016"):
            press(as_alice, deck, add=code)
        with django_assert_max_num_queries(20):
            press(as_alice, deck, add=MACHETE)


class TestTwoWindows:
    @pytest.mark.parametrize(("verb", "left"), [("add", 4), ("remove", 0)])
    def test_plus_and_minus_count_from_what_is_there(self, as_alice, deck, monkeypatch, verb, left):
        """Without a revision each press changes one copy, even after a concurrent edit."""
        services.set_quantity(deck, code=MACHETE, quantity=2)
        locked = editing.locked

        def overtaken(found):
            monkeypatch.setattr(editing, "locked", locked)
            services.set_quantity(found, code=MACHETE, quantity=3 if verb == "add" else 1)
            return locked(found)

        monkeypatch.setattr(editing, "locked", overtaken)
        assert press(as_alice, deck, **{verb: MACHETE}, anyway=1).status_code == 200
        assert slots_of(deck).get(MACHETE, 0) == left

    def test_the_second_gets_a_list_of_changes_and_overwrites_nothing(self, as_alice, deck):
        press(as_alice, deck, set=MACHETE, quantity=2, revision="1.0")
        answer = press(as_alice, deck, add="12019", revision="1.0")
        assert answer.status_code == 409
        body = answer.json()
        assert body["code"] == "stale"
        assert body["changes"] == ["Machete: now 2 copies"]
        assert body["state"]["held"]["main"]["01020"] == 2
        assert "12019" not in slots_of(deck)

    def test_another_version_is_noticed_too(self, as_alice, deck):
        services.begin_upgrade(deck, experience=3)
        assert press(as_alice, deck, add=MACHETE, revision="1.0").status_code == 409

    def test_a_window_that_was_away_learns_what_it_missed(self, as_alice, deck):
        state = reverse("deck-edit-state", args=[deck.public_id])
        assert as_alice.get(state, {"revision": "1.0"}).status_code == 204
        press(as_alice, deck, add=MACHETE)
        assert as_alice.get(state, {"revision": "1.0"}).json()["state"]["revision"] == "1.1"

    def test_without_javascript_it_is_shown_on_the_page(self, as_alice, deck):
        press(as_alice, deck, set=MACHETE, quantity=2)
        slots = reverse("deck-edit-slots", args=[deck.public_id])
        answer = as_alice.post(slots, {"add": "12019", "revision": "1.0"}, follow=True)
        assert "Machete: now 2 copies" in answer.content.decode()
        assert "12019" not in slots_of(deck)


class TestUndo:
    def test_it_names_what_it_takes_back(self, as_alice, deck):
        press(as_alice, deck, set=MACHETE, quantity=2)
        assert "Undo: added 2 × Machete" in as_alice.get(page_of(deck)).content.decode()

    def test_back_and_forth(self, as_alice, deck):
        press(as_alice, deck, add=MACHETE)
        back = as_alice.post(reverse("deck-edit-undo", args=[deck.public_id]), headers=FETCH).json()
        assert MACHETE not in slots_of(deck)
        assert "Redo: added Machete" in back["html"]["steps"]
        as_alice.post(reverse("deck-edit-redo", args=[deck.public_id]), headers=FETCH)
        assert slots_of(deck)[MACHETE] == 1

    def test_nothing_to_undo_is_refused(self, as_alice, deck):
        answer = as_alice.post(reverse("deck-edit-undo", args=[deck.public_id]), headers=FETCH)
        assert answer.status_code == 409
        assert "nothing to undo" in answer.json()["error"]


class TestWithoutJavaScript:
    def test_plus_comes_back_to_the_page(self, as_alice, deck):
        slots = reverse("deck-edit-slots", args=[deck.public_id])
        answer = as_alice.post(slots, {"add": MACHETE, "back": "cards"})
        assert answer.status_code == 302
        assert answer["Location"] == f"{page_of(deck)}#cards"

    def test_a_card_without_room_needs_a_confirmation(self, as_alice, deck):
        slots = reverse("deck-edit-slots", args=[deck.public_id])
        answer = as_alice.post(slots, {"add": "01060"}, follow=True)
        assert "01060" not in slots_of(deck)
        page = answer.content.decode()
        assert "deck.options-only" in page
        assert "Add anyway" in page
        as_alice.post(slots, {"add": "01060", "anyway": "1"})
        assert slots_of(deck)["01060"] == 1


class TestCardsFile:
    def test_it_is_cached_for_good(self, client, as_alice, deck):
        address = state_in(as_alice.get(page_of(deck)).content.decode())["urls"]["cards"]
        answer = client.get(address)
        assert "immutable" in answer["Cache-Control"]
        assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304

    def test_another_taboo_list_is_another_file(self, as_alice, deck):
        before = state_in(as_alice.get(page_of(deck)).content.decode())["cards"]
        services.settle(deck, changes={"taboo": "010"})
        assert state_in(as_alice.get(page_of(deck)).content.decode())["cards"] != before

    @pytest.mark.parametrize("name", ["nonsense", "none-0000", "010-0000", "999-0000"])
    def test_an_unknown_name_is_not_found(self, client, db, name):
        assert client.get(reverse("deck-cards", args=[name])).status_code == 404


def test_namesakes_are_distinguished(as_alice, alice):
    deck = services.create_deck(owner=alice, investigator="02002")
    services.set_quantity(deck, code="02262", quantity=1, by=alice)
    for view in ("deck-edit", "deck-detail"):
        page = as_alice.get(reverse(view, args=[deck.public_id])).content.decode()
        assert "Restorative Concoction" in page, "Strange Solution (4) is four cards"
