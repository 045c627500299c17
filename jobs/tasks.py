"""What does a worker do? Jobs, each named by its row."""

from uuid import UUID

from celery import shared_task

from jobs import runner


@shared_task
def run_job(job_id: str) -> None:
    runner.perform(UUID(job_id))
