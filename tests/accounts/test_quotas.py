"""Tests of quotas and their messages."""

import json

import pytest

from accounts.quotas import OverQuota
from accounts.services import create_guest
from campaigns.errors import BadExport, BadStep
from campaigns.services import recording
from campaigns.services.creation import FORMAT, branch, import_campaign, start_campaign
from campaigns.services.recording import record
from decks import services
from decks.importing import preview
from rules.campaign import steps
from tests.builders import a_deck

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def small(settings):
    settings.QUOTAS = {"player": {"decks": 3, "campaigns": 3}, "guest": {"decks": 1, "campaigns": 1}}


def a_campaign(owner):
    return start_campaign(steps.StartCampaign(campaign="boa", difficulty="standard"), owner=owner).campaign


def test_a_guest_has_room_for_less_and_learns_how_to_get_more():
    guest = create_guest()
    services.create_deck(owner=guest, investigator="12001")
    with pytest.raises(OverQuota, match=r"limit is 1.*Sign up"):
        services.create_deck(owner=guest, investigator="12001")
    a_campaign(guest)
    with pytest.raises(OverQuota, match=r"limit is 1.*Sign up"):
        a_campaign(guest)


def test_every_way_to_a_deck_is_counted(alice):
    deck = services.create_deck(owner=alice, investigator="12001")
    services.clone_deck(deck, owner=alice)
    two = json.dumps([{"investigator_code": "12001", "slots": a_deck("12001").slots}] * 2)
    with pytest.raises(OverQuota, match="You have 2 decks; the limit is 3"):
        services.save_import(preview(two), owner=alice)
    services.create_deck(owner=alice, investigator="12001")
    with pytest.raises(OverQuota):
        services.clone_deck(deck, owner=alice)
    services.delete_deck(deck)
    services.create_deck(owner=alice, investigator="12001")


def test_every_way_to_a_campaign_is_counted(alice):
    first = a_campaign(alice)
    branch(first, owner=alice, until=1)
    start = {"kind": "start-campaign", "campaign": "boa", "difficulty": "standard"}
    export = {"format": FORMAT, "name": "x", "steps": [{"number": 1, "previous": 0, "step": start}]}
    import_campaign(export, owner=alice)
    for way in (lambda: a_campaign(alice), lambda: branch(first, owner=alice, until=1)):
        with pytest.raises(OverQuota, match="You have 3 campaigns; the limit is 3"):
            way()


def test_a_campaign_has_room_for_so_many_steps(alice, monkeypatch):
    monkeypatch.setattr(recording, "MOST_STEPS", 2)
    campaign = a_campaign(alice)
    step = steps.TokensChanged(tokens={"0": 1}, cause="x")
    record(campaign, step, by=alice)
    with pytest.raises(BadStep, match="limit of 2 steps"):
        record(campaign, step, by=alice)


def test_one_step_and_the_whole_record_have_a_size(alice, monkeypatch):
    campaign = a_campaign(alice)
    long = tuple(
        steps.LogChange(do="record", section="campaign_notes", text="x" * 3_000) for _n in range(100)
    )
    with pytest.raises(BadStep, match="too long"):
        record(campaign, steps.LogWritten(changes=long), by=alice)
    monkeypatch.setattr(recording, "LARGEST_STATE", 5_000)
    with pytest.raises(BadStep, match="nothing more can be recorded"):
        record(campaign, steps.LogWritten(changes=long[:2]), by=alice)
    campaign.refresh_from_db()
    assert campaign.steps.count() == 1


def test_a_log_that_is_full_takes_no_more_notes(alice, monkeypatch):
    campaign = a_campaign(alice)
    monkeypatch.setattr(recording, "MOST_NOTES", 2)
    note = steps.LogChange(do="record", section="campaign_notes", text="x")
    record(campaign, steps.LogWritten(changes=(note, note)), by=alice)
    with pytest.raises(BadStep, match="at most 2 notes"):
        record(campaign, steps.LogWritten(changes=(note,)), by=alice)
    campaign.refresh_from_db()
    assert len(campaign.state["notes"]) == 2


def test_an_export_with_too_many_steps_is_refused_before_it_is_replayed(alice, monkeypatch):
    monkeypatch.setattr("campaigns.services.replayed_history.entries_again", None)
    steps_sent = [{"number": number} for number in range(1, 3_002)]
    with pytest.raises(BadExport, match="too many"):
        import_campaign({"format": FORMAT, "name": "x", "steps": steps_sent}, owner=alice)
