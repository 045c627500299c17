"""The benchmarks of growth and prices measure what their names say."""

import pytest

from bench import growth, prices
from cards.importing.shipped import shipped_catalogue
from decks.formats.arkhamdb import read_deck
from rules.cards.model import Deck
from rules.deck.validate import judge
from rules.upgrade.upgrade import price_upgrade

pytestmark = pytest.mark.django_db


@pytest.fixture
def catalogue():
    return shipped_catalogue()


def test_a_deck_has_as_many_slots_as_requested(catalogue):
    data = growth.deck_of(catalogue, 30)
    assert len(data["slots"]) == 33, "thirty, two signatures and a weakness"
    assert judge(catalogue, read_deck(data)).figures.size == 30


def test_a_catalogue_has_every_card_that_many_times():
    once, thrice = growth.catalogue_of(1), growth.catalogue_of(3)
    assert len(thrice.cards) == 3 * len(once.cards)
    assert len(thrice.printings) == 3 * len(once.printings)


def test_an_upgrade_changes_as_many_titles_as_requested(catalogue):
    before, after = prices.upgraded(catalogue, 10, prices.DISCOUNTS)
    found = price_upgrade(catalogue, Deck("01004", before), Deck("01004", after))
    assert [purchase.way for purchase in found.purchases] == ["upgrade"] * 10
