"""Rulebook A10, and the party's rule of A1: joining, leaving, replacing; story cards and their bearers."""

from __future__ import annotations

import pytest

from rules.campaign import Fate, next_steps, selectable
from rules.campaign import steps as acts
from rules.cards.model import Deck
from rules.outcome import Piles
from tests.rules.campaign.game import CODES, DANIELA, ISABELLE, JOE, LAW, TRISH, Table, a_game, a_table


def joins(who=JOE, **facts):
    return acts.SeatJoins(
        **{"seat": who, "player": f"{who}'s player", "investigator": CODES.get(who, "12004"), **facts}
    )


ARMITAGE, PETER, MARK = "12115", "02080", "12137"


def bears(card, who, **facts):
    return acts.BearersChanged(changes=(acts.BearerChange(card=card, seat=who, **facts),))


class TestJoining:
    def test_nobody_joins_during_a_scenario(self):
        assert a_game(DANIELA).refused(joins()) == ("party.join-leave-between",)

    def test_nobody_joins_before_the_results_are_counted(self):
        assert a_game(DANIELA).ended(victory=None).refused(joins()) == ("party.join-leave-between",)

    def test_a_joiner_begins_with_nothing(self):
        table = a_game(DANIELA).ended(victory=4).begun("smoke_and_mirrors").ended(victory=3)
        seat = table.do(joins()).with_decks().seat(JOE)
        assert (seat.experience, seat.physical, seat.mental) == (0, 0, 0)
        assert (len(seat.weaknesses), seat.joined) == (1, 2)

    def test_a_joiner_does_not_catch_up(self):
        table = a_game(DANIELA).ended(victory=4).do(joins()).with_decks()
        act = acts.ExperienceAdjusted(amounts={JOE: 4}, cause="to catch up")
        assert table.refused(act) == ("party.joiner-zero",)
        table.do(acts.ExperienceAdjusted(amounts={JOE: 0, DANIELA: 1}, cause="an interlude"))
        table.begun("smoke_and_mirrors").ended(victory=1).do(act)

    @pytest.mark.parametrize("code", ["12004", "05002"])
    def test_everybody_needs_another_investigator_by_title(self, code):
        act = joins("x", investigator=code)
        assert a_table(JOE).refused(act) == ("deck.distinct-investigators-in-group",)

    def test_a_leavers_investigator_is_used(self):
        table = a_game(DANIELA, TRISH).ended().do(acts.SeatLeaves(seat=TRISH))
        act = joins("x", investigator=CODES[TRISH])
        assert table.refused(act) == ("party.joiner-unused-investigator",)

    def test_the_other_half_of_the_campaign_uses_investigators_up_too(self):
        act = joins(elsewhere=frozenset({"Joe Diamond"}))
        assert a_table(DANIELA).refused(act) == ("party.joiner-unused-investigator",)

    def test_four_seats_are_all_there_are(self):
        table = a_table(DANIELA, JOE, TRISH, ISABELLE)
        act = joins("fifth", investigator="04004")
        assert table.refused(act) == ("act.table-full",)

    @pytest.mark.parametrize("code", ["99999", "12020", "11068b"])
    def test_only_an_investigator_who_can_be_chosen(self, code):
        assert a_table(DANIELA).refused(joins("x", investigator=code)) == ("deck.one-investigator",)

    def test_a_seat_needs_a_name_of_its_own(self):
        act = joins(DANIELA, investigator="12004")
        assert a_table(DANIELA).refused(act) == ("act.known-seat",)

    def test_a_group_may_agree_to_share_an_investigator(self):
        act = joins(
            "x", investigator="05002", waives={"deck.distinct-investigators-in-group"}, note="twin detectives"
        )
        table = a_table(JOE).do(act)
        assert table.state.waivers[0].rule == "deck.distinct-investigators-in-group"

    def test_a_rule_is_not_waived_without_a_reason(self):
        act = joins("x", investigator="05002", waives={"deck.distinct-investigators-in-group"})
        assert a_table(JOE).refused(act) == ("deck.distinct-investigators-in-group",)


class TestLeavingAndReturning:
    def table(self):
        return a_game(DANIELA, TRISH).ended(victory=3, trish=Fate("damage"))

    def test_who_comes_back_finds_everything_as_it_was(self):
        before = self.table().seat(TRISH)
        table = self.table().do(acts.SeatLeaves(seat=TRISH)).do(acts.SeatReturns(seat=TRISH))
        assert table.seat(TRISH) == before

    def test_nothing_is_earned_for_scenarios_missed(self):
        table = self.table().do(acts.SeatLeaves(seat=TRISH)).begun("smoke_and_mirrors").ended(victory=5)
        assert table.do(acts.SeatReturns(seat=TRISH)).seat(TRISH).experience == 3

    def test_nobody_leaves_during_a_scenario(self):
        act = acts.SeatLeaves(seat=TRISH)
        assert a_game(DANIELA, TRISH).refused(act) == ("party.join-leave-between",)

    def test_nobody_returns_or_retires_during_a_scenario(self):
        table = self.table().do(acts.SeatLeaves(seat=TRISH)).begun("smoke_and_mirrors")
        assert table.refused(acts.SeatReturns(seat=TRISH)) == ("party.join-leave-between",)
        assert table.refused(acts.SeatRetires(seat=DANIELA)) == ("party.join-leave-between",)

    def test_only_who_left_comes_back(self):
        assert self.table().refused(acts.SeatReturns(seat=TRISH)) == ("act.active-seat",)

    def test_who_comes_back_needs_a_free_seat(self):
        table = self.table().do(acts.SeatLeaves(seat=TRISH))
        for who in (JOE, ISABELLE):
            table.do(joins(who))
        table.do(joins("fifth", investigator="04004"))
        assert table.refused(acts.SeatReturns(seat=TRISH)) == ("act.table-full",)

    def test_the_dead_do_not_return(self):
        table = a_game(DANIELA, TRISH).ended(trish=Fate(lost="killed"))
        act = acts.SeatReturns(seat=TRISH)
        assert table.refused(act) == ("trauma.removed-investigator-unusable",)

    def test_an_unknown_seat(self):
        assert self.table().refused(acts.SeatLeaves(seat="nobody")) == ("act.known-seat",)


class TestReplacing:
    def table(self, **facts):
        table = a_game(DANIELA, TRISH, **facts)
        return table.ended(victory=6, daniela=Fate("effect", lost="killed"))

    def test_the_replacement_has_no_experience(self):
        table = self.table().do(joins(replaces=DANIELA, player="daniela's player")).with_decks()
        assert table.seat(JOE).experience == 0
        assert table.seat(DANIELA).experience == 6

    def test_only_the_lost_are_replaced(self):
        assert self.table().refused(joins(replaces=TRISH)) == ("party.replacement-level0",)

    def test_nobody_is_replaced_twice(self):
        table = self.table().do(joins(replaces=DANIELA))
        assert table.refused(joins(ISABELLE, replaces=DANIELA)) == ("party.replacement-level0",)

    def test_under_the_ultimatum_of_survival_nobody_follows(self):
        act = joins(replaces=DANIELA, player="daniela's player")
        assert self.table(ultimatums=["ub.survival"]).refused(act) == ("ub.survival",)

    def test_under_the_ultimatum_of_survival_a_stranger_may_join(self):
        self.table(ultimatums=["ub.survival"]).do(joins(player="somebody else"))

    def test_the_page_says_who_needs_a_replacement(self):
        steps = next_steps(self.table().state, LAW)
        assert ("seat-joins", DANIELA) in [(step.do, step.seat) for step in steps]

    def test_retiring_of_ones_own_will(self):
        table = a_game(DANIELA, TRISH).ended(victory=3).do(acts.SeatRetires(seat=DANIELA))
        assert table.seat(DANIELA).status == "retired"
        table.do(joins(replaces=DANIELA))

    def test_nobody_left_to_choose(self):
        table = Table().started(*CODES)
        names = {LAW.title(code) for code in selectable(table.state, LAW, ["core_2026"])}
        assert names == {"Father Mateo", "Subject 5U-21"}, "all others of this collection are used"
        assert selectable(table.state, LAW, []) == ()

    def test_a_campaign_is_lost_for_lack_of_investigators(self):
        table = a_game(DANIELA).ended(daniela=Fate(lost="insane"))
        act = acts.Advance(scenario="smoke_and_mirrors", verdicts={})
        assert table.refused(act) == ("party.no-investigators-left",)
        table.do(acts.CampaignEnded(result="lost", cause="party.no-investigators-left"))
        assert (table.state.phase, table.state.result) == ("ended", "lost")


class TestBearers:
    def test_a_story_card_joins_the_deck_of_its_bearer(self):
        table = a_game(DANIELA, TRISH).ended().do(bears(ARMITAGE, TRISH))
        assert table.seat(TRISH).story == {ARMITAGE: 1}
        assert table.seat(TRISH).deck.slots[ARMITAGE] == 1

    def test_nothing_is_gained_when_the_campaign_is_over(self):
        table = a_game(DANIELA).ended().do(acts.CampaignEnded(result="won"))
        assert table.refused(bears(ARMITAGE, DANIELA)) == ("act.order",)

    def test_one_act_for_several_bearers(self):
        changes = tuple(acts.BearerChange(card=MARK, seat=who) for who in (DANIELA, TRISH))
        table = a_game(DANIELA, TRISH).ended().do(acts.BearersChanged(changes=changes))
        assert [seat.story for seat in table.state.seats.values()] == [{MARK: 1}, {MARK: 1}]

    def test_an_ordinary_card_has_no_bearer(self):
        assert a_game(DANIELA).refused(bears("12020", DANIELA)) == ("story.only-by-instruction",)

    def test_the_story_may_grant_a_player_card(self):
        seat = a_game(DANIELA).do(bears("05040", DANIELA)).seat(DANIELA)
        assert (seat.granted, seat.story) == ({"05040": 1}, {})

    def test_a_bearer_may_pass_the_card_on(self):
        table = (
            a_game(DANIELA, TRISH).ended().do(bears(ARMITAGE, TRISH)).do(bears(ARMITAGE, TRISH, to=DANIELA))
        )
        assert (table.seat(TRISH).story, table.seat(DANIELA).story) == ({}, {ARMITAGE: 1})
        assert ARMITAGE not in table.seat(TRISH).deck.slots

    def test_a_card_that_is_lost_goes_to_nobody(self):
        table = a_game(DANIELA, TRISH).ended().do(bears(ARMITAGE, TRISH))
        table.do(bears(ARMITAGE, TRISH, to=DANIELA, lost=True))
        assert [seat.story for seat in table.state.seats.values()] == [{}, {}]

    def test_nobody_passes_on_what_they_do_not_bear(self):
        assert a_game(DANIELA, TRISH).refused(bears(ARMITAGE, TRISH, to=DANIELA)) == ("log.bearer",)

    def test_one_act_cannot_pass_on_a_card_twice(self):
        table = a_game(DANIELA, TRISH).ended().do(bears(ARMITAGE, TRISH))
        change = acts.BearerChange(card=ARMITAGE, seat=TRISH, lost=True)
        assert table.refused(acts.BearersChanged(changes=(change, change))) == ("log.bearer",)

    @pytest.mark.parametrize("fate", ["killed", "insane"])
    def test_a_unique_card_of_the_lost_needs_a_new_bearer(self, fate):
        table = a_game(DANIELA, TRISH).do(bears(ARMITAGE, TRISH)).do(bears(PETER, TRISH))
        table.ended(trish=Fate(lost=fate))
        act = acts.Advance(scenario="smoke_and_mirrors", verdicts={DANIELA: ()})
        assert table.refused(act) == ("party.unique-campaign-card-passes",)
        table.do(bears(ARMITAGE, TRISH, to=DANIELA)).advanced("smoke_and_mirrors")

    def test_a_leaver_may_name_the_new_bearer_at_once(self):
        table = a_game(DANIELA, TRISH).do(bears(ARMITAGE, TRISH)).ended()
        table.do(acts.SeatLeaves(seat=TRISH, bearers={ARMITAGE: DANIELA}))
        assert table.seat(DANIELA).deck.slots[ARMITAGE] == 1

    @pytest.mark.parametrize("heir", [TRISH, "nobody"])
    def test_the_new_bearer_plays_on(self, heir):
        table = a_game(DANIELA, TRISH).do(bears(ARMITAGE, TRISH)).ended()
        act = acts.SeatLeaves(seat=TRISH, bearers={ARMITAGE: heir})
        assert table.refused(act) == ("party.unique-campaign-card-passes",)

    def test_a_retired_decks_story_cards_go_back_to_the_campaign(self):
        table = a_game(DANIELA, TRISH).do(bears(PETER, TRISH)).ended().do(acts.SeatRetires(seat=TRISH))
        assert (table.seat(TRISH).story, PETER in table.seat(TRISH).deck.slots) == ({}, False)

    def test_a_signature_lost_for_good(self):
        table = a_game(DANIELA, slots={DANIELA: {"12002": 1}}).ended()
        table.do(acts.SignatureLost(seat=DANIELA, card="12002", cause="the resolution"))
        assert table.seat(DANIELA).lost_signatures == ("12002",)
        assert "12002" not in table.seat(DANIELA).deck.slots

    def test_a_signature_that_is_not_there(self):
        act = acts.SignatureLost(seat=DANIELA, card="12002", cause="the resolution")
        assert a_game(DANIELA).refused(act) == ("signature.requirement-lapses",)


class TestExileAndTheScream:
    def test_exiled_copies_leave_the_deck_until_the_next_scenario(self):
        table = a_game(DANIELA, slots={DANIELA: {"02115": 2}}).ended(daniela=Fate(exiled=Piles({"02115": 1})))
        seat = table.seat(DANIELA)
        assert (seat.outcome.exiled.total, seat.deck.slots["02115"]) == ({"02115": 1}, 1)
        assert seat.baseline.slots["02115"] == 2, "prices begin with the deck that was played"
        assert table.begun("smoke_and_mirrors").seat(DANIELA).outcome.exiled.total == {}

    def test_a_card_exiled_between_scenarios(self):
        table = a_game(DANIELA, slots={DANIELA: {"02115": 1}}).ended()
        table.do(acts.CardsExiled(seat=DANIELA, cards=Piles({"02115": 1})))
        assert table.seat(DANIELA).outcome.exiled.total == {"02115": 1}

    def test_a_lost_ally_leaves_every_deck_in_every_level(self):
        slots = {DANIELA: {"12060": 1}, TRISH: {"60479": 1}}
        table = a_game(DANIELA, TRISH, slots=slots, ultimatums=["ub.scream"])
        fates = {DANIELA: Fate(), TRISH: Fate()}
        table.do(acts.EndScenario(resolution="R1", fates=fates, victory=0, lost_allies=("12060",)))
        assert table.state.lost_allies == ("Jim Culver",)
        assert not {"12060", "60479"} & {c for s in table.state.seats.values() for c in s.deck.slots}
        assert table.seat(TRISH).outcome.removed.total == {"60479": 1}

    @pytest.mark.parametrize(
        ("card", "ultimatums"),
        [
            pytest.param("12060", ["ub.agony"], id="not in play"),
            pytest.param("12020", ["ub.scream"], id="no ally"),
            pytest.param(ARMITAGE, ["ub.scream"], id="a story card"),
        ],
    )
    def test_only_unique_allies_are_lost_and_only_by_the_ultimatum(self, card, ultimatums):
        table = a_game(DANIELA, ultimatums=ultimatums)
        act = acts.EndScenario(resolution="R1", fates={DANIELA: Fate()}, victory=0, lost_allies=(card,))
        assert table.refused(act) == ("ub.scream",)

    def test_a_lost_ally_is_not_bought_back(self):
        from rules.upgrade.purchase import Purchase, Reason

        table = a_game(DANIELA, slots={DANIELA: {"12060": 1}}, ultimatums=["ub.scream"])
        table.do(acts.EndScenario(
            resolution="R1", fates={DANIELA: Fate()}, victory=5, lost_allies=("12060",)
        ))  # fmt: skip
        slots = {**table.seat(DANIELA).deck.slots, "60479": 1}
        purchase = Purchase("new", "60479", 3, (Reason("level", 3),))
        act = acts.CardsBought(seat=DANIELA, deck=Deck("12001", slots), purchases=(purchase,))
        assert table.refused(act) == ("ub.scream",)
