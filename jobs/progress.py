"""How far is a job?"""

import time
from uuid import UUID

from django.utils import timezone

from jobs.models import Job

# Often enough to watch, seldom enough to cost nothing.
SECONDS_BETWEEN_WRITES = 0.4


class Superseded(Exception):
    """Another attempt at this job has begun, so this one must stop."""


class Progress:
    """What a handler says of its own progress. Written outside of transactions, others can see it at once."""

    def __init__(self, job_id: UUID, attempt: int) -> None:
        self.job_id = job_id
        self._attempt = attempt
        self._written = 0.0
        self.done = self.total = 0
        self.message = ""

    def begin(self, total: int, message: str = "") -> None:
        """There are so many steps from here."""
        self.done, self.total, self.message = 0, total, str(message)[:200]
        self.write()

    def step(self, steps: int = 1, message: str = "") -> None:
        """So many more steps are done."""
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
