"""Tests that the work for one request is bounded, whatever is sent or stored."""

import weakref
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from campaigns.errors import BadExport, BadStep
from campaigns.models import Campaign, CampaignFile, Guide, ScenarioDraft
from campaigns.services import campaign_files, creation, drafts, recording
from campaigns.services.recording import record, record_all, replayed, state_of
from campaigns.views import files as views
from decks.models import Visibility
from rules.campaign import steps
from rules.campaign.state import Fate
from tests.builders import a_deck
from tests.rules.campaign.test_file_schema import GUIDE

pytestmark = pytest.mark.django_db


def a_line(text: str) -> steps.LogWritten:
    return steps.LogWritten(changes=(steps.LogChange(do="record", text=text),))


class TestManyStepsAtOnce:
    def test_the_state_is_written_once(self, campaign: Campaign, alice: User, monkeypatch) -> None:
        written = []
        stored_state = recording.stored_state
        monkeypatch.setattr(
            recording, "stored_state", lambda state: written.append(state) or stored_state(state)
        )
        done = record_all(campaign, [a_line(f"line {n}") for n in range(40)], by=alice)
        assert len(written) == 1
        assert [each.step.number for each in done] == list(range(2, 42))
        campaign.refresh_from_db()
        assert state_of(campaign) == replayed(campaign) == done[-1].state
        assert campaign.revision == done[-1].step.revision

    def test_each_is_a_change_of_its_own(self, campaign: Campaign, alice: User) -> None:
        campaign.refresh_from_db()
        first, second = record_all(campaign, [a_line("one"), a_line("two")], by=alice)
        assert second.step.revision == first.step.revision + 1 == campaign.revision + 2

    def test_one_that_is_refused_takes_all_with_it(self, campaign: Campaign, alice: User) -> None:
        before = campaign.steps.count()
        with pytest.raises(BadStep):
            record_all(campaign, [a_line("one"), a_line("x" * 4_001)], by=alice)
        assert campaign.steps.count() == before

    def test_sent_again_nothing_is_done_again(self, campaign: Campaign, alice: User) -> None:
        key = uuid4()
        lines = [a_line("one"), a_line("two")]
        first = record_all(campaign, lines, by=alice, key=key)
        again = record_all(campaign, lines, by=alice, key=key)
        assert [each.step.pk for each in again] == [each.step.pk for each in first]
        assert all(each.again for each in again)


@pytest.mark.parametrize(("many", "generated", "status"), [(12, "", 409), (13, "", 400), (3, "x", 400)])
def test_so_many_steps_are_worked_out_at_once(
    as_alice: Client, campaign: Campaign, many: int, generated: str, status: int
) -> None:
    """Twelve steps are checked, and refused because of their content; more are refused without a check."""
    step = {"kind": "deck-chosen", "seat": "s1", "deck": {"investigator": "12001", "slots": {}}}
    body = {"steps": [{**step, **({"generated": generated} if generated else {})}] * many}
    path = f"/api/v1/campaigns/{campaign.public_id}/steps/"
    answer = as_alice.post(path, body, content_type="application/json")
    assert (answer.status_code, "several requests" in answer.content.decode()) == (status, status == 400)


def test_a_history_takes_large_steps_as_long_as_there_is_room(
    campaign: Campaign, alice: User, monkeypatch
) -> None:
    monkeypatch.setattr(recording, "LARGEST_HISTORY", 5_000)
    record(campaign, a_line("x" * 3_000), by=alice)
    with pytest.raises(BadStep, match="is almost full"):
        record(campaign, a_line("x" * 3_000), by=alice)
    record(campaign, a_line("a short one has room"), by=alice)


class TestScenarios:
    def test_a_campaign_has_room_for_so_many(
        self, campaign: Campaign, alice: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(recording, "MOST_SCENARIOS", 1)
        waived = frozenset({"rbw.one-required", "deck.size-exact", "party.needs-a-deck"})
        record(campaign, steps.SeatJoins(seat="s1", player="Ada", investigator="12001"), by=alice)
        deck = a_deck("12001", mode="creation")
        record(campaign, steps.DeckChosen(seat="s1", deck=deck), by=alice)
        ahead = steps.Advance(scenario="spreading_flames", verdicts={"s1": ()}, waives=waived, note="tried")
        begin = steps.BeginScenario(scenario="spreading_flames", lead="s1")
        end = steps.EndScenario(resolution="R1", fates={"s1": Fate()}, victory=1)
        record_all(campaign, [ahead, begin, end], by=alice)
        record(campaign, ahead, by=alice)
        with pytest.raises(BadStep, match="it has 1 scenarios"):
            record(campaign, begin, by=alice)

    @pytest.mark.parametrize(("many", "message"), [(2, "cannot be read"), (3, "too many scenarios")])
    def test_and_so_has_an_import(
        self, alice: User, monkeypatch: pytest.MonkeyPatch, many: int, message: str
    ) -> None:
        monkeypatch.setattr(creation, "MOST_SCENARIOS", 2)
        rows = [{"number": n + 1, "step": {"kind": "end-scenario"}} for n in range(many)]
        with pytest.raises(BadExport, match=message):
            creation.import_campaign({"format": creation.FORMAT, "steps": rows}, owner=alice)


class TestManyLargeFiles:
    """Lists hold at most the content of a few files, because a hundred files may have fifteen megabytes."""

    @pytest.fixture
    def many(self, alice: User) -> list[CampaignFile]:
        files = [campaign_files.create_file({**GUIDE, "title": f"Story {n}"}, owner=alice) for n in range(12)]
        CampaignFile.objects.update(visibility=Visibility.PUBLIC)
        return files

    def test_the_page_reads_one_after_the_other(
        self, as_alice: Client, many: list[CampaignFile], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alive: weakref.WeakSet[Guide] = weakref.WeakSet()
        most = [0]
        row = views._row

        def counted(file: CampaignFile) -> dict[str, Any]:
            alive.add(file.guide)
            most.append(len(alive))
            return row(file)

        monkeypatch.setattr(views, "_row", counted)
        page = as_alice.get("/campaigns/files/").content.decode()
        assert page.count("Story 11") == 2
        assert len(most) == 1 + 2 * len(many)
        assert max(most) <= 3

    @pytest.mark.parametrize(
        "path", ["/campaigns/new/", "/api/v1/campaign-files/", "/api/v1/campaign-files/?public=1"]
    )
    def test_where_titles_are_enough_the_content_is_not_read(
        self, as_alice: Client, many: list[CampaignFile], path: str
    ) -> None:
        as_alice.get(path)
        with CaptureQueriesContext(connection) as queries:
            assert "Story 11" in as_alice.get(path).content.decode()
        assert not [query["sql"] for query in queries if '"campaigns_guide"."facts"' in query["sql"]]
        assert len(queries) < len(many)


def test_what_a_page_has_sent_is_compared_once_for_each_field() -> None:
    """A form may claim to have been sent thousands of times, each time with another field."""

    looked_up = 0

    class Counted(dict[str, list[str]]):
        def __contains__(self, name: object) -> bool:
            nonlocal looked_up
            looked_up += 1
            return super().__contains__(name)

    sent = tuple(Counted({str(number): []}) for number in range(2_000))
    row = ScenarioDraft(answers={"victory": ["1"]}, revision=1, by_id=2)
    found = drafts.merge_with(row, drafts.Form({}, seen=0, base={}, sent=sent), by=User(pk=1))
    assert found.answers == {"victory": ["1"]}
    assert looked_up < 10_000
