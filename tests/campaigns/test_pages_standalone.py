"""Tests of a standalone scenario: decks with experience, weaknesses, and the score."""

import re

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from tests.campaigns.conftest import FIRST, Walk, make_deck
from tests.campaigns.test_pages_scenario_form import text

pytestmark = pytest.mark.django_db


def test_a_game_is_played_and_scored(as_alice: Client, alice: User) -> None:
    answer = as_alice.post(
        "/campaigns/new/side/", {"scenario": "curse_of_the_rougarou", "difficulty": "standard"}
    )
    found = re.search(r"campaigns/([0-9a-f-]{36})", answer.url)
    walk = Walk(as_alice, Campaign.objects.get(public_id=found[1]))
    # Two upgrades of two levels cost four experience; a further weakness is due from ten on.
    walk.did("seat-new", player="Ada", deck=str(make_deck(alice, FIRST, {"12027": 2}).public_id))
    assert walk.state.seats["s1"].owed == 1
    walk.did("seat", "s1", do="draw")
    for fields in ({}, {"titles": "1"}):
        page = walk.get("next", **fields)
        assert "Another scenario of this campaign" not in text(page), "it is no campaign"
    walk.begin("curse_of_the_rougarou")
    assert "next: purchases" not in text(walk.get("after"))
    walk.did("log", do="record", section="campaign_notes", text="We saw it.")
    assert not walk.state.notes, "alone, to record is to remember"
    assert "We saw it." in text(walk.get("after"))
    walk.did("after", resolution="R1", victory="3", bonus="1", won="won")
    page = text(walk.get("detail"))
    assert "The game is won." in page
    assert "Score: 4." in page
    assert [stop.text for stop in walk.get("detail").context["track"]] == ["Resolution 1"], "no experience"
    assert "standalone, score 4" in text(as_alice.get("/campaigns/"))


def test_whether_a_game_was_won_is_asked(as_alice: Client, alice: User) -> None:
    answer = as_alice.post("/campaigns/new/core/", {"scenario": "torch", "difficulty": "standard"})
    found = re.search(r"campaigns/([0-9a-f-]{36})", answer.url)
    walk = Walk(as_alice, Campaign.objects.get(public_id=found[1]))
    walk.sit(make_deck(alice, FIRST))
    walk.begin("torch")
    refused = walk.post("after", resolution="R2", victory="1")
    assert "Choose whether you won or lost." in text(refused)
    assert walk.state.phase == "scenario"
    sections = ["result", "experience", "harm", "cards", "notes"]
    assert [stage.id for stage in refused.context["rail"]] == sections, "the same as before"
    walk.did("after", resolution="no_resolution", victory="0")
    assert "The game is lost." in text(walk.get("detail"))


def test_every_scenario_of_a_campaign_can_be_played_alone(as_alice: Client, alice: User) -> None:
    page = text(as_alice.get("/campaigns/new/"))
    assert "Blood on the Altar" in page
    assert "Opening one of these lists shows the titles of all its scenarios." in page
    assert page.index("Return to The Forgotten Age 10") > page.index("The Forgotten Age 10"), "by release"
    answer = as_alice.post("/campaigns/new/dwl/", {"scenario": "blood_on_the_altar", "difficulty": "hard"})
    found = re.search(r"campaigns/([0-9a-f-]{36})", answer.url)
    walk = Walk(as_alice, Campaign.objects.get(public_id=found[1]))
    walk.sit(make_deck(alice, FIRST))
    walk.begin("blood_on_the_altar")
    walk.did("after", resolution="R1", victory="2", won="lost")
    page = text(walk.get("detail"))
    assert "The game is lost." in page
    assert "Score: 2." in page
