"""App configuration of campaigns: registers them with the accounts app and as the campaign hook of decks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("Campaigns")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import account_data
        from campaigns import deck_hook
        from campaigns.account_data import (
            campaigns_text,
            count_campaigns,
            count_events,
            count_files,
            count_memberships,
            events_text,
            export_campaigns,
            export_events,
            export_files,
            export_memberships,
            files_text,
            memberships_text,
            owners_of_campaigns,
            owners_of_files,
            sizes_of_campaigns,
            sizes_of_events,
            sizes_of_files,
            sizes_of_memberships,
        )
        from campaigns.jobs import BRANCH, IMPORT, branch, import_campaign
        from campaigns.services import purchases
        from campaigns.services.campaign_files import move_files, release_files
        from campaigns.services.epic import move_events
        from campaigns.services.members import move_campaigns, release_campaigns
        from decks import campaign_hook
        from jobs import registry

        account_data.register(
            "campaigns",
            count=count_campaigns,
            text=campaigns_text,
            sizes=sizes_of_campaigns,
            export=export_campaigns,
            move=move_campaigns,
            release=release_campaigns,
            owners=owners_of_campaigns,
        )
        account_data.register(
            "memberships",
            count=count_memberships,
            text=memberships_text,
            sizes=sizes_of_memberships,
            export=export_memberships,
            # Memberships move with the campaigns.
            move=lambda _giver, _taker: None,
        )
        account_data.register(
            "campaign_files",
            count=count_files,
            text=files_text,
            sizes=sizes_of_files,
            export=export_files,
            move=move_files,
            release=release_files,
            owners=owners_of_files,
        )
        account_data.register(
            "epic_events",
            count=count_events,
            text=events_text,
            sizes=sizes_of_events,
            export=export_events,
            move=move_events,
        )
        campaign_hook.use(deck_hook, upgrades=purchases)
        registry.register(IMPORT, title=_("Import a campaign"), handler=import_campaign)
        registry.register(BRANCH, title=_("Branch a campaign"), handler=branch)
