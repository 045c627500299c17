"""Execution of a job: it is claimed, handled, and its result is saved, however often it is delivered."""

import logging
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs import registry, tracing
from jobs.models import Job
from jobs.outages import is_outage
from jobs.progress import Progress, Superseded

log = logging.getLogger(__name__)
# Results of jobs: the counterpart of the access log.
ended = logging.getLogger("casebook.jobs")

# A job that kills its worker is delivered again this often, then it fails.
MOST_ATTEMPTS = 5


def perform(job_id: UUID, *, in_worker: bool = False) -> None:
    """Run this job, unless it is already running. A worker sends heartbeats meanwhile."""
    job = _claim(job_id)
    if job is not None:
        with tracing.doing(job):
            _do(job, in_worker=in_worker)


def _do(job: Job, *, in_worker: bool) -> None:
    if job.attempts > MOST_ATTEMPTS:
        _finish(job, state=Job.State.FAILED, error=_("This was tried several times and never finished."))
        return
    progress = Progress(job.pk, job.attempts)
    try:
        with heartbeat(job) if in_worker else nullcontext():
            result = registry.kind(job.kind).handler(progress, **job.args)
    except Superseded:
        log.warning("job %s: attempt %s is superseded", job.pk, job.attempts)
    except registry.JobFailed as failure:
        _finish(job, state=Job.State.FAILED, error=str(failure))
    except Exception as error:
        if in_worker and is_outage(error):
            # This attempt can save nothing more, so the job starts again after the outage.
            log.warning("job %s (%s): the database failed: %s", job.pk, job.kind, error)
            return
        log.exception("job %s (%s) failed", job.pk, job.kind)
        sentence = _("Something went wrong on our side. It has been recorded with the number %(number)s.")
        sentence %= {"number": job.request_id or job.pk}
        _finish(job, state=Job.State.FAILED, error=sentence, trace=traceback.format_exc())
    else:
        total = max(progress.total, progress.done)
        _finish(job, state=Job.State.DONE, result=result, done=total, total=total, message="")


@contextmanager
def heartbeat(job: Job) -> Iterator[None]:
    """Save in the job's row every few seconds that its worker is alive, independently of its progress."""
    over = threading.Event()

    def beat() -> None:
        try:
            while not over.wait(settings.JOB_LOST_SECONDS / 6):
                try:
                    _attempt(job).update(updated=timezone.now())
                except DatabaseError as error:
                    log.warning("job %s: its heartbeat was not written: %s", job.pk, error)
                    connection.close()
        finally:
            connection.close()

    thread = threading.Thread(target=beat, name=f"heartbeat of {job.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(timeout=1)


def _claim(job_id: UUID) -> Job | None:
    """Start an attempt, if the job is waiting. Deliveries of a running or finished job are ignored."""
    now = timezone.now()
    claimed = Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
        state=Job.State.RUNNING, attempts=F("attempts") + 1, started=now, updated=now, done=0, total=0
    )
    return Job.objects.get(pk=job_id) if claimed else None


def _attempt(job: Job) -> QuerySet[Job]:
    """Return the row, as long as this attempt is the current one."""
    return Job.objects.filter(pk=job.pk, attempts=job.attempts, state=Job.State.RUNNING)


def _finish(job: Job, **outcome: object) -> None:
    """Save the result of this attempt, unless a later attempt has taken over."""
    now = timezone.now()
    if _attempt(job).update(finished=now, updated=now, **outcome):
        seconds = (now - (job.started or now)).total_seconds()
        state = str(outcome["state"])
        message = "%s: %s after %.1f s, attempt %d"
        extra = {"state": state, "duration_ms": round(seconds * 1000, 1)}
        ended.info(message, job.kind, state, seconds, job.attempts, extra=extra)
