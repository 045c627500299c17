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
        from cards.services.loading import on_change
        from decks.account_data import count_decks, decks_text, export_decks, move_decks, sizes_of_decks
        from decks.jobs import (
            CLEAR,
            IMPORT,
            REJUDGE,
            clear_deleted,
            import_decks,
            rejudge_decks,
            rejudge_if_stale,
        )
        from decks.usage import decks_in_use
        from jobs import registry

        usage.register(decks_in_use)
        account_data.register(
            "decks",
            count=count_decks,
            text=decks_text,
            sizes=sizes_of_decks,
            export=export_decks,
            move=move_decks,
        )
        registry.register(REJUDGE, title=_("Recheck decks"), handler=rejudge_decks)
        registry.register(IMPORT, title=_("Import decks"), handler=import_decks)
        registry.register(CLEAR, title=_("Remove deleted decks for good"), handler=clear_deleted)
        on_change(rejudge_if_stale)
