"""The cards that a user has marked, as the search and the pages need them."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from accounts.models import User
from cards.models import MarkedCard
from cards.search.matching import Marks


def marks_of(user: User | AnonymousUser) -> Marks | None:
    """Return the user's favourites and tags; None for a visitor."""
    if not isinstance(user, User):
        return None
    favourites = set()
    tags: dict[str, set[str]] = {}
    rows = MarkedCard.objects.filter(owner=user).values_list("card", "favourite", "tags")
    for card, favourite, names in rows:
        if favourite:
            favourites.add(card)
        for name in names:
            tags.setdefault(name, set()).add(card)
    return Marks(frozenset(favourites), {name: frozenset(cards) for name, cards in tags.items()})


def marked_cards(user: User | AnonymousUser) -> QuerySet[MarkedCard]:
    """Return the rows of the cards that the user has marked."""
    return MarkedCard.objects.filter(owner=user.pk or 0)


def mark_of(user: User | AnonymousUser, code: str) -> MarkedCard:
    """Return the user's marks on one card; without any, a row that is not saved."""
    found = MarkedCard.objects.filter(owner=user, card=code).first() if isinstance(user, User) else None
    return found or MarkedCard(card=code)
