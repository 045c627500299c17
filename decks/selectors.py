"""Queries for decks by who may see or change them. Every lookup of a deck starts here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet

from accounts.models import User
from cards.adapters import catalogue
from cards.search.normalization import words
from decks import campaign_hook
from decks.models import Deck, DeckTag, DeckVersion, Like, Mode, PublishedParty, Visibility
from decks.models.decks import LISTED
from rules.cards.catalogue import Catalogue, once_per_catalogue

AnyUser = User | AnonymousUser


def decks() -> QuerySet[Deck]:
    """Return the decks that are not deleted, with the rows that every page needs."""
    return Deck.objects.filter(deleted_at=None).select_related("working", "owner").prefetch_related("tags")


def decks_of(user: AnyUser) -> QuerySet[Deck]:
    """Return the user's own decks, which the user may change."""
    return decks().filter(owner=user.pk or 0)


def decks_on_table(user: AnyUser) -> QuerySet[Deck]:
    """Return the user's decks that are made of real cards: those marked as built, and those of a campaign."""
    return decks_of(user).filter(Q(built=True) | Q(mode=Mode.CAMPAIGN), archived=False)


def decks_visible_to(user: AnyUser) -> QuerySet[Deck]:
    """Return the user's own decks and the public ones, which the user may read."""
    return decks().filter(Q(owner=user.pk or 0) | LISTED)


def deleted_decks_of(user: AnyUser) -> QuerySet[Deck]:
    """Return the deleted decks that can still be restored, last deleted first."""
    mine = Deck.objects.filter(owner=user.pk or 0).exclude(deleted_at=None)
    return mine.select_related("working").order_by("-deleted_at")


def public_decks() -> QuerySet[Deck]:
    return decks().filter(LISTED)


def likes(user: AnyUser, deck: Deck) -> bool:
    """Return whether the user likes this deck."""
    return Like.objects.filter(deck=deck, user=user.pk or 0).exists()


def parties() -> QuerySet[PublishedParty]:
    """Return the published parties, newest first."""
    return PublishedParty.objects.filter(hidden_at=None).select_related("owner")


def is_published_for(investigator: str) -> bool:
    """Return whether anybody published a deck of this investigator."""
    return public_decks().filter(investigator__in=printings([investigator])).exists()


def deck_by_token(token: str) -> Deck | None:
    """Return the deck of a share link; None if the link is not valid."""
    if not token or len(token) > 43 or not token.isascii():
        return None
    shared = decks().exclude(visibility=Visibility.PRIVATE).filter(hidden_at=None)
    return shared.filter(share_token=token).first()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A search in a list of decks. Empty fields match anything."""

    text: str = ""
    """Words of the deck's name or of the investigator's."""
    investigator: str = ""
    classes: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """Codes of cards that the deck must all have, in any printing."""
    titles: tuple[str, ...] = ()
    """Titles, or their beginnings; the deck must have a card of each, at any level."""
    tags: tuple[str, ...] = ()
    folder: str | None = None
    archived: bool | None = False
    legal: bool | None = None
    mode: str = ""
    visibility: str = ""
    sort: str = ""


#: The most titles that an incomplete title may stand for.
MOST_TITLES = 12
SORTS = {
    "": ("-changed", "-pk"),
    "changed": ("-changed", "-pk"),
    "created": ("-created", "-pk"),
    "name": ("name", "pk"),
    "investigator": ("investigator", "name", "pk"),
    "experience": ("-experience", "name", "pk"),
}


def narrowed(found: QuerySet[Deck], wanted: Wanted) -> QuerySet[Deck]:
    """Return the decks of a list that match a search."""
    for word in wanted.text.split()[:8]:
        codes = [c.code for c in catalogue().investigators.values() if word.casefold() in c.title.casefold()]
        found = found.filter(Q(name__icontains=word) | Q(investigator__in=printings(codes)))
    if wanted.investigator:
        found = found.filter(investigator__in=printings([wanted.investigator]))
    if wanted.classes:
        of_class = [c.code for c in catalogue().investigators.values() if c.classes & set(wanted.classes)]
        found = found.filter(investigator__in=printings(of_class))
    for code in wanted.cards[:8]:
        found = found.filter(working__slots__has_any_keys=sorted(printings([code])))
    for title in wanted.titles[:8]:
        found = found.filter(working__slots__has_any_keys=sorted(printings(cards_titled(title))) or [""])
    for tag in wanted.tags[:8]:
        found = found.filter(pk__in=DeckTag.objects.filter(name__iexact=tag).values("deck"))
    if wanted.folder is not None:
        found = found.filter(folder=wanted.folder)
    if wanted.archived is not None:
        found = found.filter(archived=wanted.archived)
    if wanted.legal is not None:
        found = found.filter(is_legal=wanted.legal)
    if wanted.mode:
        found = found.filter(mode=wanted.mode)
    if wanted.visibility:
        found = found.filter(visibility=wanted.visibility)
    return found.order_by(*SORTS.get(wanted.sort, SORTS[""]))


def cards_titled(text: str) -> set[str]:
    """Return the cards of this title at any level, in either language; else of this beginning or code."""
    cards = catalogue()
    named = cards.resolve(text)
    if named is not None:
        return {named.code}
    wished = " ".join(words(text))
    titles = _titles(cards)
    if wished in titles:
        return set(titles[wished])
    begun = sorted(title for title in titles if wished and title.startswith(wished))[:MOST_TITLES]
    return {code for title in begun for code in titles[title]}


@once_per_catalogue
def _titles(cards: Catalogue) -> Mapping[str, set[str]]:
    """Return cards by their normalized titles."""
    titles: dict[str, set[str]] = {}
    for card in cards.cards.values():
        if card.type != "investigator":
            for title in (card.title, card.title_de):
                titles.setdefault(" ".join(words(title)), set()).add(card.code)
    return titles


def printings(codes: Iterable[str]) -> set[str]:
    """Return the codes under which decks may hold these cards."""
    cards = catalogue()
    found: set[str] = set()
    for code in codes:
        card = cards.resolve(code)
        found |= (
            {code} if card is None else {card.code, *(p.code for p in cards.printings_of.get(card.code, ()))}
        )
    return found


def for_lists(found: QuerySet[Deck]) -> QuerySet[Deck]:
    """Return decks with what the rows of a list show: neither their cards nor their notes."""
    rows = found.select_related(None).select_related("owner").prefetch_related(None).prefetch_related("tags")
    return rows.defer("choices", "card_pool", "notes", "extras")


def tags_of(user: AnyUser) -> list[str]:
    """Return the tags of the user's decks."""
    tags = DeckTag.objects.filter(deck__owner=user.pk or 0, deck__deleted_at=None)
    return sorted(tags.order_by().values_list("name", flat=True).distinct())


def decks_by_folder(user: AnyUser) -> dict[tuple[str, bool], int]:
    """Return the number of decks in each folder, in use and archived."""
    rows = Deck.objects.filter(owner=user.pk or 0, deleted_at=None).values_list("folder", "archived")
    return {(folder, archived): n for folder, archived, n in rows.annotate(n=Count("pk")).order_by()}


def folders_of(user: AnyUser) -> list[str]:
    """Return the folders of the user's decks."""
    return sorted({folder for folder, _archived in decks_by_folder(user) if folder})


def versions_of(deck: Deck) -> QuerySet[DeckVersion]:
    """Return the deck's versions, oldest first, with their purchases."""
    return deck.versions.select_related("previous").prefetch_related("purchases").order_by("number")


def deck_for(user: AnyUser, public_id: UUID) -> Deck | None:
    """Return a deck that the user may read; None if there is none."""
    return decks_visible_to(user).filter(public_id=public_id).first() or _played_deck(user, public_id)


def editable_deck(user: AnyUser, public_id: UUID) -> Deck | None:
    """Return a deck whose cards the user may change: an own one, or that of the user's seat in a campaign."""
    return decks_of(user).filter(public_id=public_id).first() or _played_deck(user, public_id)


def _played_deck(user: AnyUser, public_id: UUID) -> Deck | None:
    """Return a deck of another user that this user plays in a campaign."""
    if not isinstance(user, User):
        return None
    deck = decks().filter(public_id=public_id).first()
    return deck if deck is not None and campaign_hook.plays(user, deck) else None
