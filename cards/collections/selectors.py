"""Queries of collections: the boxes that players own, and who may see them."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import User
from cards import adapters
from cards.models import Card, Collection, CollectionShare, Cycle, Pack
from rules.cards import ownership
from rules.cards.catalogue import Catalogue, once_per_catalogue

Reader = User | AnonymousUser


# --- Who may see it -------------------------------------------------------------------------------------


def collections() -> QuerySet[Collection]:
    """Return every collection, for code that has checked who may see it."""
    return Collection.objects.select_related("owner")


def collections_visible_to(user: Reader) -> QuerySet[Collection]:
    """Return the user's own collections, and those shared with the user that the user has accepted."""
    if not user.is_authenticated:
        return Collection.objects.none()
    shared = CollectionShare.objects.filter(user=user, accepted=True).values("collection")
    return Collection.objects.filter(Q(owner=user) | Q(pk__in=shared)).select_related("owner")


def may_see(collection: Collection, user_id: int) -> bool:
    """Return whether a user may see one collection. There is no query for its owner."""
    if collection.owner_id == user_id:
        return True
    return collection.shares.filter(user=user_id, accepted=True).exists()


def collections_editable_by(user: Reader) -> QuerySet[Collection]:
    if not user.is_authenticated:
        return Collection.objects.none()
    shared = CollectionShare.objects.filter(user=user, accepted=True, may_edit=True).values("collection")
    return Collection.objects.filter(Q(owner=user) | Q(pk__in=shared)).select_related("owner")


def collections_of(user: Reader) -> QuerySet[Collection]:
    return Collection.objects.filter(owner=user) if user.is_authenticated else Collection.objects.none()


def shares_with(user: Reader) -> QuerySet[CollectionShare]:
    """Return what others share with the user, accepted or not."""
    if not user.is_authenticated:
        return CollectionShare.objects.none()
    return CollectionShare.objects.filter(user=user).select_related("collection__owner", "user")


def invitations_of(user: Reader) -> QuerySet[CollectionShare]:
    """Return the invitations that the user has not accepted yet."""
    return shares_with(user).filter(accepted=False)


def usual_collection(user: Reader) -> Collection | None:
    """Return the default collection: the user's oldest own one, else the oldest shared one."""
    own = collections_of(user).order_by("created", "pk").first()
    return own or collections_visible_to(user).order_by("created", "pk").first()


def may_edit(collection: Collection, user: Reader) -> bool:
    return collections_editable_by(user).filter(pk=collection.pk).exists()


def shares_called(collection: Collection, name: str) -> QuerySet[CollectionShare]:
    """Return the shares with the name that their owner sees."""
    by_name = Q(accepted=False, name__iexact=name)
    by_player = (Q(accepted=True) | Q(name="")) & Q(user__username__iexact=name)
    return collection.shares.filter(by_name | by_player).select_related("user")


# --- What is in it --------------------------------------------------------------------------------------


def packs_owned(collection: Collection) -> dict[str, int]:
    """Return the number of each pack, as `Circumstances.collection` takes it."""
    return dict(collection.owned.values_list("pack_id", "count"))


def copies_owned(collection: Collection) -> dict[str, int]:
    """Return the number of copies of each card, over all boxes and reprints."""
    return ownership.copies_owned(adapters.catalogue(), packs_owned(collection))


def rewards_unlocked(collection: Collection) -> frozenset[str]:
    return frozenset(collection.rewards.values_list("card_id", flat=True))


def all_rewards() -> list[Card]:
    codes = [code for code, card in adapters.catalogue().cards.items() if card.reward]
    return list(Card.objects.filter(pk__in=codes))


@dataclass(frozen=True)
class Whereabouts:
    """Copies of one card in one kind of box."""

    pack: Pack
    boxes: int
    copies: int
    """Copies in one box."""

    @property
    def owned(self) -> int:
        return self.boxes * self.copies


def whereabouts(code: str, collection: Collection | None = None) -> list[Whereabouts]:
    """Return every product that holds the card, with the number of boxes in the collection, if given."""
    catalogue = adapters.catalogue()
    card = catalogue.resolve(code)
    held = ownership.boxes(catalogue).get(card.code, {}) if card else {}
    owned = packs_owned(collection) if collection else {}
    packs = Pack.objects.filter(pk__in=held).select_related("cycle")
    return [Whereabouts(pack, owned.get(pack.code, 0), held[pack.code]) for pack in packs]


@dataclass(frozen=True)
class PackCount:
    pack: Pack
    count: int


@dataclass(frozen=True)
class CyclePacks:
    """A cycle on the collection page: its packs, and to which of its two formats they belong."""

    cycle: Cycle
    packs: list[PackCount]

    @property
    def boxes(self) -> list[PackCount]:
        """What is in print: boxes of reprints, and everything that was never replaced."""
        return [row for row in self.packs if not row.pack.replaced]

    @property
    def old_packs(self) -> list[PackCount]:
        return [row for row in self.packs if row.pack.replaced]

    @property
    def owned(self) -> int:
        return sum(bool(row.count) for row in self.packs)


def products_by_cycle(collection: Collection | None = None) -> list[CyclePacks]:
    """Return all products by cycle, in order, with the number owned of each."""
    owned = packs_owned(collection) if collection else {}
    found: dict[str, CyclePacks] = {}
    for pack in _products(adapters.catalogue()):
        row = found.setdefault(pack.cycle_id, CyclePacks(pack.cycle, []))
        row.packs.append(PackCount(pack, owned.get(pack.code, 0)))
    return list(found.values())


@once_per_catalogue
def _products(_catalogue: Catalogue) -> tuple[Pack, ...]:
    """Return the rows of all products, which change with the catalogue alone."""
    rows = Pack.objects.select_related("cycle")
    return tuple(rows.order_by("cycle__position", "replaced", "position", "code"))
