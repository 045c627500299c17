"""Queries and changes of collections: the boxes that players own, and with whom they share them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from cards import adapters
from cards.models import Card, Collection, CollectionShare, Cycle, OwnedPack, Pack, UnlockedReward
from cards.models.collections import MOST_COPIES
from rules.cards import ownership
from web.shared.errors import Refusal

Reader = User | AnonymousUser

#: A cycle may be owned in its original packs, or in the boxes that replaced them.
FORMATS = ("boxes", "packs", "all")
MOST_COLLECTIONS = 50
MOST_SHARES = 50


class CollectionRefused(Refusal):
    """A change of a collection that is not possible, with the reason."""

    code = "collection"

    def __init__(self, message: str | Promise, *, status: int = 409, **facts: object) -> None:
        super().__init__(message, **facts)
        self.status = status


# --- Who may see it -------------------------------------------------------------------------------------


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
class ShelfPack:
    pack: Pack
    count: int


@dataclass(frozen=True)
class ShelfCycle:
    """A cycle on the collection page: its packs, and to which of its two formats they belong."""

    cycle: Cycle
    packs: list[ShelfPack]

    @property
    def boxes(self) -> list[ShelfPack]:
        """What is in print: boxes of reprints, and everything that was never replaced."""
        return [row for row in self.packs if not row.pack.replaced]

    @property
    def old_packs(self) -> list[ShelfPack]:
        return [row for row in self.packs if row.pack.replaced]

    @property
    def owned(self) -> int:
        return sum(bool(row.count) for row in self.packs)


def shelf(collection: Collection | None = None) -> list[ShelfCycle]:
    """Return all products by cycle, in order, with the number owned of each. This takes two queries."""
    owned = packs_owned(collection) if collection else {}
    found: dict[str, ShelfCycle] = {}
    for pack in Pack.objects.select_related("cycle").order_by(
        "cycle__position", "replaced", "position", "code"
    ):
        row = found.setdefault(pack.cycle_id, ShelfCycle(pack.cycle, []))
        row.packs.append(ShelfPack(pack, owned.get(pack.code, 0)))
    return list(found.values())


# --- What changes it ------------------------------------------------------------------------------------


@transaction.atomic
def create_collection(*, owner: User, name: str, key: IdempotencyKey = NO_KEY) -> Collection:
    if earlier := key.claim(owner, Collection):
        return earlier[0]
    name = clean_name(name)
    if collections_of(owner).count() >= MOST_COLLECTIONS:
        raise CollectionRefused(gettext_lazy("You already have 50 collections. Delete one first."))
    try:
        with transaction.atomic():
            made = Collection.objects.create(owner=owner, name=name)
    except IntegrityError:
        raise name_taken() from None
    key.save_result(made)
    return made


def collection_for_saving(user: User) -> Collection:
    """Return the user's own default collection; create one if there is none."""
    own = collections_of(user).order_by("created", "pk")
    if found := own.first():
        return found
    with transaction.atomic():
        # Several boxes may be ticked at the same moment: one request creates the collection, the others wait.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        return own.first() or create_collection(owner=user, name=_("My collection"))


@transaction.atomic
def rename_collection(*, collection: Collection, name: str) -> None:
    collection.name = clean_name(name)
    try:
        with transaction.atomic():
            collection.save(update_fields=["name", "changed"])
    except IntegrityError:
        raise name_taken() from None


def delete_collection(collection: Collection) -> None:
    collection.delete()


def clean_name(name: str) -> str:
    name = " ".join(str(name).replace("\x00", "").split())
    if not name:
        raise CollectionRefused(gettext_lazy("Enter a name for the collection."), status=400)
    if len(name) > 100:
        raise CollectionRefused(gettext_lazy("A name can have at most 100 characters."), status=400)
    return name


def name_taken() -> CollectionRefused:
    return CollectionRefused(gettext_lazy("You already have a collection with this name."))


@transaction.atomic
def set_boxes(*, collection: Collection, counts: Mapping[str, int]) -> None:
    """Set the numbers of these packs; zero removes a pack. Other packs stay as they are."""
    unknown = set(counts) - set(Pack.objects.values_list("pk", flat=True))
    if unknown:
        raise CollectionRefused(
            _("Unknown pack “%(code)s”.") % {"code": sorted(unknown)[0][:60]},
            status=400,
            packs=sorted(unknown),
        )
    for pack, count in counts.items():
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_COPIES:
            message = _("“%(count)s” is not a number of boxes. Enter 0 to 99.") % {"count": str(count)[:20]}
            raise CollectionRefused(message, status=400, packs=[pack])
    collection.owned.filter(pack__in=[pack for pack, count in counts.items() if not count]).delete()
    OwnedPack.objects.bulk_create(
        [
            OwnedPack(collection=collection, pack_id=pack, count=count)
            for pack, count in counts.items()
            if count
        ],
        update_conflicts=True,
        unique_fields=["collection", "pack"],
        update_fields=["count"],
    )
    touch(collection)


def set_cycle(*, collection: Collection, cycle: str, count: int, form: str = "boxes") -> None:
    """Set the number of a whole cycle: the boxes in print, the old packs, or all; zero removes it."""
    if form not in FORMATS:
        raise CollectionRefused(_("Choose boxes, packs or all for a cycle."), status=400)
    packs = list(Pack.objects.filter(cycle=cycle))
    if not packs:
        raise CollectionRefused(_("Unknown cycle “%(code)s”.") % {"code": cycle[:60]}, status=400)
    # Without a second format, boxes and packs are the same.
    two = any(pack.replaced for pack in packs)
    wanted = {"boxes": [p for p in packs if not p.replaced], "packs": [p for p in packs if p.replaced]}
    chosen = wanted[form] if two and form != "all" else packs
    set_boxes(collection=collection, counts={pack.code: count for pack in chosen})


@transaction.atomic
def set_rewards(*, collection: Collection, cards: Iterable[str]) -> None:
    """Set the unlocked rewards."""
    wanted = set(cards)
    known = {card.code for card in all_rewards()}
    if strange := wanted - known:
        message = _("“%(code)s” is not a reward card.") % {"code": str(sorted(strange)[0])[:60]}
        raise CollectionRefused(message, status=400, cards=sorted(strange))
    collection.rewards.exclude(card__in=wanted).delete()
    UnlockedReward.objects.bulk_create(
        [UnlockedReward(collection=collection, card_id=code) for code in sorted(wanted)],
        ignore_conflicts=True,
    )
    touch(collection)


@transaction.atomic
def share_collection(*, collection: Collection, username: str, may_edit: bool) -> CollectionShare:
    """Invite another player to see the collection, or to edit it. An acceptance is kept.

    The answer is the same whether or not the player exists.
    """
    if collection.owner.is_guest:
        raise CollectionRefused(_("Sign up first, so that others can see whose collection it is."))
    name = username.strip()
    if not name:
        raise CollectionRefused(_("Enter the name of the player to invite."), status=400)
    if name.lower() == collection.owner.username.lower():
        raise CollectionRefused(_("This is your own collection."), status=400)
    Collection.objects.select_for_update().get(pk=collection.pk)
    user = User.objects.filter(username__iexact=name, is_guest=False, is_active=True).first()
    shares = collection.shares
    share = shares.filter(user=user).first() if user else None
    share = share or shares.filter(user=None, name__iexact=name).first()
    if share is None:
        if shares.count() >= MOST_SHARES:
            raise CollectionRefused(_("The collection can't be shared with more players. Remove one first."))
        share = CollectionShare(collection=collection, name=name)
    share.user, share.may_edit = user, may_edit
    share.save()
    return share


def shares_called(collection: Collection, name: str) -> QuerySet[CollectionShare]:
    """Return the shares with the name that their owner sees."""
    by_name = Q(accepted=False, name__iexact=name)
    by_player = (Q(accepted=True) | Q(name="")) & Q(user__username__iexact=name)
    return collection.shares.filter(by_name | by_player).select_related("user")


def accept_share(share: CollectionShare) -> None:
    share.accepted = True
    share.save(update_fields=["accepted"])


def unshare_collection(share: CollectionShare) -> None:
    share.delete()


def touch(collection: Collection) -> None:
    collection.changed = timezone.now()
    collection.save(update_fields=["changed"])
