"""How is a job done? Claimed, handled, and its end written down, whoever delivers it and how often."""

import logging
import traceback
from uuid import UUID

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs import registry, tracing
from jobs.models import Job
from jobs.progress import Progress, Superseded

log = logging.getLogger(__name__)
# How each job ended: the counterpart of the access log.
ended = logging.getLogger("casebook.jobs")

# A job that kills its worker is delivered again; this often, then it is given up.
MOST_ATTEMPTS = 5


def perform(job_id: UUID) -> None:
    """Do this job, unless it is done already."""
    job = _claim(job_id)
    if job is not None:
        with tracing.doing(job):
            _do(job)


def _do(job: Job) -> None:
    if job.attempts > MOST_ATTEMPTS:
        _finish(
            job, state=Job.State.FAILED, error=_("This was tried several times and never came to an end.")
        )
        return
    progress = Progress(job.pk, job.attempts)
    try:
        result = registry.kind(job.kind).handler(progress, **job.args)
    except Superseded:
        log.warning("job %s: attempt %s is superseded", job.pk, job.attempts)
    except registry.JobFailed as failure:
        _finish(job, state=Job.State.FAILED, error=str(failure))
    except Exception:
        log.exception("job %s (%s) failed", job.pk, job.kind)
        error = _("Something went wrong on our side. It has been recorded under the number %(number)s.")
        error %= {"number": job.request_id or job.pk}
        _finish(job, state=Job.State.FAILED, error=error, trace=traceback.format_exc())
    else:
        total = max(progress.total, progress.done)
        _finish(job, state=Job.State.DONE, result=result, done=total, total=total, message="")


def _claim(job_id: UUID) -> Job | None:
    """Begin an attempt. A finished job stays as it is; an interrupted one begins again."""
    now = timezone.now()
    claimed = Job.objects.filter(pk=job_id, state__in=Job.UNFINISHED).update(
        state=Job.State.RUNNING, attempts=F("attempts") + 1, started=now, updated=now, done=0, total=0
    )
    return Job.objects.get(pk=job_id) if claimed else None


def _finish(job: Job, **outcome: object) -> None:
    """Write the end of this attempt, unless a later attempt has taken over."""
    now = timezone.now()
    unfinished = Job.objects.filter(pk=job.pk, attempts=job.attempts, state=Job.State.RUNNING)
    if unfinished.update(finished=now, updated=now, **outcome):
        seconds = (now - (job.started or now)).total_seconds()
        state = str(outcome["state"])
        message = "%s: %s after %.1f s, attempt %d"
        extra = {"state": state, "duration_ms": round(seconds * 1000, 1)}
        ended.info(message, job.kind, state, seconds, job.attempts, extra=extra)
