"""What does a worker do? Jobs, each named by its row; and at its hour, the work that comes round."""

from uuid import UUID

from celery import shared_task

from jobs import runner


@shared_task
def run_job(job_id: str) -> None:
    runner.perform(UUID(job_id))


@shared_task
def begin_job(kind: str) -> None:
    """Submit work that nobody asks for: the clock does."""
    from jobs.services import submit  # services start tasks, so tasks ask for them late

    submit(kind)
