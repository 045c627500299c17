"""Tests of minus during an upgrade: cards are taken out and put back, purchases given back in any order."""

import pytest

from decks import services
from decks.errors import BadEdit, CardsTakenOut, NotEnoughExperience
from decks.models import Deck
from decks.open_upgrade import LEAVES, TAKEN_OUT
from rules.cards.model import Tick

pytestmark = pytest.mark.django_db

FILLING = {
    "01016": 2, "01017": 2, "01018": 2, "01019": 2, "01020": 2, "01021": 2, "01022": 2, "01023": 2,
    "01024": 2, "01025": 2, "01086": 2, "01087": 2, "01088": 2, "01089": 2, "01090": 2,
}  # fmt: skip


@pytest.fixture
def roland(alice):
    deck = services.create_deck(owner=alice, investigator="01001")
    for code, quantity in FILLING.items():
        services.set_quantity(deck, code=code, quantity=quantity)
    services.begin_upgrade(deck, experience=10)
    return deck


def now(deck):
    return Deck.objects.select_related("working").get(pk=deck.pk).working


def ledger(deck):
    return [(row.way, row.card, row.replaces, row.price) for row in now(deck).purchases.order_by("position")]


def position_of(deck, code):
    return next(row.position for row in now(deck).purchases.all() if row.card == code)


class TestTakingOut:
    def test_a_card_is_taken_out_and_the_next_one_takes_its_place(self, roland):
        services.take_out(roland, code="01016")
        assert now(roland).slots["01016"] == 1
        assert [(row.way, row.removal_reason) for row in now(roland).purchases.all()] == [(LEAVES, TAKEN_OUT)]
        services.buy_cheapest(roland, code="01029")
        assert ledger(roland) == [("new", "01029", "01016", 4)]
        assert (now(roland).slots["01016"], now(roland).slots["01029"], now(roland).cost) == (1, 1, 4)
        services.finish_upgrade(roland)

    def test_two_out_two_in(self, roland):
        for _copy in range(2):
            services.take_out(roland, code="01016")
        assert "01016" not in now(roland).slots
        for _copy in range(2):
            services.buy_cheapest(roland, code="01029")
        assert ledger(roland) == [("new", "01029", "01016", 4)] * 2
        assert sum(now(roland).slots.values()) == 33
        services.finish_upgrade(roland)

    def test_a_lower_version_that_was_taken_out_is_upgraded(self, roland):
        """The price follows: a higher version costs the difference, whatever was taken out before."""
        services.take_out(roland, code="01016")
        services.take_out(roland, code="01025")
        services.buy_cheapest(roland, code="02299")
        assert ledger(roland)[-1] == ("upgrade", "02299", "01025", 2)
        assert [row[1] for row in ledger(roland)] == ["01016", "02299"]

    def test_an_upgrade_is_better_than_a_third_copy(self, roland):
        services.take_out(roland, code="01016")
        services.buy_cheapest(roland, code="01028")
        assert ledger(roland)[-1] == ("upgrade", "01028", "01018", 2)

    def test_the_same_card_again_is_put_back_at_no_cost(self, roland):
        services.take_out(roland, code="01016")
        services.buy_cheapest(roland, code="01016")
        assert (ledger(roland), now(roland).slots["01016"]) == ([], 2)

    def test_an_upgrade_is_not_finished_while_a_place_is_empty(self, roland):
        services.take_out(roland, code="01016")
        with pytest.raises(CardsTakenOut, match="1 card is taken out"):
            services.finish_upgrade(roland)
        services.give_back(roland, position=1)
        services.finish_upgrade(roland)

    def test_undo_and_redo(self, roland):
        services.take_out(roland, code="01016")
        services.buy_cheapest(roland, code="01029")
        bought = (ledger(roland), now(roland).slots, now(roland).cost)
        services.undo(roland)
        assert [row[:2] for row in ledger(roland)] == [(LEAVES, "01016")]
        assert (now(roland).slots["01016"], "01029" in now(roland).slots, now(roland).cost) == (1, False, 0)
        services.undo(roland)
        assert (ledger(roland), now(roland).slots["01016"]) == ([], 2)
        services.redo(roland)
        services.redo(roland)
        assert (ledger(roland), now(roland).slots, now(roland).cost) == bought

    def test_the_dialog_may_name_another_card(self, roland):
        services.take_out(roland, code="01016")
        services.buy(roland, code="01028", replaces="01017")
        assert [row[:3] for row in ledger(roland)] == [(LEAVES, "01016", ""), ("new", "01028", "01017")]

    def test_what_is_not_there_is_refused(self, roland):
        for code in ("99999", "01026"):
            with pytest.raises(BadEdit, match="not in the deck"):
                services.take_out(roland, code=code)


class TestGivingBack:
    def test_in_any_order(self, roland):
        before = dict(now(roland).slots)
        services.buy(roland, code="01028", replaces="01016")
        services.buy(roland, code="02299", replaces="01025")
        services.buy(roland, code="01029", replaces="01017")
        assert now(roland).cost == 2 + 2 + 4
        services.give_back(roland, position=2)
        assert [row[1] for row in ledger(roland)] == ["01028", "01029"]
        assert (now(roland).slots["01025"], now(roland).cost) == (2, 6)
        services.give_back(roland, position=1)
        services.give_back(roland, position=1)
        assert (now(roland).slots, now(roland).cost, ledger(roland)) == (before, 0, [])
        for _step in range(6):
            services.undo(roland)
        assert now(roland).slots == before

    def test_minus_on_a_card_that_was_just_bought(self, roland):
        services.buy(roland, code="01028", replaces="01016")
        services.take_out(roland, code="01028")
        assert (ledger(roland), now(roland).slots["01016"]) == ([], 2)

    def test_boxes_of_a_sheet(self, roland):
        version = now(roland)
        version.previous.slots = {**version.previous.slots, "09023": 1}
        version.previous.save()
        version.slots = {**version.slots, "09023": 1}
        version.save()
        services.buy(roland, code="09023", ticks=(Tick(0, 1),))
        services.buy(roland, code="09023", ticks=(Tick(1, 1),))
        services.give_back(roland, position=1)
        assert now(roland).customizations == {"09023": [[1, 1, ""]]}

    def test_the_others_are_priced_again(self, alice):
        """The first upgrades get the discount of Down the Rabbit Hole; the next ones move up."""
        deck = services.create_deck(owner=alice, investigator="01001")
        for code, quantity in {**FILLING, "08059": 1}.items():
            services.set_quantity(deck, code=code, quantity=quantity)
        services.begin_upgrade(deck, experience=10)
        for code, replaces in (("02299", "01025"), ("02299", "01025"), ("02194", "01088")):
            services.buy(deck, code=code, replaces=replaces)
        assert [row[3] for row in ledger(deck)] == [1, 1, 2]
        services.give_back(deck, position=1)
        assert [row[3] for row in ledger(deck)] == [1, 1]
        assert now(deck).cost == 2
        services.undo(deck)
        assert [row[3] for row in ledger(deck)] == [1, 1, 2]
        assert now(deck).cost == 4

    def test_a_row_that_is_gone(self, roland):
        services.buy(roland, code="01028", replaces="01016")
        for position in (0, 2, 99):
            with pytest.raises(BadEdit, match="not in the ledger"):
                services.give_back(roland, position=position)

    def test_sent_twice_it_happens_once(self, roland):
        services.buy(roland, code="01028", replaces="01016")
        services.buy(roland, code="01029", replaces="01017")
        for _time in range(2):
            services.give_back(roland, position=1, key="same")
        assert [row[1] for row in ledger(roland)] == ["01029"]


class TestSeveralCopies:
    def test_both_copies_at_once(self, roland):
        services.upgrade_copies(roland, code="02299", replaces="01025", copies=2)
        assert ledger(roland) == [("upgrade", "02299", "01025", 2)] * 2
        assert (now(roland).slots["02299"], "01025" in now(roland).slots) == (2, False)

    def test_all_or_none(self, roland):
        version = now(roland)
        version.experience_available = 3
        version.save()
        with pytest.raises(NotEnoughExperience):
            services.upgrade_copies(roland, code="02299", replaces="01025", copies=2)
        assert ledger(roland) == []

    @pytest.mark.parametrize("copies", [0, 10])
    def test_a_sane_number(self, roland, copies):
        with pytest.raises(BadEdit):
            services.upgrade_copies(roland, code="02299", replaces="01025", copies=copies)
