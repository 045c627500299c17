"""Reporting of a job's progress."""

import time
from uuid import UUID

from django.db import connection
from django.utils import timezone

from jobs.models import Job

# Often enough to watch, rare enough to cost nothing.
SECONDS_BETWEEN_WRITES = 0.4
#: Seconds between two transactions of a job.
PAUSE = 0.05


def give_way() -> None:
    """Pause between two transactions of a job, so that others may write.

    SQLite has one writer at a time, and those who wait for it look only every tenth of a second. A job that
    took its turn again at once would keep them waiting until they give up. Other databases need no pause.
    """
    if connection.vendor == "sqlite":
        time.sleep(PAUSE)


class Superseded(Exception):
    """Another attempt at this job has begun, so this one must stop."""


class Progress:
    """The progress of a handler. It is written outside of transactions, so others see it immediately."""

    def __init__(self, job_id: UUID, attempt: int) -> None:
        self.job_id = job_id
        self._attempt = attempt
        self._written = 0.0
        self.done = self.total = 0
        self.message = ""

    def begin(self, total: int, message: str = "") -> None:
        """Set the number of steps to come."""
        self.done, self.total, self.message = 0, total, str(message)[:200]
        self.write()

    def step(self, steps: int = 1, message: str = "") -> None:
        """Add finished steps."""
        self.done += steps
        self.total = max(self.total, self.done) if self.total else 0
        if message:
            self.message = str(message)[:200]
        if time.monotonic() - self._written >= SECONDS_BETWEEN_WRITES:
            self.write()

    def write(self) -> None:
        self._written = time.monotonic()
        alive = Job.objects.filter(pk=self.job_id, attempts=self._attempt, state=Job.State.RUNNING).update(
            done=self.done, total=self.total, message=self.message, updated=timezone.now()
        )
        if not alive:
            raise Superseded(self.job_id)
