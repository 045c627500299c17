"""App configuration of the board games: registers their account data."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BoardgamesConfig(AppConfig):
    name = "boardgames"
    verbose_name = _("Board games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import account_data

        account_data.register("boardgames.account_data")
