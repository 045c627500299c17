"""Blood tokens: their number, the cards they are sealed on, and those that a card adds for one game."""

from __future__ import annotations

import pytest

from rules.campaign import EMPTY, from_json, replay, steps, to_json
from rules.campaign.bag import tokens_added, tokens_in_play
from rules.campaign.state import CampaignState
from rules.chaos_bag import BLOOD
from rules.setup import scenario_setup
from tests.rules.campaign.party import BAG, CODES, DANIELA, GAME, JOE, Party, a_game, a_party

CHOSEN = "13093a"


def change(by: int) -> steps.TokensChanged:
    return steps.TokensChanged(tokens={BLOOD: by})


def seal(count: int, card: str) -> steps.TokensSealed:
    return steps.TokensSealed(tokens={BLOOD: count}, card=card)


def with_reward(*seats: str, **facts) -> Party:
    """Return a scenario in progress; the first of these seats has the reward in the deck."""
    slots = {seats[0]: {CHOSEN: 1}}
    return (
        Party()
        .started(*seats, **facts)
        .with_decks(**slots)
        .begun("river_of_blood" if facts.get("campaign") == "cob" else "spreading_flames")
    )


class TestHowManyThereAre:
    def test_twelve_in_the_bag_and_on_cards(self):
        party = a_game(DANIELA).do(change(11)).do(seal(2, CODES[DANIELA]))
        assert party.refused(change(2)) == ("chaos.campaign-symbols",)
        party.do(change(1))
        assert party.refused(change(1)) == ("chaos.campaign-symbols",)

    def test_a_bag_of_ones_own_holds_no_more_either(self):
        bag = {"0": 1, "auto_fail": 1}
        twelve = steps.StartCampaign(title="Ours", difficulty="standard", bag={**bag, BLOOD: 12})
        assert Party().do(twelve).state.bag.tokens[BLOOD] == 12
        more = steps.StartCampaign(title="Ours", difficulty="standard", bag={**bag, BLOOD: 13})
        assert Party().refused(more) == ("chaos.campaign-symbols",)

    def test_they_stay_from_scenario_to_scenario(self):
        party = a_game(DANIELA).do(change(2)).do(seal(1, CODES[DANIELA])).ended()
        assert (party.state.bag.tokens, party.state.bag.sealed) == ({**BAG, BLOOD: 2}, {})
        assert party.begun("smoke_and_mirrors").state.bag.tokens[BLOOD] == 2


class TestSealing:
    def test_three_on_one_investigator(self):
        party = a_game(DANIELA, JOE).do(change(8)).do(seal(2, CODES[DANIELA]))
        assert party.refused(seal(2, CODES[DANIELA])) == ("chaos.campaign-symbols",)
        party.do(seal(1, CODES[DANIELA]))
        assert party.refused(seal(1, CODES[DANIELA])) == ("chaos.campaign-symbols",)
        party.do(seal(3, CODES[JOE]))
        assert party.state.bag.sealed == {CODES[DANIELA]: {BLOOD: 3}, CODES[JOE]: {BLOOD: 3}}

    def test_other_cards_and_other_tokens_have_no_such_limit(self):
        party = a_game(DANIELA).do(change(5)).do(steps.TokensChanged(tokens={"bless": 5}))
        party.do(seal(5, "12020")).do(steps.TokensSealed(tokens={"bless": 5}, card=CODES[DANIELA]))
        assert party.state.bag.sealed["12020"] == {BLOOD: 5}

    def test_on_an_enemy_of_the_scenario(self):
        party = a_game(DANIELA).do(change(4)).do(seal(4, "13071"))
        assert GAME.title("13071") == "Suspicious Guest"
        assert party.ended().state.bag.tokens[BLOOD] == 4

    def test_on_nothing_that_there_is_not(self):
        assert a_game(DANIELA).do(change(1)).refused(seal(1, "99999")) == ("step.known-card",)

    def test_released_ones_can_be_sealed_again(self):
        party = a_game(DANIELA).do(change(3)).do(seal(3, CODES[DANIELA]))
        party.do(steps.TokensReleased(tokens={BLOOD: 1}, card=CODES[DANIELA])).do(seal(1, CODES[DANIELA]))
        assert party.state.bag.tokens == BAG


class TestForOneGame:
    def test_five_enter_the_bag_and_leave_it(self):
        party = with_reward(DANIELA, JOE)
        assert party.state.bag.tokens == {**BAG, BLOOD: 5}
        party.do(seal(2, CHOSEN)).do(seal(1, CODES[JOE])).ended()
        assert (party.state.bag.tokens, party.state.bag.lent) == (BAG, {})

    def test_again_in_every_game(self):
        party = with_reward(DANIELA).ended().begun("smoke_and_mirrors")
        assert party.state.bag.tokens[BLOOD] == 5
        assert party.ended().state.bag.tokens == BAG

    def test_a_game_played_alone(self):
        party = Party().started(DANIELA, mode="standalone", scenario="spreading_flames")
        party.with_decks(**{DANIELA: {CHOSEN: 1}}).begun()
        assert party.state.bag.tokens[BLOOD] == 5
        assert party.ended().state.bag.tokens == BAG

    def test_without_the_card_nothing_enters(self):
        assert a_game(DANIELA).state.bag.tokens == BAG

    def test_a_campaigns_own_stay(self):
        party = with_reward(DANIELA, campaign="cob", difficulty="hard")
        assert party.state.bag.tokens[BLOOD] == 6
        assert party.ended().state.bag.tokens[BLOOD] == 1

    def test_no_more_enter_than_there_are_left(self):
        party = Party().started(DANIELA, campaign="cob").with_decks(**{DANIELA: {CHOSEN: 1}}).do(change(10))
        assert tokens_added(party.state, GAME) == {BLOOD: 2}
        assert party.begun("river_of_blood").state.bag.tokens[BLOOD] == 12
        assert party.ended().state.bag.tokens[BLOOD] == 10
        full = party.do(change(2))
        assert tokens_added(full.state, GAME) == {}
        assert full.begun("river_of_blood").ended().state.bag.tokens[BLOOD] == 12

    def test_what_was_removed_during_the_game_is_not_removed_twice(self):
        party = with_reward(DANIELA).do(change(-3))
        assert party.ended().state.bag.tokens == BAG
        own = with_reward(DANIELA, campaign="cob", difficulty="hard").do(change(-4))
        assert BLOOD not in own.ended().state.bag.tokens, "two were left, and five had come for one game"

    def test_the_state_is_the_replay_of_its_steps_and_can_be_kept(self):
        party = with_reward(DANIELA).do(seal(1, CODES[DANIELA]))
        assert replay(party.steps, GAME) == party.state
        assert from_json(CampaignState, to_json(party.state)) == party.state
        assert party.state.bag.lent == {BLOOD: 5}

    def test_the_setup_shows_it(self):
        party = Party().started(DANIELA).with_decks(**{DANIELA: {CHOSEN: 1}}).advanced()
        before = scenario_setup(party.state, GAME)
        assert before.tokens_added == {BLOOD: 5}
        assert {step.id: step.facts for step in before.steps}["game-begins"] == {"tokens": {BLOOD: 5}}
        on_table = party.do(steps.BeginScenario(scenario="spreading_flames", lead=DANIELA))
        assert scenario_setup(on_table.state, GAME).tokens_added == {BLOOD: 5}
        assert scenario_setup(a_game(DANIELA).state, GAME).tokens_added == {}


@pytest.mark.parametrize(
    ("party", "known"),
    [
        pytest.param(lambda: a_party(DANIELA), False, id="no blood anywhere"),
        pytest.param(lambda: a_party(DANIELA, campaign="cob"), True, id="the guide knows it"),
        pytest.param(lambda: a_party(DANIELA).do(change(1)), True, id="in the bag"),
        pytest.param(
            lambda: a_game(DANIELA).do(change(1)).do(seal(1, CODES[DANIELA])), True, id="sealed, all of it"
        ),
        pytest.param(
            lambda: Party().started(DANIELA).with_decks(**{DANIELA: {CHOSEN: 1}}), True, id="in a deck"
        ),
    ],
)
def test_where_blood_is_in_play(party, known):
    assert (BLOOD in tokens_in_play(party().state, GAME)) == known


def test_a_campaign_that_has_not_begun_knows_no_tokens():
    assert tokens_in_play(EMPTY, GAME) == frozenset()
