"""The content of a card's or investigator's page besides its facts: levels, boxes, takers, collections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from cards import adapters, selectors
from cards.collections import selectors as collection_selectors
from cards.collections.selectors import Reader, Whereabouts
from cards.investigator_access import FREE, LIMITED, glance
from cards.models import Collection, Printing
from cards.related_rules import keyword_rules
from cards.search.index import usual_order
from cards.text import names as card_names
from cards.titles import reader_language, title_in
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import PLACEHOLDER, Card
from rules.cards.ownership import copies_of
from rules.deck.options import way_in


@dataclass(frozen=True)
class Rung:
    """A level of the title, and the cards that have it."""

    level: int
    cards: list[Card]
    here: bool


def ladder(card: Card, versions: tuple[Card, ...]) -> list[Rung]:
    """Return all levels of the title; empty for a card without a level."""
    if card.level is None:
        return []
    return [
        Rung(level, cards := [each for each in versions if each.level == level], card in cards)
        for level in range(6)
    ]


@dataclass(frozen=True)
class Box:
    """A product that holds the card."""

    held: Whereabouts
    printing: Printing | None
    """None for a box of reprints, which has the numbers of the packs it reprints."""
    here: bool


def boxes(code: str, held: list[Whereabouts]) -> list[Box]:
    """Return every product with the card, with its number there; `code` is the requested printing."""
    printed = {printing.pack_id: printing for printing in selectors.printings(code)}
    return [
        Box(row, printing, printing is not None and printing.code == code)
        for row in held
        for printing in [printed.get(row.pack.code)]
    ]


@dataclass(frozen=True)
class Taker:
    investigator: Card
    edition: str
    limit: int = 0

    @property
    def css(self) -> str:
        return card_names.class_of(self.investigator)


@dataclass(frozen=True)
class Takers:
    """Investigators who may take a card: freely, by class, or within a limit."""

    free: list[tuple[str, str, list[Taker]]]
    limited: list[Taker]
    others: int

    @property
    def freely(self) -> int:
        return sum(len(rows) for _name, _label, rows in self.free)


def builders(catalogue: Catalogue) -> Sequence[Card]:
    """Return all investigators who build decks, except promotional reprints."""
    return _builders(catalogue, reader_language(catalogue))


@once_per_catalogue
def _builders(catalogue: Catalogue, language: str) -> tuple[Card, ...]:
    found = (card for card in catalogue.investigators.values() if card.investigator and not card.hidden)
    return tuple(sorted(found, key=lambda card: usual_order(card, title_in(catalogue, card, language))))


def takers(card: Card, found: tuple[tuple[Card, str], ...]) -> Takers:
    catalogue = adapters.catalogue()
    ways = {investigator.code: way for investigator, way in found}
    free: dict[str, list[Taker]] = {}
    limited = []
    everyone = builders(catalogue)
    for investigator in everyone:
        way = ways.get(investigator.code, "")
        edition = card_names.edition_of(investigator, catalogue)
        if way == FREE:
            free.setdefault(card_names.class_of(investigator), []).append(Taker(investigator, edition))
        elif way == LIMITED:
            limited.append(Taker(investigator, edition, room(catalogue, investigator, card)))
    groups = [(name, str(card_names.CLASSES[name]), rows) for name, rows in free.items()]
    taken = len(limited) + sum(map(len, free.values()))
    return Takers(groups, limited, len(everyone) - taken)


def room(catalogue: Catalogue, investigator: Card, card: Card) -> int:
    """Return the number of copies that the widest of the limited options admits."""
    access = glance(catalogue, investigator.code)
    assert access is not None
    lines = access.lines_opened
    way = way_in(lines, card, creation=False, multiclass_spared=True)
    return max((lines[index].limit or 0 for index in way.limited), default=0)


def keywords(card: Card) -> list[tuple[str, str, str]]:
    """Return the keywords with labels, and the first rule about each."""
    names = [name for name in card_names.KEYWORDS if name in card.keywords]
    return [(name, str(card_names.KEYWORDS[name]), next(iter(keyword_rules(name)), "")) for name in names]


@dataclass(frozen=True)
class Holding:
    """Copies in one collection."""

    name: str
    pk: int
    copies: int
    mine: bool


def holdings(code: str, reader: Reader) -> list[Holding]:
    """Return the copies in each collection that the reader may see, with two queries in total."""
    if not isinstance(reader, User):
        return []
    catalogue = adapters.catalogue()
    rows = list(collection_selectors.collections_visible_to(reader).prefetch_related("owned"))
    return [
        Holding(row.name, row.pk, copies_in(catalogue, code, row), row.owner_id == reader.pk) for row in rows
    ]


def copies_in(catalogue: Catalogue, code: str, collection: Collection) -> int:
    return copies_of(catalogue, code, {each.pack_id: each.count for each in collection.owned.all()})


def copies_text(card: Card) -> str:
    """Return how many copies a deck may hold: “2 by title”."""
    if card.code == PLACEHOLDER or card.type == "investigator":
        return ""
    number = card.title_limit or card.limit
    if card.limit_scope == "subtitle":
        return _("%(n)d per deck, by subtitle") % {"n": number}
    if card.limit_scope == "trait":
        return _("%(n)d per deck, by trait") % {"n": number}
    return _("%(n)d per deck, by title") % {"n": number}


def neighbours(code: str) -> tuple[str, str]:
    """Return the codes of the printings before and after this one in its box; empty at either end."""
    catalogue = adapters.catalogue()
    printing = catalogue.printings.get(code)
    codes = in_order(catalogue).get(printing.pack, []) if printing else []
    if code not in codes:
        return "", ""
    place = codes.index(code)
    return (codes[place - 1] if place else ""), (codes[place + 1] if place + 1 < len(codes) else "")


@once_per_catalogue
def in_order(catalogue: Catalogue) -> Mapping[str, list[str]]:
    """Return the printings of every box by their numbers."""
    found: dict[str, list[str]] = {}
    for printing in sorted(catalogue.printings.values(), key=lambda each: (each.position, each.code)):
        if not catalogue.cards[printing.card].hidden:
            found.setdefault(printing.pack, []).append(printing.code)
    return found
