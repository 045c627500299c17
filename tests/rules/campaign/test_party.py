"""Rulebook A10, and the party's rule of A1: joining, leaving, replacing; story cards and their bearers."""

from __future__ import annotations

import pytest

from rules.campaign import Fate, next_steps, selectable, steps
from rules.cards.model import Deck
from rules.outcome import Piles
from tests.rules.campaign.party import CODES, DANIELA, GAME, ISABELLE, JOE, TRISH, Party, a_game, a_party


def joins(who=JOE, **facts):
    return steps.SeatJoins(
        **{"seat": who, "player": f"{who}'s player", "investigator": CODES.get(who, "12004"), **facts}
    )


ARMITAGE, PETER, MARK = "12115", "02080", "12137"


def bears(card, who, **facts):
    return steps.BearersChanged(changes=(steps.BearerChange(card=card, seat=who, **facts),))


class TestJoining:
    def test_no_seat_joins_during_a_scenario(self):
        assert a_game(DANIELA).refused(joins()) == ("party.join-leave-between",)

    def test_no_seat_joins_before_the_results_are_counted(self):
        assert a_game(DANIELA).ended(victory=None).refused(joins()) == ("party.join-leave-between",)

    def test_a_joiner_begins_with_nothing(self):
        party = a_game(DANIELA).ended(victory=4).begun("smoke_and_mirrors").ended(victory=3)
        seat = party.do(joins()).with_decks().seat(JOE)
        assert (seat.experience, seat.physical, seat.mental) == (0, 0, 0)
        assert (len(seat.weaknesses), seat.joined) == (1, 2)

    def test_a_joiner_does_not_catch_up(self):
        party = a_game(DANIELA).ended(victory=4).do(joins()).with_decks()
        step = steps.ExperienceAdjusted(amounts={JOE: 4}, cause="to catch up")
        assert party.refused(step) == ("party.joiner-zero",)
        party.do(steps.ExperienceAdjusted(amounts={JOE: 0, DANIELA: 1}, cause="an interlude"))
        party.begun("smoke_and_mirrors").ended(victory=1).do(step)

    @pytest.mark.parametrize("code", ["12004", "05002"])
    def test_everybody_needs_another_investigator_by_title(self, code):
        step = joins("x", investigator=code)
        assert a_party(JOE).refused(step) == ("deck.distinct-investigators-in-group",)

    def test_a_leavers_investigator_is_used(self):
        party = a_game(DANIELA, TRISH).ended().do(steps.SeatLeaves(seat=TRISH))
        step = joins("x", investigator=CODES[TRISH])
        assert party.refused(step) == ("party.joiner-unused-investigator",)

    def test_the_other_half_of_the_campaign_uses_investigators_up_too(self):
        step = joins(elsewhere=frozenset({"Joe Diamond"}))
        assert a_party(DANIELA).refused(step) == ("party.joiner-unused-investigator",)

    def test_four_seats_are_all_there_are(self):
        party = a_party(DANIELA, JOE, TRISH, ISABELLE)
        step = joins("fifth", investigator="04004")
        assert party.refused(step) == ("step.party-full",)

    @pytest.mark.parametrize("code", ["99999", "12020", "11068b"])
    def test_only_an_investigator_who_can_be_chosen(self, code):
        assert a_party(DANIELA).refused(joins("x", investigator=code)) == ("deck.one-investigator",)

    def test_a_seat_needs_a_name_of_its_own(self):
        step = joins(DANIELA, investigator="12004")
        assert a_party(DANIELA).refused(step) == ("step.known-seat",)

    def test_a_group_may_agree_to_share_an_investigator(self):
        step = joins(
            "x", investigator="05002", waives={"deck.distinct-investigators-in-group"}, note="twin detectives"
        )
        party = a_party(JOE).do(step)
        assert party.state.waivers[0].rule == "deck.distinct-investigators-in-group"

    def test_a_rule_is_not_waived_without_a_reason(self):
        step = joins("x", investigator="05002", waives={"deck.distinct-investigators-in-group"})
        assert a_party(JOE).refused(step) == ("deck.distinct-investigators-in-group",)


class TestLeavingAndReturning:
    def party(self):
        return a_game(DANIELA, TRISH).ended(victory=3, trish=Fate("damage"))

    def test_who_comes_back_finds_everything_as_it_was(self):
        before = self.party().seat(TRISH)
        party = self.party().do(steps.SeatLeaves(seat=TRISH)).do(steps.SeatReturns(seat=TRISH))
        assert party.seat(TRISH) == before

    def test_nothing_is_earned_for_scenarios_missed(self):
        party = self.party().do(steps.SeatLeaves(seat=TRISH)).begun("smoke_and_mirrors").ended(victory=5)
        assert party.do(steps.SeatReturns(seat=TRISH)).seat(TRISH).experience == 3

    def test_no_seat_leaves_during_a_scenario(self):
        step = steps.SeatLeaves(seat=TRISH)
        assert a_game(DANIELA, TRISH).refused(step) == ("party.join-leave-between",)

    def test_no_seat_returns_or_retires_during_a_scenario(self):
        party = self.party().do(steps.SeatLeaves(seat=TRISH)).begun("smoke_and_mirrors")
        assert party.refused(steps.SeatReturns(seat=TRISH)) == ("party.join-leave-between",)
        assert party.refused(steps.SeatRetires(seat=DANIELA)) == ("party.join-leave-between",)

    def test_only_who_left_comes_back(self):
        assert self.party().refused(steps.SeatReturns(seat=TRISH)) == ("step.active-seat",)

    def test_who_comes_back_needs_a_free_seat(self):
        party = self.party().do(steps.SeatLeaves(seat=TRISH))
        for who in (JOE, ISABELLE):
            party.do(joins(who))
        party.do(joins("fifth", investigator="04004"))
        assert party.refused(steps.SeatReturns(seat=TRISH)) == ("step.party-full",)

    def test_the_dead_do_not_return(self):
        party = a_game(DANIELA, TRISH).ended(trish=Fate(lost="killed"))
        step = steps.SeatReturns(seat=TRISH)
        assert party.refused(step) == ("trauma.removed-investigator-unusable",)

    def test_an_unknown_seat(self):
        assert self.party().refused(steps.SeatLeaves(seat="nobody")) == ("step.known-seat",)


class TestReplacing:
    def party(self, **facts):
        party = a_game(DANIELA, TRISH, **facts)
        return party.ended(victory=6, daniela=Fate("effect", lost="killed"))

    def test_the_replacement_has_no_experience(self):
        party = self.party().do(joins(replaces=DANIELA, player="daniela's player")).with_decks()
        assert party.seat(JOE).experience == 0
        assert party.seat(DANIELA).experience == 6

    def test_only_the_lost_are_replaced(self):
        assert self.party().refused(joins(replaces=TRISH)) == ("party.replacement-level0",)

    def test_no_investigator_is_replaced_twice(self):
        party = self.party().do(joins(replaces=DANIELA))
        assert party.refused(joins(ISABELLE, replaces=DANIELA)) == ("party.replacement-level0",)

    def test_under_the_ultimatum_of_survival_there_is_no_replacement(self):
        step = joins(replaces=DANIELA, player="daniela's player")
        assert self.party(ultimatums=["ub.survival"]).refused(step) == ("ub.survival",)

    def test_under_the_ultimatum_of_survival_a_stranger_may_join(self):
        self.party(ultimatums=["ub.survival"]).do(joins(player="somebody else"))

    @pytest.mark.parametrize(
        ("edition", "out"),
        [
            pytest.param("grimoire-1.1", True, id="the player is out"),
            pytest.param("grimoire-1.0-de", False, id="the investigator is out"),
        ],
    )
    def test_under_the_ultimatum_of_survival_an_earlier_investigator_may_come_back(self, edition, out):
        party = a_game(DANIELA, TRISH, ultimatums=["ub.survival"], edition=edition).ended()
        party.do(steps.SeatLeaves(seat=DANIELA))
        party.do(joins(player="daniela's player")).with_decks().begun("smoke_and_mirrors")
        party.ended(joe=Fate(lost="killed"))
        back = steps.SeatReturns(seat=DANIELA)
        if out:
            assert party.refused(back) == ("ub.survival",)
        else:
            assert party.do(back).seat(DANIELA).status == "active"
        party.do(steps.SeatLeaves(seat=TRISH)).do(steps.SeatReturns(seat=TRISH))

    def test_the_page_names_who_needs_a_replacement(self):
        ahead = next_steps(self.party().state, GAME)
        assert ("seat-joins", DANIELA) in [(step.do, step.seat) for step in ahead]

    def test_retiring_of_ones_own_will(self):
        party = a_game(DANIELA, TRISH).ended(victory=3).do(steps.SeatRetires(seat=DANIELA))
        assert party.seat(DANIELA).status == "retired"
        party.do(joins(replaces=DANIELA))

    def test_no_player_is_left_to_choose(self):
        party = Party().started(*CODES)
        names = {GAME.title(code) for code in selectable(party.state, GAME, ["core_2026"])}
        assert names == {"Father Mateo", "Subject 5U-21"}, "all others of this collection are used"
        assert selectable(party.state, GAME, []) == ()

    def test_a_campaign_is_lost_for_lack_of_investigators(self):
        party = a_game(DANIELA).ended(daniela=Fate(lost="insane"))
        step = steps.Advance(scenario="smoke_and_mirrors", verdicts={})
        assert party.refused(step) == ("party.no-investigators-left",)
        party.do(steps.CampaignEnded(result="lost", cause="party.no-investigators-left"))
        assert (party.state.phase, party.state.result) == ("ended", "lost")


class TestBearers:
    def test_a_story_card_joins_the_deck_of_its_bearer(self):
        party = a_game(DANIELA, TRISH).ended().do(bears(ARMITAGE, TRISH))
        assert party.seat(TRISH).story == {ARMITAGE: 1}
        assert party.seat(TRISH).deck.slots[ARMITAGE] == 1

    def test_nothing_is_gained_when_the_campaign_is_over(self):
        party = a_game(DANIELA).ended().do(steps.CampaignEnded(result="won"))
        assert party.refused(bears(ARMITAGE, DANIELA)) == ("step.order",)

    def test_one_step_for_several_bearers(self):
        changes = tuple(steps.BearerChange(card=MARK, seat=who) for who in (DANIELA, TRISH))
        party = a_game(DANIELA, TRISH).ended().do(steps.BearersChanged(changes=changes))
        assert [seat.story for seat in party.state.seats.values()] == [{MARK: 1}, {MARK: 1}]

    def test_an_ordinary_card_has_no_bearer(self):
        assert a_game(DANIELA).refused(bears("12020", DANIELA)) == ("story.only-by-instruction",)

    def test_the_story_may_grant_a_player_card(self):
        seat = a_game(DANIELA).do(bears("05040", DANIELA)).seat(DANIELA)
        assert (seat.granted, seat.story) == ({"05040": 1}, {})
        assert seat.deck.ignored == {"05040": 1}, "it does not count towards size and experience"
        party = a_game(DANIELA, TRISH).do(bears("05040", DANIELA)).do(bears("05040", DANIELA, to=TRISH))
        given, taken = party.seat(DANIELA).deck, party.seat(TRISH).deck
        assert (given.ignored, taken.ignored) == ({}, {"05040": 1})
        assert "05040" not in given.slots

    def test_a_bearer_may_pass_the_card_on(self):
        party = (
            a_game(DANIELA, TRISH).ended().do(bears(ARMITAGE, TRISH)).do(bears(ARMITAGE, TRISH, to=DANIELA))
        )
        assert (party.seat(TRISH).story, party.seat(DANIELA).story) == ({}, {ARMITAGE: 1})
        assert ARMITAGE not in party.seat(TRISH).deck.slots

    def test_a_card_that_is_lost_has_no_new_bearer(self):
        party = a_game(DANIELA, TRISH).ended().do(bears(ARMITAGE, TRISH))
        party.do(bears(ARMITAGE, TRISH, to=DANIELA, lost=True))
        assert [seat.story for seat in party.state.seats.values()] == [{}, {}]

    def test_a_seat_cannot_pass_on_what_it_does_not_bear(self):
        assert a_game(DANIELA, TRISH).refused(bears(ARMITAGE, TRISH, to=DANIELA)) == ("log.bearer",)

    def test_one_step_cannot_pass_on_a_card_twice(self):
        party = a_game(DANIELA, TRISH).ended().do(bears(ARMITAGE, TRISH))
        change = steps.BearerChange(card=ARMITAGE, seat=TRISH, lost=True)
        assert party.refused(steps.BearersChanged(changes=(change, change))) == ("log.bearer",)

    @pytest.mark.parametrize("fate", ["killed", "insane"])
    def test_a_unique_card_of_the_lost_needs_a_new_bearer(self, fate):
        party = a_game(DANIELA, TRISH).do(bears(ARMITAGE, TRISH)).do(bears(PETER, TRISH))
        party.ended(trish=Fate(lost=fate))
        step = steps.Advance(scenario="smoke_and_mirrors", verdicts={DANIELA: ()})
        assert party.refused(step) == ("party.unique-campaign-card-passes",)
        party.do(bears(ARMITAGE, TRISH, to=DANIELA)).advanced("smoke_and_mirrors")

    def test_a_leaver_may_name_the_new_bearer_at_once(self):
        party = a_game(DANIELA, TRISH).do(bears(ARMITAGE, TRISH)).ended()
        party.do(steps.SeatLeaves(seat=TRISH, bearers={ARMITAGE: DANIELA}))
        assert party.seat(DANIELA).deck.slots[ARMITAGE] == 1

    @pytest.mark.parametrize("heir", [TRISH, "nobody"])
    def test_the_new_bearer_plays_on(self, heir):
        party = a_game(DANIELA, TRISH).do(bears(ARMITAGE, TRISH)).ended()
        step = steps.SeatLeaves(seat=TRISH, bearers={ARMITAGE: heir})
        assert party.refused(step) == ("party.unique-campaign-card-passes",)

    def test_a_retired_decks_story_cards_go_back_to_the_campaign(self):
        party = a_game(DANIELA, TRISH).do(bears(PETER, TRISH)).ended().do(steps.SeatRetires(seat=TRISH))
        assert (party.seat(TRISH).story, PETER in party.seat(TRISH).deck.slots) == ({}, False)

    def test_a_signature_lost_for_good(self):
        party = a_game(DANIELA, slots={DANIELA: {"12002": 1}}).ended()
        party.do(steps.SignatureLost(seat=DANIELA, card="12002", cause="the resolution"))
        assert party.seat(DANIELA).lost_signatures == ("12002",)
        assert "12002" not in party.seat(DANIELA).deck.slots

    def test_a_signature_that_is_not_there(self):
        step = steps.SignatureLost(seat=DANIELA, card="12002", cause="the resolution")
        assert a_game(DANIELA).refused(step) == ("signature.requirement-lapses",)


class TestExileAndTheScream:
    def test_exiled_copies_leave_the_deck_until_the_next_scenario(self):
        party = a_game(DANIELA, slots={DANIELA: {"02115": 2}}).ended(daniela=Fate(exiled=Piles({"02115": 1})))
        seat = party.seat(DANIELA)
        assert (seat.outcome.exiled.total, seat.deck.slots["02115"]) == ({"02115": 1}, 1)
        assert seat.baseline.slots["02115"] == 2, "prices begin with the deck that was played"
        assert party.begun("smoke_and_mirrors").seat(DANIELA).outcome.exiled.total == {}

    def test_a_card_exiled_between_scenarios(self):
        party = a_game(DANIELA, slots={DANIELA: {"02115": 1}}).ended()
        party.do(steps.CardsExiled(seat=DANIELA, cards=Piles({"02115": 1})))
        assert party.seat(DANIELA).outcome.exiled.total == {"02115": 1}

    def test_a_lost_ally_leaves_every_deck_in_every_level(self):
        slots = {DANIELA: {"12060": 1}, TRISH: {"60479": 1}}
        party = a_game(DANIELA, TRISH, slots=slots, ultimatums=["ub.scream"])
        fates = {DANIELA: Fate(), TRISH: Fate()}
        party.do(steps.EndScenario(resolution="R1", fates=fates, victory=0, lost_allies=("12060",)))
        assert party.state.lost_allies == ("Jim Culver",)
        assert not {"12060", "60479"} & {c for s in party.state.seats.values() for c in s.deck.slots}
        assert party.seat(TRISH).outcome.removed.total == {"60479": 1}

    @pytest.mark.parametrize(
        ("card", "ultimatums"),
        [
            pytest.param("12060", ["ub.agony"], id="not in play"),
            pytest.param("12020", ["ub.scream"], id="no ally"),
            pytest.param(ARMITAGE, ["ub.scream"], id="a story card"),
        ],
    )
    def test_only_unique_allies_are_lost_and_only_by_the_ultimatum(self, card, ultimatums):
        party = a_game(DANIELA, ultimatums=ultimatums)
        step = steps.EndScenario(resolution="R1", fates={DANIELA: Fate()}, victory=0, lost_allies=(card,))
        assert party.refused(step) == ("ub.scream",)

    def test_a_lost_ally_is_not_bought_back(self):
        from rules.upgrade.purchase import Purchase, Reason

        party = a_game(DANIELA, slots={DANIELA: {"12060": 1}}, ultimatums=["ub.scream"])
        party.do(steps.EndScenario(
            resolution="R1", fates={DANIELA: Fate()}, victory=5, lost_allies=("12060",)
        ))  # fmt: skip
        slots = {**party.seat(DANIELA).deck.slots, "60479": 1}
        purchase = Purchase("new", "60479", 3, (Reason("level", 3),))
        step = steps.CardsBought(seat=DANIELA, deck=Deck("12001", slots), purchases=(purchase,))
        assert party.refused(step) == ("ub.scream",)
