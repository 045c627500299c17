"""The app of cards: what it registers with others when the site starts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CardsConfig(AppConfig):
    name = "cards"
    verbose_name = _("Cards")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import account_data
        from cards.account_data import (
            collections_text,
            count_collections,
            count_marks,
            export_collections,
            export_marks,
            marks_text,
            sizes_of_collections,
            sizes_of_marks,
        )
        from cards.jobs import IMPORT, import_cards
        from cards.services.collections import move_collections
        from cards.services.marks import move_marks
        from jobs import registry

        registry.register(IMPORT, title=_("Import cards"), handler=import_cards)
        account_data.register(
            "collections",
            count=count_collections,
            text=collections_text,
            sizes=sizes_of_collections,
            export=export_collections,
            move=move_collections,
        )
        account_data.register(
            "marked_cards",
            count=count_marks,
            text=marks_text,
            sizes=sizes_of_marks,
            export=export_marks,
            move=move_marks,
        )
