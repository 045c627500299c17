"""Tests of the pages of jobs: permissions and content."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from jobs.models import Job

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(alice):
    return Job.objects.create(
        kind="jobs.wait", owner=alice, state="running", done=412, total=640, message="Counting <b>"
    )


def test_the_owner_sees_how_far_it_is(as_alice, job):
    page = as_alice.get(job.get_absolute_url()).content.decode()
    assert 'value="412" max="640"' in page
    assert "Counting &lt;b&gt;" in page
    assert 'hx-trigger="every 1s"' in page
    assert 'http-equiv="refresh"' in page, "it works without JavaScript"


def test_polling_gets_the_part_that_changes(as_alice, job):
    part = as_alice.get(job.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<section class="panel" id="job"')


def test_polling_ends_with_the_job(as_alice, job):
    Job.objects.filter(pk=job.pk).update(
        state="done", finished=timezone.now(), result={"message": "Counted.", "url": "/cards/"}
    )
    page = as_alice.get(job.get_absolute_url()).content.decode()
    assert "every 1s" not in page
    assert "Counted." in page
    assert 'href="/cards/"' in page


def test_a_failed_job_shows_the_reason(as_alice, job):
    Job.objects.filter(pk=job.pk).update(
        state="failed", finished=timezone.now(), error="The file is empty.", trace="secret"
    )
    page = as_alice.get(job.get_absolute_url()).content.decode()
    assert "The file is empty." in page
    assert "secret" not in page


def test_strangers_see_nothing(client, as_mallory, job):
    for visitor in (client, as_mallory):
        assert visitor.get(job.get_absolute_url()).status_code == 404
    assert as_mallory.get(f"/api/v1/jobs/{job.pk}/").status_code == 404
    assert client.get(f"/api/v1/jobs/{job.pk}/").status_code == 401


def test_staff_sees_every_job(client, staff, job):
    client.force_login(staff)
    assert client.get(job.get_absolute_url()).status_code == 200
    assert client.get("/admin/jobs/job/").status_code == 200
    assert client.get(f"/admin/jobs/job/{job.pk}/change/").status_code == 200


def test_the_api_returns_the_same(as_alice, job):
    answer = as_alice.get(f"/api/v1/jobs/{job.pk}/").json()
    assert (answer["state"], answer["done"], answer["total"]) == ("running", 412, 640)
    assert "trace" not in answer
    assert [found["id"] for found in as_alice.get("/api/v1/jobs/").json()["results"]] == [str(job.pk)]


def test_an_operator_can_send_a_job_again(client, staff, job, django_capture_on_commit_callbacks):
    Job.objects.filter(pk=job.pk).update(args={"seconds": 0})
    client.force_login(staff)
    chosen = {"action": "send_again", "_selected_action": [str(job.pk)]}
    client.post("/admin/jobs/job/", chosen)
    job.refresh_from_db()
    assert job.state == "done"


def test_an_operator_can_try_the_worker(transactional_db, capsys):
    call_command("try_worker")
    assert "The worker did it" in capsys.readouterr().out


def test_without_a_worker_the_operator_gets_an_error(transactional_db, monkeypatch):
    monkeypatch.setattr("jobs.services.send", lambda job: None)
    with pytest.raises(CommandError, match="Is a worker running"):
        call_command("try_worker", patience=0)
