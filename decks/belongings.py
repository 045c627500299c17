"""What belongs to a player here? Decks, with all their versions."""

from __future__ import annotations

from typing import Any

from django.utils.translation import ngettext

from accounts.models import User
from decks.exporting import with_history
from decks.models import Deck


def count_decks(user: User) -> int:
    return Deck.objects.filter(owner=user, deleted_at=None).count()


def say_decks(number: int) -> str:
    return ngettext("%d deck", "%d decks", number) % number


def export_decks(user: User) -> list[list[dict[str, Any]]]:
    """Each deck as the chain of its versions, which an import puts together again."""
    decks = Deck.objects.filter(owner=user, deleted_at=None).select_related("working").order_by("pk")
    return [with_history(deck) for deck in decks.prefetch_related("tags", "versions__previous")]


def move_decks(giver: User, taker: User) -> None:
    """Give all decks of one user to another, as when a guest signs in."""
    Deck.objects.filter(owner=giver).update(owner=taker)
