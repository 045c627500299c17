"""Tests of the link between jobs and the requests that submitted them, in rows and log lines."""

import logging
import re

import pytest
from django.db import connection

from jobs import registry, runner, services, tracing
from jobs.models import Job

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _kinds(monkeypatch):
    monkeypatch.setattr(registry, "_kinds", dict(registry._kinds))


def work(handler):
    registry.register("test.work", title="Test work", handler=handler)


def test_a_job_has_the_id_of_the_request_that_submitted_it():
    work(lambda progress: None)
    with tracing.answering("abc123"):
        job = services.submit("test.work")
    job.refresh_from_db()
    assert job.request_id == "abc123"


def test_a_job_that_no_request_submitted_has_no_id():
    work(lambda progress: None)
    assert services.submit("test.work").request_id == ""


def test_a_job_is_done_in_the_name_of_its_request():
    seen = []
    work(lambda progress: seen.append((tracing.request_id(), tracing.current_job().pk)))
    job = Job.objects.create(kind="test.work", request_id="abc123")
    with tracing.answering("another"):
        runner.perform(job.pk)
        assert tracing.request_id() == "another"
    assert seen == [("abc123", job.pk)]
    assert tracing.current_job() is None
    assert tracing.request_id() == ""


def test_a_job_submitted_by_a_job_belongs_to_the_same_request(django_capture_on_commit_callbacks):
    registry.register("test.second", title="Second", handler=lambda progress: None)
    work(lambda progress: services.submit("test.second") and None)
    job = Job.objects.create(kind="test.work", request_id="abc123")
    runner.perform(job.pk)
    assert Job.objects.get(kind="test.second").request_id == "abc123"


@pytest.mark.parametrize("request_id", ["abc123", ""])
def test_a_fault_shows_its_owner_the_number_to_quote(request_id):
    def fail(progress):
        raise ZeroDivisionError

    work(fail)
    job = Job.objects.create(kind="test.work", request_id=request_id)
    runner.perform(job.pk)
    job.refresh_from_db()
    assert (request_id or str(job.pk)) in job.error


def test_the_end_of_a_job_is_logged(caplog):
    work(lambda progress: None)
    job = Job.objects.create(kind="test.work")
    with caplog.at_level(logging.INFO, "casebook.jobs"):
        runner.perform(job.pk)
    assert re.search(r"test\.work: done after \d+\.\d s, attempt 1", caplog.text)


def test_a_version_that_does_not_know_the_column_can_still_submit():
    """During an upgrade the previous version still writes rows, without the new column."""
    columns = [f.column for f in Job._meta.concrete_fields if f.name != "request_id"]
    names = ", ".join(f'"{name}"' for name in columns)
    job = Job.objects.create(kind="test.work", request_id="abc123")
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE kept AS SELECT {names} FROM jobs_job")
        cursor.execute("DELETE FROM jobs_job")
        cursor.execute(f"INSERT INTO jobs_job ({names}) SELECT {names} FROM kept")
        cursor.execute("DROP TABLE kept")
    assert Job.objects.get(pk=job.pk).request_id == ""
