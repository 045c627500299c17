"""The collections and marked cards of an account: their number and export."""

from collections.abc import Collection, Iterable
from typing import Any

from django.utils.translation import ngettext

from accounts.account_data import AccountData
from accounts.models import User
from cards.collections.selectors import collections_of
from cards.collections.transfer import export_collection
from cards.models import MarkedCard
from cards.services.collections import move_collections
from cards.services.marks import move_marks


def count_collections(user: User) -> int:
    return collections_of(user).count()


def collections_text(number: int) -> str:
    return ngettext("%d collection", "%d collections", number) % number


def sizes_of_collections(user: User) -> Iterable[tuple[int, int]]:
    """Each collection; all of them are small."""
    return [(pk, 30) for pk in collections_of(user).values_list("pk", flat=True)]


def export_collections(user: User, rows: Collection[int]) -> list[dict[str, Any]]:
    return [export_collection(collection) for collection in collections_of(user).filter(pk__in=rows)]


def count_marks(user: User) -> int:
    return MarkedCard.objects.filter(owner=user).count()


def marks_text(number: int) -> str:
    return ngettext("%d marked card", "%d marked cards", number) % number


def sizes_of_marks(user: User) -> Iterable[tuple[int, int]]:
    """Each marked card; all of them are small."""
    return [(pk, 1) for pk in MarkedCard.objects.filter(owner=user).values_list("pk", flat=True)]


def export_marks(user: User, rows: Collection[int]) -> list[dict[str, Any]]:
    marked = MarkedCard.objects.filter(owner=user, pk__in=rows)
    return [{"card": row.card, "favourite": row.favourite, "tags": row.tags} for row in marked]


KINDS = (
    AccountData(
        "collections",
        count=count_collections,
        text=collections_text,
        sizes=sizes_of_collections,
        export=export_collections,
        move=move_collections,
    ),
    AccountData(
        "marked_cards",
        count=count_marks,
        text=marks_text,
        sizes=sizes_of_marks,
        export=export_marks,
        move=move_marks,
    ),
)
