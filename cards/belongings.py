"""What belongs to a player here? Collections."""

from typing import Any

from django.db import transaction
from django.utils.translation import ngettext

from accounts.models import User
from cards.collections import collections_of
from cards.models import CollectionShare
from cards.transfer import export_collection, free_name


def count_collections(user: User) -> int:
    return collections_of(user).count()


def say_collections(number: int) -> str:
    return ngettext("%d collection", "%d collections", number) % number


def export_collections(user: User) -> list[dict[str, Any]]:
    return [export_collection(collection) for collection in collections_of(user)]


@transaction.atomic
def move_collections(giver: User, taker: User) -> None:
    """Two collections of one name stay two, under two names."""
    for collection in collections_of(giver):
        collection.name = free_name(taker, collection.name)
        collection.owner = taker
        collection.save(update_fields=["name", "owner"])
        collection.shares.filter(user=taker).delete()
    known = CollectionShare.objects.filter(user=taker).values("collection")
    shares = CollectionShare.objects.filter(user=giver)
    shares.exclude(collection__in=known).exclude(collection__owner=taker).update(user=taker)
