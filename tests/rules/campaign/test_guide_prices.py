"""Prices that a guide offers after a scenario: who pays how much, when, how often, and the effects."""

from __future__ import annotations

import pytest

from rules.campaign import Fate, prices_open, replay, steps
from rules.chaos_bag import BLOOD
from tests.rules.campaign.party import DANIELA, GAME, ISABELLE, JOE, TRISH, Party, a_party

MARK = "12137"


def played(*seats: str, victory: int = 5, resolution: str = "R1", blood: int = 2, **fates: Fate) -> Party:
    """Return a campaign after River of Blood, with its experience counted."""
    party = a_party(*seats, campaign="cob").do(steps.TokensChanged(tokens={BLOOD: blood}))
    return party.begun("river_of_blood").ended(victory=victory, resolution=resolution, **fates)


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
        party = played(*seats).do(remove_blood(**shares))
        assert {who: 5 - seat.experience for who, seat in party.state.seats.items()} == {
            who: shares.get(who, 0) for who in seats
        }
        assert all(seat.earned == 5 for seat in party.state.seats.values()), "spent is not unearned"
        assert party.state.bag.tokens[BLOOD] == 1

    @pytest.mark.parametrize("shares", [{DANIELA: 3}, {DANIELA: 3, JOE: 2}, {DANIELA: 5, JOE: 5}])
    def test_neither_more_nor_less(self, shares):
        assert played(DANIELA, JOE).refused(remove_blood(**shares)) == ("setup.per-investigator-base",)

    def test_all_who_took_part_count_and_only_active_seats_pay(self):
        party = played(DANIELA, JOE, joe=Fate(lost="killed"))
        assert party.refused(remove_blood(**{DANIELA: 2})) == ("setup.per-investigator-base",)
        assert party.refused(remove_blood(**{DANIELA: 2, JOE: 2})) == (
            "trauma.removed-investigator-unusable",
        )
        assert party.do(remove_blood(**{DANIELA: 4})).state.bag.tokens[BLOOD] == 1

    def test_a_seat_cannot_pay_more_than_it_has(self):
        party = played(DANIELA, JOE, victory=3)
        assert party.refused(remove_blood(**{DANIELA: 4})) == ("xp.spend-not-exceed",)
        party.do(remove_blood(**{DANIELA: 3, JOE: 1}))
        assert [seat.experience for seat in party.state.seats.values()] == [0, 2]

    @pytest.mark.parametrize("shares", [{}, {DANIELA: 5, JOE: -1}])
    def test_the_shares_make_sense(self, shares):
        assert "step.count" in played(DANIELA, JOE).refused(remove_blood(**shares))

    def test_a_stranger_pays_nothing(self):
        assert "step.known-seat" in played(DANIELA, JOE).refused(remove_blood(**{DANIELA: 3, "nobody": 1}))

    def test_once(self):
        party = played(DANIELA).do(remove_blood(**{DANIELA: 2}))
        assert prices_open(party.state, GAME) == ()
        assert party.refused(remove_blood(**{DANIELA: 2})) == ("step.known-price",)
        again = party.begun("river_of_blood").ended(victory=2)
        assert [price.id for price in prices_open(again.state, GAME)] == ["remove_blood"]

    @pytest.mark.parametrize("resolution", ["no_resolution", "R2"])
    def test_after_its_resolution_only(self, resolution):
        party = played(DANIELA, resolution=resolution)
        assert prices_open(party.state, GAME) == ()
        assert party.refused(remove_blood(**{DANIELA: 2})) == ("step.known-price",)

    def test_not_after_another_scenario(self):
        party = played(DANIELA).begun("threads_of_fate").ended(victory=1)
        assert party.refused(remove_blood(**{DANIELA: 2})) == ("step.known-price",)

    def test_not_before_the_experience_is_counted(self):
        party = a_party(DANIELA, campaign="cob").begun("river_of_blood").ended(victory=None)
        assert "xp.timing-between-scenarios" in party.refused(remove_blood(**{DANIELA: 2}))

    def test_there_has_to_be_a_token(self):
        assert played(DANIELA, blood=0).refused(remove_blood(**{DANIELA: 2})) == ("chaos.bag-persists",)

    def test_a_scenario_to_be_played_again_sells_nothing(self):
        party = a_party(DANIELA, campaign="cob").begun("river_of_blood")
        party.do(steps.EndScenario(resolution="R1", fates={DANIELA: Fate()}, replay=True))
        assert prices_open(party.state, GAME) == ()

    def test_nothing_is_spent_by_induction(self):
        party = Party().started(DANIELA, campaign="cob", ultimatums=["ub.induction"]).with_decks()
        party.do(steps.TokensChanged(tokens={BLOOD: 1})).begun("river_of_blood").ended(victory=5)
        assert "ub.induction" in party.refused(remove_blood(**{DANIELA: 2}))

    def test_it_is_replayed_and_undone_like_every_step(self):
        party = played(DANIELA, JOE)
        before = party.state
        party.do(remove_blood(**{DANIELA: 1, JOE: 3}))
        assert replay(party.steps, GAME) == party.state
        assert replay(party.steps[:-1], GAME) == before
        assert steps.step_from_json(steps.step_to_json(party.steps[-1][1])) == party.steps[-1][1]


class TestOfOneInvestigator:
    def party(self, victory: int = 8) -> Party:
        party = a_party(DANIELA, JOE, campaign="cob")
        party.do(steps.BearersChanged(changes=(steps.BearerChange(card=MARK, seat=DANIELA),)))
        party.do(steps.TraumaChanged(changes={JOE: {"mental": 1}}, cause="before"))
        return party.begun("threads_of_fate").ended(victory=victory)

    def pay(self, price: str, heals: str = "", **shares: int) -> steps.PricePaid:
        return steps.PricePaid(price=price, shares=shares, heals=heals)

    def test_a_card_leaves_the_deck_of_who_pays(self):
        party = self.party().do(self.pay("heal_poison", **{DANIELA: 3}))
        seat = party.seat(DANIELA)
        assert (seat.experience, seat.story, MARK in seat.deck.slots) == (5, {}, False)
        assert party.refused(self.pay("heal_poison", **{DANIELA: 3})) == ("step.held",)

    def test_also_where_it_was_gained_as_a_weakness(self):
        party = self.party().do(steps.WeaknessGained(seat=JOE, card=MARK, cause="the story"))
        party.do(self.pay("heal_poison", **{JOE: 3}))
        seat = party.seat(JOE)
        assert (seat.weaknesses.get(MARK), MARK in seat.deck.slots, seat.experience) == (None, False, 5)

    def test_a_seat_cannot_pay_for_what_it_does_not_have(self):
        assert self.party().refused(self.pay("heal_poison", **{JOE: 3})) == ("step.held",)

    def test_the_whole_price_is_paid_by_each(self):
        assert self.party().refused(self.pay("heal_poison", **{DANIELA: 2})) == ("end.resolution",)
        assert self.party().refused(self.pay("heal_poison", **{DANIELA: 4})) == ("end.resolution",)

    def test_trauma_is_healed_of_the_kind_that_is_chosen(self):
        party = self.party().do(self.pay("heal_trauma", "mental", **{JOE: 5}))
        assert (party.seat(JOE).mental, party.seat(JOE).experience) == (0, 3)
        assert self.party().refused(self.pay("heal_trauma", "physical", **{JOE: 5})) == ("trauma.recorded",)
        assert self.party().refused(self.pay("heal_trauma", **{JOE: 5})) == ("step.known-trauma",)

    def test_several_times_as_long_as_there_is_experience(self):
        party = self.party(victory=10)
        party.do(steps.TraumaChanged(changes={JOE: {"physical": 1}}, cause="a card"))
        party.do(self.pay("heal_trauma", "mental", **{JOE: 5}))
        party.do(self.pay("heal_trauma", "physical", **{JOE: 5}))
        assert (party.seat(JOE).physical, party.seat(JOE).mental, party.seat(JOE).experience) == (0, 0, 0)

    def test_other_points_may_stand_in_for_experience(self):
        party = self.party().do(self.pay("resupply", "mental", **{JOE: 1}))
        assert party.seat(JOE).experience == 7
        assert self.party().refused(self.pay("resupply", "mental", **{JOE: 4})) == ("end.resolution",)

    def test_who_pays_makes_the_party_unready(self):
        party = self.party().advanced("river_of_blood").do(self.pay("heal_trauma", "mental", **{JOE: 5}))
        assert (party.state.phase, party.state.next_scenario) == ("between", "river_of_blood")
