"""How the site is put together: settings, addresses, background work, errors as HTTP."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
