"""Rulebook A9 and A16: the log, memories, research, rewards, the bag."""

from __future__ import annotations

import pytest

from rules.campaign import Fate, advise, circumstances_of, count_of, says, steps
from rules.campaign.entries import RewardEntry
from rules.campaign.ledger import post
from tests.rules.campaign.game import BAG, DANIELA, ISABELLE, JOE, LAW, TRISH, Table, a_game, a_table


def writes(**change):
    return steps.LogWritten(changes=(steps.LogChange(**{"do": "record", **change}),))


def warnings(table, act):
    return tuple(violation.rule for violation in advise(table.state, act, LAW))


def rewards(table, who):
    """Return the rewards that the judge gets for a seat."""
    return circumstances_of(table.state, table.seat(who), LAW).rewards


class TestNotes:
    def test_a_phrase_is_kept_exactly_with_its_number(self):
        text = "the investigators discovered 3 notes"
        table = a_game(DANIELA).do(writes(text=text, key="discovered_notes", number=3))
        note = table.state.notes[0]
        assert (note.text, note.number, note.section) == (text, 3, "campaign_notes")
        assert says(table.state, "discovered_notes", at_least=3)
        assert not says(table.state, "discovered_notes", at_least=4)

    def test_free_words_are_kept_with_a_warning(self):
        table, act = a_game(DANIELA), writes(text="some notes")
        assert warnings(table, act) == ("log.record-exact",)
        assert table.do(act).state.notes[0].text == "some notes"

    def test_an_empty_phrase_is_no_note(self):
        assert a_game(DANIELA).refused(writes(text="  ")) == ("log.record-exact",)

    def test_a_crossed_out_note_is_ignored_and_kept(self):
        table = a_game(DANIELA).do(writes(key="saved_miskatonic_university"))
        note = table.state.notes[0]
        table.do(writes(do="cross-out", entry=note.id))
        assert not says(table.state, "saved_miskatonic_university")
        assert table.state.notes[0].crossed == table.state.number
        table.do(writes(do="restore", entry=note.id))
        assert says(table.state, "saved_miskatonic_university")

    @pytest.mark.parametrize("do", ["cross-out", "restore"])
    def test_a_note_that_there_is_not(self, do):
        assert a_game(DANIELA).refused(writes(do=do, entry="9-9")) == ("log.cross-out",)

    def test_one_act_may_write_several_lines_and_sees_what_it_wrote(self):
        table = a_game(DANIELA)
        table.do(writes(key="saved_miskatonic_university"))
        line = steps.LogChange(do="cross-out", entry=table.state.notes[0].id)
        assert table.refused(steps.LogWritten(changes=(line, line))) == ("log.cross-out",)

    def test_a_note_knows_its_scenario_and_act(self):
        table = a_game(DANIELA).do(writes(text="a")).ended().do(writes(text="b"))
        assert [note.scenario for note in table.state.notes] == ["spreading_flames"] * 2
        assert table.state.notes[1].act == table.state.number

    def test_a_personal_note_answers_for_its_investigator_alone(self):
        table = a_game(DANIELA, JOE).do(writes(key="discovered_notes", seat=JOE))
        assert says(table.state, "discovered_notes", seat=JOE)
        assert not says(table.state, "discovered_notes", seat=DANIELA)

    def test_nothing_is_written_in_a_campaign_that_is_over(self):
        table = a_game(DANIELA).ended().do(steps.CampaignEnded(result="won"))
        assert table.refused(writes(text="too late")) == ("act.order",)


class TestCounters:
    def test_a_counter_goes_up_and_down(self):
        table = a_game(DANIELA).do(writes(do="count", section="leads", number=3))
        table.do(writes(do="count", section="leads", number=-1))
        assert count_of(table.state, "leads") == 2
        table.do(writes(do="count", section="leads", number=-2))
        assert table.state.counts == {}

    def test_a_counter_does_not_fall_below_nothing(self):
        act = writes(do="count", section="leads", number=-1)
        assert a_game(DANIELA).refused(act) == ("log.contents",)

    def test_counters_of_one_investigator_and_of_one_entry_stand_apart(self):
        table = a_game(DANIELA, JOE)
        table.do(writes(do="count", section="tasks", key="a", seat=JOE, number=2))
        assert count_of(table.state, "tasks", "a", JOE) == 2
        assert count_of(table.state, "tasks", "a") == 0

    def test_boxes_are_ticked_and_cleared_once(self):
        table = a_game(DANIELA).do(writes(do="tick", section="areas", key="mill"))
        assert count_of(table.state, "areas", "mill") == 1
        assert table.refused(writes(do="tick", section="areas", key="mill")) == ("log.contents",)
        table.do(writes(do="clear", section="areas", key="mill"))
        assert table.refused(writes(do="clear", section="areas", key="mill")) == ("log.contents",)

    def test_an_unknown_thing_to_do(self):
        assert a_game(DANIELA).refused(writes(do="burn", text="x")) == ("act.known-change",)


class TestMemory:
    def test_what_is_remembered_lasts_for_the_scenario_and_its_resolution(self):
        table = a_game(DANIELA).do(steps.RememberedThat(key="met_the_mayor"))
        table.ended(victory=None)
        assert says(table.state, "met_the_mayor")
        table.do(steps.CountExperience(victory=1))
        assert not says(table.state, "met_the_mayor")
        assert table.state.notes == ()

    def test_nothing_is_remembered_between_scenarios(self):
        act = steps.RememberedThat(text="that you met the mayor")
        assert a_table(DANIELA).refused(act) == ("log.remember-scenario-scope",)

    def test_you_is_the_investigator_who_remembers(self):
        table = a_game(DANIELA, JOE, TRISH).do(steps.RememberedThat(key="you_saw_it", seat=JOE))
        assert says(table.state, "you_saw_it", seat=JOE)
        assert not says(table.state, "you_saw_it", seat=TRISH)

    def test_a_codex_entry_resolved_twice_is_worth_a_word(self):
        act = steps.RememberedThat(section="codex", key="4")
        table = a_game(DANIELA)
        assert warnings(table, act) == ()
        table.do(act)
        assert warnings(table, act) == ("log.codex-once",)
        table.ended().begun("smoke_and_mirrors")
        assert warnings(table, act) == ()

    def test_alone_record_means_remember(self):
        table = Table().started(DANIELA, mode="standalone", scenario="spreading_flames").with_decks().begun()
        table.do(writes(key="discovered_notes"))
        assert table.state.notes == ()
        assert says(table.state, "discovered_notes")


class TestResearchAndRewards:
    def test_a_task_done_by_one_counts_for_all(self):
        table = a_game(DANIELA, JOE).do(steps.ResearchDone(task="stone_identified", seat=JOE, value=4))
        assert [(task.task, task.seat, task.value) for task in table.state.research] == [
            ("stone_identified", JOE, 4)
        ]

    def test_a_reward_is_unlocked_once(self):
        table = a_game(DANIELA).ended().do(steps.RewardsUnlocked(cards=("12181",)))
        assert table.do(steps.RewardsUnlocked(cards=("12181",))).state.rewards == ("12181",)

    def test_a_reward_is_the_players_who_play_when_it_is_earned(self):
        table = a_game(DANIELA, JOE).ended(joe=Fate(lost="killed"))
        table.do(steps.RewardsUnlocked(cards=("12181", "12181")))
        assert [table.seat(who).rewards for who in (DANIELA, JOE)] == [("12181",), ()]
        table.do(steps.SeatJoins(seat=TRISH, player="joe's player", investigator="12007", replaces=JOE))
        assert [rewards(table, who) for who in (DANIELA, TRISH)] == [{"12181"}, set()]

    def test_a_reward_may_be_one_players(self):
        table = a_game(DANIELA, JOE).ended()
        table.do(steps.RewardsUnlocked(cards=("12181",), seats=(JOE,)))
        assert [rewards(table, who) for who in (DANIELA, JOE)] == [set(), {"12181"}]
        assert table.state.rewards == ("12181",)
        table.do(steps.RewardsUnlocked(cards=("12181",)))
        assert [rewards(table, who) for who in (DANIELA, JOE)] == [{"12181"}, {"12181"}]
        assert table.refused(steps.RewardsUnlocked(cards=("12181",), seats=("x",))) == ("act.known-seat",)

    def test_a_reward_stays_with_the_player_of_a_new_investigator(self):
        table = a_game(DANIELA, JOE).ended()
        table.do(steps.RewardsUnlocked(cards=("12181",), seats=(JOE,)))
        table.do(steps.InvestigatorLost(seat=JOE, status="killed", cause="a guide"))
        table.do(steps.SeatJoins(seat=TRISH, player="joe's player", investigator="12007", replaces=JOE))
        assert rewards(table, TRISH) == {"12181"}
        table.do(steps.SeatJoins(seat=ISABELLE, player="", investigator="12013"))
        assert rewards(table, ISABELLE) == set(), "a seat without a player's name is nobody else's"

    def test_rewards_of_older_records_are_everybodys_who_played(self):
        table = a_game(DANIELA, JOE).ended()
        state = post(table.state, [RewardEntry("12181")], table.state.number + 1)
        assert [seat.rewards for seat in state.seats.values()] == [("12181",), ("12181",)]

    def test_only_rewards_are_unlocked(self):
        act = steps.RewardsUnlocked(cards=("12020",))
        assert a_game(DANIELA).refused(act) == ("reward.locked-until-earned",)


class TestTheBag:
    def test_it_begins_as_the_guide_says(self):
        assert a_table(DANIELA).state.bag.tokens == BAG
        assert Table().started(DANIELA, difficulty="easy").state.bag.tokens["+1"] == 2

    def test_another_difficulty_before_the_first_scenario_brings_its_bag(self):
        table = a_table(DANIELA).do(steps.SettingsChanged(difficulty="hard"))
        assert table.state.bag.tokens["0"] == 3

    def test_the_difficulty_is_not_changed_lightly_after_the_first_scenario(self):
        table, act = a_game(DANIELA).ended(), steps.SettingsChanged(difficulty="hard")
        assert warnings(table, act) == ("chaos.difficulty-four",)
        assert table.do(act).state.bag.tokens == BAG, "and the bag persists"

    def test_a_difficulty_that_there_is_not(self):
        act = steps.StartCampaign(campaign="boa", difficulty="nightmare", bag=BAG)
        assert Table().refused(act) == ("chaos.difficulty-four",)

    def test_what_a_resolution_adds_is_there_in_the_next_scenario(self):
        table = a_game(DANIELA).ended().do(steps.TokensChanged(tokens={"cultist": 2}, cause="R1"))
        assert table.begun("smoke_and_mirrors").state.bag.tokens["cultist"] == 2

    def test_nothing_is_taken_out_that_is_not_in(self):
        assert a_table(DANIELA).refused(steps.TokensChanged(tokens={"tablet": -1})) == ("chaos.bag-persists",)

    def test_a_symbol_of_the_campaigns_own(self):
        table = a_table(DANIELA).do(steps.TokensChanged(tokens={"comet": 1}))
        assert table.state.bag.tokens["comet"] == 1

    def test_ten_bless_tokens_are_all_there_are(self):
        table = a_game(DANIELA).do(steps.TokensChanged(tokens={"bless": 10}))
        assert table.refused(steps.TokensChanged(tokens={"bless": 1})) == ("chaos.campaign-symbols",)

    def test_sealed_tokens_return_when_the_scenario_ends(self):
        table = a_game(DANIELA).do(steps.TokensSealed(tokens={"0": 1, "skull": 2}, card="12020"))
        assert table.state.bag.size == sum(BAG.values()) - 3
        table.do(steps.TokensReleased(tokens={"skull": 1}, card="12020")).ended()
        assert table.state.bag.tokens == BAG
        assert table.state.bag.sealed == {}

    def test_bless_and_curse_tokens_last_for_one_scenario_and_frost_stays(self):
        table = a_game(DANIELA).do(steps.TokensChanged(tokens={"bless": 3, "curse": 2, "frost": 1}))
        table.do(steps.TokensSealed(tokens={"bless": 1}, card="12020")).ended()
        assert table.state.bag.tokens == {**BAG, "frost": 1}
        assert table.state.bag.sealed == {}

    @pytest.mark.parametrize(
        "act",
        [
            steps.TokensSealed(tokens={"0": 9}, card="12020"),
            steps.TokensReleased(tokens={"0": 1}, card="12020"),
        ],
    )
    def test_only_what_is_there_is_sealed_or_released(self, act):
        assert a_game(DANIELA).refused(act) == ("chaos.sealed-tokens-return",)

    def test_a_campaign_of_ones_own_brings_its_bag(self):
        act = steps.StartCampaign(title="Our own", difficulty="standard", bag={"0": 3, "auto_fail": 1})
        assert Table().do(act).state.bag.size == 4
        nothing = steps.StartCampaign(title="Our own", difficulty="standard")
        assert Table().refused(nothing) == ("chaos.bag-from-guide",)


class TestCorrections:
    def table(self):
        return a_game(DANIELA, JOE).ended(victory=4, daniela=Fate("damage"))

    def test_a_mistake_is_put_right_by_a_new_act(self):
        table = self.table()
        table.do(steps.Corrected(
            of=table.state.number, cause="she resigned", trauma={DANIELA: {"physical": -1}},
            experience={DANIELA: 1, JOE: 1}, tokens={"cultist": 1},
            log=(steps.LogChange(do="record", text="forgotten"),),
        ))  # fmt: skip
        seat = table.seat(DANIELA)
        assert (seat.physical, seat.experience, seat.earned) == (0, 5, 5)
        assert table.state.notes[-1].text == "forgotten"
        assert table.state.bag.tokens["cultist"] == 1

    def test_the_dead_may_live_again_by_correction(self):
        table = a_game(DANIELA, JOE).ended(joe=Fate(lost="killed"))
        table.do(steps.Corrected(of=table.state.number, cause="misread", statuses={JOE: "active"}))
        assert table.seat(JOE).status == "active"

    def test_a_correction_cannot_leave_debts(self):
        table = self.table()
        act = steps.Corrected(of=1, cause="miscounted", experience={JOE: -5}, earned=False)
        assert table.refused(act) == ("xp.spend-not-exceed",)

    def test_a_status_that_there_is_not(self):
        act = steps.Corrected(of=1, cause="misread", statuses={JOE: "asleep"})
        assert self.table().refused(act) == ("act.known-status",)

    def test_nobody_has_earned_less_than_nothing(self):
        table = self.table()
        table.do(steps.ExperienceAdjusted(amounts={JOE: 3}, cause="a gift", earned=False))
        act = steps.Corrected(of=1, cause="miscounted", experience={JOE: -5})
        assert table.refused(act) == ("xp.total-earned",)

    def test_a_correction_names_an_act_and_a_cause(self):
        act = steps.Corrected(of=999, cause="")
        assert self.table().refused(act) == ("act.cause", "act.known-act")
