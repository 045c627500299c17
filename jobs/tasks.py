"""Celery tasks: running a job by the id of its row, and periodic work."""

from importlib import import_module
from typing import Any
from uuid import UUID

from celery import shared_task
from django.conf import settings

from jobs import runner

# What sends and runs them. Commands that start no jobs do without it.
import_module(settings.TASK_APPLICATION)


@shared_task(bind=True)
def run_job(task: Any, job_id: str) -> None:
    runner.perform(UUID(job_id), in_worker=not task.request.is_eager)


@shared_task
def begin_job(kind: str) -> None:
    """Submit a periodic job."""
    from jobs.services import submit  # imported late, because services import tasks

    submit(kind)


@shared_task
def send_lost_jobs() -> None:
    """Send jobs again that no worker is running."""
    from jobs.services import requeue_lost

    requeue_lost()
