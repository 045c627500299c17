"""The player whose decks a command reads or writes."""

from __future__ import annotations

from django.core.management.base import CommandError

from accounts.models import User


def player_called(name: str) -> User:
    """Return the player with this name; raise CommandError if there is none."""
    player = User.objects.filter(username__iexact=name).first()
    if player is None:
        raise CommandError(
            f"There is no player called {name}. Sign up on the site, or run “./run manage createsuperuser”."
        )
    return player
