"""Tests of hostile input: it is refused or recorded correctly, and every page still opens."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from campaigns.models import Campaign
from campaigns.selectors import state_of
from campaigns.services.creation import export_campaign
from campaigns.services.recording import replayed
from rules.campaign import step_to_json
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.examples import number_of_examples
from tests.rules.campaign.test_any_game import anything
from tests.rules.campaign.test_hostile_steps import junk, with_junk

pytestmark = pytest.mark.django_db

SCRIPT = "<script>window.hacked=1</script>\"'><img src=x onerror=hacked()>{{ 7|add:7 }}{% debug %}"
UGLY = [
    pytest.param(SCRIPT, id="markup"),
    pytest.param("a\x00b", id="NUL"),
    pytest.param("\ud800", id="half a character"),
    pytest.param("\u202egnikcah\u2066", id="written backwards"),
    pytest.param("x" * 4000, id="long"),
    pytest.param("👩‍👩‍👧‍👦" * 60, id="many marks in one"),
]
PAGES = (
    "detail",
    "steps",
    "log",
    "log-print",
    "bag",
    "next",
    "after",
    "change",
    "correct",
    "settings",
    "party-cards",
)


def send(client: Client, path: str, data: Any) -> Any:
    """Send JSON as a hostile client does, with lone surrogates unchanged."""
    return client.post(f"/api/v1/campaigns/{path}", json.dumps(data), content_type="application/json")


def opens(walk: Walk) -> None:
    """Open every page and API view of the campaign."""
    walk.campaign.refresh_from_db()
    for page in PAGES:
        answer = walk.get(page)
        assert answer.status_code in (200, 302), page
        assert b"<script>window.hacked" not in answer.content
        assert b"onerror=hacked()>" not in answer.content
    for seat in walk.state.seats:
        assert walk.get("seat", seat).status_code == 200
    base = f"/api/v1/campaigns/{walk.campaign.public_id}/"
    for part in ("", "steps/", "export/", "bag/", "log/", "next/", "party-cards/"):
        assert walk.client.get(base + part).status_code == 200, part
    assert state_of(walk.campaign) == replayed(walk.campaign)


@pytest.fixture
def party(walk: Walk, alice: User) -> Walk:
    walk.sit(make_deck(alice, FIRST))
    walk.sit(make_deck(alice, SECOND))
    return walk


@pytest.mark.parametrize("text", UGLY)
def test_hostile_text_in_every_place(party: Walk, text: str) -> None:
    path = f"{party.campaign.public_id}/steps/"
    for step in (
        {"kind": "log-written", "changes": [{"do": "record", "text": text}]},
        {"kind": "log-written", "changes": [{"do": "record", "text": "t", "section": text, "key": text}]},
        {"kind": "log-written", "changes": [{"do": "count", "section": text, "key": text, "number": 1}]},
        {"kind": "experience-adjusted", "amounts": {"s1": 1}, "cause": text},
        {"kind": "trauma-changed", "changes": {"s1": {"mental": 1}}, "cause": text},
        {"kind": "weakness-gained", "seat": "s1", "card": "01096", "cause": text},
        {"kind": "tokens-changed", "tokens": {text: 1}, "cause": text},
        {"kind": "tokens-changed", "tokens": {"skull": 1}, "cause": text},
        {"kind": "settings-changed", "title": text},
        {"kind": "settings-changed", "taboo": text},
        {"kind": "settings-changed", "link": text},
        {"kind": "settings-changed", "environment": {"kind": text, "expansions": [text]}},
        {"kind": "settings-changed", "house": {"waived": [text]}},
        {"kind": "ultimatums-chosen", "custom": [text], "agreed": ["s1", "s2", text]},
        {"kind": "seat-joins", "seat": text, "player": "x", "investigator": "12007"},
        {"kind": "seat-joins", "seat": "s9", "player": text, "investigator": "12007"},
        {"kind": "seat-joins", "seat": "s8", "player": "x", "investigator": "12007", "front": text},
        {"kind": "deck-changed", "seat": "s1", "cause": text, "deck": {"investigator": FIRST, "slots": {}}},
        {"kind": "interlude-played", "interlude": text},
        {"kind": "research-done", "task": text, "seat": "s1"},
        {"kind": "log-written", "changes": [{"do": "record", "text": "x"}], "waives": [text], "note": text},
    ):
        assert send(party.client, path, {"step": step}).status_code in (201, 400, 409), step
    opens(party)


@pytest.mark.parametrize("text", UGLY)
def test_hostile_text_in_forms(party: Walk, text: str) -> None:
    party.begin("spreading_flames")
    forms: list[tuple[str, dict[str, Any]]] = [
        ("log", {"do": "record", "text": text, "section": "campaign_notes"}),
        ("log", {"do": "record", "text": "x", "section": text, "seat": text, "number": text}),
        ("log", {"do": "remember", "text": text}),
        ("log", {"do": "count", "section": text, "key_": text, "by": "1"}),
        ("bag", {"do": "change", "token-skull": "1", "cause": text}),
        ("bag", {"do": "seal", "token": text, "card": text, "copies": "1"}),
        ("bag", {"do": "odds", "value-skull": text}),
        ("change", {"do": "experience", "xp-s1": "1", "cause": text}),
        ("change", {"do": "story", "title": text, "seat": text}),
        ("correct", {"of": "1", "cause": text, "xp-s1": "1"}),
        ("settings", {"do": "settings", "name": text, "taboo": text, "link": text}),
        ("branch", {"until": "1", "name": text}),
        ("after-save", {"resolution": text, "note-text-0": text, "note-section-0": text, text: text}),
        ("after", {"resolution": text, "note-text-0": text, "how-s1": text, "story-other": text}),
        ("seat-new", {"player": text, "investigator": text, "replaces": text, "deck": text}),
        ("end", {"result": text, "cause": text}),
    ]
    for view, fields in forms:
        # The browser of a form cannot send lone surrogates.
        sent = {key.encode(errors="replace").decode(): str(value) for key, value in fields.items()}
        sent = {key: value.encode(errors="replace").decode() for key, value in sent.items()}
        assert party.post(view, **sent).status_code in (200, 302, 400, 403, 404, 409), view
    opens(party)


@settings(
    max_examples=number_of_examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(step=anything, places=st.lists(st.integers(0, 9), min_size=1, max_size=4), value=junk)
def test_a_step_with_anything_in_any_place(party: Walk, step: Any, places: list[int], value: Any) -> None:
    plain = json.loads(json.dumps(step_to_json(step)).replace('"a"', '"s1"').replace('"b"', '"s2"'))
    with transaction.atomic():
        answer = send(
            party.client, f"{party.campaign.public_id}/steps/", {"step": with_junk(plain, places, value)}
        )
        assert answer.status_code in (201, 400, 409), answer.content
        if answer.status_code == 201:
            opens(party)
        transaction.set_rollback(True)


def exported(walk: Walk) -> dict[str, Any]:
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="2", **{"how-s1": "damage"})
    walk.campaign.refresh_from_db()
    return json.loads(json.dumps(export_campaign(walk.campaign)))


def with_row(export: dict[str, Any], place: int, **fields: Any) -> dict[str, Any]:
    export = copy.deepcopy(export)
    export["steps"][place].update(fields)
    return export


def test_a_hostile_import_leaves_nothing_behind(party: Walk) -> None:
    export = exported(party)
    before = Campaign.objects.count()
    tokens = {"kind": "tokens-changed", "tokens": {"skull": -50}}
    huge = {"kind": "experience-adjusted", "amounts": {"s1": 10**12}, "cause": "greed"}
    for bad in (
        *(
            [],
            "text",
            7,
            None,
            {},
            {"format": export["format"]},
            {**export, "steps": []},
            {**export, "steps": {}},
        ),
        {**export, "steps": [None]},
        {**export, "steps": [[]]},
        {**export, "steps": export["steps"][::-1]},
        {**export, "steps": export["steps"][1:]},
        {**export, "steps": export["steps"] * 2},
        {**export, "name": "a\x00b"},
        {**export, "name": "\ud800"},
        {**export, "campaign": "\ud800"},
        with_row(export, 1, number=10**20),
        with_row(export, 1, number=-1),
        with_row(export, 1, number=True),
        with_row(export, 1, number="2"),
        with_row(export, 1, number=2.5),
        with_row(export, 1, previous=5),
        with_row(export, 1, previous=-1),
        with_row(export, 1, undone="yes"),
        with_row(export, 1, step=None),
        with_row(export, 1, step=export["steps"][0]["step"]),
        with_row(export, 3, step=huge),
        with_row(export, -1, step=tokens),
        with_row(export, 1, step={**export["steps"][1]["step"], "seat": "a/b c"}),
        with_row(export, 1, undone=True),
    ):
        answer = send(party.client, "import/", bad)
        assert answer.status_code == 400, (answer.content, str(bad)[:300])
        assert answer.json()["error"]["message"]
        assert Campaign.objects.count() == before


def test_odd_fields_of_an_import_do_no_harm(party: Walk) -> None:
    export = exported(party)
    for odd in (
        {**export, "name": SCRIPT * 9},
        {**export, "name": None, "campaign": "x" * 900},
        {**export, "more": {"deep": [[[[]]]]}},
        with_row(export, 1, at="9999-12-31T00:00:00+00:00"),
        with_row(export, 1, at="2026-01-01"),
        with_row(export, 1, at=7, by={"a": 1}),
        with_row(export, 1, by=SCRIPT),
    ):
        answer = send(party.client, "import/", odd)
        assert answer.status_code == 201, answer.content
        made = Campaign.objects.get(public_id=answer.json()["id"])
        opens(Walk(party.client, made))


def test_an_import_by_a_form_is_read_as_carefully(party: Walk) -> None:
    for text in ("", "{", "[" * 100_000, '{"format": NaN}', "\x00", json.dumps({"name": "\ud800"})):
        answer = party.client.post("/campaigns/import/", {"text": text})
        assert answer.status_code == 400
