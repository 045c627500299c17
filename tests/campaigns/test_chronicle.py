"""Tests of the chronicle: what it adds up, who may read it, and what it costs."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns.insight.chronicle import chapters as chapters_module
from campaigns.insight.chronicle.chapters import Chapter
from campaigns.insight.chronicle.chart import chart
from campaigns.insight.chronicle.page import Chronicle, chronicle
from campaigns.models import Entry
from campaigns.services.members import invite, withdraw
from campaigns.services.purchases import deck_row
from campaigns.services.recording import record, record_all, undo
from decks.services.upgrading import buy
from rules.campaign import steps
from rules.campaign.state import Fate
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.campaigns.test_pages_scenario_form import text

pytestmark = pytest.mark.django_db

#: Bodyguard at level 0 and at level 2; an investigator who joins later.
LOW, HIGH = "12016", "12027"
THIRD = "12007"


@pytest.fixture
def played(walk: Walk, alice: User) -> Walk:
    """Two scenarios: the second investigator is killed in the first one, and another follows."""
    walk.sit(make_deck(alice, FIRST, {LOW: 2}))
    walk.sit(make_deck(alice, SECOND))
    walk.begin("spreading_flames")
    fates = {"s1": Fate(how="damage"), "s2": Fate(lost="killed")}
    record(walk.campaign, steps.EndScenario(resolution="R1", fates=fates, victory=4, bonus=1), by=alice)
    note = steps.LogChange(do="record", text="The fire was put out.")
    record(walk.campaign, steps.LogWritten(changes=(note,)), by=alice)
    walk.did("purchases", "s1", do="open")
    buy(deck_row(walk.campaign, "s1"), code=HIGH, replaces=LOW)
    walk.did("purchases", "s1", do="record")
    walk.did("seat-new", player="Ben", deck=str(make_deck(alice, THIRD).public_id), replaces="s2")
    while walk.state.seats["s3"].owed:
        walk.did("seat", "s3", do="draw")
    walk.begin("smoke_and_mirrors")
    fates = {"s1": Fate(), "s3": Fate(how="resigned", mental=1)}
    record(walk.campaign, steps.EndScenario(resolution="R2", fates=fates, victory=2), by=alice)
    return walk


def chronicle_of(walk: Walk) -> Chronicle:
    return chronicle(walk.campaign, walk.state)


def in_chapter(chapter: Chapter, seat: str) -> tuple[int, int, int, int]:
    share = chapter.shares[seat]
    return share.earned, share.spent, share.physical, share.mental


def test_chapters_add_up_to_the_state(played: Walk) -> None:
    found = chronicle_of(played)
    opening, first, second = found.chapters
    assert (opening.kind, first.numeral, second.numeral) == ("opening", "I", "II")
    assert first.name == "Spreading Flames"
    assert (first.result, first.experience, second.result) == ("Resolution 1", 5, "Resolution 2")
    assert in_chapter(first, "s1") == (5, 2, 1, 0)
    assert in_chapter(first, "s2") == (5, 0, 0, 0)
    assert in_chapter(second, "s1") == (2, 0, 0, 0)
    assert in_chapter(second, "s3") == (2, 0, 0, 1)
    for each in found.investigators:
        seat, shares = each.seat, [c.shares[each.seat.id] for c in found.chapters if each.seat.id in c.shares]
        assert sum(share.earned for share in shares) == seat.earned
        assert sum(share.physical for share in shares) == seat.physical
        assert sum(share.mental for share in shares) == seat.mental
        assert seat.earned - each.spent == seat.experience, "none of them had a starting bonus"


def test_it_names_deaths_and_who_followed(played: Walk) -> None:
    _opening, first, _second = chronicle_of(played).chapters
    lines = [line.text for line in first.events]
    killed, third = played.state.seats["s2"].title, played.state.seats["s3"].title
    assert f"{killed} was killed" in lines
    assert f"{third} followed {killed}, played by Ben" in lines
    assert [line.text for line in first.notes] == ["The fire was put out."]
    page = text(played.get("chronicle"))
    assert f"followed {killed}" in page
    assert "The fire was put out." in page
    assert "not over yet" in page


def test_decks_are_compared_with_those_of_the_first_scenario(played: Walk) -> None:
    first, second, third = chronicle_of(played).investigators
    assert first.change is not None
    assert [copies for _low, _high, copies in first.change.upgraded] == [1]
    assert not first.change.added
    assert not first.change.removed
    assert second.change is not None
    assert second.change.same, "the weakness that was drawn before the first scenario is no change"
    assert third.change is not None
    assert third.change.same
    assert "Bodyguard (2) for Bodyguard" in text(played.get("chronicle"))


def test_purchases_recorded_again_replace_the_earlier_ones(played: Walk, alice: User) -> None:
    for _again in range(2):
        played.did("purchases", "s1", do="open")
        played.did("purchases", "s1", do="record")
    (*_before, last) = chronicle_of(played).chapters
    assert last.shares["s1"].bought == []
    assert last.shares["s1"].spent == 0
    assert len(chronicle_of(played).chapters[1].shares["s1"].bought) == 1


def test_undone_steps_are_left_out(played: Walk) -> None:
    undo(played.campaign)
    found = chronicle_of(played)
    assert [chapter.result for chapter in found.chapters] == ["", "Resolution 1", "in play"]
    assert found.earned[0][1] == (0, 5, 5)


def test_experience_over_time_is_a_chart_and_a_table(played: Walk) -> None:
    found = chronicle_of(played)
    assert found.columns == ("–", "I", "II")
    assert [row for _who, row in found.earned] == [(0, 5, 7), (0, 5, 5), (0, 0, 2)]
    page = played.get("chronicle").content.decode()
    assert page.count("<polyline") == 3
    assert 'style="' not in page
    assert re.findall(r"<desc[^>]*>\s*Experience earned in all", page)


@pytest.mark.parametrize(
    ("highest", "ticks"),
    [(1, [0, 1]), (5, [0, 1, 2, 3, 4, 5]), (7, [0, 2, 4, 6, 8]), (52, [0, 20, 40, 60])],
)
def test_the_grid_has_round_numbers(highest: int, ticks: list[int]) -> None:
    drawn = chart(["–", "I"], {"s1": [0, highest]})
    assert drawn is not None
    assert [value for value, _y in drawn.grid] == ticks


def test_nothing_is_drawn_without_experience() -> None:
    assert chart(["I"], {"s1": [4]}) is None
    assert chart(["I", "II"], {"s1": [0, 0]}) is None
    assert chart([], {}) is None


def test_a_campaign_that_has_just_begun_is_chronicle_of(walk: Walk) -> None:
    page = text(walk.get("chronicle"))
    assert "No investigators have joined yet." in page
    assert "Nothing has happened yet." in page


def test_the_result_and_its_cause(played: Walk, alice: User) -> None:
    record(played.campaign, steps.CampaignEnded(result="won", cause="The cult is broken."), by=alice)
    page = text(played.get("chronicle"))
    assert "won" in page
    assert "The cult is broken." in page


class TestWithALink:
    """An invitation link is enough to read the chronicle; nothing else opens with it."""

    def test_a_visitor_reads_it_and_gets_no_account(self, played: Walk, client: Client) -> None:
        token = invite(played.campaign, role="reader").token
        users = User.objects.count()
        page = client.get(reverse("campaign-chronicle-shared", args=[token]))
        assert page.status_code == 200
        assert "The fire was put out." in page.content.decode()
        assert User.objects.count() == users
        assert reverse("campaign-detail", args=[played.campaign.public_id]) not in page.content.decode()
        assert client.get(played.url("chronicle")).status_code == 404

    def test_a_link_that_was_withdrawn_opens_nothing(self, played: Walk, client: Client) -> None:
        token = invite(played.campaign, role="reader").token
        withdraw(played.campaign, role="reader")
        assert client.get(reverse("campaign-chronicle-shared", args=[token])).status_code == 404

    def test_only_the_owner_sees_the_link(self, played: Walk, as_bob: Client) -> None:
        token = invite(played.campaign, role="reader").token
        assert token in played.get("chronicle").content.decode()
        assert token not in as_bob.get(played.url("chronicle")).content.decode()


def test_the_number_of_queries_is_constant(
    played: Walk, alice: User, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(20) as few:
        played.get("chronicle")
    for n in range(20):
        lines = [steps.LogWritten(changes=(steps.LogChange(do="record", text=f"note {n}"),))]
        record_all(
            played.campaign, [*lines, steps.ExperienceAdjusted(amounts={"s1": 1}, cause="x")], by=alice
        )
    with django_assert_max_num_queries(len(few)):
        page = text(played.get("chronicle"))
    assert "note 19" in page


def test_the_page_is_bounded(played: Walk, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chapters_module, "MOST_LINES", 5)
    for n in range(8):
        change = steps.LogChange(do="record", text=f"note {n}")
        record(played.campaign, steps.LogWritten(changes=(change,)), by=alice)
    page = text(played.get("chronicle"))
    assert "note 4" in page
    assert "note 5" not in page
    assert "3 more lines are in the log and the ledger." in page
    assert Entry.objects.filter(kind="note").count() == 9


def test_tokens_drawn_are_compared_with_what_was_to_be_expected(played: Walk) -> None:
    assert chronicle_of(played).tokens == ()
    assert "Tokens drawn" not in text(played.get("chronicle"))
    played.begin("queen_of_ash")
    drawn: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    for number in range(7):
        if number == 3:
            played.did("bag", add="bless")
        tokens = played.state.bag.tokens
        played.did("bag", do="draw")
        drawn[played.campaign.token_draws.order_by("-pk")[0].tokens[0]] += 1
        for token, copies in tokens.items():
            expected[token] += copies / sum(tokens.values())
    found = chronicle_of(played)
    assert {each.token: each.drawn for each in found.tokens if each.drawn} == dict(drawn)
    assert {each.token: each.expected for each in found.tokens} == pytest.approx(dict(expected))
    assert found.draws == 7 == pytest.approx(sum(each.expected for each in found.tokens))
    assert "7 draws on the page of the chaos bag." in text(played.get("chronicle"))


def test_experience_that_was_not_earned_is_named(walk: Walk, alice: User) -> None:
    walk.did("ultimatums", ultimatums=["boon.ancients"])
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="2")
    assert "2 XP earned +5 from other sources 0 spent 7 left" in text(walk.get("chronicle"))


def test_without_other_sources_there_is_no_word_of_them(played: Walk) -> None:
    assert [each.otherwise for each in chronicle_of(played).investigators] == [0, 0, 0]
    assert "from other sources" not in text(played.get("chronicle"))
