"""Prices that a guide offers after a scenario: who pays how much, when, how often, and the effects."""

from __future__ import annotations

import pytest

from rules.campaign import Fate, prices_open, replay, steps
from rules.chaos_bag import BLOOD
from tests.rules.campaign.game import DANIELA, ISABELLE, JOE, LAW, TRISH, Table, a_table

MARK = "12137"


def played(*seats: str, victory: int = 5, resolution: str = "R1", blood: int = 2, **fates: Fate) -> Table:
    """Return a campaign after River of Blood, with its experience counted."""
    table = a_table(*seats, campaign="cob").do(steps.TokensChanged(tokens={BLOOD: blood}))
    return table.begun("river_of_blood").ended(victory=victory, resolution=resolution, **fates)


def remove_blood(**shares: int) -> steps.PricePaid:
    return steps.PricePaid(price="remove_blood", shares=shares)


class TestOfTheGroup:
    @pytest.mark.parametrize(
        ("seats", "shares"),
        [
            pytest.param((DANIELA,), {DANIELA: 2}, id="alone"),
            pytest.param((DANIELA, JOE), {DANIELA: 2, JOE: 2}, id="evenly"),
            pytest.param((DANIELA, JOE), {DANIELA: 4}, id="one for both"),
            pytest.param((DANIELA, JOE), {DANIELA: 3, JOE: 1}, id="unevenly"),
            pytest.param((DANIELA, JOE, TRISH), {DANIELA: 5, JOE: 0, TRISH: 1}, id="three pay 6"),
            pytest.param(
                (DANIELA, JOE, TRISH, ISABELLE), {DANIELA: 5, JOE: 1, TRISH: 1, ISABELLE: 1}, id="four pay 8"
            ),
        ],
    )
    def test_two_for_each_investigator_split_freely(self, seats, shares):
        table = played(*seats).do(remove_blood(**shares))
        assert {who: 5 - seat.experience for who, seat in table.state.seats.items()} == {
            who: shares.get(who, 0) for who in seats
        }
        assert all(seat.earned == 5 for seat in table.state.seats.values()), "spent is not unearned"
        assert table.state.bag.tokens[BLOOD] == 1

    @pytest.mark.parametrize("shares", [{DANIELA: 3}, {DANIELA: 3, JOE: 2}, {DANIELA: 5, JOE: 5}])
    def test_neither_more_nor_less(self, shares):
        assert played(DANIELA, JOE).refused(remove_blood(**shares)) == ("setup.per-investigator-base",)

    def test_whoever_took_part_counts_and_only_who_plays_pays(self):
        table = played(DANIELA, JOE, joe=Fate(lost="killed"))
        assert table.refused(remove_blood(**{DANIELA: 2})) == ("setup.per-investigator-base",)
        assert table.refused(remove_blood(**{DANIELA: 2, JOE: 2})) == (
            "trauma.removed-investigator-unusable",
        )
        assert table.do(remove_blood(**{DANIELA: 4})).state.bag.tokens[BLOOD] == 1

    def test_nobody_pays_more_than_they_have(self):
        table = played(DANIELA, JOE, victory=3)
        assert table.refused(remove_blood(**{DANIELA: 4})) == ("xp.spend-not-exceed",)
        table.do(remove_blood(**{DANIELA: 3, JOE: 1}))
        assert [seat.experience for seat in table.state.seats.values()] == [0, 2]

    @pytest.mark.parametrize("shares", [{}, {DANIELA: 5, JOE: -1}])
    def test_the_shares_make_sense(self, shares):
        assert "act.count" in played(DANIELA, JOE).refused(remove_blood(**shares))

    def test_a_stranger_pays_nothing(self):
        assert "act.known-seat" in played(DANIELA, JOE).refused(remove_blood(**{DANIELA: 3, "nobody": 1}))

    def test_once(self):
        table = played(DANIELA).do(remove_blood(**{DANIELA: 2}))
        assert prices_open(table.state, LAW) == ()
        assert table.refused(remove_blood(**{DANIELA: 2})) == ("act.known-price",)
        again = table.begun("river_of_blood").ended(victory=2)
        assert [price.id for price in prices_open(again.state, LAW)] == ["remove_blood"]

    @pytest.mark.parametrize("resolution", ["no_resolution", "R2"])
    def test_after_its_resolution_only(self, resolution):
        table = played(DANIELA, resolution=resolution)
        assert prices_open(table.state, LAW) == ()
        assert table.refused(remove_blood(**{DANIELA: 2})) == ("act.known-price",)

    def test_not_after_another_scenario(self):
        table = played(DANIELA).begun("threads_of_fate").ended(victory=1)
        assert table.refused(remove_blood(**{DANIELA: 2})) == ("act.known-price",)

    def test_not_before_the_experience_is_counted(self):
        table = a_table(DANIELA, campaign="cob").begun("river_of_blood").ended(victory=None)
        assert "xp.timing-between-scenarios" in table.refused(remove_blood(**{DANIELA: 2}))

    def test_there_has_to_be_a_token(self):
        assert played(DANIELA, blood=0).refused(remove_blood(**{DANIELA: 2})) == ("chaos.bag-persists",)

    def test_a_scenario_to_be_played_again_sells_nothing(self):
        table = a_table(DANIELA, campaign="cob").begun("river_of_blood")
        table.do(steps.EndScenario(resolution="R1", fates={DANIELA: Fate()}, replay=True))
        assert prices_open(table.state, LAW) == ()

    def test_nothing_is_spent_by_induction(self):
        table = Table().started(DANIELA, campaign="cob", ultimatums=["ub.induction"]).with_decks()
        table.do(steps.TokensChanged(tokens={BLOOD: 1})).begun("river_of_blood").ended(victory=5)
        assert "ub.induction" in table.refused(remove_blood(**{DANIELA: 2}))

    def test_it_is_replayed_and_undone_like_every_act(self):
        table = played(DANIELA, JOE)
        before = table.state
        table.do(remove_blood(**{DANIELA: 1, JOE: 3}))
        assert replay(table.acts, LAW) == table.state
        assert replay(table.acts[:-1], LAW) == before
        assert steps.act_from_plain(steps.act_to_plain(table.acts[-1][1])) == table.acts[-1][1]


class TestOfOneInvestigator:
    def table(self, victory: int = 8) -> Table:
        table = a_table(DANIELA, JOE, campaign="cob")
        table.do(steps.BearersChanged(changes=(steps.BearerChange(card=MARK, seat=DANIELA),)))
        table.do(steps.TraumaChanged(changes={JOE: {"mental": 1}}, cause="before"))
        return table.begun("threads_of_fate").ended(victory=victory)

    def pay(self, price: str, heals: str = "", **shares: int) -> steps.PricePaid:
        return steps.PricePaid(price=price, shares=shares, heals=heals)

    def test_a_card_leaves_the_deck_of_who_pays(self):
        table = self.table().do(self.pay("heal_poison", **{DANIELA: 3}))
        seat = table.seat(DANIELA)
        assert (seat.experience, seat.story, MARK in seat.deck.slots) == (5, {}, False)
        assert table.refused(self.pay("heal_poison", **{DANIELA: 3})) == ("act.held",)

    def test_also_where_it_was_gained_as_a_weakness(self):
        table = self.table().do(steps.WeaknessGained(seat=JOE, card=MARK, cause="the story"))
        table.do(self.pay("heal_poison", **{JOE: 3}))
        seat = table.seat(JOE)
        assert (seat.weaknesses.get(MARK), MARK in seat.deck.slots, seat.experience) == (None, False, 5)

    def test_nobody_pays_for_what_they_do_not_have(self):
        assert self.table().refused(self.pay("heal_poison", **{JOE: 3})) == ("act.held",)

    def test_the_whole_price_is_paid_by_each(self):
        assert self.table().refused(self.pay("heal_poison", **{DANIELA: 2})) == ("end.resolution",)
        assert self.table().refused(self.pay("heal_poison", **{DANIELA: 4})) == ("end.resolution",)

    def test_trauma_is_healed_of_the_kind_that_is_chosen(self):
        table = self.table().do(self.pay("heal_trauma", "mental", **{JOE: 5}))
        assert (table.seat(JOE).mental, table.seat(JOE).experience) == (0, 3)
        assert self.table().refused(self.pay("heal_trauma", "physical", **{JOE: 5})) == ("trauma.recorded",)
        assert self.table().refused(self.pay("heal_trauma", **{JOE: 5})) == ("act.known-trauma",)

    def test_several_times_as_long_as_there_is_experience(self):
        table = self.table(victory=10)
        table.do(steps.TraumaChanged(changes={JOE: {"physical": 1}}, cause="a card"))
        table.do(self.pay("heal_trauma", "mental", **{JOE: 5}))
        table.do(self.pay("heal_trauma", "physical", **{JOE: 5}))
        assert (table.seat(JOE).physical, table.seat(JOE).mental, table.seat(JOE).experience) == (0, 0, 0)

    def test_other_points_may_stand_in_for_experience(self):
        table = self.table().do(self.pay("resupply", "mental", **{JOE: 1}))
        assert table.seat(JOE).experience == 7
        assert self.table().refused(self.pay("resupply", "mental", **{JOE: 4})) == ("end.resolution",)

    def test_who_pays_makes_the_party_unready(self):
        table = self.table().advanced("river_of_blood").do(self.pay("heal_trauma", "mental", **{JOE: 5}))
        assert (table.state.phase, table.state.next_scenario) == ("between", "river_of_blood")
