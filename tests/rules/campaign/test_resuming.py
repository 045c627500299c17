"""A campaign that was begun elsewhere continues here: what the group states is an opening balance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.campaign import (
    apply,
    circumstances_of,
    entries_of,
    is_sound,
    next_steps,
    replay,
    step_from_json,
    step_to_json,
    steps,
)
from rules.campaign.entries import ExperienceEntry
from rules.campaign.resuming import MOST_PLAYED
from rules.campaign.state import BETWEEN, SETUP, Fate
from rules.deck.circumstances import CAMPAIGN
from rules.upgrade.purchase import Purchase, Reason
from tests.rules.campaign.party import BAG, CODES, DANIELA, GAME, JOE, Party, deck

JOES = deck("12004", c12020=2, c12102=1)


def resumed(who=DANIELA, **facts):
    known = {"deck": deck(CODES[who], c12020=2, c12026=1, c12102=1), "earned": 9, "experience": 4}
    return steps.ResumedSeat(
        **{"seat": who, "player": f"{who}'s player", "investigator": CODES[who], **known, **facts}
    )


def resume(*seats, **facts):
    known = {
        "played": (steps.EarlierScenario(scenario="spreading_flames", resolution="R1"),),
        "next_scenario": "smoke_and_mirrors",
        "seats": seats or (resumed(),),
    }
    return steps.CampaignResumed(**{**known, **facts})


def party(step):
    return Party().started().do(step)


class TestOpeningBalance:
    def test_experience_in_the_state_is_the_sum_of_the_ledger(self):
        before = Party().started().state
        step = resume(resumed(earned=9, experience=4), resumed(JOE, earned=0, experience=3, deck=JOES))
        written = [each for each in entries_of(before, step, GAME) if isinstance(each, ExperienceEntry)]
        seats = party(step).state.seats
        for who, earned, left in ((DANIELA, 9, 4), (JOE, 0, 3)):
            own = [each for each in written if each.seat == who]
            assert sum(each.amount for each in own) == left == seats[who].experience
            assert sum(each.amount for each in own if each.earned) == earned == seats[who].earned
            assert {each.reason for each in own} <= {"opening", "spent-before"}

    def test_trauma_status_and_player_are_as_stated(self):
        lost = resumed(JOE, status="insane", mental=6, deck=None, experience=9)
        seats = party(resume(lost, resumed(physical=2, mental=1, replaces=JOE))).state.seats
        assert (seats[DANIELA].physical, seats[DANIELA].mental) == (2, 1)
        assert (seats[JOE].status, seats[JOE].mental, seats[DANIELA].replaces) == ("insane", 6, JOE)

    def test_the_bag_is_the_stated_one(self):
        bag = {**BAG, "skull": 3, "-4": 0, "cultist": 1}
        tokens = party(resume(bag=bag)).state.bag.tokens
        assert {token: n for token, n in tokens.items() if n} == {t: n for t, n in bag.items() if n}

    def test_without_a_bag_it_is_the_guides(self):
        assert party(resume()).state.bag.tokens == BAG

    def test_notes_and_counters_are_in_the_log(self):
        log = (
            steps.LogChange(do="record", text="The mill burned.", seat=DANIELA),
            steps.LogChange(do="count", section="leads", number=3),
        )
        state = party(resume(log=log)).state
        assert [(note.text, note.seat) for note in state.notes] == [("The mill burned.", DANIELA)]
        assert state.counts == {"leads||": 3}


class TestWhereTheyAre:
    def test_scenarios_count_as_played_and_the_next_one_is_named(self):
        state = party(resume()).state
        assert [(each.scenario, each.resolution, each.kind) for each in state.history] == [
            ("spreading_flames", "R1", "scenario")
        ]
        assert (state.phase, state.next_scenario) == (BETWEEN, "smoke_and_mirrors")
        assert next_steps(state, GAME)[-1].facts["scenarios"] == ("smoke_and_mirrors",)

    def test_without_a_next_scenario_the_guide_knows_it(self):
        state = party(resume(next_scenario="")).state
        assert next_steps(state, GAME)[-1].facts["scenarios"] == ("smoke_and_mirrors",)

    def test_side_stories_and_interludes_keep_their_kind(self):
        played = ("curse_of_the_rougarou", "an_interlude")
        state = party(resume(played=tuple(steps.EarlierScenario(scenario=each) for each in played))).state
        assert [each.kind for each in state.history] == ["side", "interlude"]

    def test_only_an_interlude_leaves_it_before_the_first_scenario(self):
        step = resume(played=(steps.EarlierScenario(scenario="an_interlude"),), next_scenario="")
        assert party(step).state.phase == SETUP

    def test_it_can_be_played_on(self):
        playing = party(resume(resumed(), resumed(JOE, deck=JOES))).begun("smoke_and_mirrors")
        state = playing.ended(victory=2, daniela=Fate(how="damage")).state
        assert (state.seats[DANIELA].experience, state.seats[DANIELA].earned) == (6, 11)
        assert state.seats[DANIELA].physical == 1
        assert [each.scenario for each in state.history] == ["spreading_flames", "smoke_and_mirrors"]

    def test_a_campaign_of_the_groups_own_takes_any_scenario(self):
        start = steps.StartCampaign(title="Ours", difficulty="standard", bag=BAG)
        step = resume(played=(steps.EarlierScenario(scenario="The Mill"),), next_scenario="The Lake")
        assert Party().do(start).do(step).state.next_scenario == "The Lake"


class TestDecks:
    def test_the_deck_is_judged_as_one_that_was_played(self):
        state = party(resume()).state
        terms = circumstances_of(state, state.seats[DANIELA], GAME)
        assert terms.mode == CAMPAIGN
        assert terms.log.kept == {"12020": 2, "12026": 1, "12102": 1}

    def test_cards_can_be_bought_for_it_at_once(self):
        playing = party(resume())
        after = deck("12001", c12020=1, c12026=2, c12102=1)
        bought = Purchase("upgrade", "12026", 2, (Reason("level", 2),), "12020")
        playing.do(steps.CardsBought(seat=DANIELA, deck=after, purchases=(bought,)))
        assert playing.seat(DANIELA).experience == 4 - 2
        assert playing.seat(DANIELA).earned == 9

    def test_another_deck_cannot_be_chosen(self):
        assert "xp.no-other-changes" in party(resume()).refused(steps.DeckChosen(seat=DANIELA, deck=JOES))

    def test_weaknesses_and_story_cards_of_the_deck_are_recorded(self):
        held = deck("12001", c12003=1, c12102=1, c12115=1, c04039=1)
        seat = party(resume(resumed(deck=held))).seat(DANIELA)
        assert seat.weaknesses == {"12102": 1, "04039": 1}
        assert seat.story == {"12115": 1}
        assert (seat.owed, seat.extra_weaknesses) == (0, 1)

    def test_stated_cards_that_the_deck_lacks_are_added(self):
        held = deck("12001", c12020=2, c01000=1)
        step = resume(resumed(deck=held, weaknesses={"12102": 1}, story={"12115": 1, "05040": 1}))
        seat = party(step).seat(DANIELA)
        assert seat.deck.slots["12102"] == seat.deck.slots["12115"] == 1
        assert not seat.deck.slots.get("01000")
        assert (seat.story, seat.granted, seat.owed) == ({"12115": 1}, {"05040": 1}, 0)
        assert seat.deck.ignored == {"05040": 1}

    def test_a_weakness_that_is_neither_stated_nor_in_the_deck_is_still_to_be_drawn(self):
        assert party(resume(resumed(deck=deck("12001", c12020=2)))).seat(DANIELA).owed == 1

    def test_a_seat_without_a_deck_chooses_a_new_one_later(self):
        playing = party(resume(resumed(deck=None, earned=5, experience=5)))
        chosen = steps.DeckChosen(seat=DANIELA, deck=deck("12001", c12026=2, c12102=1), experience=4)
        assert playing.do(chosen).seat(DANIELA).experience == 1


REFUSED = [
    pytest.param(resume(seats=()), "party.no-investigators-left", id="nobody"),
    pytest.param(resume(resumed(), resumed(seat="b")), "deck.distinct-investigators-in-group", id="twice"),
    pytest.param(resume(resumed(), resumed(JOE, seat=DANIELA)), "step.known-seat", id="one seat twice"),
    pytest.param(resume(resumed(seat="a b")), "step.known-seat", id="a seat that is no id"),
    pytest.param(resume(resumed(investigator="12020")), "deck.one-investigator", id="no investigator"),
    pytest.param(resume(resumed(deck=JOES)), "deck.one-investigator", id="another's deck"),
    pytest.param(resume(resumed(deck=None)), "step.deck-missing", id="spent without a deck"),
    pytest.param(resume(resumed(experience=-1)), "step.count", id="experience below 0"),
    pytest.param(resume(resumed(mental=-1)), "step.count", id="trauma below 0"),
    pytest.param(resume(resumed(physical=9)), "trauma.killed-threshold", id="dead, but plays"),
    pytest.param(resume(resumed(mental=5)), "trauma.insane-threshold", id="insane, but plays"),
    pytest.param(resume(resumed(status="bored")), "step.known-status", id="no status"),
    pytest.param(resume(resumed(replaces=JOE)), "party.replacement-level0", id="replaces nobody"),
    pytest.param(resume(resumed(weaknesses={"12020": 1})), "step.known-card", id="no weakness"),
    pytest.param(resume(resumed(weaknesses={"12102": 0})), "step.count", id="no copies"),
    pytest.param(resume(resumed(story={"12020": 1})), "story.only-by-instruction", id="no story card"),
    pytest.param(resume(resumed(story={"99999": 1})), "step.known-card", id="an unknown card"),
    pytest.param(resume(resumed(deck=deck("12001", c12020=-1))), "step.count", id="fewer than no cards"),
    pytest.param(resume(next_scenario="the_lake"), "step.known-scenario", id="no such next"),
    pytest.param(resume(next_scenario="an_interlude"), "step.known-scenario", id="an interlude next"),
    pytest.param(resume(bag={"skull": -1}), "chaos.bag-persists", id="fewer than no tokens"),
    pytest.param(resume(bag={"frost": 99}), "chaos.campaign-symbols", id="more tokens than there are"),
    pytest.param(
        resume(played=(steps.EarlierScenario(scenario="the_lake"),)), "step.known-scenario", id="no such past"
    ),
    pytest.param(
        resume(played=(steps.EarlierScenario(scenario="spreading_flames", resolution="R9"),)),
        "end.resolution",
        id="no such resolution",
    ),
    pytest.param(
        resume(played=(steps.EarlierScenario(scenario="an_interlude"),) * (MOST_PLAYED + 1)),
        "step.count",
        id="too long a past",
    ),
    pytest.param(
        resume(log=(steps.LogChange(do="record", text="x", seat="nobody"),)), "step.known-seat", id="no seat"
    ),
    pytest.param(
        resume(*(resumed(seat=f"s{n}", investigator=code) for n, code in enumerate(CODES.values())),
               resumed(seat="s9", investigator="04004")),
        "step.party-full",
        id="five at once",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("step", "rule"), REFUSED)
def test_what_cannot_be_is_refused_with_its_rule(step, rule):
    assert rule in Party().started().refused(step)


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(Party(), id="not started"),
        pytest.param(Party().started(DANIELA), id="with seats"),
        pytest.param(party(resume()), id="continued already"),
        pytest.param(Party().started(mode="standalone", scenario="curse_of_the_rougarou"), id="alone"),
    ],
)
def test_only_a_campaign_that_has_just_started_is_continued(begun):
    assert "step.order" in begun.refused(resume())


def test_undo_replay_and_json_are_exact():
    playing = party(
        resume(resumed(physical=1, story={"12115": 1}), log=(steps.LogChange(do="record", text="x"),))
    )
    assert replay(playing.steps, GAME) == playing.state
    assert replay(playing.steps[:-1], GAME).seats == {}
    (_number, step) = playing.steps[-1]
    assert step_from_json(step_to_json(step)) == step
    assert is_sound(playing.state)


def test_what_is_refused_can_be_waived_unless_it_makes_no_sense():
    step = replace(
        resume(resumed(physical=9)), waives=frozenset({"trauma.killed-threshold"}), note="We like her."
    )
    assert apply(Party().started().state, step, GAME).seats[DANIELA].physical == 9
