"""App configuration of accounts: registers their background jobs."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts.jobs import clear_expired_sessions, clear_stale_guests
        from jobs import registry

        registry.register("accounts.clear-guests", title=_("Clear stale guests"), handler=clear_stale_guests)
        registry.register(
            "accounts.clear-sessions", title=_("Clear expired sessions"), handler=clear_expired_sessions
        )
