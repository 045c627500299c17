"""Benchmarks of jobs: the cost of a job that does nothing."""

from collections.abc import Callable, Iterator

from django.db import transaction

from jobs import runner
from jobs.models import Job


def benches() -> Iterator[tuple[str, str, Callable[[], int]]]:
    def perform() -> int:
        with transaction.atomic():
            job = Job.objects.create(kind="jobs.wait", args={"seconds": 0})
            runner.perform(job.pk)
            transaction.set_rollback(True)
        return 1

    yield "jobs: claim, run and finish", "jobs", perform
