"""Search in published decks: by cards, boxes, investigator, experience, date, tags and likes.

Every filter uses an index, nothing is made distinct, and numbers of decks are counted up to a limit, so that
lists stay fast with a hundred thousand decks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cached_property
from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet

from cards.adapters import catalogue
from decks.models import Deck, DeckTag, PublishedCard
from decks.selectors import cards_titled, printings

# Django's class takes no arguments when the site runs.
if TYPE_CHECKING:
    _Paginator = Paginator[Deck]
else:
    _Paginator = Paginator

#: Decks are counted up to this number; more are “1000+”.
MOST_COUNTED = 1000
#: Decks that are compared with the boxes of a user, the first in the order of the list.
MOST_COMPARED = 2000
SORTS = {
    "": ("-published_at", "-pk"),
    "likes": ("-likes", "-published_at", "-pk"),
    "experience": ("-experience", "-published_at", "-pk"),
}


@dataclass(frozen=True, slots=True)
class PublishedSearch:
    """A search in the published decks. Empty fields match anything."""

    text: str = ""
    investigator: str = ""
    classes: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    """The deck has a card of each of these titles, or of their beginnings."""
    without: tuple[str, ...] = ()
    """The deck has no card of these titles."""
    tags: tuple[str, ...] = ()
    legal: bool | None = None
    least_experience: int | None = None
    most_experience: int | None = None
    since: date | None = None
    owned: Mapping[str, int] | None = None
    """Copies of each card; the deck needs no others."""
    sort: str = ""


def search(found: QuerySet[Deck], wanted: PublishedSearch) -> QuerySet[Deck]:
    """Return the published decks that match, in order."""
    investigators = catalogue().investigators.values()
    for word in wanted.text.split()[:8]:
        codes = [card.code for card in investigators if word.casefold() in card.title.casefold()]
        found = found.filter(Q(name__icontains=word) | Q(investigator__in=printings(codes)))
    if wanted.investigator:
        found = found.filter(investigator__in=printings([wanted.investigator]))
    if wanted.classes:
        of_class = [card.code for card in investigators if card.classes & set(wanted.classes)]
        found = found.filter(investigator__in=printings(of_class))
    held = PublishedCard.objects.filter(deck=OuterRef("pk"))
    for title in wanted.titles[:8]:
        found = found.filter(Exists(held.filter(card__in=cards_titled(title))))
    for title in wanted.without[:8]:
        if codes_without := cards_titled(title):
            found = found.filter(~Exists(held.filter(card__in=codes_without)))
    for tag in wanted.tags[:8]:
        named = DeckTag.objects.filter(
            name__in={tag, tag.lower(), tag.upper(), tag.capitalize(), tag.title()}
        )
        found = found.filter(pk__in=named.values("deck"))
    if wanted.legal is not None:
        found = found.filter(is_legal=wanted.legal)
    if wanted.least_experience is not None:
        found = found.filter(experience__gte=wanted.least_experience)
    if wanted.most_experience is not None:
        found = found.filter(experience__lte=wanted.most_experience)
    if wanted.since is not None:
        found = found.filter(published_at__gte=datetime.combine(wanted.since, time(), UTC))
    found = found.order_by(*SORTS.get(wanted.sort, SORTS[""]))
    return _from_boxes(found, wanted.owned) if wanted.owned is not None else found


def _from_boxes(found: QuerySet[Deck], owned: Mapping[str, int]) -> QuerySet[Deck]:
    """Return the decks that need no card which is not owned, among the first of the list."""
    candidates = list(found.values_list("pk", flat=True)[:MOST_COMPARED])
    missing = ~Q(card__in=[code for code, copies in owned.items() if copies > 0])
    for copies in (2, 3):
        enough = [code for code, have in owned.items() if have >= copies]
        missing |= Q(copies__gte=copies) & ~Q(card__in=enough)
    lacking = PublishedCard.objects.filter(missing, deck=OuterRef("pk"))
    return found.filter(~Exists(lacking), pk__in=candidates)


class BoundedPaginator(_Paginator):
    """Pages of a list that is counted up to a limit."""

    @cached_property
    def count(self) -> int:
        found: QuerySet[Deck] = self.object_list  # type: ignore[assignment]
        return found.order_by().values("pk")[: MOST_COUNTED + 1].count()

    @property
    def is_cut(self) -> bool:
        """Whether there are more than were counted."""
        return self.count > MOST_COUNTED
