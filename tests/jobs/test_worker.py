"""Tests of jobs with a real worker in a separate process."""

import signal
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from jobs import services
from jobs.models import Job
from tests.worker import end

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def wait_for(job, *states, seconds=120, meanwhile=lambda: None):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        meanwhile()
        job.refresh_from_db()
        if job.state in states:
            return
        time.sleep(0.1)
    pytest.fail(f"the job is still {job.state} after {seconds} s")


def test_a_worker_does_the_job(worker):
    guest = accounts.create_guest()
    User.objects.filter(pk=guest.pk).update(last_seen="2020-01-01")
    # Without recent visits the clock may be wrong, and nothing is cleared.
    yesterday = timezone.localdate() - timedelta(days=1)
    User.objects.filter(pk=accounts.create_guest().pk).update(last_seen=yesterday)
    worker()
    job = services.submit("accounts.clear-guests")
    wait_for(job, Job.State.DONE, Job.State.FAILED)
    assert (job.state, job.error) == ("done", "")
    assert not User.objects.filter(pk=guest.pk).exists()


def test_a_killed_worker_loses_nothing(worker):
    """After kill -9 in the middle of a job there are no more heartbeats, and the next worker finishes it."""
    first = worker()
    job = services.submit("jobs.wait", seconds=3)
    wait_for(job, Job.State.RUNNING)
    end(first, signal.SIGKILL)

    worker()
    wait_for(job, Job.State.DONE, meanwhile=services.requeue_lost)  # as beat does every minute
    assert job.attempts >= 2
    assert job.done == job.total


def test_a_message_that_comes_twice_is_one_job(worker):
    worker()
    job = services.submit("jobs.wait", seconds=1)
    for _each in range(5):
        services.send(job)
    wait_for(job, Job.State.DONE)
    time.sleep(1)
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 1)


def test_a_job_waits_for_the_first_worker(worker):
    job = services.submit("jobs.wait", seconds=0)
    job.refresh_from_db()
    assert job.state == "queued"
    worker()
    wait_for(job, Job.State.DONE)
    assert job.attempts == 1
