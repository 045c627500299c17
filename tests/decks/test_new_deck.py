"""Tests of new decks: investigator, choices, and cards that are added automatically."""

import pytest
from django.urls import reverse

from cards import card_page
from cards.adapters import catalogue
from cards.services.collections import create_collection, set_boxes
from decks.models import Deck
from rules.cards.model import PLACEHOLDER

DANIELA, MANDY, ROLAND, LILY = "12001", "06002", "90024", "08010"


def begin(client, code, **given):
    return client.post(reverse("deck-new-for", args=[code]), given)


def the_deck() -> Deck:
    return Deck.objects.select_related("working", "owner").get()


class TestChooser:
    def test_everybody_who_builds_decks_is_there(self, client, db):
        page = client.get(reverse("deck-new")).content.decode()
        builders = card_page.builders(catalogue())
        assert page.count("data-names=") == len(builders)
        assert "willpower 3, intellect 3, combat 4, agility 2, health 9, sanity 5" in page

    def test_a_card_that_is_required_several_times_is_listed_once(self, client, db):
        page = client.get(reverse("deck-new-for", args=["03006"])).content.decode()
        assert page.count('href="/cards/03018/"') == 1

    def test_by_class_and_word(self, client, db):
        page = client.get(reverse("deck-new"), {"q": "dani", "class": "guardian"}).content.decode()
        shown = [row for row in page.split("<li ")[1:] if " hidden" not in row.split(">")[0]]
        assert [row for row in shown if "Daniela Reyes" in row]
        assert not [row for row in shown if "Roland Banks" in row]

    def test_from_my_boxes(self, as_alice, alice):
        set_boxes(collection=create_collection(owner=alice, name="Mine"), counts={"core_2026": 1})
        page = as_alice.get(reverse("deck-new"), {"owned": "1"}).content.decode()
        shown = [
            row
            for row in page.split("<li ")[1:]
            if "data-names" in row and " hidden" not in row.split(">")[0]
        ]
        assert 0 < len(shown) < 10

    def test_an_empty_result_has_a_message(self, client, db):
        assert "No investigators found" in client.get(reverse("deck-new"), {"q": "zzzz"}).content.decode()

    def test_an_unknown_investigator_is_not_found(self, client, db):
        assert client.get(reverse("deck-new-for", args=["01020"])).status_code == 404


class TestBegin:
    def test_a_visitor_becomes_a_guest_with_a_deck(self, client, db):
        answer = begin(client, DANIELA)
        deck = the_deck()
        assert answer["Location"] == reverse("deck-edit", args=[deck.public_id])
        assert deck.owner.is_guest
        assert client.get(answer["Location"]).status_code == 200

    def test_required_cards_come_in_and_the_weakness_waits(self, as_alice):
        begin(as_alice, DANIELA)
        assert the_deck().working.slots == {"12002": 1, "12003": 1, PLACEHOLDER: 1}
        assert the_deck().mode == "creation"

    def test_the_weakness_can_be_drawn_at_once(self, as_alice):
        begin(as_alice, DANIELA, weakness="drawn")
        assert PLACEHOLDER not in the_deck().working.slots
        assert len(the_deck().working.slots) == 3

    def test_choices_edition_environment(self, as_alice):
        given = {"size": "40", "class_": "mystic", "edition": "faq-1.7", "environment": "current"}
        begin(as_alice, MANDY, name="Research", **given)
        deck = the_deck()
        assert (deck.name, deck.edition, deck.environment) == ("Research", "faq-1.7", "current")
        assert deck.choices == {"classes": {"": "mystic"}, "size": 40}
        assert deck.working.slots["06008"] == 2

    def test_a_taboo_list_changes_the_choices(self, as_alice):
        address = reverse("deck-new-for", args=[MANDY])
        plain, tabooed = (as_alice.get(address, {"taboo": list_}).content.decode() for list_ in ("", "010"))
        assert 'name="size"' in plain
        assert 'name="size"' not in tabooed
        begin(as_alice, MANDY, taboo="010", size="30")
        assert (the_deck().taboo, the_deck().choices) == ("010", {})

    def test_front_and_back_can_be_mixed(self, as_alice):
        begin(as_alice, ROLAND, front=ROLAND, back="01001")
        assert (the_deck().front, the_deck().back) == ("", "01001")

    def test_the_options_of_another_back_are_shown(self, client, db):
        page = client.get(reverse("deck-new-for", args=["01001"]), {"back": ROLAND}).content.decode()
        assert "Insight or Tactic" in page

    def test_other_signatures_take_their_places(self, as_alice):
        begin(as_alice, "01001", signatures="advanced")
        slots = the_deck().working.slots
        assert {"90030", "90031"} <= slots.keys()
        assert not {"01006", "01007"} & slots.keys()

    def test_cards_to_choose_from(self, as_alice):
        begin(as_alice, ROLAND, chosen=["90025", "90027", "90029"])
        assert {"90025", "90027", "90029"} <= the_deck().working.slots.keys()

    def test_too_many_chosen_are_refused_and_nothing_is_saved(self, as_alice):
        answer = begin(as_alice, ROLAND, chosen=["90025", "90026", "90027", "90029"])
        assert "Choose at most 3" in answer.content.decode()
        assert not Deck.objects.exists()

    @pytest.mark.parametrize(
        "given",
        [{"taboo": "999"}, {"size": "35"}, {"mode": "x"}, {"environment": "limited"}, {"edition": "x"}],
    )
    def test_an_invalid_choice_is_refused_and_nothing_is_saved(self, client, db, given):
        assert begin(client, MANDY, **given).status_code == 200
        assert not Deck.objects.exists()

    def test_what_was_written_stays_in_the_form(self, client, db):
        page = begin(client, MANDY, name="<b>Mine", taboo="999").content.decode()
        assert 'value="&lt;b&gt;Mine"' in page

    def test_every_investigator_can_begin(self, as_alice, alice):
        for card in catalogue().investigators.values():
            if card.investigator:
                assert as_alice.get(reverse("deck-new-for", args=[card.code])).status_code == 200, card.title
