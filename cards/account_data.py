"""The collections of an account: their number, export and transfer to another account."""

from collections.abc import Collection, Iterable
from typing import Any

from django.db import transaction
from django.utils.translation import ngettext

from accounts.models import User
from cards.collections.boxes import collections_of
from cards.collections.transfer import export_collection, free_name
from cards.models import CollectionShare


def count_collections(user: User) -> int:
    return collections_of(user).count()


def say_collections(number: int) -> str:
    return ngettext("%d collection", "%d collections", number) % number


def sizes_of_collections(user: User) -> Iterable[tuple[int, int]]:
    """Each collection; all of them are small."""
    return [(pk, 30) for pk in collections_of(user).values_list("pk", flat=True)]


def export_collections(user: User, rows: Collection[int]) -> list[dict[str, Any]]:
    return [export_collection(collection) for collection in collections_of(user).filter(pk__in=rows)]


@transaction.atomic
def move_collections(giver: User, taker: User) -> None:
    """Give all collections to another user. If a name is taken, the collection gets another one."""
    for collection in collections_of(giver):
        collection.name = free_name(taker, collection.name)
        collection.owner = taker
        collection.save(update_fields=["name", "owner"])
        collection.shares.filter(user=taker).delete()
    known = CollectionShare.objects.filter(user=taker).values("collection")
    shares = CollectionShare.objects.filter(user=giver)
    shares.exclude(collection__in=known).exclude(collection__owner=taker).update(user=taker)
