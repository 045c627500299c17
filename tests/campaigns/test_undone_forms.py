"""Tests of forms whose steps were undone: they come back filled with what was recorded."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.log.form import guide_notes
from campaigns.models import Step
from campaigns.services.creation import start_campaign
from rules.campaign import steps
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.markup import fields_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def walk(client: Client, alice: User) -> Walk:
    """Two investigators are in the second scenario of The Night of the Zealot, with Lita and two notes."""
    client.force_login(alice)
    start = steps.StartCampaign(campaign="core", difficulty="standard", title="Zealots")
    walk = Walk(client, start_campaign(start, owner=alice, name="Zealots").campaign)
    for investigator in (FIRST, SECOND):
        walk.sit(make_deck(alice, investigator))
    walk.begin("torch")
    walk.did("after", resolution="R1", victory="2", **{"gain-01117-s1": "yes", "note-text-0": "First."})
    walk.begin("arkham")
    return walk


def payloads(walk: Walk) -> list[dict[str, Any]]:
    rows = Step.objects.filter(campaign=walk.campaign, undone=False).order_by("number")
    return [row.payload for row in rows]


def undo_to(walk: Walk, kind: str) -> list[dict[str, Any]]:
    """Undo everything from the last step of this kind on; return what is undone."""
    rows = payloads(walk)
    place = max(at for at, row in enumerate(rows) if row["kind"] == kind)
    for _step in rows[place:]:
        walk.did("undo")
    return rows[place:]


def again(walk: Walk, view: str, **query: str) -> list[dict[str, Any]]:
    """Send the form as it is shown, unchanged; return the new steps."""
    before = len(payloads(walk))
    answer = walk.client.post(walk.url(view), fields_of(walk.get(view, **query), view))
    assert answer.status_code == 302, answer.content.decode()
    return payloads(walk)[before:]


SCENARIO = {
    "resolution": "R1",
    "victory": "0",
    "bonus": "-1",
    "how-s1": "both",
    "choice-s1": "mental",
    "physical-s1": "1",
    "xp-s1": "2",
    "how-s2": "horror",
    "lost-s2": "insane",
    "lose-s1-01117": "yes",
    "drew-s1": "01097",
    "note-section-0": "campaign_notes",
    "note-text-0": "It burned.",
    "note-number-0": "3",
    "note-seat-0": "s1",
    "token-cultist": "1",
    "token-skull": "-1",
}


def test_the_end_of_a_scenario_comes_back_as_it_was_recorded(walk: Walk) -> None:
    note = walk.state.notes[0].id
    section, keys = guide_notes(walk.state)[0]
    walk.did("after", **SCENARIO, **{"cross": note, "phrase-0": f"{section}|{keys[0]}"})
    recorded = undo_to(walk, "end-scenario")
    assert len(recorded) == 5
    page = walk.get("after")
    assert "filled in again" in page.content.decode()
    assert again(walk, "after") == recorded


def test_only_the_form_that_was_undone_last_comes_back(walk: Walk) -> None:
    walk.did("after", resolution="R1", victory="3")
    undo_to(walk, "end-scenario")
    walk.did("after", resolution="R2", victory="5")
    undo_to(walk, "end-scenario")
    assert fields_of(walk.get("after"), "after")["victory"] == ["5"]


def test_a_scenario_that_was_begun_anew_is_empty(walk: Walk) -> None:
    walk.did("after", resolution="R1", victory="3")
    undo_to(walk, "advance")
    walk.begin("arkham")
    page = walk.get("after")
    assert fields_of(page, "after")["victory"] == [""]
    assert "filled in again" not in page.content.decode()


def test_a_draw_by_the_site_is_asked_for_again(walk: Walk) -> None:
    walk.did("after", resolution="R1", victory="1", **{"draw-s1": "2"})
    undo_to(walk, "end-scenario")
    assert fields_of(walk.get("after"), "after")["draw-s1"] == ["2"]


def test_an_interlude_comes_back_as_it_was_recorded(walk: Walk, alice: User) -> None:
    start = steps.StartCampaign(campaign="dwl", difficulty="standard", title="Dunwich")
    walk = Walk(walk.client, start_campaign(start, owner=alice, name="Dunwich").campaign)
    for investigator in (FIRST, SECOND):
        walk.sit(make_deck(alice, investigator))
    interlude = "dwl_prologue"
    fields = {"xp-s1": "2", "physical-s1": "1", "mental-s1": "1", "choice": "We stayed.", "token-tablet": "1"}
    walk.did("interlude", interlude=interlude, part="s1", **fields)
    recorded = undo_to(walk, "interlude-played")
    assert len(recorded) == 4
    assert "filled in again" in walk.get("interlude", interlude=interlude).content.decode()
    assert again(walk, "interlude", interlude=interlude) == recorded
