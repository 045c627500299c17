"""Tests of background jobs: started after the commit, run once, with a saved result."""

import json
import sqlite3
import time
from datetime import timedelta

import pytest
import redis
from django.db import IntegrityError, transaction
from django.db import OperationalError as DatabaseOutage
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.models import User
from jobs import registry, runner, services
from jobs.breaker import Breaker
from jobs.models import Job
from jobs.progress import Progress, Superseded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _kinds(monkeypatch):
    monkeypatch.setattr(registry, "_kinds", dict(registry._kinds))


def work(handler):
    registry.register("test.work", title="Test work", handler=handler)


def submit_and_commit(capture, **args):
    with capture(execute=True):
        job = services.submit("test.work", **args)
    job.refresh_from_db()
    return job


def test_a_job_is_done_and_its_result_saved(django_capture_on_commit_callbacks):
    def count_to(progress, most):
        progress.begin(most, "Counting")
        for _number in range(most):
            progress.step()
        return {"message": f"Counted to {most}."}

    work(count_to)
    job = submit_and_commit(django_capture_on_commit_callbacks, most=3)

    assert (job.state, job.done, job.total, job.attempts) == ("done", 3, 3, 1)
    assert job.result == {"message": "Counted to 3."}
    assert job.finished is not None


def test_nothing_begins_before_the_transaction_is_committed(django_capture_on_commit_callbacks):
    work(lambda progress: None)
    with django_capture_on_commit_callbacks() as waiting:
        job = services.submit("test.work")
    job.refresh_from_db()
    assert job.state == "queued"
    assert len(waiting) == 1


def test_nothing_begins_when_the_transaction_is_taken_back(django_capture_on_commit_callbacks):
    work(lambda progress: None)
    with django_capture_on_commit_callbacks() as waiting, transaction.atomic():
        services.submit("test.work")
        transaction.set_rollback(True)
    assert waiting == []
    assert not Job.objects.exists()


def test_work_that_cannot_be_done_shows_its_owner_the_reason(django_capture_on_commit_callbacks):
    def refuse(progress):
        raise registry.JobFailed("The file is empty.")

    work(refuse)
    job = submit_and_commit(django_capture_on_commit_callbacks)
    assert (job.state, job.error, job.trace) == ("failed", "The file is empty.", "")


def test_a_fault_of_ours_is_traced_for_the_operator_alone(django_capture_on_commit_callbacks, caplog):
    def fail(progress):
        raise ZeroDivisionError("secret detail")

    work(fail)
    job = submit_and_commit(django_capture_on_commit_callbacks)
    assert job.state == "failed"
    assert "secret detail" not in job.error
    assert "secret detail" in job.trace
    assert "failed" in caplog.text


def test_an_unknown_kind_is_refused_at_once():
    with pytest.raises(registry.UnknownKind):
        services.submit("test.unheard-of")
    assert not Job.objects.exists()


def test_a_finished_job_that_is_delivered_again_is_left_alone(django_capture_on_commit_callbacks):
    calls = []
    work(lambda progress: calls.append(1))
    job = submit_and_commit(django_capture_on_commit_callbacks)
    runner.perform(job.pk)
    assert calls == [1]


def test_an_interrupted_job_begins_again():
    work(lambda progress: {"message": "whole"})
    job = Job.objects.create(kind="test.work", state="running", attempts=1, done=7, total=9)
    assert services.requeue_lost(silent_for=timedelta(0)) == 1
    job.refresh_from_db()
    assert (job.state, job.attempts, job.result) == ("done", 2, {"message": "whole"})


def test_a_job_that_runs_is_not_begun_a_second_time():
    """Its message may come twice while its worker is running it."""
    work(lambda progress: pytest.fail("it runs already"))
    job = Job.objects.create(kind="test.work", state="running", attempts=1)
    runner.perform(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("running", 1)


def test_a_job_that_never_ends_is_given_up():
    work(lambda progress: pytest.fail("should not be tried again"))
    job = Job.objects.create(kind="test.work", attempts=runner.MOST_ATTEMPTS)
    runner.perform(job.pk)
    job.refresh_from_db()
    assert job.state == "failed"
    assert "several times" in job.error


def test_an_attempt_that_was_overtaken_changes_nothing_more():
    job = Job.objects.create(kind="test.work", state="running", attempts=2)
    late = Progress(job.pk, attempt=1)
    with pytest.raises(Superseded):
        late.begin(10)
    job.refresh_from_db()
    assert job.total == 0


def test_the_end_of_an_overtaken_attempt_is_not_written():
    def overtake(progress):
        Job.objects.filter(kind="test.work").update(attempts=2)
        return {"message": "too late"}

    work(overtake)
    job = Job.objects.create(kind="test.work")
    runner.perform(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result) == ("running", None)


@pytest.fixture
def queue(monkeypatch):
    """The messages that are sent, and the error that sending raises."""

    class Queue:
        sent: list[str] = []
        error: Exception | None = None

        def take(self, args, **options):
            if self.error:
                raise self.error
            self.sent.append(args[0])

    queue = Queue()
    queue.sent = []
    monkeypatch.setattr(services.run_job, "apply_async", queue.take)
    monkeypatch.setattr(services, "queue", Breaker("The queue", "Jobs wait."))
    return queue


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(OperationalError("Error 111 connecting"), id="Redis is gone"),
        pytest.param(redis.TimeoutError("Timeout reading"), id="Redis hangs"),
        pytest.param(OSError(28, "No space left on device"), id="the disk is full"),
        pytest.param(json.JSONDecodeError("Expecting value", "", 0), id="a torn file"),
    ],
)
def test_without_a_queue_the_job_waits_in_its_row(django_capture_on_commit_callbacks, queue, caplog, error):
    queue.error = error
    work(lambda progress: None)
    job = submit_and_commit(django_capture_on_commit_callbacks)
    assert (job.state, job.sent) == ("queued", None)
    assert "The queue failed" in caplog.text
    queue.error = None
    services.queue.pause = 0
    services.queue.failed(error)
    assert services.requeue_lost() == 1
    assert queue.sent == [str(job.pk)]
    job.refresh_from_db()
    assert job.sent is not None
    assert "works again" in caplog.text


def test_a_queue_that_has_just_failed_is_left_alone(django_capture_on_commit_callbacks, queue, caplog):
    """Otherwise each job would wait for the same timeout, and fill the log."""
    queue.error = OperationalError()
    work(lambda progress: None)
    submit_and_commit(django_capture_on_commit_callbacks)
    queue.error = None
    job = submit_and_commit(django_capture_on_commit_callbacks)
    assert (job.state, job.sent) == ("queued", None)
    assert queue.sent == []
    assert caplog.text.count("The queue failed") == 1


def test_lost_jobs_are_sent_again_and_living_ones_are_not(queue, settings):
    settings.JOB_LOST_SECONDS = 30
    now = timezone.now()
    a_moment, a_while = now - timedelta(seconds=10), now - timedelta(minutes=2)
    jobs = {
        name: Job.objects.create(kind="test.work", state=state, sent=sent)
        for name, state, sent in [
            ("silent", "running", a_while),
            ("alive", "running", a_while),
            ("never sent", "queued", None),
            ("lost on the way", "queued", a_while),
            ("on its way", "queued", a_moment),
        ]
    }
    Job.objects.filter(pk=jobs["silent"].pk).update(updated=now - timedelta(seconds=31))
    Job.objects.filter(pk=jobs["alive"].pk).update(updated=now - timedelta(seconds=29))
    assert services.requeue_lost() == 3
    assert set(queue.sent) == {str(jobs[name].pk) for name in ("silent", "never sent", "lost on the way")}
    jobs["silent"].refresh_from_db()
    assert jobs["silent"].state == "queued"
    assert services.requeue_lost() == 0, "they are on their way"
    assert services.requeue_lost(waiting_for=timedelta(0)) == 4, "at the start of a worker, all that wait"


def test_while_the_queue_is_away_nothing_more_is_tried(queue):
    for _each in range(3):
        Job.objects.create(kind="test.work")
    queue.error = OperationalError()
    assert services.requeue_lost() == 0
    assert Job.objects.filter(sent=None).count() == 3
    queue.error = None
    services.queue.pause = 0
    services.queue.failed(OperationalError())
    assert services.requeue_lost() == 3


def test_a_job_whose_database_fails_begins_again():
    """A database failure does not end the job."""

    def fail(progress):
        raise DatabaseOutage from sqlite3_error(sqlite3.SQLITE_BUSY)

    work(fail)
    job = Job.objects.create(kind="test.work")
    runner.perform(job.pk, in_worker=True)
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("running", 1)
    work(lambda progress: {"message": "whole"})
    services.requeue_lost(silent_for=timedelta(0))
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 2)


def test_a_fault_in_a_query_is_the_end_of_a_job():
    def fail(progress):
        raise DatabaseOutage from sqlite3_error(sqlite3.SQLITE_ERROR)

    work(fail)
    job = Job.objects.create(kind="test.work")
    runner.perform(job.pk, in_worker=True)
    job.refresh_from_db()
    assert job.state == "failed"


@pytest.mark.django_db(transaction=True)
def test_a_worker_shows_that_it_is_alive(settings):
    """Heartbeats continue while its handler is silent, and end with its attempt."""
    settings.JOB_LOST_SECONDS = 0.3
    job = Job.objects.create(kind="test.work", state="running", attempts=1)

    def last_heard_of():
        return Job.objects.values_list("updated", flat=True).get(pk=job.pk)

    def is_heard_of(within):
        before, deadline = last_heard_of(), time.monotonic() + within
        while time.monotonic() < deadline:
            if last_heard_of() > before:
                return True
            time.sleep(0.02)
        return False

    with runner.heartbeat(job):
        assert is_heard_of(within=20)
        Job.objects.filter(pk=job.pk).update(attempts=2)
        time.sleep(0.1)
        assert not is_heard_of(within=0.3)
        Job.objects.filter(pk=job.pk).update(attempts=1)
    time.sleep(0.1)
    assert not is_heard_of(within=0.3)


def sqlite3_error(code):
    error = sqlite3.OperationalError("no such table")
    error.sqlite_errorcode = code
    return error


def test_jobs_of_a_process_that_is_gone_are_called_interrupted():
    Job.objects.create(kind="test.work", state="running", attempts=1)
    assert services.abandon_unfinished() == 1
    job = Job.objects.get()
    assert job.state == "failed"
    assert "stopped" in job.error


def test_old_jobs_are_forgotten():
    month_ago = timezone.now() - timedelta(days=31)
    Job.objects.create(kind="test.work", state="done", finished=month_ago)
    Job.objects.create(kind="test.work", state="done", finished=timezone.now())
    assert services.clear_finished(older_than=timedelta(days=30)) == 1
    assert Job.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"state": "lost"}, id="an unknown state"),
        pytest.param({"done": 3, "total": 2}, id="more done than there is"),
        pytest.param({"state": "done"}, id="done without an end"),
        pytest.param({"finished": timezone.now()}, id="ended while waiting"),
    ],
)
def test_the_database_forbids(wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(kind="test.work", **wrong)


def test_deleting_a_player_deletes_their_jobs(alice: User):
    Job.objects.create(kind="test.work", owner=alice)
    alice.delete()
    assert not Job.objects.exists()
