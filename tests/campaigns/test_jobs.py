"""Long records are imported and branched in the background: in batches, seen when all is there, made once."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import quotas
from accounts.models import User
from campaigns import jobs, selectors
from campaigns.models import Campaign
from campaigns.services import creation, replayed_history
from campaigns.services.creation import export_campaign
from campaigns.services.recording import record_all, replayed, state_of
from campaigns.services.replayed_history import ByJob
from jobs.models import Job
from rules.campaign import steps

pytestmark = pytest.mark.django_db


def lines(number: int) -> list[steps.Step]:
    return [
        steps.LogWritten(changes=(steps.LogChange(do="record", text=f"Line {n}."),)) for n in range(number)
    ]


@pytest.fixture
def short(campaign: Campaign, alice: User, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A campaign of 31 steps, which is long here."""
    monkeypatch.setattr(jobs, "AT_ONCE", 30)
    monkeypatch.setattr(replayed_history, "BATCH", 10)
    record_all(campaign, lines(30), by=alice)
    return Campaign.objects.get(pk=campaign.pk)


def send(client: Client, path: str, body: Any) -> Any:
    return client.post(f"/api/v1/campaigns/{path}", body, content_type="application/json")


class TestImport:
    def test_a_long_one_is_a_job_that_brings_every_step(
        self, as_alice: Client, alice: User, short: Campaign, django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            answer = send(as_alice, "import/", export_campaign(short))
        assert (answer.status_code, answer.json()["kind"]) == (202, jobs.IMPORT)
        export = as_alice.get(f"/api/v1/jobs/{answer.json()['id']}/").json()
        assert (export["state"], export["done"], export["total"]) == ("done", 31, 31)
        made = selectors.campaign_for(alice, export["result"]["campaign"])
        assert made is not None
        assert made.steps.count() == 31
        assert state_of(made) == replayed(made)
        assert as_alice.get(export["result"]["url"]).status_code == 200

    def test_others_may_write_between_its_batches(
        self, alice: User, short: Campaign, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        written: list[int] = []
        by_job = ByJob(uuid4(), lambda number: None)
        monkeypatch.setattr(
            replayed_history,
            "give_way",
            lambda: written.append(Campaign.objects.get(public_id=by_job.public_id).steps.count()),
        )
        creation.import_campaign(export_campaign(short), owner=alice, by_job=by_job)
        assert written == [10, 20, 30, 31]

    def test_the_page_leads_to_the_job(self, as_alice: Client, short: Campaign) -> None:
        file = SimpleUploadedFile("c.json", json.dumps(export_campaign(short)).encode())
        answer = as_alice.post(reverse("campaign-import"), {"file": file})
        assert answer.url == Job.objects.get().get_absolute_url()

    def test_one_step_fewer_is_there_at_once(self, as_alice: Client, short: Campaign) -> None:
        export = export_campaign(short)
        answer = send(as_alice, "import/", {**export, "steps": export["steps"][:30]})
        assert answer.status_code == 201
        assert not Job.objects.exists()

    def test_so_are_few_steps_unless_they_are_long(
        self, as_alice: Client, short: Campaign, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        export = export_campaign(short)
        monkeypatch.setattr(jobs, "CHARACTERS_AT_ONCE", 500)
        assert send(as_alice, "import/", {**export, "steps": export["steps"][:30]}).status_code == 202

    def test_what_cannot_be_replayed_is_reported_by_the_job(
        self, as_alice: Client, short: Campaign, django_capture_on_commit_callbacks: Any
    ) -> None:
        export = export_campaign(short)
        export["steps"][20]["step"] = {"kind": "seat-leaves", "seat": "nobody"}
        before = Campaign.objects.count()
        with django_capture_on_commit_callbacks(execute=True):
            send(as_alice, "import/", export)
        job = Job.objects.get()
        assert (job.state, job.error) == (
            "failed",
            "Step 21 of this export does not fit the steps before it.",
        )
        assert Campaign.objects.count() == before

    def test_what_is_no_export_is_refused_at_once(self, as_alice: Client, short: Campaign) -> None:
        assert send(as_alice, "import/", {**export_campaign(short), "format": "x"}).status_code == 400
        assert not Job.objects.exists()


class TestBranch:
    def test_a_long_one_is_a_job(
        self, as_alice: Client, alice: User, short: Campaign, django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            answer = send(as_alice, f"{short.public_id}/branch/", {"until": 31, "name": "Otherwise"})
        assert (answer.status_code, answer.json()["kind"]) == (202, jobs.BRANCH)
        made = Campaign.objects.get(branch_of=short)
        assert (made.name, made.branched_at, made.steps.count()) == ("Otherwise", 31, 31)
        assert state_of(made) == state_of(short)
        assert made.members.get().user == alice

    def test_an_early_one_of_a_long_campaign_is_there_at_once(
        self, as_alice: Client, short: Campaign
    ) -> None:
        answer = send(as_alice, f"{short.public_id}/branch/", {"until": 30})
        assert answer.status_code == 201
        assert not Job.objects.exists()

    def test_the_page_leads_to_the_job(self, as_alice: Client, short: Campaign) -> None:
        answer = as_alice.post(reverse("campaign-branch", args=[short.public_id]))
        assert answer.url == Job.objects.get().get_absolute_url()

    def test_who_was_sent_away_meanwhile_gets_nothing(
        self, as_bob: Client, bob: User, short: Campaign, django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            assert send(as_bob, f"{short.public_id}/branch/", {"until": 31}).status_code == 202
            short.members.filter(user=bob).delete()
        assert Job.objects.get().state == "failed"
        assert not Campaign.objects.filter(branch_of=short).exists()


class Stopped(Exception):
    """The worker dies."""


class TestBatches:
    def test_a_job_that_is_begun_again_goes_on(self, short: Campaign, alice: User) -> None:
        export, public_id = export_campaign(short), uuid4()
        batches: list[int] = []

        def dies(number: int) -> None:
            batches.append(number)
            if sum(batches) >= 20:
                raise Stopped

        with pytest.raises(Stopped):
            creation.import_campaign(export, owner=alice, by_job=ByJob(public_id, dies))
        assert Campaign.objects.get(public_id=public_id).steps.count() == 20
        assert selectors.campaign_for(alice, public_id) is None
        assert not selectors.deleted_campaigns_of(alice).exists()
        batches.clear()
        made = creation.import_campaign(export, owner=alice, by_job=ByJob(public_id, batches.append))
        assert batches == [20, 10, 1]
        assert [row.number for row in made.steps.order_by("number")] == list(range(1, 32))
        assert state_of(made) == replayed(made) == state_of(short)
        assert selectors.campaign_for(alice, public_id) == made

    def test_done_again_after_its_end_it_makes_nothing_more(self, short: Campaign, alice: User) -> None:
        by_job = ByJob(uuid4(), lambda number: None)
        first = creation.branch(short, owner=alice, until=31, by_job=by_job)
        again = creation.branch(short, owner=alice, until=31, by_job=by_job)
        assert first == again
        assert again.steps.count() == 31

    def test_a_refusal_leaves_nothing_behind(
        self, short: Campaign, alice: User, settings: Any, django_capture_on_commit_callbacks: Any
    ) -> None:
        settings.QUOTAS = {"player": {"decks": 10, "campaigns": 1}, "guest": {"decks": 0, "campaigns": 0}}
        with django_capture_on_commit_callbacks(execute=True):
            jobs.bring(export_campaign(short), owner=alice)
        assert Job.objects.get().state == "failed"
        assert "the limit is 1" in Job.objects.get().error
        assert Campaign.objects.count() == 1


class TestManyJobs:
    def test_a_user_whose_jobs_wait_begins_no_more(
        self, as_alice: Client, alice: User, short: Campaign
    ) -> None:
        export = export_campaign(short)
        for _turn in range(quotas.MOST_JOBS):
            assert send(as_alice, "import/", export).status_code == 202
        for path, body in (("import/", export), (f"{short.public_id}/branch/", {"until": 31})):
            answer = send(as_alice, path, body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "over_quota")
        decks = json.dumps(
            [{"id": n, "investigator_code": "01001", "slots": {"01020": 2}} for n in range(1, 31)]
        )
        answer = as_alice.post(reverse("deck-import"), {"text": decks, "save": "1"})
        assert "still being worked on" in answer.content.decode()
        assert Job.objects.count() == quotas.MOST_JOBS
        Job.objects.filter(pk=Job.objects.first().pk).update(state="done", finished=timezone.now())
        assert send(as_alice, "import/", export).status_code == 202

    def test_others_are_not_held_up(self, as_alice: Client, as_bob: Client, short: Campaign) -> None:
        export = export_campaign(short)
        for _turn in range(quotas.MOST_JOBS):
            send(as_alice, "import/", export)
        assert send(as_bob, "import/", export).status_code == 202
