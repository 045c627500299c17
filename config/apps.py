"""App configuration of the project."""

from django.apps import AppConfig
from django.conf import settings
from django.urls.converters import IntConverter


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Casebook"

    def ready(self) -> None:
        # Ids of rows are never longer, and longer ones overflow in databases: such URLs do not exist.
        IntConverter.regex = "[0-9]{1,18}"
        if settings.METRICS:
            from config.operations.metrics import watch_database

            watch_database()
