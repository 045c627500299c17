"""Tests of the pages of a campaign, used as players do."""

import pytest
from django.test import Client

from accounts.models import User
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

pytestmark = pytest.mark.django_db


def test_a_campaign_is_walked_through(walk: Walk, alice: User) -> None:
    first, second = walk.sit(make_deck(alice, FIRST)), walk.sit(make_deck(alice, SECOND))
    assert walk.get("detail").status_code == 200
    walk.begin("spreading_flames")
    assert walk.state.playing.scenario == "spreading_flames"
    assert walk.get("next").status_code == 200
    assert walk.get("after").status_code == 200
    walk.did(
        "after",
        resolution="R2",
        victory="3",
        bonus="1",
        **{
            f"how-{first}": "damage",
            f"how-{second}": "resigned",
            "note-text-0": "The investigators saved Miskatonic University.",
        },
    )
    state = walk.state
    assert (state.seats[first].experience, state.seats[first].physical) == (4, 1)
    assert (state.seats[second].experience, state.seats[second].physical) == (4, 0)
    assert state.notes[0].key == "saved_miskatonic_university"
    page = walk.get("after")
    assert page.status_code == 200
    opened = walk.did("purchases", first, do="open")
    assert "/decks/" in opened.url
    assert walk.get("after").status_code == 200
    walk.did("purchases", first, do="record")
    walk.did("next", do="advance", scenario="smoke_and_mirrors")
    assert walk.state.phase == "ready"
    assert walk.get("detail").status_code == 200


def test_the_guided_page_reminds_of_victory_locations(walk: Walk, alice: User) -> None:
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    assert "end.victory-locations" in walk.get("after").content.decode()


def test_epic_mode_reminds_of_what_holds_for_the_campaign(walk: Walk, alice: User) -> None:
    walk.sit(make_deck(alice, FIRST))
    walk.did("end", result="won")
    assert "epic.campaign-wording" in walk.get("transfer", facts="boa").content.decode()


def test_undo_on_an_old_page_takes_back_no_step_of_others(walk: Walk, as_bob: Client) -> None:
    walk.did("bag", do="change", **{"token-skull": "1"})
    walk.campaign.refresh_from_db()
    seen = walk.campaign.revision
    bob = Walk(as_bob, walk.campaign)
    bob.sent = 50
    bob.did("bag", do="change", **{"token-cultist": "1"})
    for page in ("undo", "redo"):
        late = walk.post(page, follows=seen)
        assert late.status_code == 409
        assert "cultist" in late.content.decode(), "what changed is told"
        assert "Do it anyway" not in late.content.decode()
    assert walk.state.bag.tokens["cultist"] == 1
    # Any other form may be sent again, with what was entered.
    late = walk.post("bag", do="change", follows=seen, **{"token-cultist": "1"})
    assert late.status_code == 409
    walk.did("bag", do="change", **{"token-cultist": "1"})
    assert walk.state.bag.tokens["cultist"] == 2
