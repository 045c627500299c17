"""Registry of what uses the cards of a collection, such as decks.

An app registers its source in `AppConfig.ready()`:

    usage.register(decks_in_use)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from accounts.models import User
from rules.cards.catalogue import Catalogue
from rules.cards.model import PLACEHOLDER, Card


@dataclass(frozen=True)
class Usage:
    """One thing that is built with cards, such as a deck."""

    name: str
    url: str
    icon: str
    """The class that gives it its colour."""
    copies: Mapping[str, int]
    """Copies by the code of any printing."""


UsageSource = Callable[[User], Iterable[Usage]]
_sources: list[UsageSource] = []


def register(source: UsageSource) -> None:
    _sources.append(source)


def usages_of(user: User) -> list[Usage]:
    """Return everything that this player has built."""
    return [each for source in _sources for each in source(user)]


@dataclass(frozen=True, slots=True)
class Use:
    """A card in use: how many copies are owned, what uses them, and how many are left."""

    card: Card
    owned: int
    used: int
    users: int
    """The number of decks that use it."""
    by: tuple[int, ...] = ()
    """Copies in each deck, in their order; empty if there are too many decks to show."""

    @property
    def left(self) -> int:
        return self.owned - self.used

    @property
    def missing(self) -> int:
        return max(0, -self.left)

    @property
    def is_tight(self) -> bool:
        """Whether no copy is left, or several decks use the card."""
        return self.left <= 0 or self.users > 1


def uses(catalogue: Catalogue, usages: list[Usage], owned: Mapping[str, int], columns: int) -> list[Use]:
    """Return every card in use, missing ones first; with copies by deck for at most this many decks."""
    copies_by_deck: dict[str, dict[int, int]] = {}
    for place, each in enumerate(usages):
        for code, copies in each.copies.items():
            card = catalogue.resolve(code)
            if card is not None and card.code != PLACEHOLDER:
                by = copies_by_deck.setdefault(card.code, {})
                by[place] = by.get(place, 0) + copies
    places = range(len(usages)) if len(usages) <= columns else ()
    rows = [
        Use(
            catalogue.cards[code],
            owned.get(code, 0),
            sum(by.values()),
            sum(map(bool, by.values())),
            tuple(by.get(place, 0) for place in places),
        )
        for code, by in copies_by_deck.items()
    ]
    return sorted(rows, key=lambda row: (-row.missing, row.left, row.card.title, row.card.level or 0))
