"""The bench of growth measures what its names say."""

import pytest

from decks import growthbench
from decks.formats.arkhamdb import read_deck
from rules.judge import judge

pytestmark = pytest.mark.django_db


def test_a_deck_has_as_many_slots_as_asked(shipped):
    data = growthbench.deck_of(shipped, 30)
    assert len(data["slots"]) == 33, "thirty, two signatures and a weakness"
    assert judge(shipped, read_deck(data)).figures.size == 30


def test_a_catalogue_has_every_card_that_many_times():
    once, thrice = growthbench.catalogue_of(1), growthbench.catalogue_of(3)
    assert len(thrice.cards) == 3 * len(once.cards)
    assert len(thrice.printings) == 3 * len(once.printings)
