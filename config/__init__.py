"""The project: settings, URLs, background work, and errors as HTTP responses."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
