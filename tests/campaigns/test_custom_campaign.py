"""Tests of a campaign of the group's own, from start to end: scenarios are named as they are played."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from campaigns.selectors import state_of
from campaigns.services.creation import export_campaign, import_campaign
from rules.campaign.facts import LONGEST_NAME
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

pytestmark = pytest.mark.django_db

DOORS, QUIET, LAST = "The House of Doors", "A quiet night", "Where It Ends (at last)"
#: Every page that a member can open between two scenarios.
PAGES = (
    *("detail", "next", "after", "log", "log-print", "bag", "change", "correct", "ultimatums", "steps"),
    *("ledger", "ledger-csv", "end", "party-cards", "settings", "export", "branch", "seat-new"),
)


@pytest.fixture
def walk(as_alice: Client, alice: User) -> Walk:
    answer = as_alice.post(
        "/campaigns/new/custom/",
        {"difficulty": "standard", "name": "Doors", "token_0": 2, "token_-1": 3, "token_skull": 2},
    )
    assert answer.status_code == 302
    return Walk(as_alice, Campaign.objects.get(owner=alice))


def every_page_works(walk: Walk) -> None:
    for view in PAGES:
        answer = walk.client.get(walk.url(view), follow=True)
        assert answer.status_code == 200, view
    assert walk.client.get(f"/api/v1/campaigns/{walk.campaign.public_id}/next/").status_code == 200


def name_next(walk: Walk, name: str) -> None:
    walk.did("next", do="advance", scenario="", name=name)
    every_page_works(walk)
    walk.did("next", do="begin", lead=next(iter(walk.state.active)))
    every_page_works(walk)


def finish(walk: Walk, victory: int, resolution: str = "R1", **fields: str) -> None:
    fates = {f"how-{seat}": "survived" for seat in walk.state.active} | fields
    walk.did("after", resolution=resolution, victory=str(victory), **fates)
    every_page_works(walk)


def test_it_is_played_from_start_to_end(walk: Walk, alice: User) -> None:
    every_page_works(walk)
    one = walk.sit(make_deck(alice, FIRST))
    two = walk.sit(make_deck(alice, SECOND))
    every_page_works(walk)
    assert "Next: choose a scenario" in walk.get("detail").content.decode()
    name_next(walk, f"  {DOORS} ")
    assert walk.state.playing
    assert walk.state.playing.scenario == DOORS
    finish(walk, 4, resolution="The Door is shut", **{f"how-{two}": "damage"})
    assert walk.did("next", do="interlude", name=QUIET).url.startswith(walk.url("interlude"))
    assert QUIET in walk.get("interlude", interlude=QUIET).content.decode()
    walk.interlude(QUIET, **{f"xp-{one}": "2"})
    every_page_works(walk)
    name_next(walk, LAST)
    finish(walk, 3)
    walk.did("end", result="won", cause="The door stays shut")
    every_page_works(walk)
    # Experience and trauma, reckoned by hand: 4 + 2 + 3 for the first, 4 + 3 and a defeat for the second.
    seats = walk.state.seats
    assert {name: seat.experience for name, seat in seats.items()} == {one: 9, two: 7}
    assert [(seats[name].physical, seats[name].mental) for name in (one, two)] == [(0, 0), (1, 0)]
    assert [(each.scenario, each.kind) for each in walk.state.history] == [
        (DOORS, "scenario"),
        (QUIET, "interlude"),
        (LAST, "scenario"),
    ]
    for view in ("detail", "steps", "log-print"):
        page = walk.get(view).content.decode()
        places = [page.find(name) for name in (DOORS, QUIET, LAST)]
        assert -1 not in places, (view, places)
    assert "The Door is shut" in walk.get("detail").content.decode(), "in the group's own words"
    copy = import_campaign(export_campaign(walk.campaign), owner=alice)
    assert state_of(copy).history == walk.state.history


def test_the_names_are_part_of_the_steps(walk: Walk, alice: User, as_alice: Client) -> None:
    walk.sit(make_deck(alice, FIRST))
    name_next(walk, DOORS)
    rows = as_alice.get(f"/api/v1/campaigns/{walk.campaign.public_id}/steps/").json()["results"]
    assert rows[0]["text"] == f"{DOORS} started"
    walk.did("undo", down_to="")
    walk.did("undo", down_to="")
    assert walk.state.next_scenario == ""
    walk.did("redo")
    assert walk.state.next_scenario == DOORS


def test_a_scenario_without_a_name_is_refused_and_nothing_typed_is_lost(walk: Walk, alice: User) -> None:
    walk.sit(make_deck(alice, FIRST))
    answer = walk.post("next", do="advance", scenario="", name="  ")
    assert answer.status_code == 409
    assert "Enter the name of what you play next." in answer.content.decode()
    answer = walk.post("next", do="interlude", name="")
    assert answer.status_code == 400
    answer = walk.post("next", do="advance", scenario="", name="x" * (LONGEST_NAME + 1))
    assert answer.status_code == 409
    assert "x" * (LONGEST_NAME + 1) in answer.content.decode()
    answer = walk.post("next", do="advance", scenario="curse_of_the_rougarou", name=DOORS)
    assert answer.status_code == 400
    assert "not both" in answer.content.decode()
    assert f'value="{DOORS}"' in answer.content.decode()
    assert walk.state.next_scenario == ""


def test_a_side_story_is_paid_for(walk: Walk, alice: User) -> None:
    seat = walk.sit(make_deck(alice, FIRST))
    name_next(walk, DOORS)
    finish(walk, 5)
    walk.begin("curse_of_the_rougarou")
    assert walk.state.seats[seat].experience == 4
    finish(walk, 2)
    assert walk.state.seats[seat].experience == 6
    assert walk.state.history[-1].kind == "side"


def test_a_scenario_to_be_replayed_is_offered_by_its_name(walk: Walk, alice: User) -> None:
    walk.sit(make_deck(alice, FIRST))
    name_next(walk, DOORS)
    finish(walk, 0, replay="yes")
    assert f'value="{DOORS}"' in walk.get("next").content.decode()
    api = walk.client.get(f"/api/v1/campaigns/{walk.campaign.public_id}/next/").json()
    assert api["open"] is True
    assert [row["title"] for row in api["scenarios"]] == [DOORS]
    walk.begin(DOORS)


def test_a_guide_that_is_not_open_has_no_other_scenarios(as_alice: Client, campaign: Campaign) -> None:
    walk = Walk(as_alice, campaign)
    assert "Name of the scenario" not in walk.get("next").content.decode()
    answer = walk.post("next", do="advance", name=DOORS)
    assert answer.status_code == 409
    assert f"This campaign has no scenario {DOORS}." in answer.content.decode()
    assert "Choose a scenario first." in walk.post("next", do="advance").content.decode()
