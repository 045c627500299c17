"""Rulebook A9 and A16: the log, memories, research, rewards, the bag."""

from __future__ import annotations

import pytest

from rules.campaign import Fate, advise, circumstances_of, steps
from rules.campaign.entries import RewardEntry
from rules.campaign.ledger import post
from rules.campaign.logbook import key_of
from tests.rules.campaign.party import (
    BAG,
    DANIELA,
    GAME,
    ISABELLE,
    JOE,
    TRISH,
    Party,
    a_game,
    a_party,
    count_of,
)


def writes(**change):
    return steps.LogWritten(changes=(steps.LogChange(**{"do": "record", **change}),))


def warnings(party, step):
    return tuple(violation.rule for violation in advise(party.state, step, GAME))


def rewards(party, who):
    """Return the rewards that the judge gets for a seat."""
    return circumstances_of(party.state, party.seat(who), GAME).rewards


class TestNotes:
    def test_a_phrase_is_kept_exactly_with_its_number(self):
        text = "the investigators discovered 3 notes"
        party = a_game(DANIELA).do(writes(text=text, key="discovered_notes", number=3))
        note = party.state.notes[0]
        assert (note.text, note.key, note.number) == (text, "discovered_notes", 3)
        assert note.section == "campaign_notes"

    def test_the_words_of_a_group_are_kept_without_a_warning(self):
        party, step = a_game(DANIELA), writes(text="some notes")
        assert warnings(party, step) == ()
        assert party.do(step).state.notes[0].text == "some notes"

    @pytest.mark.parametrize(
        ("text", "key"),
        [
            ("The investigators escaped the Asylum.", "escaped_the_asylum"),
            ("you escaped the asylum", "escaped_the_asylum"),
            ("The Stranger’s on to you", "strangers_on_to_you"),
            ("attacked as they escaped the Asylum", ""),
            ("the guardian of the trap emerged and was defeated", ""),
            ("the guardian of the trap emerged", "guardian_of_the_trap_emerged"),
            ("The investigators did not escape the Asylum", ""),
            ("the team survived", ""),
            ("…", ""),
        ],
    )
    def test_a_phrase_has_a_key_only_if_all_words_agree(self, text, key):
        keys = ["escaped_the_asylum", "guardian_of_the_trap_emerged", "strangers_on_to_you"]
        assert key_of([*keys, "team_survived", "the_team_survived"], text) == key

    def test_an_empty_phrase_is_no_note(self):
        assert a_game(DANIELA).refused(writes(text="  ")) == ("log.record-exact",)

    def test_a_crossed_out_note_is_ignored_and_kept(self):
        party = a_game(DANIELA).do(writes(key="saved_miskatonic_university"))
        note = party.state.notes[0]
        party.do(writes(do="cross-out", entry=note.id))
        assert party.state.notes[0].text == note.text
        assert party.state.notes[0].crossed == party.state.number
        party.do(writes(do="restore", entry=note.id))
        assert party.state.notes == (note,)

    @pytest.mark.parametrize("do", ["cross-out", "restore"])
    def test_a_note_that_there_is_not(self, do):
        assert a_game(DANIELA).refused(writes(do=do, entry="9-9")) == ("log.cross-out",)

    def test_one_step_may_write_several_lines_and_sees_what_it_wrote(self):
        party = a_game(DANIELA)
        party.do(writes(key="saved_miskatonic_university"))
        line = steps.LogChange(do="cross-out", entry=party.state.notes[0].id)
        assert party.refused(steps.LogWritten(changes=(line, line))) == ("log.cross-out",)

    def test_a_note_knows_its_scenario_and_step(self):
        party = a_game(DANIELA).do(writes(text="a")).ended().do(writes(text="b"))
        assert [note.scenario for note in party.state.notes] == ["spreading_flames"] * 2
        assert party.state.notes[1].step == party.state.number

    def test_a_personal_note_has_its_investigator(self):
        party = a_game(DANIELA, JOE).do(writes(key="discovered_notes", seat=JOE))
        assert [note.seat for note in party.state.notes] == [JOE]

    def test_nothing_is_written_in_a_campaign_that_is_over(self):
        party = a_game(DANIELA).ended().do(steps.CampaignEnded(result="won"))
        assert party.refused(writes(text="too late")) == ("step.order",)


class TestCounters:
    def test_a_counter_goes_up_and_down(self):
        party = a_game(DANIELA).do(writes(do="count", section="leads", number=3))
        party.do(writes(do="count", section="leads", number=-1))
        assert count_of(party.state, "leads") == 2
        party.do(writes(do="count", section="leads", number=-2))
        assert party.state.counts == {}

    def test_a_counter_does_not_fall_below_nothing(self):
        step = writes(do="count", section="leads", number=-1)
        assert a_game(DANIELA).refused(step) == ("log.contents",)

    def test_counters_of_one_investigator_and_of_one_entry_stand_apart(self):
        party = a_game(DANIELA, JOE)
        party.do(writes(do="count", section="tasks", key="a", seat=JOE, number=2))
        assert count_of(party.state, "tasks", "a", JOE) == 2
        assert count_of(party.state, "tasks", "a") == 0

    def test_boxes_are_ticked_and_cleared_once(self):
        party = a_game(DANIELA).do(writes(do="tick", section="areas", key="mill"))
        assert count_of(party.state, "areas", "mill") == 1
        assert party.refused(writes(do="tick", section="areas", key="mill")) == ("log.contents",)
        party.do(writes(do="clear", section="areas", key="mill"))
        assert party.refused(writes(do="clear", section="areas", key="mill")) == ("log.contents",)

    def test_an_unknown_thing_to_do(self):
        assert a_game(DANIELA).refused(writes(do="burn", text="x")) == ("step.known-change",)


class TestMemory:
    def test_what_is_remembered_lasts_for_the_scenario_and_its_resolution(self):
        party = a_game(DANIELA).do(steps.RememberedThat(key="met_the_mayor"))
        party.ended(victory=None)
        assert [memory.key for memory in party.state.memories] == ["met_the_mayor"]
        party.do(steps.CountExperience(victory=1))
        assert (party.state.memories, party.state.notes) == ((), ())

    def test_nothing_is_remembered_between_scenarios(self):
        step = steps.RememberedThat(text="that you met the mayor")
        assert a_party(DANIELA).refused(step) == ("log.remember-scenario-scope",)

    def test_you_is_the_investigator_who_remembers(self):
        party = a_game(DANIELA, JOE, TRISH).do(steps.RememberedThat(key="you_saw_it", seat=JOE))
        assert [(memory.key, memory.seat) for memory in party.state.memories] == [("you_saw_it", JOE)]

    def test_a_codex_entry_resolved_twice_is_worth_a_word(self):
        step = steps.RememberedThat(section="codex", key="4")
        party = a_game(DANIELA)
        assert warnings(party, step) == ()
        party.do(step)
        assert warnings(party, step) == ("log.codex-once",)
        party.ended().begun("smoke_and_mirrors")
        assert warnings(party, step) == ()

    def test_alone_record_means_remember(self):
        party = Party().started(DANIELA, mode="standalone", scenario="spreading_flames").with_decks().begun()
        party.do(writes(key="discovered_notes"))
        assert party.state.notes == ()
        assert [memory.key for memory in party.state.memories] == ["discovered_notes"]


class TestResearchAndRewards:
    def test_a_task_done_by_one_counts_for_all(self):
        party = a_game(DANIELA, JOE).do(steps.ResearchDone(task="stone_identified", seat=JOE, value=4))
        assert [(task.task, task.seat, task.value) for task in party.state.research] == [
            ("stone_identified", JOE, 4)
        ]

    def test_a_reward_is_unlocked_once(self):
        party = a_game(DANIELA).ended().do(steps.RewardsUnlocked(cards=("12181",)))
        assert party.do(steps.RewardsUnlocked(cards=("12181",))).state.rewards == ("12181",)

    def test_a_reward_is_the_players_who_play_when_it_is_earned(self):
        party = a_game(DANIELA, JOE).ended(joe=Fate(lost="killed"))
        party.do(steps.RewardsUnlocked(cards=("12181", "12181")))
        assert [party.seat(who).rewards for who in (DANIELA, JOE)] == [("12181",), ()]
        party.do(steps.SeatJoins(seat=TRISH, player="joe's player", investigator="12007", replaces=JOE))
        assert [rewards(party, who) for who in (DANIELA, TRISH)] == [{"12181"}, set()]

    def test_a_reward_may_be_one_players(self):
        party = a_game(DANIELA, JOE).ended()
        party.do(steps.RewardsUnlocked(cards=("12181",), seats=(JOE,)))
        assert [rewards(party, who) for who in (DANIELA, JOE)] == [set(), {"12181"}]
        assert party.state.rewards == ("12181",)
        party.do(steps.RewardsUnlocked(cards=("12181",)))
        assert [rewards(party, who) for who in (DANIELA, JOE)] == [{"12181"}, {"12181"}]
        assert party.refused(steps.RewardsUnlocked(cards=("12181",), seats=("x",))) == ("step.known-seat",)

    def test_a_reward_stays_with_the_player_of_a_new_investigator(self):
        party = a_game(DANIELA, JOE).ended()
        party.do(steps.RewardsUnlocked(cards=("12181",), seats=(JOE,)))
        party.do(steps.InvestigatorLost(seat=JOE, status="killed", cause="a guide"))
        party.do(steps.SeatJoins(seat=TRISH, player="joe's player", investigator="12007", replaces=JOE))
        assert rewards(party, TRISH) == {"12181"}
        party.do(steps.SeatJoins(seat=ISABELLE, player="", investigator="12013"))
        assert rewards(party, ISABELLE) == set(), "a seat without a player's name is nobody else's"

    def test_rewards_of_older_records_are_everybodys_who_played(self):
        party = a_game(DANIELA, JOE).ended()
        state = post(party.state, [RewardEntry("12181")], party.state.number + 1)
        assert [seat.rewards for seat in state.seats.values()] == [("12181",), ("12181",)]

    def test_only_rewards_are_unlocked(self):
        step = steps.RewardsUnlocked(cards=("12020",))
        assert a_game(DANIELA).refused(step) == ("reward.locked-until-earned",)


class TestTheBag:
    def test_it_begins_as_in_the_guide(self):
        assert a_party(DANIELA).state.bag.tokens == BAG
        assert Party().started(DANIELA, difficulty="easy").state.bag.tokens["+1"] == 2

    def test_another_difficulty_before_the_first_scenario_brings_its_bag(self):
        party = a_party(DANIELA).do(steps.SettingsChanged(difficulty="hard"))
        assert party.state.bag.tokens["0"] == 3

    def test_the_difficulty_is_not_changed_lightly_after_the_first_scenario(self):
        party, step = a_game(DANIELA).ended(), steps.SettingsChanged(difficulty="hard")
        assert warnings(party, step) == ("chaos.difficulty-four",)
        assert party.do(step).state.bag.tokens == BAG, "and the bag persists"

    def test_a_difficulty_that_there_is_not(self):
        step = steps.StartCampaign(campaign="boa", difficulty="nightmare", bag=BAG)
        assert Party().refused(step) == ("chaos.difficulty-four",)

    def test_what_a_resolution_adds_is_there_in_the_next_scenario(self):
        party = a_game(DANIELA).ended().do(steps.TokensChanged(tokens={"cultist": 2}, cause="R1"))
        assert party.begun("smoke_and_mirrors").state.bag.tokens["cultist"] == 2

    def test_nothing_is_taken_out_that_is_not_in(self):
        assert a_party(DANIELA).refused(steps.TokensChanged(tokens={"tablet": -1})) == ("chaos.bag-persists",)

    def test_a_symbol_of_the_campaigns_own(self):
        party = a_party(DANIELA).do(steps.TokensChanged(tokens={"comet": 1}))
        assert party.state.bag.tokens["comet"] == 1

    def test_ten_bless_tokens_are_all_there_are(self):
        party = a_game(DANIELA).do(steps.TokensChanged(tokens={"bless": 10}))
        assert party.refused(steps.TokensChanged(tokens={"bless": 1})) == ("chaos.campaign-symbols",)

    def test_sealed_tokens_return_when_the_scenario_ends(self):
        party = a_game(DANIELA).do(steps.TokensSealed(tokens={"0": 1, "skull": 2}, card="12020"))
        assert party.state.bag.size == sum(BAG.values()) - 3
        party.do(steps.TokensReleased(tokens={"skull": 1}, card="12020")).ended()
        assert party.state.bag.tokens == BAG
        assert party.state.bag.sealed == {}

    def test_bless_and_curse_tokens_last_for_one_scenario_and_frost_stays(self):
        party = a_game(DANIELA).do(steps.TokensChanged(tokens={"bless": 3, "curse": 2, "frost": 1}))
        party.do(steps.TokensSealed(tokens={"bless": 1}, card="12020")).ended()
        assert party.state.bag.tokens == {**BAG, "frost": 1}
        assert party.state.bag.sealed == {}

    @pytest.mark.parametrize(
        "step",
        [
            steps.TokensSealed(tokens={"0": 9}, card="12020"),
            steps.TokensReleased(tokens={"0": 1}, card="12020"),
        ],
    )
    def test_only_what_is_there_is_sealed_or_released(self, step):
        assert a_game(DANIELA).refused(step) == ("chaos.sealed-tokens-return",)

    def test_a_campaign_of_ones_own_brings_its_bag(self):
        step = steps.StartCampaign(title="Our own", difficulty="standard", bag={"0": 3, "auto_fail": 1})
        assert Party().do(step).state.bag.size == 4
        nothing = steps.StartCampaign(title="Our own", difficulty="standard")
        assert Party().refused(nothing) == ("chaos.bag-from-guide",)


class TestCorrections:
    def party(self):
        return a_game(DANIELA, JOE).ended(victory=4, daniela=Fate("damage"))

    def test_a_mistake_is_put_right_by_a_new_step(self):
        party = self.party()
        party.do(steps.Corrected(
            of=party.state.number, cause="she resigned", trauma={DANIELA: {"physical": -1}},
            experience={DANIELA: 1, JOE: 1}, tokens={"cultist": 1},
            log=(steps.LogChange(do="record", text="forgotten"),),
        ))  # fmt: skip
        seat = party.seat(DANIELA)
        assert (seat.physical, seat.experience, seat.earned) == (0, 5, 5)
        assert party.state.notes[-1].text == "forgotten"
        assert party.state.bag.tokens["cultist"] == 1

    def test_the_dead_may_live_again_by_correction(self):
        party = a_game(DANIELA, JOE).ended(joe=Fate(lost="killed"))
        party.do(steps.Corrected(of=party.state.number, cause="misread", statuses={JOE: "active"}))
        assert party.seat(JOE).status == "active"

    def test_a_correction_cannot_leave_debts(self):
        party = self.party()
        step = steps.Corrected(of=1, cause="miscounted", experience={JOE: -5}, earned=False)
        assert party.refused(step) == ("xp.spend-not-exceed",)

    def test_a_status_that_there_is_not(self):
        step = steps.Corrected(of=1, cause="misread", statuses={JOE: "asleep"})
        assert self.party().refused(step) == ("step.known-status",)

    def test_no_seat_has_earned_less_than_nothing(self):
        party = self.party()
        party.do(steps.ExperienceAdjusted(amounts={JOE: 3}, cause="a gift", earned=False))
        step = steps.Corrected(of=1, cause="miscounted", experience={JOE: -5})
        assert party.refused(step) == ("xp.total-earned",)

    def test_a_correction_names_a_step_and_a_cause(self):
        step = steps.Corrected(of=999, cause="")
        assert self.party().refused(step) == ("step.cause", "step.known-step")
