"""Background work: begun once the transaction is committed, done once, and its end written down."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.models import User
from jobs import registry, runner, services
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


def test_a_job_is_done_and_its_result_kept(django_capture_on_commit_callbacks):
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


def test_work_that_cannot_be_done_tells_its_owner_why(django_capture_on_commit_callbacks):
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
    runner.perform(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.result) == ("done", 2, {"message": "whole"})


def test_a_job_that_never_ends_is_given_up():
    work(lambda progress: pytest.fail("should not be tried again"))
    job = Job.objects.create(kind="test.work", state="running", attempts=runner.MOST_ATTEMPTS)
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


def test_without_a_queue_the_job_waits_in_its_row(django_capture_on_commit_callbacks, monkeypatch, caplog):
    def no_queue(*args):
        raise OperationalError

    monkeypatch.setattr(services.run_job, "delay", no_queue)
    work(lambda progress: None)
    job = submit_and_commit(django_capture_on_commit_callbacks)
    assert job.state == "queued"
    assert "could not be queued" in caplog.text


def test_lost_jobs_are_sent_again_and_living_ones_are_not(monkeypatch):
    sent = []
    monkeypatch.setattr(services, "send", lambda job: sent.append(job.message))
    long_ago = timezone.now() - timedelta(hours=1)
    for state, message, updated in [
        ("running", "lost", long_ago),
        ("queued", "forgotten", long_ago),
        ("running", "alive", timezone.now()),
        ("queued", "fresh", timezone.now()),
    ]:
        job = Job.objects.create(kind="test.work", state=state, message=message)
        Job.objects.filter(pk=job.pk).update(updated=updated)
    half_an_hour = timedelta(minutes=30)
    assert services.requeue_lost(running_for=half_an_hour, waiting_for=half_an_hour) == 2
    assert sorted(sent) == ["forgotten", "lost"]


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
