"""Tests of reminders on the pages of a campaign: shown if something requires them, with a citation."""

import pytest
from django.test import Client

from accounts.models import User
from campaigns.services.creation import start_campaign
from rules.campaign import steps
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.cards.reading import words_of

pytestmark = pytest.mark.django_db

SIGNATURES = "Nobody plays, commits, controls or holds another investigator’s signature cards."
GRIM = "A question of rules that cannot be answered at the table"
REPLAYED = "effects on “the next scenario” and “this scenario” hold once more"
SIDE_STORY = "a side story does not use them up"


def begin(client: Client, owner: User, facts: str, **more: str) -> Walk:
    start = steps.StartCampaign(campaign=facts, difficulty="standard", title="T", **more)
    return Walk(client, start_campaign(start, owner=owner, name="T").campaign)


def page_text(walk: Walk, view: str, *args: str, **query: str) -> str:
    return words_of(walk.get(view, *args, **query))


def test_the_page_reminds_of_setup_before_the_game_and_of_play_during_it(walk: Walk, alice: User):
    walk.sit(make_deck(alice, FIRST))
    walk.did("next", do="advance", scenario="spreading_flames")
    before = page_text(walk, "next")
    assert "During setup only abilities that name a step of setup may be used." in before
    assert "Arkham Grimoire v1.1, VI. Scenario Setup, p. 31" in before
    assert "Mulligans are taken in player order." not in before, "there is one player"
    assert GRIM not in before
    walk.did("next", do="begin", lead=next(iter(walk.state.active)))
    during = page_text(walk, "next")
    assert GRIM in during
    assert "During setup only" not in during
    assert SIGNATURES not in during, "there is one player"


def test_two_players_are_reminded_of_each_other(walk: Walk, alice: User):
    for investigator in (FIRST, SECOND):
        walk.sit(make_deck(alice, investigator))
    walk.did("next", do="advance", scenario="spreading_flames")
    assert "Mulligans are taken in player order." in page_text(walk, "next")
    walk.did("next", do="begin", lead=next(iter(walk.state.active)))
    assert SIGNATURES in page_text(walk, "next")


@pytest.mark.parametrize("copies", [1, 0])
def test_a_unique_card_in_a_deck_is_named_as_the_reason(walk: Walk, alice: User, copies: int):
    walk.sit(make_deck(alice, FIRST, {"12018": copies}))
    walk.begin("spreading_flames")
    page = page_text(walk, "next")
    assert "A unique scenario card that comes into play drives out" in page, "her signature is unique, too"
    assert ("Logan Hastings" in page) == bool(copies)


def test_a_side_story_and_a_replay_have_reminders_of_their_own(walk: Walk, alice: User):
    seat = walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", replay="yes", **{f"how-{seat}": "survived"})
    walk.did("next", do="advance", scenario="spreading_flames")
    again = page_text(walk, "next")
    assert REPLAYED in again
    assert SIDE_STORY not in again
    walk.did("next", do="begin", lead=seat)
    walk.did("after", resolution="R1", victory="3", **{f"how-{seat}": "survived"})
    walk.did("next", do="advance", scenario="curse_of_the_rougarou")
    aside = page_text(walk, "next")
    assert SIDE_STORY in aside
    assert REPLAYED not in aside


def test_an_erratum_of_the_guide_is_shown_with_its_scenario(as_alice: Client, alice: User):
    walk = begin(as_alice, alice, "dwl")
    seat = walk.sit(make_deck(alice, FIRST))
    armitage = "unless Dr. Henry Armitage was sacrificed"
    walk.begin("extracurricular_activity")
    assert armitage not in page_text(walk, "after")
    walk.did("after", resolution="R1", victory="0", **{f"how-{seat}": "survived"})
    walk.begin("blood_on_the_altar")
    page = page_text(walk, "after")
    assert armitage in page
    assert "FAQ v1.7, Campaign Guide Errata (Arkham Grimoire v1.1 is silent)" in page


def test_experience_of_a_first_part_is_not_spent_yet(as_alice: Client, alice: User):
    walk = begin(as_alice, alice, "tfa")
    seat = walk.sit(make_deck(alice, FIRST))
    not_yet = "Experience earned in the first part of Heart of the Elders"
    walk.begin("heart_of_the_elders_part_1")
    assert not_yet in page_text(walk, "after")
    walk.did("after", resolution="R1", victory="2", **{f"how-{seat}": "survived"})
    assert not_yet in page_text(walk, "after"), "on the page of purchases"
    assert not_yet in page_text(walk, "next")
    walk.begin("heart_of_the_elders_part_2")
    assert not_yet not in page_text(walk, "after")


@pytest.mark.parametrize("chosen", [["ub.agony"], []])
def test_what_an_ultimatum_requires_of_the_group_is_on_the_page(walk: Walk, alice: User, chosen: list[str]):
    walk.did("ultimatums", ultimatums=chosen)
    walk.sit(make_deck(alice, FIRST))
    walk.did("next", do="advance", scenario="spreading_flames")
    assert ("Damage and horror must first be piled on one card" in page_text(walk, "next")) == bool(chosen)


def test_each_collection_has_its_own_pool_where_more_than_one_plays(walk: Walk, alice: User):
    pool = "draw weaknesses from a pool of their own"
    walk.did("seat-new", player="Ada", deck=str(make_deck(alice, FIRST).public_id))
    first = next(iter(walk.state.seats))
    assert pool not in page_text(walk, "seat", first)
    walk.did("seat-new", player="Eve", deck=str(make_deck(alice, SECOND).public_id))
    assert pool in page_text(walk, "seat", first)


def test_the_german_edition_has_a_reminder_of_its_own(as_alice: Client, alice: User):
    in_play = "only weaknesses in play take effect, not those in hand"
    german = begin(as_alice, alice, "boa", edition="grimoire-1.0-de")
    german.sit(make_deck(alice, FIRST))
    german.begin("spreading_flames")
    page = page_text(german, "after")
    assert in_play in page
    assert "Arkham Grimoire v1.0 (deutsch), I. Glossar: Ausscheiden, S. 6" in page


def test_not_in_the_english_one(walk: Walk, alice: User):
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    assert "only weaknesses in play take effect" not in page_text(walk, "after")


def test_several_reminders_are_folded(walk: Walk, alice: User):
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    page = walk.get("after").content.decode()
    assert '<details class="reminders">' in page
    assert "2 reminders" in words_of(walk.get("after"))
