"""Tests of what a new deck begins with, of names of copies, and of decks on the table."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cards.services.collections import create_collection, set_boxes
from decks import selectors, services
from decks.availability import availability_for
from decks.errors import BadEdit
from decks.models import Deck
from decks.models.decks import NAME_LENGTH
from decks.services import beginnings
from decks.usage import decks_in_use
from rules.deck.circumstances import CREATION

pytestmark = pytest.mark.django_db

ROLAND, TOMMY, JOE, MACHETE, BEAT_COP_2 = "01001", "60151", "05002", "01020", "01028"


def begin(client: Client, code: str, **given: str) -> Deck:
    answer = client.post(reverse("deck-new-for", args=[code]), given)
    assert answer.status_code == 302, answer.content.decode()
    return Deck.objects.select_related("working").latest("pk")


class TestStarts:
    def test_a_starter_deck_is_begun_as_sold(self, as_alice: Client):
        page = as_alice.get(reverse("deck-new-for", args=[TOMMY])).content.decode()
        assert "The starter deck as sold: Tommy Muldoon" in page
        deck = begin(as_alice, TOMMY, start="starter")
        assert (deck.is_legal, deck.size, deck.mode) == (True, 30, CREATION)

    def test_others_have_none(self, as_alice: Client, alice: User):
        assert "as sold" not in as_alice.get(reverse("deck-new-for", args=[ROLAND])).content.decode()
        with pytest.raises(BadEdit):
            services.create_deck(owner=alice, investigator=ROLAND, beginning=beginnings.starter)

    @pytest.mark.parametrize("code", [ROLAND, JOE, "90049", "05005"])
    def test_a_random_deck_is_legal(self, as_alice: Client, code: str):
        deck = begin(as_alice, code, start="random")
        assert (deck.is_legal, deck.experience) == (True, 0), deck.working.slots

    def test_choices_may_stay_open(self, as_alice: Client):
        deck = begin(as_alice, "06003", start="random")
        assert (deck.problems, deck.size) == (1, deck.size_needed)

    def test_a_random_deck_can_be_repeated(self, alice: User):
        made = [
            services.create_deck(owner=alice, investigator=ROLAND, beginning=beginnings.random_cards(seed))
            for seed in ("a", "a", "b")
        ]
        slots = [deck.working.slots for deck in made]
        assert slots[0] == slots[1] != slots[2]

    def test_a_random_deck_from_the_collection_uses_its_cards_only(self, as_alice: Client, alice: User):
        collection = create_collection(owner=alice, name="My boxes")
        set_boxes(collection=collection, counts={"core_2026": 1})
        page = as_alice.get(reverse("deck-new-for", args=[ROLAND])).content.decode()
        assert "Random cards from My boxes" in page
        deck = begin(as_alice, ROLAND, start="random-owned")
        left = availability_for(alice, deck, collection)
        used = {code: n for code, n in deck.working.slots.items() if code.startswith("12")}
        assert used
        assert all(n <= left.owned[code] for code, n in used.items())

    def test_too_few_cards_are_refused_with_advice(self, as_alice: Client, alice: User):
        set_boxes(collection=create_collection(owner=alice, name="One"), counts={"tom": 1})
        answer = as_alice.post(reverse("deck-new-for", args=["01004"]), {"start": "random-owned"})
        assert answer.status_code == 200
        assert "Too few cards for a random legal deck" in answer.content.decode()
        assert not Deck.objects.exists()


class TestAroundACard:
    def test_the_card_page_leads_to_those_who_may_take_it(self, as_alice: Client):
        link = reverse("deck-new") + f"?with={MACHETE}"
        assert link in as_alice.get(reverse("card-detail", args=[MACHETE])).content.decode()
        page = as_alice.get(link).content.decode()
        assert reverse("deck-new-for", args=[ROLAND]) + f"?with={MACHETE}" in page
        assert reverse("deck-new-for", args=["01004"]) not in page

    def test_the_deck_has_the_card(self, as_alice: Client):
        form = as_alice.get(reverse("deck-new-for", args=[ROLAND]) + f"?with={MACHETE}").content.decode()
        assert "Machete and the required cards" in form
        deck = begin(as_alice, ROLAND, start="around", **{"with": MACHETE})
        assert deck.working.slots[MACHETE] == 2

    def test_a_card_of_a_higher_level_is_planned(self, as_alice: Client):
        deck = begin(as_alice, ROLAND, start="around", **{"with": BEAT_COP_2})
        assert deck.working.wish_list == {BEAT_COP_2: 2}
        assert BEAT_COP_2 not in deck.working.slots

    @pytest.mark.parametrize("code", ["nothing", "01001", "01000", "x" * 300])
    def test_nonsense_is_ignored(self, as_alice: Client, code: str):
        assert as_alice.get(reverse("deck-new"), {"with": code}).status_code == 200


class TestCopies:
    def test_every_copy_has_a_name_of_its_own(self, alice: User):
        deck = services.create_deck(owner=alice, investigator=ROLAND, name="Fists")
        names = [services.clone_deck(deck, owner=alice).name for _each in range(3)]
        assert names == ["Fists (copy)", "Fists (2)", "Fists (3)"]

    def test_a_copy_of_a_copy_does_not_pile_up_words(self, alice: User):
        deck = services.create_deck(owner=alice, investigator=ROLAND, name="Fists (copy)")
        assert services.clone_deck(deck, owner=alice).name == "Fists (2)"

    def test_a_copy_for_another_user_keeps_its_name(self, alice: User, bob: User):
        deck = services.publish(services.create_deck(owner=alice, investigator=ROLAND, name="Fists"))
        assert services.clone_deck(deck, owner=bob).name == "Fists"

    def test_long_names_stay_different(self, alice: User):
        deck = services.create_deck(owner=alice, investigator=ROLAND, name="x" * NAME_LENGTH)
        copy = services.clone_deck(deck, owner=alice)
        assert copy.name != deck.name
        assert len(copy.name) <= NAME_LENGTH


class TestOnTheTable:
    def test_only_built_decks_use_the_collection(self, as_alice: Client, alice: User):
        deck = services.create_deck(owner=alice, investigator=ROLAND, name="Fists")
        assert list(decks_in_use(alice)) == []
        as_alice.post(reverse("deck-built", args=[deck.public_id]), {"built": "yes"})
        assert [usage.name for usage in decks_in_use(alice)] == ["Fists"]
        assert "on the table" in as_alice.get(reverse("deck-list")).content.decode()
        as_alice.post(reverse("deck-built", args=[deck.public_id]), {"built": "no"})
        assert list(decks_in_use(alice)) == []

    def test_many_are_put_on_the_table_at_once(self, as_alice: Client, alice: User):
        decks = [services.create_deck(owner=alice, investigator=ROLAND) for _each in range(2)]
        ids = [str(deck.public_id) for deck in decks]
        as_alice.post(reverse("deck-bulk"), {"deck": ids, "action": "build"})
        assert selectors.decks_on_table(alice).count() == 2
        as_alice.post(reverse("deck-bulk"), {"deck": ids[:1], "action": "unbuild"})
        assert selectors.decks_on_table(alice).count() == 1
