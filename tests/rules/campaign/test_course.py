"""Tests of the course of campaigns: every shipped campaign is walked from its first page to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.campaign import EMPTY, CampaignState, is_at_end, next_steps, scenarios_next
from rules.campaign.course import Leg, Position, position, read_leg, upcoming
from rules.campaign.facts import SIDE
from rules.campaign.state import BETWEEN, Played, Seat
from tests.rules.campaign.shipped import game

CAMPAIGNS = sorted(name for name in game().campaigns if name != SIDE)
#: Scenarios that a group reaches only if it asks for later titles, or on the map.
SECRET = {"turn_back_time", "return_to_turn_back_time", "travelling"}


def at(campaign: str, *played: str) -> CampaignState:
    """Return the state of a group that has played these scenarios and interludes."""
    facts = game().campaigns[campaign].scenarios
    history = tuple(
        Played(name, step, "scenario" if facts[name].kind == "scenario" else "interlude")
        for step, name in enumerate(played, start=1)
    )
    seat = Seat("s1", "x", "01001", "Roland Banks")
    return replace(EMPTY, campaign=campaign, phase=BETWEEN, history=history, seats={"s1": seat})


def ahead(campaign: str, *played: str) -> set[str]:
    return set(scenarios_next(at(campaign, *played), game()))


def walks(campaign: str) -> set[tuple[str, ...]]:
    """Walk a campaign: whatever is suggested is taken once, the first and the last way included."""
    found = set()
    for choose in (0, -1):
        found.add(walk(campaign, choose))
    for name in game().campaigns[campaign].scenarios:
        found.add(walk(campaign, 0, wanted=name))
    return found


def walk(campaign: str, choose: int, wanted: str = "") -> tuple[str, ...]:
    played: list[str] = []
    while True:
        state = at(campaign, *played)
        offered = scenarios_next(state, game())
        steps = [step.do for step in next_steps(state, game())]
        if not offered:
            if is_at_end(state, game()):
                assert "campaign-ended" in steps
                assert "advance" not in steps
                return tuple(played)
            assert "advance" in steps
            assert campaign == "tskc", f"{campaign} stops after {played}"
            played.append(wanted if wanted and wanted not in played else "tunguska")
            continue
        assert not set(offered) & set(played), f"{campaign} goes back after {played}"
        played.append(wanted if wanted in offered else offered[choose])
        assert len(played) < 60


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_every_campaign_can_be_walked_to_its_end(campaign):
    ways = walks(campaign)
    facts = game().campaigns[campaign].scenarios
    reached = {name for way in ways for name in way}
    assert facts.keys() - SECRET == reached - SECRET, "something is never suggested"
    for way in ways:
        assert len(set(way)) == len(way)
        kinds = [facts[name].kind for name in way]
        assert "epilogue" not in kinds[:-1], "an epilogue is the end"


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_interludes_are_steps_of_their_own(campaign):
    facts = game().campaigns[campaign].scenarios
    for way in walks(campaign):
        for place, name in enumerate(way):
            steps = {step.do: step.facts for step in next_steps(at(campaign, *way[:place]), game())}
            if facts[name].kind != "scenario":
                if name in scenarios_next(at(campaign, *way[:place]), game()):
                    assert name in steps["interlude-played"]["interludes"]
            elif "advance" in steps:
                assert all(facts[each].kind == "scenario" for each in steps["advance"]["scenarios"])


class TestDunwich:
    FIRST, OTHER = "extracurricular_activity", "the_house_always_wins"

    @pytest.mark.parametrize(("first", "second"), [(FIRST, OTHER), (OTHER, FIRST)])
    def test_either_may_be_first_and_the_interlude_waits_for_both(self, first, second):
        assert ahead("dwl") == {"dwl_prologue"}
        assert ahead("dwl", "dwl_prologue") == {first, second}
        assert ahead("dwl", "dwl_prologue", first) == {second}
        assert ahead("dwl", "dwl_prologue", first, second) == {"armitages_fate"}
        assert ahead("dwl", "dwl_prologue", first, second, "armitages_fate") == {"the_miskatonic_museum"}

    def test_an_interlude_that_the_guide_may_leave_out_is_offered_beside_what_follows(self):
        played = walk("dwl", 0)
        before = played[: played.index("dwl_interlude2")]
        assert ahead("dwl", *before) == {"dwl_interlude2", "undimensioned_and_unseen"}
        assert ahead("dwl", *before, "undimensioned_and_unseen") == {"where_doom_awaits"}

    def test_the_epilogue_is_offered_beside_the_end(self):
        played = walk("dwl", 0)
        steps = [step.do for step in next_steps(at("dwl", *played[:-1]), game())]
        assert played[-1] == "dwl_epilogue"
        assert steps[:2] == ["interlude-played", "campaign-ended"]

    def test_side_stories_do_not_count(self):
        state = at("dwl", "dwl_prologue")
        story = Played("curse_of_the_rougarou", 9, "side")
        state = replace(state, history=(*state.history, story))
        assert set(scenarios_next(state, game())) == {self.FIRST, self.OTHER}


def test_carcosa_has_its_interludes():
    played = walk("ptc", 0)
    assert played[3] == "ptc_interlude1"
    assert played[6] == "ptc_interlude2"
    assert ahead("ptc", *played[:3]) == {"ptc_interlude1", "ptc_interlude1_reprint", "echoes_of_the_past"}
    assert ahead("ptc", *played[:4]) == {"echoes_of_the_past"}


def test_a_day_in_hemlock_vale_has_one_scenario():
    played = walk("fhv", 0)
    assert played[1:5] == (
        "written_in_rock", "the_first_evening", "the_twisted_hollow", "dawn_of_the_second_day",
    )  # fmt: skip
    assert ahead("fhv", *played[:2]) == {"the_first_evening"}
    assert ahead("fhv", *played[:5]) == {
        "hemlock_house", "the_silent_heath", "the_lost_sister", "the_thing_in_the_depths",
    }  # fmt: skip
    assert len(played) == 13


def test_a_mirage_is_visited_once_each_night():
    played = walk("eoe", 0)
    night = played.index("endless_night") + 1
    assert ahead("eoe", *played[:night]) == {"fatal_mirage_2", "city_of_the_elder_things"}
    without = tuple(name for name in played[:night] if name != "fatal_mirage")
    assert ahead("eoe", *without) == {"fatal_mirage", "city_of_the_elder_things"}


def test_districts_are_reached_from_their_neighbours():
    start = ("tdc_prologue", "one_last_job", "an_offer_you_cant_refuse", "expedition_to_ryleh")
    assert ahead("tdc", *start) == {"the_western_wall", "obsidian_canyons"}
    assert ahead("tdc", *start, "the_western_wall") == {
        "obsidian_canyons", "the_drowned_quarter", "the_apiary", "sepulchre_of_the_sleeper",
    }  # fmt: skip
    found = ahead("tdc", *start, "the_western_wall", "sepulchre_of_the_sleeper")
    assert found == {"the_awakening", "tdc_epilogue"}


def test_the_map_has_no_order():
    state = at("tskc", "riddles_and_rain", "the_foundation", "anchorage", "rome")
    assert scenarios_next(state, game()) == ()
    assert not is_at_end(state, game())
    assert ahead("tskc", "riddles_and_rain", "the_foundation", "tunguska") == {"tsk_epilogue"}


def names(legs: Sequence[Leg], *played: str) -> list[str]:
    return [each.id for each in upcoming(legs, played, {})]


class TestLegs:
    LEGS = tuple(
        map(read_leg, ["a", {"of": ["b", "c"], "least": 2, "most": 2}, {"of": ["d"], "least": 0}, "e"])
    )

    @pytest.mark.parametrize(
        ("played", "expected"),
        [
            pytest.param("", "a", id="the first"),
            pytest.param("a", "bc", id="both are open"),
            pytest.param("ac", "b", id="the other one"),
            pytest.param("abc", "de", id="one may be left out"),
            pytest.param("abce", "", id="and is then behind"),
            pytest.param("ad", "e", id="what was left out by choice is not asked again"),
            pytest.param("aab", "c", id="a replay does not move the group"),
            pytest.param("axb", "c", id="nor does another scenario"),
        ],
    )
    def test_what_is_upcoming(self, played, expected):
        assert names(self.LEGS, *played) == list(expected)

    def test_the_same_choice_may_come_again(self):
        day = {"of": ["x", "y", "z"]}
        legs = tuple(map(read_leg, [day, "night", day, "end"]))
        assert names(legs, "y", "night") == ["x", "z"]
        assert names(legs, "y", "night", "z") == ["end"]
        assert position(legs, ["y", "night", "z"]) == Position(2, 1)
