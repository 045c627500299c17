"""App configuration of the board games: registers their account data."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BoardgamesConfig(AppConfig):
    name = "boardgames"
    verbose_name = _("Board games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import account_data
        from boardgames import account_data as own
        from boardgames.services.members import move_games, move_templates, release_games

        account_data.register(
            "games",
            count=own.count_games,
            text=own.games_text,
            sizes=own.sizes_of_games,
            export=own.export_games,
            move=move_games,
            release=release_games,
            owners=own.owners_of_games,
        )
        account_data.register(
            "games_joined",
            count=own.count_joined,
            text=own.joined_text,
            sizes=own.sizes_of_joined,
            export=own.export_joined,
            # Memberships move with the games.
            move=lambda _giver, _taker: None,
        )
        account_data.register(
            "game_templates",
            count=own.count_templates,
            text=own.templates_text,
            sizes=own.sizes_of_templates,
            export=own.export_templates,
            move=move_templates,
        )
