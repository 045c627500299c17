"""App configuration of the pages that belong to no single app."""

from django.apps import AppConfig
from django.urls.converters import IntConverter


class WebConfig(AppConfig):
    name = "web"
    verbose_name = "Casebook"

    def ready(self) -> None:
        # Ids of rows are never longer, and longer ones overflow in databases: such URLs do not exist.
        IntConverter.regex = "[0-9]{1,18}"
