"""Services for sharing, tags, folders, archiving and deletion of decks."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from decks.errors import BadEdit
from decks.formats.jsontext import storable
from decks.models import Deck, DeckTag, Visibility
from decks.models.decks import TAG_LENGTH
from decks.services.card_index import forget_cards, index_cards
from decks.services.creation import check_room_for_decks

MOST_TAGS = 30
#: How long a deleted deck can be restored.
RESTORABLE_FOR = timedelta(days=30)


def new_token() -> str:
    """Return 256 random bits."""
    return secrets.token_urlsafe(32)


def _save(deck: Deck, **columns: Any) -> Deck:
    for column, value in columns.items():
        setattr(deck, column, value)
    deck.save(update_fields=[*columns, "changed"])
    return deck


@transaction.atomic
def set_tags(deck: Deck, *, tags: Iterable[str]) -> list[str]:
    """Set the tags of a deck."""
    wanted = proper_tags(tags)
    deck.tags.exclude(name__in=wanted).delete()
    have = set(deck.tags.values_list("name", flat=True))
    DeckTag.objects.bulk_create(DeckTag(deck=deck, name=name) for name in wanted if name not in have)
    _save(deck)
    return wanted


def proper_tags(tags: Iterable[str]) -> list[str]:
    names = [" ".join(storable(tag).replace(",", " ").split())[:TAG_LENGTH].strip() for tag in tags]
    found = list(dict.fromkeys(filter(None, names)))
    if len(found) > MOST_TAGS:
        raise BadEdit(_("A deck can have at most %(most)d tags.") % {"most": MOST_TAGS})
    return found


def set_folder(deck: Deck, *, folder: str) -> Deck:
    return _save(deck, folder=" ".join(storable(folder).split())[: TAG_LENGTH * 2])


@transaction.atomic
def hand_over_deck(deck: Deck, *, to: User) -> Deck:
    """Give a deck to another user. Folder and share link belonged to the user who had it."""
    check_room_for_decks(to)
    forget_cards([deck.pk])
    private = {"visibility": Visibility.PRIVATE, "share_token": None, "published_at": None}
    return _save(deck, owner=to, folder="", archived=False, **private)


def archive(deck: Deck) -> Deck:
    return _save(deck, archived=True)


def unarchive(deck: Deck) -> Deck:
    return _save(deck, archived=False)


def set_built(deck: Deck, *, built: bool) -> Deck:
    """Say whether the deck is built from real cards, which the collection then counts as used."""
    return _save(deck, built=built)


def delete_deck(deck: Deck) -> Deck:
    """Hide a deck. It can be restored until it is removed for good."""
    return _save(deck, deleted_at=timezone.now())


def undelete_deck(deck: Deck) -> Deck:
    return _save(deck, deleted_at=None)


def clear_deleted(*, older_than: timedelta = RESTORABLE_FOR) -> int:
    """Remove decks for good that were deleted long enough ago."""
    gone = Deck.objects.filter(deleted_at__lt=timezone.now() - older_than)
    count = 0
    for deck in gone.iterator(chunk_size=200):
        deck.delete()
        count += 1
    return count


@transaction.atomic
def share(deck: Deck) -> Deck:
    """Share a deck with everyone who has its link. A deck that has a link keeps it."""
    forget_cards([deck.pk])
    token = deck.share_token or new_token()
    return _save(deck, visibility=Visibility.UNLISTED, share_token=token, published_at=None)


@transaction.atomic
def unshare(deck: Deck) -> Deck:
    """Make a deck private. Its link stops working for good."""
    forget_cards([deck.pk])
    return _save(deck, visibility=Visibility.PRIVATE, share_token=None, published_at=None)


def rotate_link(deck: Deck) -> Deck:
    """Replace the link. The old one stops working."""
    if deck.visibility == Visibility.PRIVATE:
        raise BadEdit(_("This deck has no link yet. Share it first."))
    return _save(deck, share_token=new_token())


@transaction.atomic
def publish(deck: Deck) -> Deck:
    """Add the deck to the public list."""
    token = deck.share_token or new_token()
    when = deck.published_at or timezone.now()
    _save(deck, visibility=Visibility.PUBLIC, share_token=token, published_at=when)
    index_cards(deck)
    return deck


#: Actions on many decks at once.
BULK = ("archive", "unarchive", "build", "unbuild", "delete", "undelete", "tag", "untag", "folder", "unshare")


@transaction.atomic
def change_many(decks: QuerySet[Deck], *, action: str, value: str = "", at: datetime | None = None) -> int:
    """Apply one action to many decks, all or none; return their number.

    Decks that are deleted together share the time `at`, by which they can be restored together.
    """
    now = at or timezone.now()
    if action not in BULK:
        raise BadEdit(_("This action can't be applied to several decks."))
    chosen = list(decks.select_for_update().values_list("pk", flat=True))
    rows = Deck.objects.filter(pk__in=chosen)
    columns: dict[str, dict[str, Any]] = {
        "archive": {"archived": True},
        "unarchive": {"archived": False},
        "build": {"built": True},
        "unbuild": {"built": False},
        "delete": {"deleted_at": now},
        "undelete": {"deleted_at": None},
        "folder": {"folder": " ".join(storable(value).split())[: TAG_LENGTH * 2]},
        "unshare": {"visibility": Visibility.PRIVATE, "share_token": None, "published_at": None},
    }
    if action == "unshare":
        forget_cards(chosen)
    if action in ("tag", "untag"):
        names = proper_tags([value])
        if not names:
            raise BadEdit(_("Enter a tag."))
        if action == "untag":
            DeckTag.objects.filter(deck__in=chosen, name__in=names).delete()
        else:
            fresh = (DeckTag(deck_id=pk, name=name) for pk in chosen for name in names)
            DeckTag.objects.bulk_create(fresh, ignore_conflicts=True)
    rows.update(**columns.get(action, {}), changed=now)
    return len(chosen)
