"""Tests of the ledger: every entry with its step, filtered, paged, and as CSV."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from campaigns import adapters
from campaigns.account_data import export_campaigns
from campaigns.insight.ledger import GROUPS, TEXTS, Ledger, as_csv, ledger_entries
from campaigns.models import Entry, NewDeck, ScenarioDraft, TokenModifier, TokenTally
from campaigns.party.member_names import MemberNames
from campaigns.services.recording import record, undo
from rules.campaign import Entry as RulesEntry
from rules.campaign import entries, steps
from rules.campaign.ledger import ADDED_BY
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(walk: Walk, alice: User) -> Walk:
    """A campaign with two seats and one entry of most kinds."""
    for investigator in (FIRST, SECOND):
        walk.sit(make_deck(alice, investigator))
    for step in (
        steps.ExperienceAdjusted(amounts={"s1": 4}, cause="=HYPERLINK(1)"),
        steps.TraumaChanged(changes={"s2": {"physical": 1}}, cause="a fall"),
        steps.TokensChanged(tokens={"skull": 1}),
    ):
        record(walk.campaign, step, by=alice)
    return walk


def lines(walk: Walk, **which: str) -> list[Any]:
    ledger = Ledger(walk.campaign, walk.state, MemberNames(walk.campaign))
    return list(ledger.lines(ledger_entries(walk.campaign, **which)))


def test_every_kind_of_entry_is_stored_under_a_name_and_belongs_to_one_group() -> None:
    known = {getattr(entries, kind.__name__) for kind in RulesEntry.__subclasses__()}
    assert set(adapters.KINDS.values()) == known, "KINDS in campaigns/adapters.py has the name of every entry"
    assert ADDED_BY.keys() == known, "ADDED_BY in rules/campaign/ledger.py adds every entry to the state"
    grouped = [kind for group in GROUPS.values() for kind in group.kinds]
    assert sorted(grouped) == sorted(adapters.KINDS)
    assert TEXTS.keys() <= adapters.KINDS.keys()


def test_entries_are_listed_with_their_steps_newest_last(played: Walk) -> None:
    found = lines(played)
    assert len(found) == Entry.objects.count()
    assert [line.step for line in found] == sorted(line.step for line in found)
    assert (found[-1].kind, found[-1].text, found[-1].amount) == ("chaos-tokens", "skull", 1)
    assert found[-1].by == "alice"


def test_kinds_and_seats_are_filtered(played: Walk) -> None:
    (gained,) = lines(played, kind="experience", seat="s1")
    assert (gained.amount, gained.reason) == (4, "=HYPERLINK(1)")
    (hurt,) = lines(played, kind="trauma")
    assert (hurt.seat, hurt.text, hurt.amount, hurt.reason) == ("s2", "+1 physical", 1, "a fall")
    assert {line.kind for line in lines(played, kind="weaknesses")} == {"weaknesses"}
    assert {line.seat for line in lines(played, seat="s2")} == {"s2"}
    every = [line for kind in GROUPS for line in lines(played, kind=kind)]
    assert len(every) == len(lines(played))


def test_how_a_campaign_ended_is_in_the_language_of_the_reader(played: Walk, alice: User) -> None:
    record(played.campaign, steps.CampaignEnded(result="won"), by=alice)
    assert lines(played)[-1].text == "won"
    with translation.override("de"):
        assert lines(played)[-1].text == "gewonnen"


def test_entries_of_undone_steps_are_left_out(played: Walk) -> None:
    before = lines(played)
    undo(played.campaign)
    assert lines(played) == before[:-1]


def test_the_page_shows_filters_and_links(played: Walk) -> None:
    page = played.get("ledger", kind="trauma").content.decode()
    assert "a fall" in page
    assert "HYPERLINK" not in page
    assert "ledger.csv?kind=trauma" in page
    assert played.url("ledger") in played.get("steps").content.decode()
    assert played.url("ledger") in played.get("detail").content.decode()
    assert "HYPERLINK" in played.get("ledger", kind="nonsense", page="x").content.decode()


def test_the_page_needs_no_more_queries_for_many_entries(
    played: Walk, alice: User, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(30) as few:
        played.get("ledger")
    for n in range(60):
        record(played.campaign, steps.TokensChanged(tokens={"0": 1 if n % 2 else -1, "-1": 1}), by=alice)
    with django_assert_max_num_queries(len(few)):
        first = played.get("ledger").content.decode()
    assert "1 / 2" in first
    assert "page=2" in first


def test_the_csv_is_safe_to_open_in_a_spreadsheet(played: Walk) -> None:
    answer = played.get("ledger-csv")
    assert answer["Content-Type"].startswith("text/csv")
    assert 'filename="ashes-ledger.csv"' in answer["Content-Disposition"]
    rows = list(csv.DictReader(StringIO(answer.content.decode())))
    assert len(rows) == len(lines(played))
    assert "'=HYPERLINK(1)" in {row["reason"] for row in rows}
    assert not any(row[name].startswith(("=", "@", "+")) for row in rows for name in row)
    only = played.get("ledger-csv", kind="trauma", seat="s2").content.decode()
    assert only.count("\r\n") == 2
    assert as_csv([]).startswith("step,at,by,kind")


def test_the_api_answers_pages(played: Walk, as_bob: Client) -> None:
    address = reverse("api-campaign-ledger", args=[played.campaign.public_id])
    found = as_bob.get(address, {"kind": "experience", "seat": "s1"}).json()
    assert found["count"] == 1
    assert found["results"][0]["amount"] == 4
    assert as_bob.get(address, {"page_size": 2}).json()["next"]
    assert as_bob.get(address, {"kind": "nonsense"}).status_code == 400


def test_an_account_export_has_what_is_not_recorded(played: Walk, alice: User) -> None:
    deck = make_deck(alice, FIRST)
    game = {"scenarios_before": 0, "scenario": "spreading_flames"}
    ScenarioDraft.objects.create(campaign=played.campaign, **game, answers={"victory": ["3"]})
    TokenModifier.objects.create(campaign=played.campaign, token="skull", modifier=-2)
    NewDeck.objects.create(campaign=played.campaign, seat="s1", deck=deck)
    TokenTally.objects.create(campaign=played.campaign, token="skull", drawn=2, expected=1.5)
    (answer,) = export_campaigns(alice, [played.campaign.pk])
    rest = answer["not_recorded"]
    assert rest["after_scenario"] == {"scenario": "spreading_flames", "answers": {"victory": ["3"]}}
    assert rest["token_modifiers"] == [{"scenario": "", "token": "skull", "modifier": -2}]
    assert rest["token_tallies"] == {"skull": {"drawn": 2, "expected": 1.5}}
    assert rest["new_decks"] == {"s1": str(deck.public_id)}
