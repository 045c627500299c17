"""The application that a worker runs: `celery -A config worker`."""

import os
from datetime import timedelta
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("casebook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_the_site_does(**signal: Any) -> None:
    """Keep Celery from choosing a format and a level of its own."""
    from django.conf import settings
    from django.utils.log import configure_logging

    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


@worker_ready.connect
def take_up_lost_jobs(**signal: Any) -> None:
    """Redis delivers a dead worker's messages again; the queue in files has one worker and forgets them."""
    from django.conf import settings

    from jobs.services import requeue_lost

    patience = timedelta(seconds=settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("visibility_timeout", 0))
    requeue_lost(running_for=patience, waiting_for=patience)
