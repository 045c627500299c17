"""Shrewd Analysis: two copies for the price of one, both versions chosen at random."""

import pytest

from rules.chance import Chance, is_honest
from rules.deck.circumstances import CAMPAIGN, FREE, Circumstances, LogFacts
from rules.upgrade.purchase import SECOND_COPY, UPGRADE
from rules.upgrade.second_copies import Pair
from rules.upgrade.session import UpgradeSession
from tests.rules.upgrade.builders import a_deck, shipped

ANALYSIS = "04106"
SOLUTION, IDENTIFIED = "02021", ("02262", "02263", "02264", "51004")
DAISY, ROLAND = "01002", "01001"
TASK = shipped().cards[SOLUTION].research.task


def a_pair(held, *, investigator=DAISY, mode=FREE, research=(), lower=SOLUTION):
    deck = a_deck(held, investigator=investigator)
    terms = Circumstances(mode=mode, log=LogFacts(research=frozenset(research)))
    session = UpgradeSession(shipped(), deck, terms)
    return Pair(shipped(), deck, session, session.card(lower), terms)


HELD = {ANALYSIS: 1, SOLUTION: 2}


def test_every_version_of_the_card_is_eligible():
    pair = a_pair(HELD)
    assert pair.possible
    assert tuple(quote.purchase.card for quote in pair.eligible()) == IDENTIFIED
    assert pair.dearest() == 4


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"held": {SOLUTION: 2}}, id="without the card"),
        pytest.param({"held": {ANALYSIS: 1, SOLUTION: 1}}, id="with one copy"),
        pytest.param({"held": HELD, "investigator": ROLAND}, id="beyond the investigator's level"),
        pytest.param({"held": HELD, "mode": CAMPAIGN}, id="with no task in the log"),
        pytest.param({"held": {**HELD, "01031": 2}, "lower": "01031"}, id="for a card that is no riddle"),
        pytest.param({"held": HELD, "lower": "02263"}, id="for a version that is identified"),
    ],
)
def test_it_is_not_possible(options):
    assert not a_pair(**options).possible


def test_the_log_opens_it_in_a_campaign():
    assert a_pair(HELD, mode=CAMPAIGN, research=[TASK]).possible


def test_a_draw_can_be_repeated_and_costs_one_upgrade():
    first, second = a_pair(HELD).drawn(Chance("a seed"))
    assert [(first.way, first.price), (second.way, second.price)] == [(UPGRADE, 4), (SECOND_COPY, 0)]
    for place, purchase in enumerate((first, second)):
        assert purchase.card == purchase.lot.result
        assert (purchase.lot.among, purchase.lot.taken) == (IDENTIFIED, place)
        assert is_honest(purchase.lot)
    assert a_pair(HELD).drawn(Chance("a seed")) == (first, second)


def test_every_version_can_come_out_twice_or_beside_another():
    found = {
        tuple(purchase.card for purchase in a_pair(HELD).drawn(Chance(str(seed)))) for seed in range(200)
    }
    assert found == {(one, other) for one in IDENTIFIED for other in IDENTIFIED}


def test_what_was_drawn_at_the_table_is_entered():
    first, second = a_pair(HELD).entered(("02263", "51004"))
    assert (first.card, second.card, second.price, first.lot, second.lot) == ("02263", "51004", 0, None, None)


@pytest.mark.parametrize("codes", [(), ("02263",), ("02263", "01020"), ("01020", "02263")])
def test_what_cannot_be_drawn_is_not_entered(codes):
    assert len(a_pair(HELD).entered(codes)) < 2
