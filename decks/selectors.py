"""Which decks may this user see, and what do the rules say of them? Every lookup of a deck starts here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet

from accounts.models import User
from cards.adapters import catalogue
from cards.words import words
from decks.adapters import circumstances_of, rules_deck
from decks.models import Deck, DeckVersion, Visibility
from rules.catalogue import Catalogue, once_per_catalogue
from rules.judge import Pool, judge, pool, why
from rules.verdict import Verdict, Violation

Somebody = User | AnonymousUser


def decks() -> QuerySet[Deck]:
    """Decks that are not deleted, with what every page shows of them."""
    return Deck.objects.filter(deleted_at=None).select_related("working", "owner").prefetch_related("tags")


def decks_of(user: Somebody) -> QuerySet[Deck]:
    """The user's own decks: those that may be changed."""
    return decks().filter(owner=user.pk or 0)


def decks_visible_to(user: Somebody) -> QuerySet[Deck]:
    """The user's own decks and public ones: those that may be read."""
    return decks().filter(Q(owner=user.pk or 0) | Q(visibility=Visibility.PUBLIC))


def deleted_decks_of(user: Somebody) -> QuerySet[Deck]:
    """Decks that can still be brought back, the last deleted first."""
    mine = Deck.objects.filter(owner=user.pk or 0).exclude(deleted_at=None)
    return mine.select_related("working").order_by("-deleted_at")


def public_decks() -> QuerySet[Deck]:
    return decks().filter(visibility=Visibility.PUBLIC)


def deck_by_token(token: str) -> Deck | None:
    """The deck that a share link shows; None where it leads nowhere."""
    if not token or len(token) > 43 or not token.isascii():
        return None
    return decks().exclude(visibility=Visibility.PRIVATE).filter(share_token=token).first()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody looks for in a list of decks. Empty means anything."""

    text: str = ""
    """Words of the name, or of the investigator's."""
    investigator: str = ""
    classes: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """Codes that the deck holds, all of them; any printing will do."""
    titles: tuple[str, ...] = ()
    """Titles, or how they begin, of which the deck holds a card each, at whatever level."""
    tags: tuple[str, ...] = ()
    folder: str | None = None
    archived: bool | None = False
    legal: bool | None = None
    mode: str = ""
    visibility: str = ""
    sort: str = ""


#: Of a title that was not written out, so many that begin so are looked for.
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
    """The decks of a list that fit."""
    for word in wanted.text.split()[:8]:
        people = [c.code for c in catalogue().investigators.values() if word.casefold() in c.title.casefold()]
        found = found.filter(Q(name__icontains=word) | Q(investigator__in=_printings(people)))
    if wanted.investigator:
        found = found.filter(investigator__in=_printings([wanted.investigator]))
    if wanted.classes:
        of_class = [c.code for c in catalogue().investigators.values() if c.classes & set(wanted.classes)]
        found = found.filter(investigator__in=_printings(of_class))
    for code in wanted.cards[:8]:
        found = found.filter(working__slots__has_any_keys=sorted(_printings([code])))
    for title in wanted.titles[:8]:
        found = found.filter(working__slots__has_any_keys=sorted(_printings(cards_titled(title))) or [""])
    for tag in wanted.tags[:8]:
        found = found.filter(tags__name__iexact=tag)
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
    return found.order_by(*SORTS.get(wanted.sort, SORTS[""])).distinct()


def cards_titled(text: str) -> set[str]:
    """Cards of this title at any level, in either language; else those whose titles begin so; or the code."""
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
    """Cards by their titles as they are looked for."""
    titles: dict[str, set[str]] = {}
    for card in cards.cards.values():
        if card.type != "investigator":
            for title in (card.title, card.title_de):
                titles.setdefault(" ".join(words(title)), set()).add(card.code)
    return titles


def _printings(codes: Iterable[str]) -> set[str]:
    """The codes under which decks may hold these cards."""
    cards = catalogue()
    found: set[str] = set()
    for code in codes:
        card = cards.resolve(code)
        found |= (
            {code} if card is None else {card.code, *(p.code for p in cards.printings_of.get(card.code, ()))}
        )
    return found


def tags_of(user: Somebody) -> list[str]:
    """Tags that the user has given, for choosing from."""
    return sorted(set(decks_of(user).exclude(tags=None).values_list("tags__name", flat=True)))


def decks_kept_in(user: Somebody) -> dict[tuple[str, bool], int]:
    """How many decks are in each folder, in use and archived."""
    rows = Deck.objects.filter(owner=user.pk or 0, deleted_at=None).values_list("folder", "archived")
    return {(folder, archived): n for folder, archived, n in rows.annotate(n=Count("pk")).order_by()}


def folders_of(user: Somebody) -> list[str]:
    return sorted(set(decks_of(user).exclude(folder="").values_list("folder", flat=True)))


def versions_of(deck: Deck) -> QuerySet[DeckVersion]:
    """The deck's history, oldest first, with what was bought."""
    return deck.versions.select_related("previous").prefetch_related("purchases").order_by("number")


def verdict_on(deck: Deck, version: DeckVersion | None = None) -> Verdict:
    """What the rules say of the working version, or of another."""
    return judge(catalogue(), rules_deck(deck, version), circumstances_of([deck])[deck.pk])


def why_not(deck: Deck, code: str) -> tuple[Violation, ...]:
    """Why one more copy of a card may not be added; nothing, if it may."""
    return why(catalogue(), rules_deck(deck), code, circumstances_of([deck])[deck.pk])


def pool_of(deck: Deck) -> Pool:
    """Every card as it stands for this deck: free, limited, closed, and whether there is room."""
    return pool(catalogue(), rules_deck(deck), circumstances_of([deck])[deck.pk])


def deck_for(user: Somebody, public_id: UUID) -> Deck | None:
    """A deck that the user may read."""
    return decks_visible_to(user).filter(public_id=public_id).first()
