"""App configuration of operations: counts what the database does, if metrics are switched on."""

from django.apps import AppConfig
from django.conf import settings


class OperationsConfig(AppConfig):
    name = "operations"
    verbose_name = "Operations"

    def ready(self) -> None:
        if settings.METRICS:
            from operations.metrics import watch_database

            watch_database()
