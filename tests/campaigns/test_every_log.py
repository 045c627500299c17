"""Tests of the log of every shipped campaign: each section is written, printed, exported and undone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.campaign_rules import campaign_facts
from campaigns.log import tables as log_tables
from campaigns.models import Campaign
from campaigns.services.creation import start_campaign
from cards.importing.shipped import CATALOGUE, load
from rules.campaign import steps
from rules.campaign.log_sections import CHECKLIST
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

pytestmark = pytest.mark.django_db

CAMPAIGNS = sorted(
    row["id"]
    for row in (load(path) for path in (CATALOGUE / "campaigns").glob("*.json"))
    if row["id"] != "side" and row.get("bags")
)


@pytest.fixture
def party(as_alice: Client, alice: User, request: pytest.FixtureRequest) -> Walk:
    step = steps.StartCampaign(campaign=request.param, difficulty="standard")
    walk = Walk(as_alice, start_campaign(step, owner=alice, name="Fridays").campaign)
    walk.sit(make_deck(alice, FIRST))
    walk.sit(make_deck(alice, SECOND))
    return walk


def lines_of(walk: Walk) -> list[dict[str, Any]]:
    """Return lines for each section of the log that is not a list of notes: a name, a box or a counter."""
    found: list[dict[str, Any]] = []
    for row in campaign_facts()[walk.state.campaign]["log"]:
        line = {"section": row["id"], "do": "count", "number": 2}
        if row["kind"] == CHECKLIST:
            line = {"section": row["id"], "do": "tick", "key": row["checklist"][-1]["id"]}
        elif row["kind"] == "investigator-count":
            line["seat"] = "s2"
        elif row["kind"] not in ("count", "relationship"):
            continue
        found.append(line)
    for table in log_tables.tables(walk.state, later=True):
        if table.is_picked:
            found.append({"section": table.id, "do": "tick", "key": table.others[-1][0]})
        for row in table.rows[:1]:
            cell = row.cells[-1]
            line = {"section": table.id, "do": "tick", "key": cell.key, "seat": cell.seat}
            if cell.choices:
                chosen = cell.choices[-1][0]
                is_seat = chosen.startswith(log_tables.SEAT)
                line["seat"] = chosen.removeprefix(log_tables.SEAT) if is_seat else ""
                line["key"] = cell.key if is_seat else f"{cell.key}:{chosen}"
            found.append(line)
    return found


def send(walk: Walk, path: str, **body: Any) -> Any:
    answer = walk.client.post(
        f"/api/v1/campaigns/{walk.campaign.public_id}/{path}", json.dumps(body), "application/json"
    )
    assert answer.status_code in (200, 201), answer.content
    return answer.json()


@pytest.mark.parametrize("party", CAMPAIGNS, indirect=True)
def test_every_section_is_written_printed_exported_and_undone(party: Walk) -> None:
    before = party.state
    lines = lines_of(party)
    party.campaign.refresh_from_db()
    send(party, "steps/", follows=party.campaign.revision, step={"kind": "log-written", "changes": lines})
    written = {line["section"] for line in lines}
    after = party.state
    assert {where.split("|")[0] for where, value in after.counts.items() if value} == written
    titles = {row["id"]: row["title"] for row in campaign_facts()[after.campaign]["log"]}
    pages = [party.get(view).content.decode() for view in ("log", "log-print", "detail")]
    for section in written:
        # What is recorded is shown, also if the story has not reached it.
        assert all(titles[section].replace("'", "&#x27;") in page for page in pages), section
    exported = party.client.get(f"/api/v1/campaigns/{party.campaign.public_id}/export/").json()
    answer = party.client.post("/api/v1/campaigns/import/", json.dumps(exported), "application/json")
    assert answer.status_code == 201, answer.content
    copy = Walk(party.client, Campaign.objects.get(public_id=answer.json()["id"]))
    assert copy.state.counts == after.counts
    send(party, "undo/")
    assert party.state.counts == before.counts


@pytest.mark.parametrize("party", ["dwl"], indirect=True)
def test_a_side_story_brings_its_own_sections(party: Walk) -> None:
    party.begin("extracurricular_activity")
    party.did("after", resolution="R1", victory="9")
    assert "Alarm level" not in party.get("log").content.decode()
    assert "Alarm level" not in party.get("log", later=1).content.decode(), "the group may never play it"
    party.begin("fortune_and_folly_part_1")
    assert "Alarm level" in party.get("log").content.decode()
    party.did("log", do="count", section="fof_alarm_level", seat="s1", by="3")
    assert party.state.counts["fof_alarm_level||s1"] == 3
    assert "Alarm level" in party.get("log-print").content.decode()


@pytest.mark.parametrize("party", ["tdc"], indirect=True)
def test_the_page_after_a_scenario_names_counters_and_lists(party: Walk) -> None:
    party.begin("one_last_job")
    page = party.get("after").content.decode()
    assert "Task progress, Daniela Reyes (0)" in page
    assert "Artifacts Earned, Tasks. They are filled in on the page of the" in page
    assert "Flooded Neighborhoods" not in page, "the story has not come to it"
