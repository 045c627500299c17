"""Tests of the page of a campaign and of the setup page: what they name, and what a refused form says."""

from __future__ import annotations

import pytest

from accounts.models import User
from campaigns.services.creation import start_campaign
from rules.campaign import steps
from tests.campaigns.conftest import FIRST, Walk, make_deck
from tests.campaigns.test_pages_scenario_form import text

pytestmark = pytest.mark.django_db


def test_a_campaign_with_a_name_of_its_own_says_which_one_is_played(walk: Walk) -> None:
    assert "Brethren of Ash" in text(walk.get("detail"))
    assert walk.get("detail").context["guide"] == "Brethren of Ash"
    assert "Brethren of Ash Standard" in " ".join(text(walk.get("log-print")).split())
    walk.did("settings", do="settings", name="Brethren of Ash")
    assert walk.get("detail").context["guide"] == "", "it is in the heading"


def test_a_campaign_of_the_groups_own_is_a_campaign(walk: Walk, alice: User) -> None:
    start = steps.StartCampaign(campaign="", difficulty="standard", title="Ours", bag={"0": 1, "skull": 1})
    own = start_campaign(start, owner=alice, name="Ours").campaign
    page = Walk(walk.client, own).get("detail")
    assert page.context["guide"] == ""
    assert "Campaign" in text(page).partition("Ours")[2]


def test_ultimatums_in_force_are_shown_by_name(walk: Walk, alice: User) -> None:
    assert "In effect" not in text(walk.get("detail"))
    seat = walk.sit(make_deck(alice, FIRST))
    walk.did("ultimatums", ultimatums=["boon.hades", "ub.forbidden-knowledge"], agreed=[seat])
    shown = text(walk.get("detail"))
    assert "In effect: Boon of Hades , Ultimatum of Forbidden Knowledge" in shown
    walk.did("next", do="advance", scenario="spreading_flames")
    page = text(walk.get("next"))
    assert "Boon of Hades +2. Ultimatum of Forbidden Knowledge −1." in page
    assert "boon.hades +2" not in page


def test_the_bag_comes_before_the_long_history(walk: Walk) -> None:
    page = walk.get("detail").content.decode()
    assert page.index('id="log-title"') < page.index('id="bag-title"') < page.index('id="steps-title"')


def test_rules_are_not_set_aside_without_a_reason(walk: Walk, alice: User) -> None:
    """The tick stays, and the page says what is missing."""
    walk.sit(make_deck(alice, FIRST))
    again = {"investigator": FIRST, "player": "Ben"}
    refused = walk.post("seat-new", **again)
    assert refused.status_code == 409
    assert "reason is missing" not in text(refused)
    rules = refused.context["waivable"]
    assert rules
    late = walk.post("seat-new", **again, waives=rules, otherwise="yes", note=" ")
    assert late.status_code == 409
    assert "the reason is missing" in text(late)
    assert 'name="otherwise" value="yes" checked' in late.content.decode()
    assert len(walk.state.seats) == 1
    walk.did("seat-new", **again, waives=rules, otherwise="yes", note="Twins.")
    assert len(walk.state.seats) == 2
