"""The application that a worker runs: `celery -A config worker`, and beat beside it."""

import os
from datetime import timedelta
from typing import Any

from celery import Celery
from celery.signals import celeryd_init, setup_logging, worker_ready

from config import filequeue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("casebook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

NOW = timedelta(0)


@celeryd_init.connect
def prepare_worker(**signal: Any) -> None:
    """What a worker writes is for its owner alone; what a full disk has torn is put aside."""
    from django.conf import settings

    os.umask(0o077)
    if not settings.REDIS_URL:
        filequeue.mend(settings.QUEUE_DIR)


@setup_logging.connect
def log_as_the_site_does(**signal: Any) -> None:
    """Keep Celery from choosing a format and a level of its own."""
    from django.conf import settings
    from django.utils.log import configure_logging

    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


@worker_ready.connect
def take_up_lost_jobs(**signal: Any) -> None:
    """At its start, and whenever the queue is back, a worker has everything sent that waits.

    The queue of files has one worker, so all that is called running was cut off. With Redis another one may
    be at it.
    """
    from django.conf import settings

    from jobs.services import requeue_lost

    requeue_lost(silent_for=None if settings.REDIS_URL else NOW, waiting_for=NOW)
