"""Tests of the values of symbols in every shipped scenario, and of their use on the bag page."""

from __future__ import annotations

import pytest

from accounts.models import User
from campaigns import bag
from campaigns.services.creation import start_campaign
from campaigns.services.tokens import draw_tokens
from campaigns.text import names
from cards.importing.shipped import CATALOGUE, load
from rules.campaign import steps
from rules.campaign.state import CampaignState, Playing
from rules.chaos_bag import (
    AUTO_FAIL,
    DIFFICULTIES,
    ELDER_SIGN,
    SYMBOLS,
    ChaosBag,
    TokenValue,
    distribution,
    read_value,
    reference_side,
)
from tests.campaigns.conftest import FIRST, Walk, make_deck

pytestmark = pytest.mark.django_db

FULL = {"0": 1, **dict.fromkeys(SYMBOLS, 2), AUTO_FAIL: 1, ELDER_SIGN: 1}


def shipped_scenarios() -> list[tuple[str, str]]:
    return [
        (facts["id"], row["id"])
        for facts in map(load, sorted((CATALOGUE / "campaigns").glob("*.json")))
        for row in facts["scenarios"]
        if row["kind"] == "scenario"
    ]


def in_play(campaign: str, scenario: str, difficulty: str) -> CampaignState:
    return CampaignState(
        campaign=campaign,
        difficulty=difficulty,
        bag=ChaosBag(FULL),
        playing=Playing(scenario, "s1", ("s1",)),
    )


@pytest.mark.parametrize(("campaign", "scenario"), shipped_scenarios())
def test_every_symbol_has_a_worth_and_the_odds_add_up(campaign: str, scenario: str) -> None:
    for difficulty in DIFFICULTIES:
        shown = bag.view(in_play(campaign, scenario, difficulty))
        assert sum(shown.odds.chances.values()) == 1
        for pile in shown.piles:
            assert (
                pile.worth == "?" or pile.worth in ("fails", "passes") or pile.worth.strip("+−↻ ").isdigit()
            )
        side = reference_side(difficulty)
        assert "skull" in names.token_facts(campaign, scenario, side)
        for token, facts in names.token_facts(campaign, scenario, side).items():
            for option in range(1 + len(facts.get("or", ()))):
                value = read_value(facts, count=2, option=option)
                assert isinstance(value.modifier, int), (token, facts)
                assert bag.worth(value)
                assert sum(distribution(FULL, {token: value}).chances.values()) == 1


@pytest.mark.parametrize(
    ("campaign", "scenario", "difficulty", "token", "value"),
    [
        ("ptc", "the_unspeakable_oath", "easy", "elder_thing", TokenValue(fails=True)),
        ("ptc", "the_unspeakable_oath", "expert", "elder_thing", TokenValue(fails=True)),
        ("rtptc", "return_to_the_unspeakable_oath", "standard", "elder_thing", TokenValue(fails=True)),
        ("dwl", "undimensioned_and_unseen", "standard", "tablet", TokenValue(-4)),
        ("dwl", "undimensioned_and_unseen", "hard", "tablet", TokenValue(fails=True)),
        ("boa", "spreading_flames", "easy", "tablet", TokenValue(-1, reveals=1)),
        ("boa", "spreading_flames", "hard", "tablet", TokenValue(-2, reveals=1)),
        ("boa", "smoke_and_mirrors", "hard", "skull", TokenValue(-3)),
        ("boa", "queen_of_ash", "standard", "tablet", TokenValue(-2)),
        ("boa", "queen_of_ash", "expert", "elder_thing", TokenValue(-5)),
        ("cob", "river_of_blood", "standard", "skull", TokenValue(-1)),
        ("cob", "river_of_blood", "hard", "skull", TokenValue(-2)),
        ("cob", "new_horizons", "hard", "cultist", TokenValue(-2)),
        ("cob", "blood_money", "easy", "skull", TokenValue(-2)),
        ("cob", "blood_money", "expert", "tablet", TokenValue(-4)),
        ("cob", "blood_money", "standard", "blood", TokenValue(-1, reveals=1)),
    ],
)
def test_what_is_printed(
    campaign: str, scenario: str, difficulty: str, token: str, value: TokenValue
) -> None:
    assert bag.values(in_play(campaign, scenario, difficulty))[token] == value


@pytest.mark.parametrize(
    ("facts", "option", "value", "worth"),
    [
        ({"auto_fail": True, "or": [{"modifier": 0}]}, 0, TokenValue(fails=True), "fails"),
        ({"auto_fail": True, "or": [{"modifier": 0}]}, 1, TokenValue(), "0"),
        ({"modifier": -5, "or": [{"auto_succeed": True}]}, 0, TokenValue(-5), "−5"),
        ({"modifier": -5, "or": [{"auto_succeed": True}]}, 1, TokenValue(succeeds=True), "passes"),
    ],
)
def test_a_symbol_that_decides_the_test_shows_it(
    facts: dict[str, object], option: int, value: TokenValue, worth: str
) -> None:
    assert read_value(facts, option=option) == value
    assert bag.worth(value) == worth


def test_the_page_of_a_bag_whose_symbol_fails(walk: Walk, alice: User) -> None:
    """If a symbol fails the test, the page shows it, computes the odds, and reports it in a draw."""
    walk.campaign = start_campaign(
        steps.StartCampaign(campaign="ptc", difficulty="standard"), owner=alice, name="Carcosa"
    ).campaign
    walk.sit(make_deck(alice, FIRST))
    walk.begin("the_unspeakable_oath")
    walk.did("bag", do="change", **{"token-elder_thing": "1"})
    page = walk.get("bag")
    assert page.status_code == 200
    piles = {pile.token: pile.worth for pile in page.context["bag"].piles}
    assert piles["elder_thing"] == "fails"
    # The page sends back the value it showed, which stays as printed.
    walk.did("bag", do="odds", skill="4", difficulty="3", **{"value-elder_thing": "fails"})
    assert bag.entered_values(walk.campaign, walk.state) == {}
    drawn: dict[str, object] = {}
    for n in range(200):
        drawn = draw_tokens(walk.campaign, by=alice, key=f"draw {n}")
        if drawn["tokens"] == ["elder_thing"]:
            break
    assert drawn["total"] == "fails"
