"""App configuration of accounts: registers their background jobs."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from jobs import registry

        for kind, title, handler in (
            ("accounts.clear-guests", _("Clear stale guests"), "clear_stale_guests"),
            ("accounts.clear-sessions", _("Clear expired sessions"), "clear_expired_sessions"),
        ):
            registry.register(kind, title=title, handler=f"accounts.jobs.{handler}")
