"""The project: settings, URLs, the Celery and WSGI applications."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
