"""Tests of prices in the list, quick upgrades of rows, and corrections of a finished upgrade."""

import html

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from decks import services
from decks.editor.corrections import corrections_of
from decks.editor.page import EditorPage
from decks.editor.prices import price_of
from decks.models import Deck
from decks.open_upgrade import OpenUpgrade
from tests.decks.test_giving_back import FILLING

pytestmark = pytest.mark.django_db

BEAT_COP, BEAT_COP_2, SHOTGUN_4, EMERGENCY_CACHE = "01018", "01028", "01029", "01088"
CHARISMA = "02158"
FETCH = {"X-Requested-With": "fetch"}


@pytest.fixture
def roland(alice: User) -> Deck:
    deck = services.create_deck(owner=alice, investigator="01001")
    for code, quantity in FILLING.items():
        services.set_quantity(deck, code=code, quantity=quantity)
    services.begin_upgrade(deck, experience=5)
    deck.refresh_from_db()
    return deck


def fresh(deck: Deck) -> Deck:
    return Deck.objects.select_related("working").get(pk=deck.pk)


def price(page: EditorPage, code: str) -> int | None:
    return price_of(page.prices[page.places[code]])


class TestPricesInTheList:
    def test_new_cards_cost_their_level_and_upgrades_the_difference(self, roland):
        page = EditorPage(roland)
        assert price(page, SHOTGUN_4) == 4
        assert price(page, BEAT_COP_2) == 2
        assert price(page, EMERGENCY_CACHE) == 1
        assert price(page, "01064") is None

    def test_every_price_is_that_of_the_cheapest_purchase(self, roland):
        """The list and the dialog agree on every card that may be bought."""
        page = EditorPage(roland)
        upgrade = OpenUpgrade(page.examined)
        compared = 0
        for card in page.cards.cards[::7]:
            listed = price(page, card.code)
            if listed is None:
                continue
            quotes = upgrade.purchase_options(card.code)
            held = [code for code in page.version.slots if page.catalogue.resolve(code).title == card.title]
            for code in held:
                quotes += upgrade.purchase_options(card.code, replaces=code)
            allowed = [quote.purchase.price for quote in quotes if not quote.violations]
            assert listed == min(allowed, default=listed), card
            compared += bool(allowed)
        assert compared > 20

    def test_the_list_can_be_narrowed_to_what_is_affordable(self, as_alice: Client, roland):
        at = reverse("deck-edit", args=[roland.public_id])
        every = as_alice.get(f"{at}?q=shotgun").content.decode()
        assert "4 XP" in every
        assert SHOTGUN_4 in every
        services.buy(roland, code=BEAT_COP_2, replaces=BEAT_COP)
        some = as_alice.get(f"{at}?q=shotgun&affordable=1").content.decode()
        assert f'data-code="{SHOTGUN_4}"' not in some
        short = as_alice.get(f"{at}?q=shotgun").content.decode()
        assert "1 XP short" in short

    def test_outside_of_upgrades_there_are_no_prices(self, as_alice: Client, roland):
        services.cancel_upgrade(roland)
        page = as_alice.get(reverse("deck-edit", args=[roland.public_id])).content.decode()
        assert 'name="affordable"' not in page
        assert EditorPage(fresh(roland)).prices == ""


class TestQuickUpgrades:
    def test_rows_offer_the_next_versions(self, as_alice: Client, roland):
        page = as_alice.get(reverse("deck-edit", args=[roland.public_id])).content.decode()
        assert f'value="{BEAT_COP}:{BEAT_COP_2}:1"' in page
        assert f'value="{BEAT_COP}:{BEAT_COP_2}:2"' in page

    def test_both_copies_are_upgraded_with_one_press(self, as_alice: Client, roland):
        given = {"quick": f"{BEAT_COP}:{BEAT_COP_2}:2"}
        answer = as_alice.post(reverse("deck-upgrade-buy", args=[roland.public_id]), given, headers=FETCH)
        assert answer.status_code == 200
        now = fresh(roland).working
        assert (now.slots.get(BEAT_COP), now.slots[BEAT_COP_2], now.experience_left) == (None, 2, 1)

    def test_what_is_too_expensive_says_how_much_is_missing(self, as_alice: Client, roland):
        services.buy(roland, code=SHOTGUN_4, replaces=EMERGENCY_CACHE)
        page = html.unescape(as_alice.get(reverse("deck-edit", args=[roland.public_id])).content.decode())
        assert f'value="{BEAT_COP}:{BEAT_COP_2}:1"' not in page
        assert "1 XP short" in page


class TestTheDialog:
    def test_a_card_that_is_too_expensive_is_short_of_experience(self, as_alice: Client, roland):
        services.buy(roland, code=SHOTGUN_4, replaces=EMERGENCY_CACHE)
        at = reverse("deck-upgrade-options", args=[roland.public_id, SHOTGUN_4])
        page = as_alice.get(at, headers=FETCH).content.decode()
        assert "3 XP short" in page
        assert "choose a card to replace" not in page

    def test_a_permanent_card_replaces_nothing(self, as_alice: Client, roland):
        at = reverse("deck-upgrade-options", args=[roland.public_id, CHARISMA])
        page = as_alice.get(at, headers=FETCH).content.decode()
        assert 'name="replaces"' not in page
        assert "Buy, 2 left" in page


class TestCorrections:
    def test_a_finished_upgrade_names_what_its_ledger_does_not_explain(self, as_alice: Client, roland):
        services.buy(roland, code=BEAT_COP_2, replaces=BEAT_COP)
        services.finish_upgrade(roland)
        deck = fresh(roland)
        assert not corrections_of(EditorPage(deck).catalogue, deck.working)
        at = reverse("deck-edit", args=[roland.public_id])
        assert "is finished. Plus and minus now correct it" in as_alice.get(at).content.decode()
        services.change_quantity(deck, code=EMERGENCY_CACHE, change=-1)
        services.change_quantity(deck, code=SHOTGUN_4, change=1)
        page = html.unescape(as_alice.get(at).content.decode())
        assert "Added without a purchase: <b>Shotgun (4)</b>" in page
        assert "Removed: <b>Emergency Cache" in page

    def test_exiled_cards_and_swaps_are_explained(self, alice: User):
        deck = services.create_deck(owner=alice, investigator="01001")
        for code, quantity in FILLING.items():
            services.set_quantity(deck, code=code, quantity=quantity)
        services.begin_upgrade(deck, experience=2)
        services.take_out(deck, code=EMERGENCY_CACHE)
        services.buy_cheapest(deck, code="01091")
        services.finish_upgrade(deck)
        now = fresh(deck)
        assert not corrections_of(EditorPage(now).catalogue, now.working)

    def test_first_versions_have_none(self, alice: User):
        deck = services.create_deck(owner=alice, investigator="01001")
        services.set_quantity(deck, code=EMERGENCY_CACHE, quantity=1)
        page = EditorPage(fresh(deck))
        assert not page.is_finished_upgrade
        assert not page.corrections
