"""The decks of an account: their number, export and transfer to another account."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Count
from django.utils.translation import ngettext

from accounts.account_data import AccountData
from accounts.models import User
from decks.formats.export import with_history
from decks.models import Deck, PublishedParty


def count_decks(user: User) -> int:
    return Deck.objects.filter(owner=user, deleted_at=None).count()


def decks_text(number: int) -> str:
    return ngettext("%d deck", "%d decks", number) % number


def sizes_of_decks(user: User) -> Iterable[tuple[int, int]]:
    """Each deck, and three for each of its versions."""
    decks = Deck.objects.filter(owner=user, deleted_at=None).annotate(n=Count("versions")).order_by("pk")
    return [(pk, 3 * versions) for pk, versions in decks.values_list("pk", "n")]


def export_decks(user: User, rows: Collection[int]) -> list[list[dict[str, Any]]]:
    """Each deck as the chain of its versions, which an import puts together again."""
    decks = Deck.objects.filter(owner=user, deleted_at=None, pk__in=rows)
    decks = decks.select_related("working").order_by("pk")
    return [with_history(deck) for deck in decks.prefetch_related("tags", "versions__previous")]


def move_decks(giver: User, taker: User) -> None:
    """Give all decks of one user to another, for example when a guest signs in."""
    Deck.objects.filter(owner=giver).update(owner=taker)
    PublishedParty.objects.filter(owner=giver).update(owner=taker)


KINDS = (
    AccountData(
        "decks",
        count=count_decks,
        text=decks_text,
        sizes=sizes_of_decks,
        export=export_decks,
        move=move_decks,
    ),
)
