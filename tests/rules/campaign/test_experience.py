"""Rulebook A7, A18 and E-23, E-24, E-39: how much each seat earns, and when it may be spent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.campaign import Fate, HouseRules, steps
from rules.cards.model import Deck
from rules.chance import Chance, draw_lot
from rules.upgrade.purchase import Purchase, Reason
from tests.rules.campaign.game import DANIELA, JOE, TRISH, Table, a_game, a_table


def bought(card, price, replaces="", *reasons, way="new"):
    return Purchase(way, card, price, reasons or (Reason("level", price),), replaces)


def shopping(table, who, *purchases, **facts):
    """Return the act of these purchases; the deck after it follows from them."""
    slots = dict(table.seat(who).deck.slots)
    for purchase in purchases:
        slots[purchase.card] = slots.get(purchase.card, 0) + 1
        if purchase.replaces:
            slots[purchase.replaces] -= 1
    after = Deck(table.seat(who).investigator, {code: n for code, n in slots.items() if n})
    return steps.CardsBought(seat=who, purchases=purchases, deck=after, **facts)


class TestEarning:
    def test_victory_and_bonus_come_to_everybody_and_penalties_to_one(self):
        table = a_game(DANIELA, JOE, slots={JOE: {"12006": 1}})
        table.ended(victory=4, bonus=1, joe=Fate("resigned", conditions={"12006": 1}))
        assert [table.seat(who).experience for who in (JOE, DANIELA)] == [3, 5]

    @pytest.mark.parametrize("how", ["survived", "resigned", "damage", "effect"])
    def test_everybody_who_took_part_earns_whatever_became_of_them(self, how):
        assert a_game(DANIELA, JOE).ended(victory=3, joe=Fate(how)).seat(JOE).experience == 3

    def test_the_dead_keep_their_record(self):
        table = a_game(DANIELA, JOE).ended(victory=3, joe=Fate(lost="killed"))
        assert table.seat(JOE).experience == 3
        assert "trauma.removed-investigator-unusable" in table.refused(shopping(table, JOE))

    def test_a_scenarios_earning_never_falls_below_nothing(self):
        table = a_game(DANIELA, JOE, slots={JOE: {"12006": 1}}).ended(victory=2)
        table.begun("smoke_and_mirrors").ended(victory=1, bonus=-3, joe=Fate(conditions={"12006": 1}))
        assert [table.seat(who).experience for who in (JOE, DANIELA)] == [2, 2]

    def test_balance_and_lifetime_total(self):
        table = a_game(DANIELA)
        for earned, scenario in ((5, "smoke_and_mirrors"), (4, "queen_of_ash")):
            table.ended(victory=earned).begun(scenario)
        table.ended(victory=6).do(
            shopping(table, DANIELA, *[bought("12026", 4, "12020")] * 2, bought("05276", 4))
        )
        seat = table.seat(DANIELA)
        assert (seat.experience, seat.earned) == (3, 15)

    @pytest.mark.parametrize(
        ("card", "fate", "earned"),
        [
            pytest.param("03308", Fate(), 6, id="Charon's Obol, not defeated"),
            pytest.param("03308", Fate("damage"), 4, id="Charon's Obol, defeated"),
            pytest.param("11068a", Fate(), 5, id="The Great Work"),
            pytest.param("06160", Fate(conditions={"06160": 2}), 6, id="two in the victory display"),
            pytest.param("11095", Fate(), 0, id="authority.cannot: Ascetic earns nothing"),
        ],
    )
    def test_cards_change_what_is_earned(self, card, fate, earned):
        table = a_game(DANIELA, TRISH, slots={DANIELA: {card: 1}}).ended(victory=4, daniela=fate)
        assert table.seat(DANIELA).earned == earned
        assert table.seat(TRISH).earned == 4

    def test_persephone_consoles_the_defeated(self):
        table = a_game(DANIELA, TRISH, ultimatums=["boon.persephone"])
        table.ended(victory=1, daniela=Fate("effect"), trish=Fate("resigned"))
        assert [table.seat(who).experience for who in (DANIELA, TRISH)] == [4, 1]

    def test_a_scenario_to_be_replayed_earns_nothing(self):
        table = a_game(DANIELA, slots={DANIELA: {"03308": 1}})
        table.do(steps.EndScenario(resolution="R2", fates={DANIELA: Fate()}, victory=5, replay=True))
        assert table.seat(DANIELA).experience == 0
        assert table.begun().ended(victory=5).seat(DANIELA).experience == 7

    def test_experience_counted_later_is_the_same(self):
        fates = {DANIELA: Fate("damage"), TRISH: Fate(experience=1)}
        ultimatums = {"ultimatums": ["boon.persephone"], "slots": {DANIELA: {"11068a": 1}}}
        at_once = a_game(DANIELA, TRISH, **ultimatums).ended(victory=3, bonus=1, **fates)
        later = a_game(DANIELA, TRISH, **ultimatums).ended(victory=None, **fates)
        later.do(steps.CountExperience(victory=3, bonus=1))
        assert [seat.experience for seat in later.state.seats.values()] == [7, 5], (
            "the homunculus earns no more"
        )
        assert later.state.seats == at_once.state.seats


class TestOrder:
    def test_nothing_is_bought_during_a_scenario(self):
        table = a_game(DANIELA)
        assert table.refused(shopping(table, DANIELA)) == ("xp.timing-between-scenarios",)

    def test_nothing_is_bought_before_the_experience_is_counted(self):
        table = a_game(DANIELA).ended(victory=None)
        assert table.refused(shopping(table, DANIELA)) == ("end.order",)

    def test_experience_is_counted_once(self):
        table = a_game(DANIELA).ended(victory=3)
        assert table.refused(steps.CountExperience(victory=3)) == ("end.order",)

    def test_nobody_advances_before_the_experience_is_counted(self):
        table = a_game(DANIELA).ended(victory=None)
        act = steps.Advance(scenario="smoke_and_mirrors", verdicts={DANIELA: ()})
        assert table.refused(act) == ("end.order",)


class TestSpending:
    def test_what_is_not_spent_carries_over(self):
        table = a_game(DANIELA).ended(victory=5)
        table.do(shopping(table, DANIELA, bought("12026", 3, "12020"))).begun("smoke_and_mirrors")
        assert table.ended(victory=4).seat(DANIELA).experience == 6

    def test_nobody_spends_more_than_they_have(self):
        table = a_game(DANIELA).ended(victory=3)
        act = shopping(table, DANIELA, bought("12026", 5, "12020"))
        assert table.refused(act) == ("xp.spend-not-exceed",)

    def test_experience_cannot_be_given_away(self):
        table = a_game(DANIELA, JOE).ended(victory=3)
        act = steps.ExperienceAdjusted(amounts={JOE: -2, DANIELA: 2}, cause="a gift")
        assert table.refused(act) == ("xp.each-separately",)

    def test_an_interlude_takes_no_more_than_there_is(self):
        table = a_game(DANIELA).ended(victory=3)
        act = steps.ExperienceAdjusted(amounts={DANIELA: -4}, cause="an interlude")
        assert table.refused(act) == ("xp.spend-not-exceed",)

    def test_no_purchase_pays_anything_back(self):
        table = a_game(DANIELA).ended(victory=3)
        act = shopping(table, DANIELA, bought("12025", -1, "12020"))
        assert "xp.no-refund" in table.refused(act)

    def test_the_reasons_add_up_to_the_price(self):
        table = a_game(DANIELA).ended(victory=9)
        act = shopping(table, DANIELA, bought("12026", 1, "12020", Reason("level", 2)))
        assert table.refused(act) == ("act.sum",)

    def test_what_chance_chose_is_what_its_seed_gives(self):
        table = a_game(DANIELA).ended(victory=9)
        honest = draw_lot(["12026", "05276"], Chance("s"))
        other = next(code for code in honest.among if code != honest.result)
        drawn = bought(honest.result, 2, "12020").drawn_by(honest)
        for wrong in (replace(drawn, card=other), drawn.drawn_by(replace(honest, result=other))):
            assert table.refused(shopping(table, DANIELA, wrong)) == ("act.honest-draw",)
        table.do(shopping(table, DANIELA, drawn))
        assert table.seat(DANIELA).experience == 7

    def test_a_deck_that_the_purchases_do_not_explain_is_refused(self):
        table = a_game(DANIELA).ended(victory=3)
        act = steps.CardsBought(seat=DANIELA, deck=Deck("12001", {"12026": 2}))
        assert table.refused(act) == ("xp.no-other-changes",)

    def test_buying_anew_takes_the_place_of_the_first_purchase(self):
        table = a_game(DANIELA).ended(victory=5)
        table.do(shopping(table, DANIELA, bought("12026", 2, "12020")))
        before = table.seat(DANIELA).baseline
        assert "12026" not in before.slots, "it is priced from the deck that came out of the scenario"
        slots = {**before.slots, "12026": 1, "05276": 1, "12020": 1}
        purchases = (bought("12026", 2, "12020"), bought("05276", 3))
        table.do(steps.CardsBought(seat=DANIELA, deck=Deck("12001", slots), purchases=purchases))
        assert table.seat(DANIELA).experience == 0
        assert table.seat(DANIELA).earned == 5

    def test_who_has_not_played_yet_chooses_the_deck_instead(self):
        table = a_table(DANIELA)
        assert "act.order" in table.refused(shopping(table, DANIELA))

    def test_the_homunculus_deck_cannot_change(self):
        table = a_game(DANIELA, TRISH, slots={DANIELA: {"11068a": 1}}).ended(
            victory=3, daniela=Fate("damage")
        )
        assert "xp.no-other-changes" in table.refused(shopping(table, DANIELA))

    def test_a_purchase_that_heals(self):
        table = a_game(DANIELA, TRISH).ended(victory=9, daniela=Fate("horror"))
        healing = shopping(table, DANIELA, bought("11098", 4), healed={"mental": 1})
        table.do(healing)
        assert (table.seat(DANIELA).mental, table.seat(DANIELA).experience) == (0, 5)
        too_much = shopping(table, TRISH, bought("11098", 4), healed={"physical": 1})
        assert table.refused(too_much) == ("trauma.purchase-trauma",)
        neither = shopping(table, TRISH, bought("11098", 4), healed={"moral": 1})
        assert "act.known-trauma" in table.refused(neither)

    def test_a_purchase_that_hurts(self):
        table = a_game(DANIELA).ended(victory=9)
        table.do(shopping(table, DANIELA, bought("04109", 1, "", Reason("level", 0), Reason("minimum", 1))))
        assert table.seat(DANIELA).mental == 1


class TestSideStories:
    def test_each_investigator_pays_the_price(self):
        table = a_game(DANIELA, JOE).ended(victory=2).begun("curse_of_the_rougarou")
        assert [table.seat(who).experience for who in (DANIELA, JOE)] == [1, 1]
        assert table.state.playing.side

    def test_somebody_cannot_pay(self):
        table = a_game(DANIELA, JOE).ended(victory=0)
        act = steps.Advance(scenario="curse_of_the_rougarou", verdicts={DANIELA: (), JOE: ()})
        assert table.refused(act) == ("xp.spend-not-exceed",) * 2

    def test_some_campaigns_ask_no_price(self):
        table = a_game_of("tskc").ended(victory=1).begun("curse_of_the_rougarou")
        assert table.seat(DANIELA).experience == 1

    def test_paying_does_not_lower_the_lifetime_total(self):
        table = a_game(DANIELA).ended(victory=2).begun("curse_of_the_rougarou")
        assert table.seat(DANIELA).earned == 2


def a_game_of(campaign):
    return Table().started(DANIELA, campaign=campaign).with_decks().begun("riddles_and_rain")


class TestStartingExperience:
    def start(self, code="04004", slots=None, house=None, **facts):
        table = Table().do(
            steps.StartCampaign(campaign="boa", difficulty="standard", house=house or HouseRules())
        )
        table.do(steps.SeatJoins(seat="a", player="a", investigator=code))
        if facts.pop("ancients", False):
            table.do(steps.UltimatumsChosen(chosen=("boon.ancients",), agreed=frozenset({"a"})))
        deck = Deck(code, {"01000": 1, **(slots or {})})
        return table.do(steps.DeckChosen(seat="a", deck=deck, **facts))

    def test_father_mateo_begins_with_five(self):
        seat = self.start().seat("a")
        assert (seat.experience, seat.earned) == (5, 0), "a starting bonus is not earned (E-28)"

    def test_what_the_deck_costs_is_paid_from_it(self):
        assert self.start(experience=3).seat("a").experience == 2

    def test_choosing_anew_pays_once(self):
        table = self.start(experience=3)
        table.do(steps.DeckChosen(seat="a", deck=Deck("04004", {"01000": 1}), experience=4))
        assert table.seat("a").experience == 1

    def test_a_deck_that_costs_too_much(self):
        table = self.start()
        act = steps.DeckChosen(seat="a", deck=Deck("04004", {"01000": 1}), experience=6)
        assert table.refused(act) == ("xp.spend-not-exceed",)

    def test_the_boon_of_the_ancients(self):
        assert self.start("12001", ancients=True).seat("a").experience == 5

    def test_in_the_thick_of_it(self):
        seat = self.start("12001", {"08125": 1}, trauma={"physical": 1, "mental": 1}).seat("a")
        assert (seat.experience, seat.physical, seat.mental) == (3, 1, 1)
        assert seat.bought_at_creation == {"08125": 1}

    def test_in_the_thick_of_it_asks_how_the_trauma_is_split(self):
        table = self.start("12001")
        act = steps.DeckChosen(seat="a", deck=Deck("12001", {"08125": 1}), trauma={"physical": 1})
        assert table.refused(act) == ("trauma.purchase-trauma",)

    def test_ascetic_gains_ten_at_once_and_nothing_after(self):
        table = self.start("12001", {"11095": 1}, experience=8)
        assert table.seat("a").experience == 2
        table.with_decks().begun().ended(victory=4)
        assert table.seat("a").experience == 2
        adjust = steps.ExperienceAdjusted(amounts={"a": 1}, cause="an interlude")
        assert table.refused(adjust) == ("authority.cannot",)

    @pytest.mark.parametrize(
        ("house", "joiner", "replacement"),
        [
            pytest.param(HouseRules(), 5, 0, id="E-24 as recommended"),
            pytest.param(HouseRules(frozenset(), False, True), 0, 5, id="otherwise, if the group says so"),
        ],
    )
    def test_the_ancients_for_joiners_and_replacements(self, house, joiner, replacement):
        table = self.start("12001", ancients=True, house=house).with_decks().begun()
        table.ended(a=Fate(lost="killed"))
        table.do(steps.SeatJoins(seat="b", player="b", investigator="12004"))
        table.do(steps.SeatJoins(seat="c", player="a", investigator="12007", replaces="a")).with_decks()
        assert [table.seat(who).experience for who in "bc"] == [joiner, replacement]


class TestInduction:
    def table(self):
        return a_game(DANIELA, ultimatums=["ub.induction"])

    def test_nothing_is_earned(self):
        assert self.table().ended(victory=4).seat(DANIELA).earned == 0

    def test_nothing_is_booked(self):
        table = self.table().ended(victory=4)
        act = steps.ExperienceAdjusted(amounts={DANIELA: 3}, cause="an interlude")
        assert table.refused(act) == ("ub.induction",)

    def test_nothing_is_spent(self):
        table = self.table().ended(victory=4)
        act = shopping(table, DANIELA, bought("12026", 2, "12020"))
        assert "ub.induction" in table.refused(act)
