"""Services that start background jobs, or start them again."""

import contextlib
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs import registry, tracing
from jobs.breaker import Breaker
from jobs.models import Job
from jobs.tasks import run_job

#: A message without effect for this long may be lost.
SENT_AGAIN_AFTER = timedelta(seconds=60)
#: Messages sent at once; the rest follow in the next run.
MOST_SENT = 500

queue = Breaker("The queue of jobs", "Jobs wait in their rows and are sent when it is back.", pause=10)


def submit(kind: str, *, owner: AbstractBaseUser | AnonymousUser | None = None, **args: Any) -> Job:
    """Create a job, which is sent to the queue when the current transaction is committed."""
    registry.kind(kind)
    job = Job.objects.create(
        kind=kind,
        args=args,
        owner_id=owner.pk if owner else None,
        request_id=tracing.request_id(),
        sent=timezone.now(),
    )
    transaction.on_commit(lambda: send(job))
    return job


def send(job: Job) -> bool:
    """Send the job to the queue. If that fails it waits in its row, and `requeue_lost` sends it.

    Nothing is raised: the row is saved, so submitting the job has succeeded.
    """
    is_sent = not queue.is_open and _put_in_queue(job)
    if not is_sent:
        with contextlib.suppress(DatabaseError):
            Job.objects.filter(pk=job.pk, state=Job.State.QUEUED).update(sent=None)
    return is_sent


def _put_in_queue(job: Job) -> bool:
    try:
        # One retry, for a stale connection; the row is saved, so more are not needed.
        run_job.apply_async([str(job.pk)], retry_policy={"max_retries": 1, "interval_start": 0})
    except Exception as error:
        queue.failed(error)
        return False
    queue.worked()
    return True


def requeue_lost(*, silent_for: timedelta | None = None, waiting_for: timedelta = SENT_AGAIN_AFTER) -> int:
    """Send jobs again that would otherwise wait forever; return their number.

    These are the jobs of a worker without a heartbeat for `silent_for`, jobs whose message could not be sent,
    and jobs whose message had no effect for `waiting_for`, because the queue may have lost it. A duplicate
    message is harmless: only a waiting job is started.
    """
    now = timezone.now()
    silent = timedelta(seconds=settings.JOB_LOST_SECONDS) if silent_for is None else silent_for
    running = Job.objects.filter(state=Job.State.RUNNING, updated__lte=now - silent)
    for pk, attempts in running.values_list("pk", "attempts"):
        # Its last attempt can save nothing more from here on.
        Job.objects.filter(
            pk=pk, attempts=attempts, state=Job.State.RUNNING, updated__lte=now - silent
        ).update(state=Job.State.QUEUED, sent=None, updated=now)
    waiting = Job.objects.filter(state=Job.State.QUEUED).filter(Q(sent=None) | Q(sent__lte=now - waiting_for))
    count = 0
    for job in waiting.order_by("created")[:MOST_SENT]:
        Job.objects.filter(pk=job.pk).update(sent=timezone.now())
        if not send(job):
            break  # the queue is still unavailable
        count += 1
    return count


def begin_again(job: Job) -> bool:
    """Send an unfinished job again, for an operator; an attempt that still runs no longer counts."""
    Job.objects.filter(pk=job.pk, state__in=Job.UNFINISHED).update(
        state=Job.State.QUEUED, sent=timezone.now(), updated=timezone.now()
    )
    return send(job)


def abandon_unfinished() -> int:
    """Mark jobs of a process that no longer exists as interrupted."""
    now = timezone.now()
    return Job.objects.filter(state__in=Job.UNFINISHED).update(
        state=Job.State.FAILED,
        finished=now,
        updated=now,
        error=_("The site was stopped while this was running. Please start it again."),
    )


def clear_finished(*, older_than: timedelta) -> int:
    """Delete jobs that ended this long ago."""
    deleted, _by_model = Job.objects.filter(finished__lt=timezone.now() - older_than).delete()
    return deleted
