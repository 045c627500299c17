"""Changes of collections: the boxes that players own, and with whom they share them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from cards.collections.selectors import all_rewards, collections_of, packs_owned
from cards.collections.transfer import Contents
from cards.errors import CollectionRefused
from cards.models import Collection, CollectionShare, OwnedPack, Pack, UnlockedReward
from cards.models.collections import MOST_COPIES

#: A cycle may be owned in its original packs, or in the boxes that replaced them.
FORMATS = ("boxes", "packs", "all")
MOST_COLLECTIONS = 50
MOST_SHARES = 50


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


def accept_share(share: CollectionShare) -> None:
    share.accepted = True
    share.save(update_fields=["accepted"])


def unshare_collection(share: CollectionShare) -> None:
    share.delete()


def touch(collection: Collection) -> None:
    collection.changed = timezone.now()
    collection.save(update_fields=["changed"])


@transaction.atomic
def import_into(*, collection: Collection, contents: Contents) -> None:
    """Replace the collection's content with that of the file."""
    gone = dict.fromkeys(packs_owned(collection), 0)
    set_boxes(collection=collection, counts={**gone, **contents.packs})
    set_rewards(collection=collection, cards=contents.rewards)


@transaction.atomic
def import_as_new(
    *, owner: User, contents: Contents, name: str = "", key: IdempotencyKey = NO_KEY
) -> Collection:
    """Create a collection from a file, under a name that is not taken."""
    if earlier := key.claim(owner, Collection):
        return earlier[0]
    collection = create_collection(owner=owner, name=free_name(owner, name or contents.name))
    import_into(collection=collection, contents=contents)
    key.save_result(collection)
    return collection


def free_name(owner: User, name: str) -> str:
    """Return `name`, or `name (2)` if the owner has a collection of that name."""
    name = " ".join(name.split())[:90] or _("My collection")
    taken = set(collections_of(owner).values_list("name", flat=True))
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free


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
