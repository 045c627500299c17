"""The request and the job that the current code works for, for log lines and new jobs."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the logging settings import this module, long before there are models
    from jobs.models import Job

_request_id: ContextVar[str] = ContextVar("request_id", default="")
_job: "ContextVar[Job | None]" = ContextVar("job", default=None)


def request_id() -> str:
    """Return the id of the current request, or of the request that submitted the current job."""
    return _request_id.get()


def current_job() -> "Job | None":
    """Return the current job, if any."""
    return _job.get()


@contextmanager
def answering(request_id: str) -> Iterator[None]:
    """Mark everything in this context as work for the request with this id."""
    token = _request_id.set(request_id)
    try:
        yield
    finally:
        _request_id.reset(token)


@contextmanager
def doing(job: "Job") -> Iterator[None]:
    """Mark everything in this context as work for this job and the request that submitted it."""
    token = _job.set(job)
    try:
        with answering(job.request_id):
            yield
    finally:
        _job.reset(token)
