"""Ways into a deck for all cards at once: sets of cards as bits, one bit a card.

`options.way_in` reads the lines of an investigator for one card; `Ways` reads them for the whole catalogue,
with a few “and” and “or” of long integers. Taboo lists do not matter here: they change no class, type, trait,
level, slot or tag, so the way of a card is the same under all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card, Option
from rules.deck.options import Way, way_in

FREE = Way(free=True)
NO_WAY = Way()


class CardBits:
    """The cards of a catalogue as bits, and the sets of cards that lines of options ask for."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.bit: dict[str, int] = {code: 1 << at for at, code in enumerate(catalogue.cards)}
        """The bit of every card, by the code of any printing."""
        self.all = (1 << len(self.bit)) - 1
        self.plain = 0
        """Cards that players choose and buy, and that any investigator may take whose options accept them."""
        self.permanent = 0
        self.multiclass = 0
        self.by_level: dict[int, int] = defaultdict(int)
        self.by_class: dict[str, int] = defaultdict(int)
        self.by_type: dict[str, int] = defaultdict(int)
        self.by_trait: dict[str, int] = defaultdict(int)
        self.by_tag: dict[str, int] = defaultdict(int)
        self.by_slot: dict[str, int] = defaultdict(int)
        self.by_uses: dict[str, int] = defaultdict(int)
        for code, card in catalogue.cards.items():
            bit = self.bit[code]
            if card.level is not None and not card.only and card.type != "investigator":
                self.plain |= 0 if card.weakness == "basic" else bit
            self.permanent |= bit if card.permanent else 0
            self.multiclass |= bit if len(card.classes) > 1 else 0
            if card.level is not None:
                self.by_level[card.level] |= bit
            self.by_type[card.type] |= bit
            self.by_uses[card.uses] |= bit
            for table, values in (
                (self.by_class, card.classes),
                (self.by_trait, card.traits),
                (self.by_tag, card.tags),
                (self.by_slot, card.slots),
            ):
                for value in values:
                    table[value] |= bit
        for code, printing in catalogue.printings.items():
            self.bit[code] = self.bit[printing.card]

    def of(self, codes: Iterable[str]) -> int:
        """These cards as a set; codes of no card are left out."""
        return _any(self.bit, codes)

    def accepted(self, line: Option, creation: bool) -> int:
        """The cards that match all conditions of a line, as `options.fits` decides for one card."""
        found = self.all
        level = line.base_level if creation and line.base_level else line.level
        if level is not None:
            found &= _any(self.by_level, range(level[0], level[1] + 1))
        if line.classes:
            found &= _any(self.by_class, line.classes)
        if line.types:
            found &= _any(self.by_type, line.types)
        if line.traits:
            found &= _any(self.by_trait, line.traits)
        if line.tags:
            found &= _any(self.by_tag, line.tags)
        if line.slots:
            found &= _any(self.by_slot, line.slots)
        if line.uses:
            found &= _any(self.by_uses, line.uses)
        if line.permanent is not None:
            found &= self.permanent if line.permanent else ~self.permanent
        return found


def _any(table: Mapping[Any, int], values: Iterable[Any]) -> int:
    found = 0
    for value in values:
        found |= table.get(value, 0)
    return found


@once_per_catalogue
def card_bits(catalogue: Catalogue) -> CardBits:
    return CardBits(catalogue)


@cache
def _limited(*lines: int) -> Way:
    return Way(limited=lines)


@cache
def _forbidden(line: int) -> Way:
    return Way(forbidden_by=line)


class Ways:
    """The way of every card through some lines, read in order as `options.way_in` does."""

    def __init__(
        self, catalogue: Catalogue, lines: tuple[Option, ...], *, creation: bool, multiclass_spared: bool
    ) -> None:
        bits = card_bits(catalogue)
        self.bit = bits.bit
        self.lines = lines
        self.creation = creation
        self.multiclass_spared = multiclass_spared
        self.versions: dict[int, Way] = {}
        """The ways of customized versions that decks have named, by their ids. Threads add to it."""
        free = limited = forbidden = by_text = 0
        self.limited: list[tuple[int, int]] = []
        """Limited lines and the cards that they accept."""
        self.charged: list[tuple[int, int]] = []
        """Those of them that take multi-class cards even if another line accepts them freely."""
        self.forbidden: list[tuple[int, Way]] = []
        """Cards that a line forbids, and the way that says so."""
        for index, line in enumerate(lines):
            if line.counts_only:
                continue
            accepted = bits.accepted(line, creation)
            if line.limit is None and not line.forbids and not line.tags:
                by_text |= accepted
            accepted &= ~forbidden
            if line.forbids:
                accepted &= ~(free | limited)
                forbidden |= accepted
                self.forbidden.append((accepted, _forbidden(index)))
            elif line.limit is None:
                free |= accepted
            else:
                limited |= accepted
                self.limited.append((index, accepted))
                if not line.other:
                    self.charged.append((index, accepted))
        self.charged_cards = 0
        if not multiclass_spared:
            self.charged_cards = free & bits.multiclass & _union(accepted for _i, accepted in self.charged)
        self.free = free & ~self.charged_cards
        self.limited_cards = limited
        self.barred = bits.all & ~(free | limited | forbidden)
        """Cards that no line accepts and no line forbids."""
        self.free_by_tag = self.free & ~by_text
        """Cards that are accepted freely, and only for what their text does."""

    def is_free_by_tag(self, code: str) -> bool:
        return bool(self.bit[code] & self.free_by_tag)

    def way(self, code: str) -> Way:
        """Return the way of a card."""
        bit = self.bit[code]
        if bit & self.free:
            return FREE
        if bit & self.limited_cards:
            lines = self.charged if bit & self.charged_cards else self.limited
            return _limited(*[index for index, accepted in lines if accepted & bit])
        for cards, forbidden in self.forbidden:
            if cards & bit:
                return forbidden
        return NO_WAY

    def way_of_version(self, card: Card) -> Way:
        """Return the way of a customized version; the catalogue keeps it, so that no other gets its id."""
        way = self.versions.get(id(card))
        if way is None:
            found = way_in(self.lines, card, creation=self.creation, multiclass_spared=self.multiclass_spared)
            way = self.versions.setdefault(id(card), _shared(found))
        return way


def _shared(way: Way) -> Way:
    """Return the one object for all equal ways, which lasts as long as the process."""
    if way.forbidden_by is not None:
        return _forbidden(way.forbidden_by)
    return FREE if way.free else _limited(*way.limited) if way.limited else NO_WAY


def _union(sets: Iterable[int]) -> int:
    found = 0
    for cards in sets:
        found |= cards
    return found
