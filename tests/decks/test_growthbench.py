"""The bench of growth measures what its names say."""

import pytest

from decks import growthbench, pricebench
from decks.formats.arkhamdb import read_deck
from rules.judge import judge
from rules.model import Deck
from rules.prices.upgrade import price_upgrade

pytestmark = pytest.mark.django_db


def test_a_deck_has_as_many_slots_as_asked(shipped):
    data = growthbench.deck_of(shipped, 30)
    assert len(data["slots"]) == 33, "thirty, two signatures and a weakness"
    assert judge(shipped, read_deck(data)).figures.size == 30


def test_a_catalogue_has_every_card_that_many_times():
    once, thrice = growthbench.catalogue_of(1), growthbench.catalogue_of(3)
    assert len(thrice.cards) == 3 * len(once.cards)
    assert len(thrice.printings) == 3 * len(once.printings)


def test_an_upgrade_changes_as_many_titles_as_asked(shipped):
    before, after = pricebench.upgraded(shipped, 10, pricebench.DISCOUNTS)
    found = price_upgrade(shipped, Deck("01004", before), Deck("01004", after))
    assert [purchase.way for purchase in found.purchases] == ["upgrade"] * 10
