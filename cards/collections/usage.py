"""Registry of what uses the cards of a collection, such as decks.

An app registers its source in `AppConfig.ready()`:

    demand.register(decks_of_reader)
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


@dataclass(frozen=True)
class Use:
    """A card in use: how many copies are owned, what uses them, and how many are left."""

    card: Card
    owned: int
    by: list[int]
    """Copies in each demand, in their order."""

    @property
    def used(self) -> int:
        return sum(self.by)

    @property
    def left(self) -> int:
        return self.owned - self.used

    @property
    def missing(self) -> int:
        return max(0, -self.left)

    @property
    def is_tight(self) -> bool:
        """Whether no copy is left, or several demands use the card."""
        return self.left <= 0 or sum(bool(copies) for copies in self.by) > 1


def uses(catalogue: Catalogue, demands: list[Usage], owned: Mapping[str, int]) -> list[Use]:
    """Return every card in use, missing ones first."""
    wanted: dict[str, list[int]] = {}
    for place, each in enumerate(demands):
        for code, copies in each.copies.items():
            card = catalogue.resolve(code)
            if card is not None and card.code != PLACEHOLDER:
                wanted.setdefault(card.code, [0] * len(demands))[place] += copies
    rows = [Use(catalogue.cards[code], owned.get(code, 0), by) for code, by in wanted.items()]
    return sorted(rows, key=lambda row: (-row.missing, row.left, row.card.title, row.card.level or 0))
