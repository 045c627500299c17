"""App configuration of campaigns: registers them with the accounts app and as the campaign hook of decks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("Campaigns")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import account_data
        from decks import campaign_hook
        from jobs import registry

        account_data.register("campaigns.account_data")
        campaign_hook.use("campaigns.deck_hook", upgrades="campaigns.services.purchases")
        for kind, title, handler in (
            ("campaigns.import", _("Import a campaign"), "import_campaign"),
            ("campaigns.branch", _("Branch a campaign"), "branch"),
        ):
            registry.register(kind, title=title, handler=f"campaigns.jobs.{handler}")
