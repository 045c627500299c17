"""Everything that starts background work, or starts it again."""

import logging
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from jobs import registry, tracing
from jobs.models import Job
from jobs.tasks import run_job

log = logging.getLogger(__name__)


def submit(kind: str, *, owner: AbstractBaseUser | AnonymousUser | None = None, **args: Any) -> Job:
    """Have this work done in the background, once the current transaction is committed."""
    registry.kind(kind)
    job = Job.objects.create(
        kind=kind, args=args, owner_id=owner.pk if owner else None, request_id=tracing.request_id()
    )
    transaction.on_commit(lambda: send(job))
    return job


def send(job: Job) -> None:
    """Put the job in the queue. Without a queue it waits in its row for the next worker."""
    try:
        run_job.delay(str(job.pk))
    except OperationalError:
        log.exception("job %s could not be queued", job.pk)


def requeue_lost(*, running_for: timedelta, waiting_for: timedelta) -> int:
    """Send jobs again that no worker has been heard of for so long."""
    now = timezone.now()
    lost = Job.objects.filter(
        Q(state=Job.State.RUNNING, updated__lte=now - running_for)
        | Q(state=Job.State.QUEUED, updated__lte=now - waiting_for)
    )
    found = list(lost.order_by("created"))
    for job in found:
        send(job)
    return len(found)


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
