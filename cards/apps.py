"""The app of cards: what it registers with others when the site starts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CardsConfig(AppConfig):
    name = "cards"
    verbose_name = _("Cards")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import account_data
        from jobs import registry

        account_data.register("cards.account_data")
        registry.register("cards.import", title=_("Import cards"), handler="cards.jobs.import_cards")
