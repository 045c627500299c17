"""The app of decks: what it registers with others when the site starts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    name = "decks"
    verbose_name = _("Decks")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import account_data
        from cards.collections import usage
        from cards.services import loading
        from decks.usage import decks_in_use
        from jobs import registry

        usage.register(decks_in_use)
        account_data.register("decks.account_data")
        loading.on_change("decks.jobs.rejudge_if_stale")
        for kind, title, handler in (
            ("decks.rejudge", _("Recheck decks"), "rejudge_decks"),
            ("decks.import", _("Import decks"), "import_decks"),
            ("decks.clear-deleted", _("Remove deleted decks for good"), "clear_deleted"),
        ):
            registry.register(kind, title=title, handler=f"decks.jobs.{handler}")
