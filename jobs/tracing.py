"""The request and the job that the running code works for, so that log lines and new jobs can name them."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the settings of logging import this module, long before there are models
    from jobs.models import Job

_request_id: ContextVar[str] = ContextVar("request_id", default="")
_job: "ContextVar[Job | None]" = ContextVar("job", default=None)


def request_id() -> str:
    """The id of the request being answered, or of the one that submitted the job being done."""
    return _request_id.get()


def current_job() -> "Job | None":
    """The job being done, if any."""
    return _job.get()


@contextmanager
def answering(request_id: str) -> Iterator[None]:
    """Everything in this context is done to answer the request with this id."""
    token = _request_id.set(request_id)
    try:
        yield
    finally:
        _request_id.reset(token)


@contextmanager
def doing(job: "Job") -> Iterator[None]:
    """Everything in this context is done for this job, and for the request that submitted it."""
    token = _job.set(job)
    try:
        with answering(job.request_id):
            yield
    finally:
        _job.reset(token)
