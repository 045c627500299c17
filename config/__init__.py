"""The project: settings, URLs, the Celery and WSGI applications."""
