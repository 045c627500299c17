"""The Celery application: `celery -A config worker`, and `celery -A config beat` for the schedule."""

import os
from datetime import timedelta
from typing import Any

from celery import Celery
from celery.signals import celeryd_init, setup_logging, worker_ready

from operations import file_queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("casebook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

NOW = timedelta(0)


@celeryd_init.connect
def prepare_worker(**signal: Any) -> None:
    """Make the worker's files readable only by its owner, and set aside files damaged by a full disk."""
    from django.conf import settings

    os.umask(0o077)
    if not settings.REDIS_URL:
        file_queue.mend(settings.QUEUE_DIR)


@setup_logging.connect
def log_as_the_site_does(**signal: Any) -> None:
    """Keep Celery from setting its own log format and level."""
    from django.conf import settings
    from django.utils.log import configure_logging

    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


@worker_ready.connect
def take_up_lost_jobs(**signal: Any) -> None:
    """Send all waiting jobs again, when a worker starts and when the queue is back after an outage.

    The file queue has one worker, so every job that is marked as running was interrupted. With Redis, another
    worker may be running it.
    """
    from django.conf import settings

    from jobs.services import requeue_lost

    requeue_lost(silent_for=None if settings.REDIS_URL else NOW, waiting_for=NOW)
