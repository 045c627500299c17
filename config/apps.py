from django.apps import AppConfig
from django.conf import settings
from django.urls.converters import IntConverter


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Casebook"

    def ready(self) -> None:
        # No row has a longer number, and databases overflow at it: such an address leads nowhere.
        IntConverter.regex = "[0-9]{1,18}"
        if settings.METRICS:
            from config.operations.metrics import watch_database

            watch_database()
