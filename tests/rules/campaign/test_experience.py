"""Rulebook A7, A18 and E-23, E-24, E-39: how much each seat earns, and when it may be spent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.campaign import Fate, HouseRules, side_stories, steps
from rules.cards.model import Deck
from rules.chance import Chance, draw_lot
from rules.upgrade.purchase import Purchase, Reason
from tests.rules.campaign.party import DANIELA, GAME, JOE, TRISH, Party, a_game, a_party


def bought(card, price, replaces="", *reasons, way="new"):
    return Purchase(way, card, price, reasons or (Reason("level", price),), replaces)


def purchases_of(party, who, *purchases, **facts):
    """Return the step of these purchases; the deck after it follows from them."""
    slots = dict(party.seat(who).deck.slots)
    for purchase in purchases:
        slots[purchase.card] = slots.get(purchase.card, 0) + 1
        if purchase.replaces:
            slots[purchase.replaces] -= 1
    after = Deck(party.seat(who).investigator, {code: n for code, n in slots.items() if n})
    return steps.CardsBought(seat=who, purchases=purchases, deck=after, **facts)


class TestEarning:
    def test_victory_and_bonus_come_to_everybody_and_penalties_to_one(self):
        party = a_game(DANIELA, JOE, slots={JOE: {"12006": 1}})
        party.ended(victory=4, bonus=1, joe=Fate("resigned", conditions={"12006": 1}))
        assert [party.seat(who).experience for who in (JOE, DANIELA)] == [3, 5]

    @pytest.mark.parametrize("how", ["survived", "resigned", "damage", "effect"])
    def test_everybody_who_took_part_earns_whatever_became_of_them(self, how):
        assert a_game(DANIELA, JOE).ended(victory=3, joe=Fate(how)).seat(JOE).experience == 3

    def test_the_dead_keep_their_record(self):
        party = a_game(DANIELA, JOE).ended(victory=3, joe=Fate(lost="killed"))
        assert party.seat(JOE).experience == 3
        assert "trauma.removed-investigator-unusable" in party.refused(purchases_of(party, JOE))

    def test_a_scenarios_earning_never_falls_below_nothing(self):
        party = a_game(DANIELA, JOE, slots={JOE: {"12006": 1}}).ended(victory=2)
        party.begun("smoke_and_mirrors").ended(victory=1, bonus=-3, joe=Fate(conditions={"12006": 1}))
        assert [party.seat(who).experience for who in (JOE, DANIELA)] == [2, 2]

    def test_balance_and_lifetime_total(self):
        party = a_game(DANIELA)
        for earned, scenario in ((5, "smoke_and_mirrors"), (4, "queen_of_ash")):
            party.ended(victory=earned).begun(scenario)
        party.ended(victory=6).do(
            purchases_of(party, DANIELA, *[bought("12026", 4, "12020")] * 2, bought("05276", 4))
        )
        seat = party.seat(DANIELA)
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
        party = a_game(DANIELA, TRISH, slots={DANIELA: {card: 1}}).ended(victory=4, daniela=fate)
        assert party.seat(DANIELA).earned == earned
        assert party.seat(TRISH).earned == 4

    def test_persephone_consoles_the_defeated(self):
        party = a_game(DANIELA, TRISH, ultimatums=["boon.persephone"])
        party.ended(victory=1, daniela=Fate("effect"), trish=Fate("resigned"))
        assert [party.seat(who).experience for who in (DANIELA, TRISH)] == [4, 1]

    def test_a_scenario_to_be_replayed_earns_nothing(self):
        party = a_game(DANIELA, slots={DANIELA: {"03308": 1}})
        party.do(steps.EndScenario(resolution="R2", fates={DANIELA: Fate()}, victory=5, replay=True))
        assert party.seat(DANIELA).experience == 0
        assert party.begun().ended(victory=5).seat(DANIELA).experience == 7

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
        party = a_game(DANIELA)
        assert party.refused(purchases_of(party, DANIELA)) == ("xp.timing-between-scenarios",)

    def test_nothing_is_bought_before_the_experience_is_counted(self):
        party = a_game(DANIELA).ended(victory=None)
        assert party.refused(purchases_of(party, DANIELA)) == ("end.order",)

    def test_experience_is_counted_once(self):
        party = a_game(DANIELA).ended(victory=3)
        assert party.refused(steps.CountExperience(victory=3)) == ("end.order",)

    def test_the_party_cannot_advance_before_the_experience_is_counted(self):
        party = a_game(DANIELA).ended(victory=None)
        step = steps.Advance(scenario="smoke_and_mirrors", verdicts={DANIELA: ()})
        assert party.refused(step) == ("end.order",)


class TestSpending:
    def test_what_is_not_spent_carries_over(self):
        party = a_game(DANIELA).ended(victory=5)
        party.do(purchases_of(party, DANIELA, bought("12026", 3, "12020"))).begun("smoke_and_mirrors")
        assert party.ended(victory=4).seat(DANIELA).experience == 6

    def test_a_seat_cannot_spend_more_than_it_has(self):
        party = a_game(DANIELA).ended(victory=3)
        step = purchases_of(party, DANIELA, bought("12026", 5, "12020"))
        assert party.refused(step) == ("xp.spend-not-exceed",)

    def test_experience_cannot_be_given_away(self):
        party = a_game(DANIELA, JOE).ended(victory=3)
        step = steps.ExperienceAdjusted(amounts={JOE: -2, DANIELA: 2}, cause="a gift")
        assert party.refused(step) == ("xp.each-separately",)

    def test_an_interlude_takes_no_more_than_there_is(self):
        party = a_game(DANIELA).ended(victory=3)
        step = steps.ExperienceAdjusted(amounts={DANIELA: -4}, cause="an interlude")
        assert party.refused(step) == ("xp.spend-not-exceed",)

    def test_no_purchase_pays_anything_back(self):
        party = a_game(DANIELA).ended(victory=3)
        step = purchases_of(party, DANIELA, bought("12025", -1, "12020"))
        assert "xp.no-refund" in party.refused(step)

    def test_the_reasons_add_up_to_the_price(self):
        party = a_game(DANIELA).ended(victory=9)
        step = purchases_of(party, DANIELA, bought("12026", 1, "12020", Reason("level", 2)))
        assert party.refused(step) == ("step.sum",)

    def test_what_chance_chose_is_what_its_seed_gives(self):
        party = a_game(DANIELA).ended(victory=9)
        honest = draw_lot(["12026", "05276"], Chance("s"))
        other = next(code for code in honest.among if code != honest.result)
        drawn = bought(honest.result, 2, "12020").drawn_by(honest)
        for wrong in (replace(drawn, card=other), drawn.drawn_by(replace(honest, result=other))):
            assert party.refused(purchases_of(party, DANIELA, wrong)) == ("step.honest-draw",)
        party.do(purchases_of(party, DANIELA, drawn))
        assert party.seat(DANIELA).experience == 7

    def test_a_deck_that_the_purchases_do_not_explain_is_refused(self):
        party = a_game(DANIELA).ended(victory=3)
        step = steps.CardsBought(seat=DANIELA, deck=Deck("12001", {"12026": 2}))
        assert party.refused(step) == ("xp.no-other-changes",)

    def test_buying_again_replaces_the_first_purchase(self):
        party = a_game(DANIELA).ended(victory=5)
        party.do(purchases_of(party, DANIELA, bought("12026", 2, "12020")))
        before = party.seat(DANIELA).baseline
        assert "12026" not in before.slots, "it is priced from the deck that came out of the scenario"
        slots = {**before.slots, "12026": 1, "05276": 1, "12020": 1}
        purchases = (bought("12026", 2, "12020"), bought("05276", 3))
        party.do(steps.CardsBought(seat=DANIELA, deck=Deck("12001", slots), purchases=purchases))
        assert party.seat(DANIELA).experience == 0
        assert party.seat(DANIELA).earned == 5

    def test_who_has_not_played_yet_chooses_the_deck_instead(self):
        party = a_party(DANIELA)
        assert "step.order" in party.refused(purchases_of(party, DANIELA))

    def test_the_homunculus_deck_cannot_change(self):
        party = a_game(DANIELA, TRISH, slots={DANIELA: {"11068a": 1}}).ended(
            victory=3, daniela=Fate("damage")
        )
        assert "xp.no-other-changes" in party.refused(purchases_of(party, DANIELA))

    def test_a_purchase_that_heals(self):
        party = a_game(DANIELA, TRISH).ended(victory=9, daniela=Fate("horror"))
        healing = purchases_of(party, DANIELA, bought("11098", 4), healed={"mental": 1})
        party.do(healing)
        assert (party.seat(DANIELA).mental, party.seat(DANIELA).experience) == (0, 5)
        too_much = purchases_of(party, TRISH, bought("11098", 4), healed={"physical": 1})
        assert party.refused(too_much) == ("trauma.purchase-trauma",)
        neither = purchases_of(party, TRISH, bought("11098", 4), healed={"moral": 1})
        assert "step.known-trauma" in party.refused(neither)

    def test_a_purchase_that_hurts(self):
        party = a_game(DANIELA).ended(victory=9)
        party.do(
            purchases_of(party, DANIELA, bought("04109", 1, "", Reason("level", 0), Reason("minimum", 1)))
        )
        assert party.seat(DANIELA).mental == 1


class TestSideStories:
    def test_each_investigator_pays_the_price(self):
        party = a_game(DANIELA, JOE).ended(victory=2).begun("curse_of_the_rougarou")
        assert [party.seat(who).experience for who in (DANIELA, JOE)] == [1, 1]
        assert party.state.playing.side

    def test_one_investigator_cannot_pay(self):
        party = a_game(DANIELA, JOE).ended(victory=0)
        step = steps.Advance(scenario="curse_of_the_rougarou", verdicts={DANIELA: (), JOE: ()})
        assert party.refused(step) == ("xp.spend-not-exceed",) * 2

    def test_some_campaigns_ask_no_price(self):
        party = a_game_of("tskc").ended(victory=1).begun("curse_of_the_rougarou")
        assert party.seat(DANIELA).experience == 1

    def test_each_can_be_played_once(self):
        story = "curse_of_the_rougarou"
        party = a_game(DANIELA).ended(victory=2)
        again = steps.Advance(scenario=story, verdicts={DANIELA: ()})
        assert story in side_stories(party.state, GAME)
        party.begun(story).ended(victory=4)
        assert story not in side_stories(party.state, GAME)
        assert party.refused(again) == ("standalone.setup-pointer",)
        party.begun("smoke_and_mirrors").ended()
        assert party.refused(again) == ("standalone.setup-pointer",)

    def test_one_is_played_again_if_its_resolution_says_so(self):
        story = "curse_of_the_rougarou"
        party = a_game(DANIELA).ended(victory=2).begun(story)
        party.do(steps.EndScenario(resolution="R1", fates={DANIELA: Fate()}, victory=0, replay=True))
        assert story in side_stories(party.state, GAME)
        party.begun(story)

    def test_a_scenario_of_the_campaign_itself_may_come_again(self):
        a_game(DANIELA).ended().begun("spreading_flames")

    def test_paying_does_not_lower_the_lifetime_total(self):
        party = a_game(DANIELA).ended(victory=2).begun("curse_of_the_rougarou")
        assert party.seat(DANIELA).earned == 2


def a_game_of(campaign):
    return Party().started(DANIELA, campaign=campaign).with_decks().begun("riddles_and_rain")


class TestStartingExperience:
    def start(self, code="04004", slots=None, house=None, **facts):
        party = Party().do(
            steps.StartCampaign(campaign="boa", difficulty="standard", house=house or HouseRules())
        )
        party.do(steps.SeatJoins(seat="a", player="a", investigator=code))
        if facts.pop("ancients", False):
            party.do(steps.UltimatumsChosen(chosen=("boon.ancients",), agreed=frozenset({"a"})))
        deck = Deck(code, {"01000": 1, **(slots or {})})
        return party.do(steps.DeckChosen(seat="a", deck=deck, **facts))

    def test_father_mateo_begins_with_five(self):
        seat = self.start().seat("a")
        assert (seat.experience, seat.earned) == (5, 0), "a starting bonus is not earned (E-28)"

    def test_what_the_deck_costs_is_paid_from_it(self):
        assert self.start(experience=3).seat("a").experience == 2

    def test_choosing_again_pays_once(self):
        party = self.start(experience=3)
        party.do(steps.DeckChosen(seat="a", deck=Deck("04004", {"01000": 1}), experience=4))
        assert party.seat("a").experience == 1

    def test_a_deck_that_costs_too_much(self):
        party = self.start()
        step = steps.DeckChosen(seat="a", deck=Deck("04004", {"01000": 1}), experience=6)
        assert party.refused(step) == ("xp.spend-not-exceed",)

    def test_the_boon_of_the_ancients(self):
        assert self.start("12001", ancients=True).seat("a").experience == 5

    def test_in_the_thick_of_it(self):
        seat = self.start("12001", {"08125": 1}, trauma={"physical": 1, "mental": 1}).seat("a")
        assert (seat.experience, seat.physical, seat.mental) == (3, 1, 1)
        assert seat.bought_at_creation == {"08125": 1}

    def test_in_the_thick_of_it_asks_how_the_trauma_is_split(self):
        party = self.start("12001")
        step = steps.DeckChosen(seat="a", deck=Deck("12001", {"08125": 1}), trauma={"physical": 1})
        assert party.refused(step) == ("trauma.purchase-trauma",)

    def test_ascetic_gains_ten_at_once_and_nothing_after(self):
        party = self.start("12001", {"11095": 1}, experience=8)
        assert party.seat("a").experience == 2
        party.with_decks().begun().ended(victory=4)
        assert party.seat("a").experience == 2
        adjust = steps.ExperienceAdjusted(amounts={"a": 1}, cause="an interlude")
        assert party.refused(adjust) == ("authority.cannot",)

    @pytest.mark.parametrize(
        ("house", "joiner", "replacement"),
        [
            pytest.param(HouseRules(), 5, 0, id="E-24 as recommended"),
            pytest.param(HouseRules(frozenset(), False, True), 0, 5, id="otherwise, if the group says so"),
        ],
    )
    def test_the_ancients_for_joiners_and_replacements(self, house, joiner, replacement):
        party = self.start("12001", ancients=True, house=house).with_decks().begun()
        party.ended(a=Fate(lost="killed"))
        party.do(steps.SeatJoins(seat="b", player="b", investigator="12004"))
        party.do(steps.SeatJoins(seat="c", player="a", investigator="12007", replaces="a")).with_decks()
        assert [party.seat(who).experience for who in "bc"] == [joiner, replacement]


class TestInduction:
    def party(self):
        return a_game(DANIELA, ultimatums=["ub.induction"])

    def test_nothing_is_earned(self):
        assert self.party().ended(victory=4).seat(DANIELA).earned == 0

    def test_nothing_is_booked(self):
        party = self.party().ended(victory=4)
        step = steps.ExperienceAdjusted(amounts={DANIELA: 3}, cause="an interlude")
        assert party.refused(step) == ("ub.induction",)

    def test_nothing_is_spent(self):
        party = self.party().ended(victory=4)
        step = purchases_of(party, DANIELA, bought("12026", 2, "12020"))
        assert "ub.induction" in party.refused(step)
