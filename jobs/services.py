"""Everything that starts background work, or starts it again."""

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

#: A message that has come to nothing for so long may be lost.
SENT_AGAIN_AFTER = timedelta(seconds=60)
#: Messages sent at once; the rest follow with the next round.
MOST_SENT = 500

queue = Breaker("The queue of jobs", "Jobs wait in their rows and are sent when it is back.")


def submit(kind: str, *, owner: AbstractBaseUser | AnonymousUser | None = None, **args: Any) -> Job:
    """Have this work done in the background, once the current transaction is committed."""
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
    """Put the job in the queue. Where that fails the job waits in its row, and `requeue_lost` sends it.

    Nothing is raised: the row is written, so whoever submitted the job has done their part.
    """
    try:
        if queue.is_open:
            raise ConnectionError("the queue failed a moment ago")
        # One more try, for a connection that has gone stale; the row is there, so there is no need for more.
        run_job.apply_async([str(job.pk)], retry_policy={"max_retries": 1, "interval_start": 0})
    except Exception as error:
        if not queue.is_open:
            queue.failed(error)
        with contextlib.suppress(DatabaseError):
            Job.objects.filter(pk=job.pk, state=Job.State.QUEUED).update(sent=None)
        return False
    queue.worked()
    return True


def requeue_lost(*, silent_for: timedelta | None = None, waiting_for: timedelta = SENT_AGAIN_AFTER) -> int:
    """Send jobs again that would otherwise wait for ever; return how many were sent.

    These are the jobs of a worker that was not heard of for `silent_for`, those whose message could not be
    sent, and those whose message came to nothing for `waiting_for`, because the queue may have lost it. A
    message too many does no harm: only a job that waits is begun.
    """
    now = timezone.now()
    silent = timedelta(seconds=settings.JOB_LOST_SECONDS) if silent_for is None else silent_for
    running = Job.objects.filter(state=Job.State.RUNNING, updated__lte=now - silent)
    for pk, attempts in running.values_list("pk", "attempts"):
        # Its last attempt can write nothing more from here on.
        Job.objects.filter(
            pk=pk, attempts=attempts, state=Job.State.RUNNING, updated__lte=now - silent
        ).update(state=Job.State.QUEUED, sent=None, updated=now)
    waiting = Job.objects.filter(state=Job.State.QUEUED).filter(Q(sent=None) | Q(sent__lte=now - waiting_for))
    count = 0
    for job in waiting.order_by("created")[:MOST_SENT]:
        Job.objects.filter(pk=job.pk).update(sent=timezone.now())
        if not send(job):
            break  # the queue is still away
        count += 1
    return count


def begin_again(job: Job) -> bool:
    """Send a job that has not ended, as an operator asks for; an attempt that still runs counts no longer."""
    Job.objects.filter(pk=job.pk, state__in=Job.UNFINISHED).update(
        state=Job.State.QUEUED, sent=timezone.now(), updated=timezone.now()
    )
    return send(job)


def abandon_unfinished() -> int:
    """Say of jobs that ran in a process which is gone that they were interrupted."""
    now = timezone.now()
    return Job.objects.filter(state__in=Job.UNFINISHED).update(
        state=Job.State.FAILED,
        finished=now,
        updated=now,
        error=_("The site was stopped while this was running. Please start it again."),
    )


def clear_finished(*, older_than: timedelta) -> int:
    """Forget jobs that ended so long ago."""
    deleted, _by_model = Job.objects.filter(finished__lt=timezone.now() - older_than).delete()
    return deleted
