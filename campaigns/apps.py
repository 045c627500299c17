from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("Campaigns")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import belongings
        from campaigns.belongings import count_campaigns, export_campaigns, say_campaigns
        from campaigns.seated import borrowed, circumstances_of_seated, is_in_play, party_of, place_of
        from campaigns.services.table import move_campaigns, release_campaigns
        from decks import tables

        belongings.register(
            "campaigns",
            count=count_campaigns,
            say=say_campaigns,
            export=export_campaigns,
            move=move_campaigns,
            release=release_campaigns,
        )
        tables.register(circumstances_of_seated)
        tables.register_place(place_of)
        tables.register_lender(borrowed)
        tables.register_party(party_of)
        tables.register_play(is_in_play)
