"""What a scenario did to the cards of one investigator. Only the players know it; all of it is optional."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.chaos_bag import counted


def _none() -> Mapping[str, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Piles:
    """Copies of cards by the pile that they left.

    Iterating yields each card with its copies from the deck and from the second deck.
    """

    deck: Mapping[str, int] = field(default_factory=_none)
    """Copies from the deck. If the players did not record which pile it was, the copies are also here; the
    deck's own copies leave first, then those of the second deck."""
    second_deck: Mapping[str, int] = field(default_factory=_none)

    def __bool__(self) -> bool:
        return bool(self.deck or self.second_deck)

    def __iter__(self) -> Iterator[tuple[str, int, int]]:
        for code in dict.fromkeys((*self.deck, *self.second_deck)):
            yield code, self.deck.get(code, 0), self.second_deck.get(code, 0)

    @property
    def total(self) -> dict[str, int]:
        """Copies by card, from both piles."""
        return {code: deck + second_deck for code, deck, second_deck in self}

    @property
    def codes(self) -> list[str]:
        """The code of each copy, sorted."""
        return sorted(Counter(self.total).elements())

    def plus(self, code: str, deck: int, second_deck: int = 0) -> Piles:
        """Return the piles with more copies of a card, or fewer."""
        return Piles(counted(self.deck, code, deck), counted(self.second_deck, code, second_deck))


def piles_of(deck: Iterable[str], second_deck: Iterable[str] = ()) -> Piles:
    """Return the piles of these copies; each code is one copy."""
    return Piles(dict(Counter(deck)), dict(Counter(second_deck)))


NO_CARDS = Piles()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of a scenario for one investigator, as the players recorded them."""

    exiled: Piles = NO_CARDS
    removed: Piles = NO_CARDS
    """Copies that a campaign instruction took out of the deck."""
    conditions: Mapping[str, int] = field(default_factory=_none)
    """How often a card's condition was met: Pelt Shipments in hand, offerings on the Green Man Medallion,
    Refine played."""
    attached_to: str = ""
    """The asset that The Raven Quill makes cheaper to upgrade."""
    marks: Mapping[str, int] = field(default_factory=_none)
    """Boxes marked at no cost, by the customizable card, in addition to those from `conditions`."""


NO_OUTCOME = Outcome()
