"""Tests of what a guide sells for experience, on the pages after a scenario."""

from __future__ import annotations

import pytest

from accounts.models import User
from campaigns.services.creation import start_campaign
from campaigns.services.recording import record
from rules.campaign import steps
from rules.chaos_bag import BLOOD
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

pytestmark = pytest.mark.django_db

POISONED = "04102"


def in_play(walk: Walk, alice: User, campaign: str, scenario: str) -> Walk:
    """Seat two investigators and begin this scenario of this campaign."""
    start = steps.StartCampaign(campaign=campaign, difficulty="standard")
    walk.campaign = start_campaign(start, owner=alice, name="Prices").campaign
    for code in (FIRST, SECOND):
        walk.sit(make_deck(alice, code))
    walk.begin(scenario)
    return walk


def balances(walk: Walk) -> list[int]:
    return [seat.experience for seat in walk.state.seats.values()]


class TestOfAGroup:
    @pytest.fixture
    def river(self, walk: Walk, alice: User) -> Walk:
        in_play(walk, alice, "cob", "river_of_blood")
        walk.did("bag", do="change", **{"token-blood": "2"})
        return walk

    def test_it_is_paid_in_the_form_after_the_scenario(self, river: Walk) -> None:
        page = river.get("after").content.decode()
        assert "pay 4 experience together" in page
        assert "After Resolution 1." in page
        river.did(
            "after",
            resolution="R1",
            victory="3",
            **{"price-remove_blood-s1": "3", "price-remove_blood-s2": "1"},
        )
        assert balances(river) == [0, 2]
        assert river.state.bag.tokens[BLOOD] == 1
        bought = river.get("after")
        assert bought.context["sales"] == [], "the group pays once"
        assert "Experience paid as the guide says: 4" in bought.content.decode()

    def test_or_later_before_the_next_scenario(self, river: Walk) -> None:
        river.did("after", resolution="R1", victory="3")
        assert "pay 4 experience together" in river.get("after").content.decode()
        short = river.post("after", do="price", **{"price-remove_blood-s1": "3"})
        assert short.status_code == 409
        page = short.content.decode()
        assert "The investigators pay 4 experience together; these shares add up to 3." in page
        assert 'name="price-remove_blood-s1" value="3"' in page, "what was entered is kept"
        nothing = river.post("after", do="price")
        assert nothing.status_code == 400
        river.did("after", do="price", **{"price-remove_blood-s1": "2", "price-remove_blood-s2": "2"})
        assert balances(river) == [1, 1]

    def test_another_resolution_does_not_sell_it(self, river: Walk) -> None:
        refused = river.post("after", resolution="R2", victory="3", **{"price-remove_blood-s1": "4"})
        assert refused.status_code == 409
        assert river.state.phase == "scenario", "nothing was recorded"
        river.did("after", resolution="R2", victory="3")
        assert river.get("after").context["sales"] == []

    def test_what_is_no_number_is_reported(self, river: Walk) -> None:
        refused = river.post("after", resolution="R1", victory="3", **{"price-remove_blood-s1": "-4"})
        assert refused.status_code == 400
        assert river.state.phase == "scenario"


def test_of_each_investigator_alone(walk: Walk, alice: User) -> None:
    in_play(walk, alice, "tfa", "threads_of_fate")
    for step in (
        steps.BearersChanged(changes=(steps.BearerChange(card=POISONED, seat="s1"),)),
        steps.TraumaChanged(changes={"s2": {"mental": 1}}, cause="The jungle"),
    ):
        record(walk.campaign, step, by=alice)
    page = walk.get("after").content.decode()
    assert "3 experience for each investigator who wants it." in page
    assert "Poisoned removed from the deck" in page
    walk.did(
        "after",
        resolution="R1",
        victory="6",
        **{"price-heal_poison-s1": "3", "price-heal_trauma-s2": "5", "price-heals-heal_trauma-s2": "mental"},
    )
    first, second = walk.state.seats.values()
    assert balances(walk) == [3, 1]
    assert (first.story, second.mental) == ({}, 0)
    assert [sale.price.id for sale in walk.get("after").context["sales"]] == ["heal_poison", "heal_trauma"]
