"""Rulebook A11 and A18: when a scenario begins, how it ends, and standalone scenarios."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.campaign import EMPTY, Fate, Law, advise, next_steps, questions, scenarios_next
from rules.campaign import steps as acts
from rules.campaign.state import Played
from rules.cards.model import Deck
from rules.chance import Chance, draw_lot
from tests.rules.campaign.game import DANIELA, JOE, LAW, TRISH, Table, a_game, a_table


def advance(table, scenario="smoke_and_mirrors", **verdicts):
    return acts.Advance(scenario=scenario, verdicts={**dict.fromkeys(table.state.active, ()), **verdicts})


def end(table, **facts):
    fates = dict.fromkeys(table.state.playing.seats, Fate())
    return acts.EndScenario(**{"resolution": "R1", "fates": fates, "victory": 0, **facts})


class TestAdvancing:
    def test_also_after_a_scenario_without_resolution(self):
        table = a_game(DANIELA).ended(resolution="no_resolution", daniela=Fate("damage"))
        assert table.do(advance(table)).state.phase == "ready"

    def test_every_deck_must_be_legal(self):
        table = a_game(DANIELA, JOE).ended()
        assert table.refused(advance(table, joe=("deck.size-exact",))) == ("end.deck-must-be-legal",)

    def test_a_deck_that_nobody_judged_is_not_legal(self):
        table = a_game(DANIELA, JOE).ended()
        act = acts.Advance(scenario="smoke_and_mirrors", verdicts={DANIELA: ()})
        assert table.refused(act) == ("end.deck-must-be-legal",)

    def test_the_group_may_play_an_illegal_deck_and_the_record_says_so(self):
        table = a_game(DANIELA).ended()
        act = acts.Advance(
            scenario="smoke_and_mirrors", verdicts={DANIELA: ("deck.size-exact",)},
            waives=frozenset({"end.deck-must-be-legal"}), note="one card is at home",
        )  # fmt: skip
        waiver = table.do(act).state.waivers[0]
        assert (waiver.rule, waiver.note) == ("end.deck-must-be-legal", "one card is at home")

    def test_a_seat_without_a_deck(self):
        table = Table().started(DANIELA)
        assert table.refused(advance(table)) == ("end.deck-must-be-legal",)

    def test_a_weakness_still_to_be_drawn(self):
        table = Table().started(DANIELA)
        table.do(acts.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1})))
        assert table.refused(advance(table)) == ("rbw.one-required",)

    @pytest.mark.parametrize("scenario", ["", "no_such_scenario", "an_interlude"])
    def test_only_to_a_scenario_that_there_is(self, scenario):
        table = a_table(DANIELA)
        assert table.refused(advance(table, scenario)) == ("act.known-scenario",)

    def test_a_change_after_it_asks_for_it_again(self):
        table = a_table(DANIELA).advanced()
        table.do(acts.SeatJoins(seat=JOE, player="x", investigator="12004"))
        assert table.state.phase == "setup"
        assert table.refused(acts.BeginScenario(scenario="spreading_flames", lead=DANIELA)) == ("end.order",)

    def test_a_scenario_begins_only_where_the_party_has_advanced_to(self):
        table = a_table(DANIELA).advanced()
        act = acts.BeginScenario(scenario="queen_of_ash", lead=DANIELA)
        assert table.refused(act) == ("end.order",)

    def test_one_of_the_party_leads(self):
        table = a_table(DANIELA).advanced()
        act = acts.BeginScenario(scenario="spreading_flames", lead=JOE)
        assert table.refused(act) == ("setup.lead-investigator",)

    def test_the_guide_suggests_the_next_scenario_and_no_more(self):
        table = a_table(DANIELA)
        assert scenarios_next(table.state, LAW) == ("spreading_flames",)
        assert scenarios_next(table.begun().ended().state, LAW) == ("smoke_and_mirrors",)
        table.begun("queen_of_ash").ended()
        assert scenarios_next(table.state, LAW) == ("an_interlude", "smoke_and_mirrors"), (
            "the guide leads back"
        )

    @pytest.mark.parametrize(
        ("played", "expected"),
        [
            pytest.param((), ("one",), id="the first"),
            pytest.param(("one",), ("two", "three"), id="a choice"),
            pytest.param(("one", "two"), ("three", "four"), id="what was not chosen, and what is usual"),
            pytest.param(("one", "two", "three"), ("four",), id="the usual course where the order ends"),
            pytest.param(("one", "two", "three", "four"), ("five", "two"), id="what was played comes last"),
            pytest.param(("one", "two", "three", "four", "five", "the_end"), (), id="nothing after it"),
        ],
    )
    def test_one_step_of_a_winding_way_is_shown(self, played, expected):
        facts = {
            "id": "w", "title": "Winding", "order": ["one"], "tarot": ["one", "four", "five"],
            "scenarios": [
                {"id": "one", "title": "1", "next": ["two", "three"]}, {"id": "two", "title": "2"},
                {"id": "three", "title": "3"}, {"id": "four", "title": "4", "next": ["two", "five"]},
                {"id": "five", "title": "5"}, {"id": "six", "title": "6"},
                {"id": "the_end", "title": "7", "kind": "epilogue", "next": ["six"]},
            ],
        }  # fmt: skip
        law = Law.from_facts(LAW.catalogue, [facts])
        state = replace(EMPTY, campaign="w", history=tuple(Played(name, 1) for name in played))
        assert scenarios_next(state, law) == expected

    def test_a_scenario_that_is_to_be_played_again_is_next(self):
        state = replace(EMPTY, campaign="boa", history=(Played("spreading_flames", 1, replay=True),))
        assert scenarios_next(state, LAW) == ("spreading_flames",)

    def test_a_challenge_without_its_investigator_is_worth_a_word(self):
        table = a_game(DANIELA).ended(victory=2)
        found = advise(table.state, advance(table, "read_or_die"), LAW)
        assert "Joe Diamond" in str(found[0])
        table = a_game(JOE).ended(victory=2)
        assert advise(table.state, advance(table, "read_or_die"), LAW) == ()


class TestEnding:
    def test_a_resolution_is_named(self):
        table = a_game(DANIELA)
        assert table.refused(end(table, resolution="")) == ("end.resolution",)
        assert table.refused(end(table, resolution="R9")) == ("end.resolution",)

    def test_everybody_eliminated_reads_no_resolution(self):
        table = a_game(DANIELA, JOE)
        fates = {DANIELA: Fate("damage"), JOE: Fate("resigned")}
        found = advise(table.state, end(table, fates=fates), LAW)
        assert [violation.rule for violation in found] == ["end.resolution"]
        assert advise(table.state, end(table, fates=fates, resolution="no_resolution"), LAW) == ()

    def test_every_fate_is_told(self):
        table = a_game(DANIELA, JOE)
        assert table.refused(end(table, fates={DANIELA: Fate()})) == ("log.contents",)

    def test_only_of_those_who_took_part(self):
        table = a_game(DANIELA, JOE).ended().do(acts.SeatLeaves(seat=JOE)).begun("smoke_and_mirrors")
        act = end(table, fates={DANIELA: Fate(), JOE: Fate()})
        assert table.refused(act) == ("act.known-seat",)

    def test_no_scenario_ends_that_has_not_begun(self):
        act = acts.EndScenario(resolution="R1", fates={}, victory=0)
        assert a_table(DANIELA).refused(act) == ("end.order",)

    def test_a_victory_display_is_not_negative(self):
        table = a_game(DANIELA)
        assert table.refused(end(table, victory=-1)) == ("xp.earn-victory-plus-bonus",)

    def test_the_history_keeps_what_was_told(self):
        table = a_game(DANIELA).ended(victory=4, bonus=1, daniela=Fate("horror"))
        played = table.state.history[0]
        assert (played.scenario, played.resolution, played.victory, played.bonus) == (
            "spreading_flames", "R1", 4, 1,
        )  # fmt: skip
        assert played.fates[DANIELA].how == "horror"

    def test_an_interlude_is_part_of_the_history(self):
        table = a_game(DANIELA).ended().do(acts.InterludePlayed(interlude="an_interlude"))
        assert [played.kind for played in table.state.history] == ["scenario", "interlude"]
        assert table.refused(acts.InterludePlayed(interlude="queen_of_ash")) == ("act.known-scenario",)

    def test_the_players_are_asked_what_only_they_know(self):
        slots = {DANIELA: {"12003": 1, "03308": 1, "04038": 1}, JOE: {"12006": 1}}
        table = a_game(DANIELA, JOE, slots=slots)
        found = {(question.seat, question.card, question.when) for question in questions(table.state, LAW)}
        assert found == {
            (DANIELA, "12003", "in-play-at-end"),
            (DANIELA, "04038", ""),
            (JOE, "12006", "in-hand-at-end"),
        }


class TestNextSteps:
    def steps(self, table):
        return [(step.do, step.seat) for step in next_steps(table.state, LAW)]

    def test_from_the_beginning_to_the_end(self):
        table = Table()
        assert self.steps(table) == [("start-campaign", "")]
        table.do(acts.StartCampaign(campaign="boa", difficulty="standard"))
        assert self.steps(table) == [("seat-joins", ""), ("advance", "")]
        table.do(acts.SeatJoins(seat=DANIELA, player="x", investigator="12001"))
        assert self.steps(table)[0] == ("deck-chosen", DANIELA)
        table.do(acts.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1})))
        assert self.steps(table)[0] == ("weakness-drawn", DANIELA)
        table.with_decks().advanced()
        assert self.steps(table) == [("begin-scenario", "")]
        table.do(acts.BeginScenario(scenario="spreading_flames", lead=DANIELA))
        assert self.steps(table) == [("end-scenario", "")]
        table.ended(victory=None)
        assert self.steps(table) == [("count-experience", "")]
        table.do(acts.CountExperience(victory=2))
        assert self.steps(table) == [("cards-bought", DANIELA), ("advance", "")]
        table.do(acts.CampaignEnded(result="won"))
        assert self.steps(table) == []


class TestAlone:
    def table(self, experience=0, **facts):
        table = Table().started(
            DANIELA, **{"mode": "standalone", "scenario": "curse_of_the_rougarou", "campaign": "", **facts}
        )
        deck = Deck("12001", {"01000": 1})
        return table.do(acts.DeckChosen(seat=DANIELA, deck=deck, experience=experience))

    @pytest.mark.parametrize(("experience", "owed"), [(0, 1), (9, 1), (10, 2), (29, 3), (49, 5)])
    def test_the_table_of_weaknesses(self, experience, owed):
        assert self.table(experience).seat(DANIELA).owed == owed

    def test_the_bag_is_the_scenarios_own(self):
        assert self.table().state.bag.tokens == {"0": 4, "auto_fail": 1}

    def test_it_keeps_no_ledger(self):
        assert self.table(29).seat(DANIELA).experience == 0

    @pytest.mark.parametrize(
        ("facts", "result"),
        [
            pytest.param({"resolution": "R1"}, "won", id="a numbered resolution wins"),
            pytest.param({"resolution": "no_resolution"}, "lost", id="none is a loss"),
            pytest.param({"resolution": "R2", "won": False}, "lost", id="unless it says otherwise"),
        ],
    )
    def test_won_or_lost(self, facts, result):
        table = self.table().with_decks().begun("curse_of_the_rougarou")
        table.do(end(table, **{"victory": 4, **facts}))
        assert (table.state.phase, table.state.result) == ("ended", result)
        assert table.state.history[-1].victory == 4, "the score"
        assert table.seat(DANIELA).experience == 0

    def test_it_costs_nothing_to_enter(self):
        self.table().with_decks().begun("curse_of_the_rougarou")


class TestTheUltimatumOfUltimatums:
    def table(self):
        table = Table().started(DANIELA, TRISH, ultimatums=["ub.ultimatums", "ub.agony"])
        return table.with_decks().advanced()

    def drawn(self, table, seed="x", **facts):
        from rules.campaign import ultimatum_pool
        from rules.rulebook.editions import edition

        pool = ultimatum_pool(table.state, edition("grimoire-1.1"))
        return acts.UltimatumDrawn(lot=draw_lot(facts.get("among", pool), Chance(seed)))

    def test_one_is_drawn_before_each_scenario(self):
        table = self.table()
        begin = acts.BeginScenario(scenario="spreading_flames", lead=DANIELA)
        assert table.refused(begin) == ("ub.ultimatums",)
        table.do(self.drawn(table)).do(begin)
        assert table.state.drawn_ultimatum in table.state.in_force

    def test_it_holds_until_the_experience_is_counted(self):
        table = self.table()
        table.do(self.drawn(table)).do(acts.BeginScenario(scenario="spreading_flames", lead=DANIELA))
        table.ended(victory=None)
        assert table.state.drawn_ultimatum
        assert not table.do(acts.CountExperience(victory=0)).state.drawn_ultimatum

    def test_the_pool_leaves_out_decks_bag_and_what_is_active(self):
        table = self.table()
        among = self.drawn(table).lot.among
        assert not {"ub.ultimatums", "ub.agony", "ub.highlander", "ub.failure", "boon.nodens"} & set(among)
        assert {"ub.spiral", "ub.scream", "boon.hades", "ub.malevolence"} <= set(among)

    def test_another_pool_is_not_honest(self):
        table = self.table()
        assert table.refused(self.drawn(table, among=["boon.hades"])) == ("ub.ultimatums",)

    def test_only_where_the_group_plays_with_it_and_once(self):
        assert a_table(DANIELA).refused(self.drawn(a_table(DANIELA))) == ("ub.ultimatums",)
        table = self.table()
        table.do(self.drawn(table))
        assert table.refused(self.drawn(table, "y")) == ("ub.ultimatums",)
