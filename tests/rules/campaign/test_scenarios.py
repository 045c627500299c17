"""Rulebook A11 and A18: when a scenario begins, how it ends, and standalone scenarios."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.campaign import (
    EMPTY,
    Fate,
    Game,
    advise,
    next_steps,
    questions,
    read_campaign,
    scenarios_next,
    steps,
)
from rules.campaign.deck_inputs import circumstances_of
from rules.campaign.state import Played
from rules.cards.model import Deck
from rules.chance import Chance, draw_lot
from tests.rules.campaign.party import CODES, DANIELA, GAME, JOE, TRISH, Party, a_game, a_party
from tests.rules.campaign.shipped import game


def advance(party, scenario="smoke_and_mirrors", **verdicts):
    return steps.Advance(scenario=scenario, verdicts={**dict.fromkeys(party.state.active, ()), **verdicts})


def end(party, **facts):
    fates = dict.fromkeys(party.state.playing.seats, Fate())
    return steps.EndScenario(**{"resolution": "R1", "fates": fates, "victory": 0, **facts})


class TestAdvancing:
    def test_also_after_a_scenario_without_resolution(self):
        party = a_game(DANIELA).ended(resolution="no_resolution", daniela=Fate("damage"))
        assert party.do(advance(party)).state.phase == "ready"

    def test_every_deck_must_be_legal(self):
        party = a_game(DANIELA, JOE).ended()
        assert party.refused(advance(party, joe=("deck.size-exact",))) == ("end.deck-must-be-legal",)

    def test_a_deck_without_a_verdict_is_not_legal(self):
        party = a_game(DANIELA, JOE).ended()
        step = steps.Advance(scenario="smoke_and_mirrors", verdicts={DANIELA: ()})
        assert party.refused(step) == ("end.deck-must-be-legal",)

    def test_the_group_may_play_an_illegal_deck_and_the_history_shows_it(self):
        party = a_game(DANIELA).ended()
        step = steps.Advance(
            scenario="smoke_and_mirrors", verdicts={DANIELA: ("deck.size-exact",)},
            waives=frozenset({"end.deck-must-be-legal"}), note="one card is at home",
        )  # fmt: skip
        waiver = party.do(step).state.waivers[0]
        assert (waiver.rule, waiver.note) == ("end.deck-must-be-legal", "one card is at home")

    def test_a_seat_without_a_deck(self):
        party = Party().started(DANIELA)
        assert party.refused(advance(party)) == ("end.deck-must-be-legal",)

    def test_a_weakness_still_to_be_drawn(self):
        party = Party().started(DANIELA)
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1})))
        assert party.refused(advance(party)) == ("rbw.one-required",)

    @pytest.mark.parametrize("scenario", ["", "no_such_scenario", "an_interlude"])
    def test_only_to_a_scenario_that_there_is(self, scenario):
        party = a_party(DANIELA)
        assert party.refused(advance(party, scenario)) == ("step.known-scenario",)

    @pytest.mark.parametrize("facts", [{"campaign": "", "bag": {"0": 2}}, {"campaign": "our-story"}])
    def test_the_group_names_scenarios_where_no_file_has_them_all(self, facts):
        story = {"id": "our-story", "title": "Our Story", "open": True, "bags": {"standard": {"0": 2}}}
        game = Game(GAME.catalogue, [*GAME.campaigns.values(), read_campaign(story)])
        party, doors = Party(game=game).started(DANIELA, **facts).with_decks(), "The House of Doors"
        assert party.refused(advance(party, " ")) == ("step.known-scenario",)
        assert party.refused(advance(party, "x" * 65)) == ("step.known-scenario",)
        party.begun(doors).do(end(party, replay=True))
        assert scenarios_next(party.state, game) == (doors,)
        party.begun(doors).ended().do(steps.InterludePlayed(interlude="A quiet night"))
        assert party.refused(steps.InterludePlayed(interlude="")) == ("step.known-scenario",)
        assert [each.scenario for each in party.state.history] == [doors, doors, "A quiet night"]
        assert scenarios_next(party.state, game) == ()

    def test_a_change_after_it_asks_for_it_again(self):
        party = a_party(DANIELA).advanced()
        party.do(steps.SeatJoins(seat=JOE, player="x", investigator="12004"))
        assert party.state.phase == "setup"
        assert party.refused(steps.BeginScenario(scenario="spreading_flames", lead=DANIELA)) == ("end.order",)

    def test_a_scenario_begins_only_where_the_party_has_advanced_to(self):
        party = a_party(DANIELA).advanced()
        step = steps.BeginScenario(scenario="queen_of_ash", lead=DANIELA)
        assert party.refused(step) == ("end.order",)

    def test_one_of_the_party_leads(self):
        party = a_party(DANIELA).advanced()
        step = steps.BeginScenario(scenario="spreading_flames", lead=JOE)
        assert party.refused(step) == ("setup.lead-investigator",)

    def test_the_guide_suggests_the_next_scenario_and_no_more(self):
        party = a_party(DANIELA)
        assert scenarios_next(party.state, GAME) == ("spreading_flames",)
        assert scenarios_next(party.begun().ended().state, GAME) == ("smoke_and_mirrors",)
        party.begun("queen_of_ash").ended()
        assert scenarios_next(party.state, GAME) == ("an_interlude", "smoke_and_mirrors"), (
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
            "id": "w", "title": "Winding", "order": ["one", "four", "five"],
            "scenarios": [
                {"id": "one", "title": "1", "next": ["two", "three"]}, {"id": "two", "title": "2"},
                {"id": "three", "title": "3"}, {"id": "four", "title": "4", "next": ["two", "five"]},
                {"id": "five", "title": "5"}, {"id": "six", "title": "6"},
                {"id": "the_end", "title": "7", "kind": "epilogue", "next": ["six"]},
            ],
        }  # fmt: skip
        game = Game.from_facts(GAME.catalogue, [facts])
        state = replace(EMPTY, campaign="w", history=tuple(Played(name, 1) for name in played))
        assert scenarios_next(state, game) == expected

    def test_a_scenario_that_is_to_be_played_again_is_next(self):
        state = replace(EMPTY, campaign="boa", history=(Played("spreading_flames", 1, replay=True),))
        assert scenarios_next(state, GAME) == ("spreading_flames",)

    def test_a_challenge_without_its_investigator_is_worth_a_word(self):
        party = a_game(DANIELA).ended(victory=2)
        found = advise(party.state, advance(party, "read_or_die"), GAME)
        assert "Joe Diamond" in str(found[0])
        party = a_game(JOE).ended(victory=2)
        assert advise(party.state, advance(party, "read_or_die"), GAME) == ()


class TestEnding:
    def test_a_resolution_is_named(self):
        party = a_game(DANIELA)
        assert party.refused(end(party, resolution="")) == ("end.resolution",)
        assert party.refused(end(party, resolution="R9")) == ("end.resolution",)

    def test_everybody_eliminated_reads_no_resolution(self):
        party = a_game(DANIELA, JOE)
        fates = {DANIELA: Fate("damage"), JOE: Fate("resigned")}
        found = advise(party.state, end(party, fates=fates), GAME)
        assert [violation.rule for violation in found] == ["end.resolution"]
        assert advise(party.state, end(party, fates=fates, resolution="no_resolution"), GAME) == ()

    @pytest.mark.parametrize(("resolution", "warnings"), [("R1", 0), ("R2", 1), ("no_resolution", 1)])
    def test_a_guide_may_read_something_else_for_everybody_eliminated(self, resolution, warnings):
        party = Party(game=game()).started(DANIELA, JOE, campaign="core").with_decks().begun("arkham")
        fates = {DANIELA: Fate("damage"), JOE: Fate("resigned")}
        found = advise(party.state, end(party, fates=fates, resolution=resolution), game())
        assert [violation.facts["resolution"] for violation in found] == ["R1"] * warnings

    def test_who_is_left_reads_the_resolution(self):
        party = a_game(DANIELA, JOE)
        fates = {DANIELA: Fate("damage"), JOE: Fate("survived")}
        assert advise(party.state, end(party, fates=fates), GAME) == ()

    def test_every_fate_is_recorded(self):
        party = a_game(DANIELA, JOE)
        assert party.refused(end(party, fates={DANIELA: Fate()})) == ("log.contents",)

    def test_only_of_those_who_took_part(self):
        party = a_game(DANIELA, JOE).ended().do(steps.SeatLeaves(seat=JOE)).begun("smoke_and_mirrors")
        step = end(party, fates={DANIELA: Fate(), JOE: Fate()})
        assert party.refused(step) == ("step.known-seat",)

    def test_no_scenario_ends_that_has_not_begun(self):
        step = steps.EndScenario(resolution="R1", fates={}, victory=0)
        assert a_party(DANIELA).refused(step) == ("end.order",)

    def test_a_victory_display_is_not_negative(self):
        party = a_game(DANIELA)
        assert party.refused(end(party, victory=-1)) == ("xp.earn-victory-plus-bonus",)

    def test_the_history_has_what_was_recorded(self):
        party = a_game(DANIELA).ended(victory=4, bonus=1, daniela=Fate("horror"))
        played = party.state.history[0]
        assert (played.scenario, played.resolution, played.victory, played.bonus) == (
            "spreading_flames", "R1", 4, 1,
        )  # fmt: skip
        assert played.fates[DANIELA].how == "horror"

    def test_an_interlude_is_part_of_the_history(self):
        party = a_game(DANIELA).ended().do(steps.InterludePlayed(interlude="an_interlude"))
        assert [played.kind for played in party.state.history] == ["scenario", "interlude"]
        assert party.refused(steps.InterludePlayed(interlude="queen_of_ash")) == ("step.known-scenario",)

    def test_there_are_questions_about_what_only_the_players_know(self):
        slots = {DANIELA: {"12003": 1, "03308": 1, "04038": 1}, JOE: {"12006": 1}}
        party = a_game(DANIELA, JOE, slots=slots)
        found = {(question.seat, question.card, question.when) for question in questions(party.state, GAME)}
        assert found == {
            (DANIELA, "12003", "in-play-at-end"),
            (DANIELA, "04038", ""),
            (JOE, "12006", "in-hand-at-end"),
        }


class TestNextSteps:
    def steps(self, party):
        return [(step.do, step.seat) for step in next_steps(party.state, GAME)]

    def test_from_the_beginning_to_the_end(self):
        party = Party()
        assert self.steps(party) == [("start-campaign", "")]
        party.do(steps.StartCampaign(campaign="boa", difficulty="standard"))
        assert self.steps(party) == [("seat-joins", ""), ("advance", "")]
        party.do(steps.SeatJoins(seat=DANIELA, player="x", investigator="12001"))
        assert self.steps(party)[0] == ("deck-chosen", DANIELA)
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1})))
        assert self.steps(party)[0] == ("weakness-drawn", DANIELA)
        party.with_decks().advanced()
        assert self.steps(party) == [("begin-scenario", "")]
        party.do(steps.BeginScenario(scenario="spreading_flames", lead=DANIELA))
        assert self.steps(party) == [("end-scenario", "")]
        party.ended(victory=None)
        assert self.steps(party) == [("count-experience", "")]
        party.do(steps.CountExperience(victory=2))
        assert self.steps(party) == [("cards-bought", DANIELA), ("advance", "")]
        party.do(steps.CampaignEnded(result="won"))
        assert self.steps(party) == []

    def test_who_is_lost_is_replaced_and_nobody_is_the_first_again(self):
        party = a_game(DANIELA).ended(**{DANIELA: Fate(lost="killed")})
        assert self.steps(party) == [("seat-joins", DANIELA), ("advance", "")]
        party = a_game(DANIELA, ultimatums=["ub.survival"]).ended(**{DANIELA: Fate(lost="killed")})
        assert self.steps(party) == [("seat-joins", ""), ("advance", "")], "only another player may join"


class TestAlone:
    def party(self, experience=0, **facts):
        party = Party().started(
            DANIELA, **{"mode": "standalone", "scenario": "curse_of_the_rougarou", "campaign": "", **facts}
        )
        deck = Deck("12001", {"01000": 1})
        return party.do(steps.DeckChosen(seat=DANIELA, deck=deck, experience=experience))

    @pytest.mark.parametrize(("experience", "owed"), [(0, 1), (9, 1), (10, 2), (29, 3), (49, 5)])
    def test_the_table_of_weaknesses(self, experience, owed):
        assert self.party(experience).seat(DANIELA).owed == owed

    def test_the_bag_is_the_scenarios_own(self):
        assert self.party().state.bag.tokens == {"0": 4, "auto_fail": 1}

    def test_it_keeps_no_ledger(self):
        assert self.party(29).seat(DANIELA).experience == 0

    @pytest.mark.parametrize(
        ("facts", "result"),
        [
            pytest.param({"resolution": "R1"}, "won", id="a numbered resolution wins"),
            pytest.param({"resolution": "no_resolution"}, "lost", id="none is a loss"),
            pytest.param({"resolution": "R2", "won": False}, "lost", id="unless it says otherwise"),
        ],
    )
    def test_won_or_lost(self, facts, result):
        party = self.party().with_decks().begun("curse_of_the_rougarou")
        party.do(end(party, **{"victory": 4, **facts}))
        assert (party.state.phase, party.state.result) == ("ended", result)
        assert party.state.history[-1].victory == 4, "the score"
        assert party.seat(DANIELA).experience == 0

    def test_it_costs_nothing_to_enter(self):
        self.party().with_decks().begun("curse_of_the_rougarou")


class TestTheUltimatumOfUltimatums:
    def party(self):
        party = Party().started(DANIELA, TRISH, ultimatums=["ub.ultimatums", "ub.agony"])
        return party.with_decks().advanced()

    def drawn(self, party, seed="x", **facts):
        from rules.campaign import ultimatum_pool
        from rules.rulebook.editions import edition

        pool = ultimatum_pool(party.state, edition("grimoire-1.1"))
        return steps.UltimatumDrawn(lot=draw_lot(facts.get("among", pool), Chance(seed)))

    def test_one_is_drawn_before_each_scenario(self):
        party = self.party()
        begin = steps.BeginScenario(scenario="spreading_flames", lead=DANIELA)
        assert party.refused(begin) == ("ub.ultimatums",)
        party.do(self.drawn(party)).do(begin)
        assert party.state.drawn_ultimatum in party.state.in_force

    def test_it_holds_until_the_experience_is_counted(self):
        party = self.party()
        party.do(self.drawn(party)).do(steps.BeginScenario(scenario="spreading_flames", lead=DANIELA))
        party.ended(victory=None)
        assert party.state.drawn_ultimatum
        assert not party.do(steps.CountExperience(victory=0)).state.drawn_ultimatum

    def test_the_pool_leaves_out_decks_bag_and_what_is_active(self):
        party = self.party()
        among = self.drawn(party).lot.among
        assert not {"ub.ultimatums", "ub.agony", "ub.highlander", "ub.failure", "boon.nodens"} & set(among)
        assert {"ub.spiral", "ub.scream", "boon.hades", "ub.malevolence"} <= set(among)

    def test_another_pool_is_not_honest(self):
        party = self.party()
        assert party.refused(self.drawn(party, among=["boon.hades"])) == ("ub.ultimatums",)

    def test_only_where_the_group_plays_with_it_and_once(self):
        assert a_party(DANIELA).refused(self.drawn(a_party(DANIELA))) == ("ub.ultimatums",)
        party = self.party()
        party.do(self.drawn(party))
        assert party.refused(self.drawn(party, "y")) == ("ub.ultimatums",)

    def given(self, party, wanted):
        """Return the same campaign with this ultimatum drawn for the next scenario."""
        lots = (self.drawn(party, f"seed {number}") for number in range(1000))
        return party.do(next(step for step in lots if step.lot.result == wanted))

    def played(self, party, scenario, **facts):
        lead = next(iter(party.state.active))
        party.do(steps.BeginScenario(scenario=scenario, lead=lead))
        return party.do(end(party, **{"victory": 0, **facts}))

    def test_survival_that_was_drawn_puts_out_for_good_the_player_who_lost_an_investigator_in_it(self):
        party = self.given(self.party(), "ub.survival")
        self.played(party, "spreading_flames", fates={DANIELA: Fate(lost="killed"), TRISH: Fate()})
        assert not party.state.drawn_ultimatum
        again = steps.SeatJoins(
            seat=JOE, player="daniela's player", investigator=CODES[JOE], replaces=DANIELA
        )
        assert party.refused(again) == ("ub.survival",)
        assert "seat-joins" not in [step.do for step in next_steps(party.state, GAME)]
        party.do(steps.SeatJoins(seat=JOE, player="somebody else", investigator=CODES[JOE]))

    def test_survival_that_is_drawn_later_puts_nobody_out(self):
        party = self.given(self.party(), "boon.hades")
        self.played(party, "spreading_flames", fates={DANIELA: Fate(lost="killed"), TRISH: Fate()})
        self.given(party, "ub.survival")
        assert ("seat-joins", DANIELA) in [(step.do, step.seat) for step in next_steps(party.state, GAME)]
        party.do(
            steps.SeatJoins(seat=JOE, player="daniela's player", investigator=CODES[JOE], replaces=DANIELA)
        )

    def test_an_ally_lost_to_the_scream_that_was_drawn_stays_lost(self):
        party = self.given(self.party(), "ub.scream")
        assert "ub.scream" in self.circumstances(party).ultimatums
        self.played(party, "spreading_flames", lost_allies=("12060",))
        assert party.state.lost_allies == ("Jim Culver",)
        assert "ub.scream" in self.circumstances(party).ultimatums, "no deck may have it any more"

    def test_the_scream_that_took_no_ally_ends_with_its_scenario(self):
        party = self.given(self.party(), "ub.scream")
        self.played(party, "spreading_flames")
        assert "ub.scream" not in self.circumstances(party).ultimatums

    def test_a_prologue_is_a_game_of_its_own(self):
        party = Party(game=game()).started(DANIELA, campaign="tcu", ultimatums=["ub.ultimatums"])
        prologue = "disappearance_at_the_twilight_estate"
        party.do(steps.Advance(scenario=prologue, verdicts={})).do(self.drawn(party))
        party.do(steps.BeginScenario(scenario=prologue))
        party.do(end(party, resolution="no_resolution"))
        assert party.state.owes_an_ultimatum

    def circumstances(self, party):
        return circumstances_of(party.state, party.seat(DANIELA), GAME)

    def test_who_no_longer_plays_with_it_loses_what_was_drawn(self):
        party = self.given(self.party(), "boon.hades")
        agreed = frozenset({DANIELA, TRISH})
        party.do(steps.UltimatumsChosen(chosen=("ub.ultimatums",), agreed=agreed))
        assert "boon.hades" in party.state.in_force
        party.do(steps.UltimatumsChosen(chosen=("ub.agony",), agreed=agreed))
        assert party.state.in_force == {"ub.agony"}
