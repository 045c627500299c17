"""What does a worker do? Jobs, each named by its row; and at its hour, the work that comes round."""

from typing import Any
from uuid import UUID

from celery import shared_task

from jobs import runner


@shared_task(bind=True)
def run_job(task: Any, job_id: str) -> None:
    runner.perform(UUID(job_id), in_worker=not task.request.is_eager)


@shared_task
def begin_job(kind: str) -> None:
    """Submit work that nobody asks for: the clock does."""
    from jobs.services import submit  # services start tasks, so tasks ask for them late

    submit(kind)


@shared_task
def send_lost_jobs() -> None:
    """Send jobs again that no worker does."""
    from jobs.services import requeue_lost

    requeue_lost()
