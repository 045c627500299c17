"""Tests of upgrades: prices and reasons of purchases, the limit of experience, and undo."""

import pytest

from decks import services
from decks.adapters import outcome_of
from decks.errors import (
    BadEdit,
    IllegalDeck,
    NotEnoughExperience,
    NotForSale,
    NoUpgradeUnderWay,
    UpgradeUnderWay,
)
from decks.examined import ExaminedDeck
from decks.models import Deck, Purchase
from decks.open_upgrade import OpenUpgrade
from rules.cards.model import Tick
from rules.outcome import Outcome, Piles, piles_of

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
    deck.refresh_from_db()
    assert deck.is_legal
    return deck


def working(deck):
    return Deck.objects.select_related("working").get(pk=deck.pk).working


def test_an_upgrade_makes_a_new_version_and_leaves_the_old_one_alone(roland):
    before = working(roland)
    version = services.begin_upgrade(roland, experience=5, remark="The Gathering")
    assert (version.number, version.previous, version.is_open) == (2, before, True)
    assert (version.experience_available, version.cost) == (5, 0)
    services.buy(roland, code="01026", replaces="01020")
    before.refresh_from_db()
    assert before.slots["01020"] == 2
    assert working(roland).slots["01020"] == 1


def test_each_purchase_has_its_price_and_reasons(roland):
    services.begin_upgrade(roland, experience=10)
    services.buy(roland, code="03190", replaces="01016")
    services.buy(roland, code="01026", replaces="01020")
    first, second = Purchase.objects.all()
    assert (first.way, first.card, first.replaces, first.price) == ("upgrade", "03190", "01016", 2)
    assert sum(reason["amount"] for reason in first.reasons) == 2
    assert (second.way, second.price) == ("new", 1)
    version = working(roland)
    assert (version.cost, version.experience_left) == (3, 7)
    assert (version.slots["03190"], version.slots["01016"], version.slots["01020"]) == (1, 1, 1)


def test_purchase_options_have_every_way_with_its_price(roland):
    services.begin_upgrade(roland, experience=10)
    deck = Deck.objects.select_related("working").get(pk=roland.pk)
    quotes = OpenUpgrade(ExaminedDeck(deck)).purchase_options("03190", replaces="01016")
    assert quotes[0].purchase.way == "upgrade"
    assert not quotes[0].violations


def test_overspending_is_refused(roland):
    services.begin_upgrade(roland, experience=1)
    with pytest.raises(NotEnoughExperience) as refused:
        services.buy(roland, code="03190", replaces="01016")
    assert refused.value.facts == {"price": 2, "left": 1}
    assert Purchase.objects.count() == 0
    assert working(roland).slots["01016"] == 2


def test_what_the_rules_forbid_is_refused(roland):
    services.begin_upgrade(roland, experience=10)
    with pytest.raises(NotForSale) as refused:
        services.buy(roland, code="01007")
    assert refused.value.facts["violations"][0]["rule"]
    with pytest.raises(BadEdit):
        services.buy(roland, code="99999")
    with pytest.raises(BadEdit):
        services.buy(roland, code="01026", replaces="01020", way="theft")


def test_a_purchase_can_be_undone_and_redone(roland):
    services.begin_upgrade(roland, experience=5)
    services.buy(roland, code="03190", replaces="01016")
    services.undo(roland)
    version = working(roland)
    assert (version.cost, version.slots["01016"], Purchase.objects.count()) == (0, 2, 0)
    services.redo(roland)
    version = working(roland)
    assert (version.cost, version.slots["03190"], Purchase.objects.count()) == (2, 1, 1)


def test_exiled_copies_leave_and_are_replaced(roland):
    services.begin_upgrade(roland, experience=3, outcome=Outcome(exiled=piles_of(["01020", "01088"])))
    version = working(roland)
    assert (version.slots["01020"], version.slots["01088"]) == (1, 1)
    services.buy(roland, code="01091")
    services.buy(roland, code="01091")
    assert [(row.way, row.price) for row in Purchase.objects.all()] == [("refill", 0), ("refill", 0)]
    services.finish_upgrade(roland)
    assert not working(roland).is_open


def test_only_what_is_there_can_be_exiled(roland):
    with pytest.raises(BadEdit, match="Machete"):
        services.begin_upgrade(roland, outcome=Outcome(exiled=piles_of(["01020"] * 3)))
    assert working(roland).number == 1


def test_a_sheet_is_lost_with_the_last_exiled_copy(roland):
    version = working(roland)
    version.slots = {**version.slots, "09022": 1}
    version.customizations = {"09022": [[1, 1, ""]], "09081": [[0, 1, ""]]}
    version.save()
    services.begin_upgrade(roland, outcome=Outcome(exiled=piles_of(["09022"])))
    version = working(roland)
    assert "09022" not in version.slots
    assert version.customizations == {"09081": [[0, 1, ""]]}


def test_a_spirit_is_exiled_and_bought_again(alice):
    deck = services.create_deck(owner=alice, investigator="90049")
    version = working(deck)
    version.second_deck = {"05236": 1}
    version.save()
    services.begin_upgrade(deck, experience=1, outcome=Outcome(exiled=piles_of(["05236"])))
    assert working(deck).second_deck == {}
    services.buy(deck, code="05236", place="side deck")
    assert working(deck).second_deck == {"05236": 1}
    assert [(row.way, row.price) for row in Purchase.objects.all()] == [("repurchase", 1)]


def test_an_illegal_deck_is_not_finished(roland):
    services.begin_upgrade(roland, experience=3, outcome=Outcome(exiled=piles_of(["01020"])))
    with pytest.raises(IllegalDeck) as refused:
        services.finish_upgrade(roland)
    assert not refused.value.facts["verdict"]["legal"]
    assert working(roland).is_open


def test_what_is_left_is_carried_over(roland):
    services.begin_upgrade(roland, experience=5)
    services.buy(roland, code="03190", replaces="01016")
    services.finish_upgrade(roland)
    version = services.begin_upgrade(roland, experience=4)
    assert (version.number, version.experience_available) == (3, 7)


def test_while_upgrading_cards_are_bought_not_added(roland):
    services.begin_upgrade(roland, experience=5)
    with pytest.raises(UpgradeUnderWay):
        services.set_quantity(roland, code="01026", quantity=1)
    services.set_quantity(roland, code="01026", quantity=1, where="side")
    services.set_quantity(roland, code="01096", quantity=1)  # a weakness that the story gave
    assert working(roland).slots["01096"] == 1


def test_there_is_one_upgrade_at_a_time(roland):
    services.begin_upgrade(roland, experience=5)
    with pytest.raises(UpgradeUnderWay):
        services.begin_upgrade(roland, experience=5)


def test_outside_an_upgrade_nothing_is_bought(roland):
    for step in (services.finish_upgrade, services.cancel_upgrade):
        with pytest.raises(NoUpgradeUnderWay):
            step(roland)
    with pytest.raises(NoUpgradeUnderWay):
        services.buy(roland, code="01026")


def test_an_upgrade_can_be_given_up(roland):
    services.begin_upgrade(roland, experience=5, outcome=Outcome(exiled=piles_of(["01020"])))
    services.buy(roland, code="03190", replaces="01016")
    services.cancel_upgrade(roland)
    version = working(roland)
    assert (version.number, version.slots["01020"]) == (1, 2)
    assert Deck.objects.get(pk=roland.pk).is_legal


def test_an_earlier_version_can_be_restored(roland):
    first = working(roland)
    services.begin_upgrade(roland, experience=5)
    services.buy(roland, code="03190", replaces="01016")
    services.finish_upgrade(roland)
    restored = services.restore_version(roland, version=first)
    assert (restored.number, restored.slots) == (3, first.slots)
    assert roland.versions.count() == 3


def test_boxes_of_a_sheet_are_bought(roland):
    services.set_quantity(roland, code="01020", quantity=0)
    services.set_quantity(roland, code="09022", quantity=2)
    services.begin_upgrade(roland, experience=5)
    services.buy(roland, code="09022", ticks=(Tick(0, 1),))
    version = working(roland)
    assert version.customizations == {"09022": [[0, 1, ""]]}
    assert (Purchase.objects.get().way, version.cost) == ("mark", 1)
    services.undo(roland)
    assert working(roland).customizations == {}


@pytest.mark.parametrize("experience", [-1, 1000])
def test_experience_is_a_sane_number(roland, experience):
    with pytest.raises(BadEdit):
        services.begin_upgrade(roland, experience=experience)


def test_cards_that_do_not_count_are_not_taken_out(roland):
    services.set_quantity(roland, code="08125", quantity=1)  # In the Thick of It, a permanent
    services.begin_upgrade(roland, experience=5)
    with pytest.raises(NotForSale):
        services.take_out(roland, code="08125")
    with pytest.raises(BadEdit):
        services.take_out(roland, code="99999")


def test_a_deck_for_a_new_campaign_has_been_played_when_it_is_upgraded(alice):
    deck = services.create_deck(owner=alice, investigator="01001", mode="creation")
    services.begin_upgrade(deck, experience=5)
    deck.refresh_from_db()
    assert deck.mode == "free"
    services.cancel_upgrade(deck)
    deck.refresh_from_db()
    assert deck.mode == "creation"


class TestTwoForOne:
    """Shrewd Analysis: both versions are random, drawn here or at the table."""

    VERSIONS = {"02262", "02263", "02264", "51004"}

    @pytest.fixture
    def daisy(self, alice):
        deck = services.create_deck(owner=alice, investigator="01002")
        version = working(deck)
        version.slots = {**version.slots, "04106": 1, "02021": 2}
        version.save()
        services.begin_upgrade(deck, experience=5)
        return deck

    def test_the_draw_is_stored_with_its_seed(self, daisy):
        edited = services.upgrade_pair(daisy, code="02021", key="k1")
        rows = list(Purchase.objects.order_by("position"))
        assert [(row.way, row.price) for row in rows] == [("upgrade", 4), ("second copy", 0)]
        drawn = [row.card for row in rows]
        assert set(drawn) <= self.VERSIONS
        assert edited.edit.facts["seed"] == "k1"
        assert edited.edit.facts["drawn"] == drawn
        for row in rows:
            assert (row.lot["seed"], row.lot["result"]) == ("k1", row.card)
            assert set(row.lot["among"]) == self.VERSIONS
        slots = working(daisy).slots
        assert "02021" not in slots
        assert sum(slots.get(code, 0) for code in self.VERSIONS) == 2

    def test_a_request_sent_twice_draws_once(self, daisy):
        first = services.upgrade_pair(daisy, code="02021", key="k1")
        again = services.upgrade_pair(daisy, code="02021", key="k1")
        assert again.edit == first.edit
        assert Purchase.objects.count() == 2

    def test_undo_takes_both_back_and_redo_brings_the_same(self, daisy):
        services.upgrade_pair(daisy, code="02021", key="k1")
        after = working(daisy)
        services.undo(daisy)
        before = working(daisy)
        assert (before.slots["02021"], before.cost, Purchase.objects.count()) == (2, 0, 0)
        services.redo(daisy)
        again = working(daisy)
        assert (again.slots, again.cost, Purchase.objects.count()) == (after.slots, 4, 2)

    def test_what_the_players_drew_is_entered(self, daisy):
        services.upgrade_pair(daisy, code="02021", drawn=["02263", "02263"])
        version = working(daisy)
        assert (version.slots["02263"], version.cost) == (2, 4)
        assert [row.lot for row in Purchase.objects.all()] == [{}, {}]

    def test_what_was_bought_counts_for_the_next_price(self, daisy):
        services.upgrade_pair(daisy, code="02021", drawn=["02263", "02264"])
        with pytest.raises(NotForSale):
            services.upgrade_pair(daisy, code="02021")

    @pytest.mark.parametrize(
        ("drawn", "why"),
        [(["02263"], BadEdit), (["02263", "01020"], NotForSale), (["nobody", "02263"], NotForSale)],
    )
    def test_what_cannot_be_drawn_is_refused(self, daisy, drawn, why):
        with pytest.raises(why):
            services.upgrade_pair(daisy, code="02021", drawn=drawn)
        assert Purchase.objects.count() == 0
        assert working(daisy).slots["02021"] == 2

    @pytest.mark.parametrize(("code", "why"), [("01030", NotForSale), ("nobody", BadEdit)])
    def test_other_cards_are_not_drawn_for(self, daisy, code, why):
        with pytest.raises(why):
            services.upgrade_pair(daisy, code=code)

    def test_nothing_is_drawn_that_cannot_be_paid(self, daisy):
        services.cancel_upgrade(daisy)
        services.begin_upgrade(daisy, experience=3)
        with pytest.raises(NotEnoughExperience) as refused:
            services.upgrade_pair(daisy, code="02021")
        assert refused.value.facts == {"price": 4, "left": 3}
        assert working(daisy).slots["02021"] == 2


def test_a_purchase_sent_twice_is_made_once(roland):
    services.begin_upgrade(roland, experience=2)
    first = services.buy(roland, code="03190", replaces="01016", key="k")
    again = services.buy(roland, code="03190", replaces="01016", key="k")
    assert again.edit == first.edit
    assert Purchase.objects.count() == 1


class TestExileFromTwoDecks:
    """Parallel Jim Culver: main and second deck may hold the same ally."""

    @pytest.fixture
    def jim(self, alice):
        deck = services.create_deck(owner=alice, investigator="90049")
        version = working(deck)
        version.slots, version.second_deck = {**version.slots, "05236": 1}, {"05236": 1}
        version.save()
        return deck

    @pytest.mark.parametrize(
        ("exiled", "left"),
        [
            (Piles({"05236": 1}), (0, 1)),
            (Piles(second_deck={"05236": 1}), (1, 0)),
            (Piles({"05236": 1}, {"05236": 1}), (0, 0)),
            (Piles({"05236": 2}), (0, 0)),
        ],
    )
    def test_the_copy_that_was_named_leaves(self, jim, exiled, left):
        services.begin_upgrade(jim, experience=2, outcome=Outcome(exiled=exiled))
        version = working(jim)
        assert (version.slots.get("05236", 0), version.second_deck.get("05236", 0)) == left
        assert outcome_of(version).exiled == exiled

    def test_it_is_bought_again_for_the_place_that_it_left(self, jim):
        services.begin_upgrade(jim, experience=2, outcome=Outcome(exiled=Piles(second_deck={"05236": 1})))
        with pytest.raises(NotForSale):
            services.buy(jim, code="05236", way="repurchase")
        services.buy(jim, code="05236", way="repurchase", place="side deck")
        assert working(jim).second_deck == {"05236": 1}

    @pytest.mark.parametrize(
        "exiled",
        [
            Piles({"05236": 3}),
            Piles(second_deck={"05236": 2}),
            Piles({"05236": 2}, {"05236": 1}),
            Piles({"05236": 1}, {"01088": 1}),
        ],
    )
    def test_what_is_not_there_is_not_exiled(self, jim, exiled):
        with pytest.raises(BadEdit, match="that many copies"):
            services.begin_upgrade(jim, outcome=Outcome(exiled=exiled))
        assert working(jim).number == 1
