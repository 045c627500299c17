"""The cards that an investigator can take, with any choice at deck creation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import NO_CHOICES, Card, InvestigatorFacts, Option
from rules.deck.access import Access
from rules.deck.options import way_in
from rules.deck.standing import SIGNATURE, STANDARD

FREE, LIMITED, OWN = "free", "limited", "signature"


class Glance(Access):
    """The access of an investigator to single cards, with any choice at deck creation."""

    @cached_property
    def lines_opened(self) -> tuple[Option, ...]:
        return tuple(opened(self.facts))

    @cached_property
    def usable(self) -> Usable:
        """Every card that can be taken, by the way it enters the deck."""
        ways: dict[str, set[str]] = {FREE: set(), LIMITED: set(), OWN: set(), "": set()}
        for card in self.taboo_view.cards.values():
            ways[self.way(card)].add(card.code)
        return Usable(frozenset(ways[FREE]), frozenset(ways[LIMITED]), frozenset(ways[OWN]))

    def way(self, card: Card) -> str:
        """Return how the card enters the deck: free, limited, as a signature, or "" for not at all."""
        role = self.role(card)
        if role == SIGNATURE:
            return "" if card.hidden else OWN
        if role != STANDARD or card.forbidden or self.restricts(card):
            return ""
        way = way_in(self.lines_opened, card, creation=self.creation, multiclass_spared=True)
        return FREE if way.free else LIMITED if way.limited else ""


@dataclass(frozen=True)
class Usable:
    """Codes of cards, by the way they enter the deck."""

    free: frozenset[str] = frozenset()
    limited: frozenset[str] = frozenset()
    signatures: frozenset[str] = frozenset()

    @property
    def cards(self) -> frozenset[str]:
        return self.free | self.limited | self.signatures


def opened(facts: InvestigatorFacts) -> Iterator[Option]:
    """Yield the options of the back with everything that could be chosen."""
    for line in facts.options:
        if line.choose_class:
            yield replace(line, classes=frozenset(line.choose_class), choose_class=())
        elif line.choose_option:
            for option in line.choose_option:
                yield replace(option, limit=option.limit or line.limit)
        elif not line.choose_size:
            yield line


def glance(catalogue: Catalogue, code: str, taboo: str = "", *, creation: bool = False) -> Glance | None:
    """Return the investigator under a taboo list; None if the code is not of one who builds decks."""
    taboo_view = catalogue.under(taboo)
    investigator = catalogue.resolve(code)
    back = taboo_view.cards.get(investigator.code) if investigator else None
    if back is None or back.investigator is None:
        return None
    return _glance(catalogue, back.code, taboo_view.taboo.code if taboo_view.taboo else "", creation)


@once_per_catalogue
def _glance(catalogue: Catalogue, code: str, taboo: str, creation: bool) -> Glance:
    taboo_view = catalogue.under(taboo)
    card = taboo_view.cards[code]
    return Glance(taboo_view, card, card, NO_CHOICES, creation=creation, multiclass_spared=True)


def usable_by(catalogue: Catalogue, code: str, taboo: str = "", *, creation: bool = False) -> Usable:
    """Return what this investigator can take under a taboo list: ever, or at deck creation."""
    access = glance(catalogue, code, taboo, creation=creation)
    return access.usable if access else Usable()


def takers(catalogue: Catalogue, code: str, taboo: str = "") -> list[tuple[Card, str]]:
    """Return the investigators who can take this card, and whether it is free, limited or a signature."""
    card = catalogue.resolve(code)
    if card is None:
        return []
    card = catalogue.under(taboo).cards[card.code]
    found = []
    for investigator in catalogue.investigators.values():
        access = glance(catalogue, investigator.code, taboo)
        if access and (way := access.way(card)):
            found.append((investigator, way))
    return found
