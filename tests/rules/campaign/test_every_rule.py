"""Every rule of the rulebook's campaign sections (A8–A13, A15–A18) has a case.

Rules without a case in another test are played here.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from rules.campaign import Fate, advise, steps, transfer
from rules.cards.model import Deck
from rules.rulebook import RULEBOOK
from rules.setup import STEPS, scenario_setup, seat_setup
from tests.rules.campaign.party import DANIELA, GAME, JOE, TRISH, Party, a_game, a_party

TESTS = Path(__file__).parent.parent.parent
SECTIONS = ("A8", "A9", "A10", "A11", "A12", "A13", "A15", "A16", "A17", "A18")

FATES, PARTY, LOG = (
    "rules/campaign/test_outcomes.py",
    "rules/campaign/test_party.py",
    "rules/campaign/test_log_and_bag.py",
)
SCENARIOS, EXPERIENCE = "rules/campaign/test_scenarios.py", "rules/campaign/test_experience.py"
BEGINNINGS, SETUP = "rules/campaign/test_settings.py", "rules/test_setup.py"
ALONE, IN_DECKS = "rules/deck/rules/test_standalone.py", "rules/deck/rules/test_weaknesses_in_decks.py"
HERE, REWARDS = "rules/campaign/test_every_rule.py", "campaigns/test_rewards.py"
ASH, ODDS = "rules/campaign/test_brethren_of_ash.py", "decks/test_odds.py"

#: The test that plays the rulebook's own case of each rule.
CASES = {
    # A8
    "trauma.physical-on-damage-defeat": (FATES, "test_trauma_is_recorded_in_the_campaign"),
    "trauma.mental-on-horror-defeat": (FATES, "test_trauma_is_recorded_in_the_campaign"),
    "trauma.both-choose": (FATES, "test_a_fate_with_wrong_answers_is_refused"),
    "trauma.resign-none": (FATES, "test_trauma_is_recorded_in_the_campaign"),
    "trauma.by-card-ability": (FATES, "test_trauma_is_recorded_in_the_campaign"),
    "trauma.empty-deck-defeat": (FATES, "test_trauma_is_recorded_in_the_campaign"),
    "trauma.no-agenda-left": (FATES, "test_a_fate_with_wrong_answers_is_refused"),
    "trauma.carry-in": (SETUP, "test_trauma_becomes_damage_and_horror"),
    "trauma.recorded": (HERE, "test_trauma_of_the_first_scenario_is_in_the_setup_of_the_second"),
    "trauma.killed-threshold": (FATES, "test_thresholds_are_those_printed"),
    "trauma.insane-threshold": (FATES, "test_thresholds_are_those_printed"),
    "trauma.by-effect": (
        FATES,
        "test_charons_obol_kills_an_investigator_who_is_defeated_with_one_trauma_only",
    ),
    "trauma.devoured-is-killed": (FATES, "test_a_lost_investigator_cannot_be_chosen_again"),
    "trauma.removed-investigator-unusable": (FATES, "test_a_lost_investigator_cannot_be_chosen_again"),
    "trauma.standalone-moot": (FATES, "test_a_scenario_played_alone_writes_no_trauma"),
    "trauma.purchase-trauma": (EXPERIENCE, "test_in_the_thick_of_it"),
    "trauma.end-of-game-weaknesses": (SCENARIOS, "test_there_are_questions_about_what_only_the_players_know"),
    # A9
    "log.record-exact": (LOG, "test_a_phrase_is_kept_exactly_with_its_number"),
    "log.cross-out": (LOG, "test_a_crossed_out_note_is_ignored_and_kept"),
    "log.remember-scenario-scope": (LOG, "test_what_is_remembered_lasts_for_the_scenario_and_its_resolution"),
    "log.remember-you-personal": (LOG, "test_you_is_the_investigator_who_remembers"),
    "log.contents": (SCENARIOS, "test_every_fate_is_recorded"),
    "log.bearer": (PARTY, "test_a_story_card_joins_the_deck_of_its_bearer"),
    "log.standalone-remember": (LOG, "test_alone_record_means_remember"),
    "log.codex-once": (LOG, "test_a_codex_entry_resolved_twice_is_worth_a_word"),
    "log.advance": (SCENARIOS, "test_also_after_a_scenario_without_resolution"),
    # A10
    "party.join-leave-between": (PARTY, "test_no_seat_joins_during_a_scenario"),
    "party.leaver-data-kept": (PARTY, "test_who_comes_back_finds_everything_as_it_was"),
    "party.joiner-unused-investigator": (PARTY, "test_a_leavers_investigator_is_used"),
    "party.joiner-zero": (HERE, "test_who_joins_late_begins_with_nothing_and_owes_one_weakness"),
    "party.replacement-level0": (PARTY, "test_the_replacement_has_no_experience"),
    "party.no-investigators-left": (PARTY, "test_no_player_is_left_to_choose"),
    "party.unique-campaign-card-passes": (PARTY, "test_a_unique_card_of_the_lost_needs_a_new_bearer"),
    "party.return-campaign-cards": (REWARDS, "test_a_copy_of_a_deck_leaves_the_campaigns_cards_behind"),
    # A11
    "standalone.xp-table": (ALONE, "test_experience_table"),
    "standalone.max-49": (ALONE, "test_at_most_49"),
    "standalone.options-still-apply": (ALONE, "test_options_still_apply"),
    "standalone.myriad-count": (ALONE, "test_myriad_count"),
    "standalone.setup-pointer": (HERE, "test_a_scenario_from_the_middle_is_played_alone"),
    "standalone.missing-card": (HERE, "test_a_card_outside_the_collection_does_not_prevent_play"),
    "standalone.score-variant": (HERE, "test_a_game_alone_is_a_score_and_no_ledger"),
    "standalone.win-loss": (SCENARIOS, "test_won_or_lost"),
    # A12
    "epic.optional-per-investigator": (BEGINNINGS, "test_not_every_survivor_moves_on"),
    "epic.xp-forfeited": (BEGINNINGS, "test_what_is_kept_and_what_is_given_up"),
    "epic.deck-reset-level0": (BEGINNINGS, "test_what_is_kept_and_what_is_given_up"),
    "epic.trauma-transfers": (BEGINNINGS, "test_what_is_kept_and_what_is_given_up"),
    "epic.story-and-weakness-transfer": (BEGINNINGS, "test_what_is_kept_and_what_is_given_up"),
    "epic.notes-wiped": (BEGINNINGS, "test_what_is_kept_and_what_is_given_up"),
    "epic.chaos-bag-reset": (BEGINNINGS, "test_what_is_kept_and_what_is_given_up"),
    "epic.difficulty-not-lower": (BEGINNINGS, "test_the_new_campaign_is_not_easier"),
    "epic.start-abilities-retrigger": (BEGINNINGS, "test_starting_bonuses_come_again_by_the_grimoire_only"),
    "epic.campaign-wording": (HERE, "test_what_a_weakness_does_for_the_campaign_it_does_in_the_next"),
    "epic.score": (BEGINNINGS, "test_the_score_runs_over_all_campaigns"),
    # A13
    "reward.locked-until-earned": (IN_DECKS, "test_reward_locked_until_earned"),
    "reward.permanent-unlock": (REWARDS, "test_a_reward_earned_in_one_campaign_is_legal_in_another"),
    "reward.optional": (IN_DECKS, "test_reward_locked_until_earned"),
    "reward.neutral": (IN_DECKS, "test_reward_neutral"),
    "reward.adjusts-options": (IN_DECKS, "test_reward_adjusts_options"),
    "reward.environment-free": (IN_DECKS, "test_reward_neutral"),
    "story.only-by-instruction": (IN_DECKS, "test_story_only_by_instruction"),
    "story.outside-size-and-options": (IN_DECKS, "test_a_story_card_is_outside_size_and_options"),
    # A15
    "ub.optional-unanimous": (BEGINNINGS, "test_only_unanimously"),
    "ub.permanent": (BEGINNINGS, "test_not_after_the_first_scenario"),
    "ub.custom": (BEGINNINGS, "test_a_groups_own_is_a_reminder"),
    "ub.prerequisites": (BEGINNINGS, "test_prerequisites"),
    # A16
    "chaos.difficulty-four": (LOG, "test_the_difficulty_is_not_changed_lightly_after_the_first_scenario"),
    "chaos.bag-from-guide": (LOG, "test_it_begins_as_in_the_guide"),
    "chaos.bag-persists": (LOG, "test_what_a_resolution_adds_is_there_in_the_next_scenario"),
    "chaos.reference-side": (SETUP, "test_the_side_of_the_reference_card"),
    "chaos.sealed-tokens-return": (LOG, "test_sealed_tokens_return_when_the_scenario_ends"),
    "chaos.campaign-symbols": (LOG, "test_a_symbol_of_the_campaigns_own"),
    # A17
    "setup.order": (SETUP, "test_fourteen_steps_in_order"),
    "setup.lead-investigator": (SETUP, "test_a_lead_that_is_not_agreed_on_is_drawn_honestly"),
    "setup.resources": (SETUP, "test_starting_resources"),
    "setup.opening-hand": (SETUP, "test_the_opening_hand"),
    "setup.mulligan-once": (ODDS, "test_a_mulligan_is_taken_once_and_brings_back_nothing_set_aside"),
    "setup.mulligan-player-order": (SETUP, "test_player_order_begins_with_the_lead"),
    "setup.redo-countermanded-steps": (HERE, "test_the_introduction_may_repeat_the_opening_hand"),
    "setup.no-player-windows": (HERE, "test_only_abilities_of_setup_are_offered_during_setup"),
    "setup.per-investigator-base": (SETUP, "test_per_investigator_counts_those_who_began"),
    "setup.first-round-no-mythos": (
        SETUP, "test_the_first_round_skips_the_mythos_phase_unless_there_is_dread"),
    # A18
    "end.resolution": (SCENARIOS, "test_everybody_eliminated_reads_no_resolution"),
    "end.victory-locations": ("campaigns/test_pages.py", "test_the_guided_page_reminds_of_victory_locations"),
    "end.order": (EXPERIENCE, "test_nothing_is_bought_before_the_experience_is_counted"),
    "end.replay": (EXPERIENCE, "test_a_scenario_to_be_replayed_earns_nothing"),
    "end.deck-must-be-legal": (ASH, "test_an_exile_leaves_a_place_that_a_level_zero_card_fills_free"),
}  # fmt: skip


@cache
def functions_of(path: str) -> frozenset[str]:
    tree = ast.parse((TESTS / path).read_text())
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_rule_of_these_sections_is_listed():
    wanted = {
        rule.id for section in RULEBOOK.sections if section.id in SECTIONS for rule in RULEBOOK.of(section)
    }
    assert CASES.keys() == wanted


@pytest.mark.parametrize("rule", CASES)
def test_every_rule_has_its_case(rule):
    path, name = CASES[rule]
    assert name in functions_of(path), f"{path} has no {name}"


def test_trauma_of_the_first_scenario_is_in_the_setup_of_the_second():
    party = a_game(DANIELA, JOE).ended(daniela=Fate("damage"))
    assert (party.seat(DANIELA).physical, party.seat(JOE).physical) == (1, 0)
    sheet = scenario_setup(party.state, GAME, scenario="smoke_and_mirrors")
    assert (sheet.seats[DANIELA].damage, sheet.seats[JOE].damage) == (1, 0)


def test_who_joins_late_begins_with_nothing_and_owes_one_weakness():
    party = a_game(DANIELA).ended(victory=4).begun("smoke_and_mirrors").ended(victory=3)
    party.do(steps.SeatJoins(seat=TRISH, player="t", investigator="12007"))
    party.do(steps.DeckChosen(seat=TRISH, deck=Deck("12007", {"01000": 1})))
    seat = party.seat(TRISH)
    assert (seat.experience, seat.earned, seat.owed) == (0, 0, 1)
    # Level 0 is a matter of experience: a deck that costs some cannot be paid.
    dear = steps.DeckChosen(seat=TRISH, deck=Deck("12007", {"01000": 1, "12026": 1}), experience=2)
    assert "xp.spend-not-exceed" in party.refused(dear)


def alone(**facts):
    start = {"mode": "standalone", "scenario": "queen_of_ash", "difficulty": "standard", **facts}
    return Party().started(DANIELA, **start).with_decks()


def test_a_scenario_from_the_middle_is_played_alone():
    party = alone()
    sheet = scenario_setup(party.state, GAME)
    assert sheet.scenario == "queen_of_ash"
    assert sheet.steps[5].facts["as"] == "guide", "the bag of its own setup, not of a campaign under way"
    party.begun("queen_of_ash")
    assert party.state.playing.scenario == "queen_of_ash", "the scenarios before it are not asked for"


def test_a_card_outside_the_collection_does_not_prevent_play():
    """A story reward of a product that is not owned is skipped; the game continues and may report it."""
    party = alone().begun("queen_of_ash")
    assert party.refused(steps.RewardsUnlocked(cards=("99999",))) == ("reward.locked-until-earned",)
    party.do(steps.RememberedThat(text="The reward was skipped: nobody owns it."))
    party.ended(victory=2)
    assert (party.state.phase, party.state.rewards) == ("ended", ())


def test_a_game_alone_is_a_score_and_no_ledger():
    party = alone().begun("queen_of_ash").ended(resolution="R2", victory=4)
    played = party.state.history[-1]
    assert (played.scenario, played.resolution, played.victory) == ("queen_of_ash", "R2", 4)
    assert (party.seat(DANIELA).experience, party.seat(DANIELA).earned) == (0, 0)


def test_what_a_weakness_does_for_the_campaign_it_does_in_the_next():
    """Indebted takes two resources from each opening, also in the next campaign."""
    party = Party().started(DANIELA)
    party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"02037": 1})))
    before = seat_setup(party.state, party.seat(DANIELA), GAME)
    party.begun().ended().do(steps.CampaignEnded(result="won"))
    seed = transfer(party.state, GAME, [DANIELA])
    after = Party().do(steps.StartCampaign(campaign="boa", difficulty="standard", carried=seed))
    found = seat_setup(after.state, after.seat(DANIELA), GAME)
    assert (before.resources, found.resources) == (3, 3)
    assert [part.source for part in found.resource_parts] == ["02037"]


def test_the_introduction_may_repeat_the_opening_hand():
    order = [step for step, _words in STEPS]
    assert order.index("introduction") == order.index("opening-hand") + 1
    assert "repeat a step" in dict(STEPS)["introduction"]


def test_only_abilities_of_setup_are_offered_during_setup():
    """Cards that name a step of setup are on the sheet; a fast ability is not."""
    party = Party().started(DANIELA).with_decks(daniela={"05276": 1, "60178": 1, "02115": 1})
    found = seat_setup(party.state, party.seat(DANIELA), GAME)
    assert (found.in_play, found.starting) == (("05276",), ("60178",))
    named = {*found.before_hand, *found.after_hand, *found.first_turn, *found.added, *found.aside}
    assert "02115" not in named
    assert "12020" not in named


def test_a_challenge_points_to_its_investigator():
    party = a_party(DANIELA)
    advice = advise(party.state, steps.Advance(scenario="read_or_die", verdicts={}), GAME)
    assert [each.rule for each in advice] == ["standalone.setup-pointer"]
