"""Cards that a deck sets apart before a game, as pages show them: a hunch deck, a market, a plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.search.normalization import title_order
from cards.text.names import full_title, title_of
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card, Deck
from rules.deck.set_apart import SetApart, can_be_set_apart


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that are set apart together."""

    title: str
    holder: str
    card: Card
    rows: tuple[tuple[Card, int], ...]
    copies: int
    most: int


def pile_title(apart: SetApart) -> str:
    """Return a title such as “Hunch deck” or “Attached to Stick to the Plan”."""
    named = {"hunch": _("Hunch deck"), "market": _("Market deck")}
    return named.get(apart.name) or _("Attached to %(card)s") % {"card": title_of(apart.card)}


def piles_of(catalogue: Catalogue, deck: Deck, found: Iterable[SetApart]) -> list[Pile]:
    printed = catalogue.under(deck.taboo).printed
    piles = []
    for apart in found:
        counts = Counter(apart.codes)
        rows = sorted(((printed[code], copies) for code, copies in counts.items()), key=_by_title)
        piles.append(
            Pile(pile_title(apart), apart.holder, apart.card, tuple(rows), len(apart.codes), apart.most)
        )
    return piles


def _by_title(row: tuple[Card, int]) -> tuple[str, str]:
    return title_order(full_title(row[0])), row[0].code


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card of the deck that may be set apart, and how many copies of it are."""

    code: str
    card: Card
    copies: int
    chosen: int
    is_certain: bool
    """Whether it is always set apart."""

    @property
    def boxes(self) -> list[tuple[int, bool]]:
        return [(copy, copy <= self.chosen) for copy in range(1, self.copies + 1)]


def number_chosen(rows: Iterable[Candidate]) -> int:
    """Return how many boxes are ticked, those that always are included."""
    return sum(on for row in rows for _copy, on in row.boxes)


def candidates(catalogue: Catalogue, deck: Deck, apart: SetApart) -> list[Candidate]:
    """Return the cards of the deck that may be set apart, by title. The rules check the result."""
    printed = catalogue.under(deck.taboo).printed
    chosen = Counter(apart.codes)
    found = []
    for code, copies in deck.slots.items():
        card = printed.get(code)
        if card is not None and copies > 0 and can_be_set_apart(card, apart):
            most = 1 if apart.effect.get("distinct") else copies
            certain = card.code in apart.always
            found.append(Candidate(code, card, most, 1 if certain else chosen[code], certain))
    return sorted(found, key=lambda row: (not row.is_certain, title_order(full_title(row.card)), row.code))
