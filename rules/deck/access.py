"""Access of an investigator to cards: may the deck hold a card, in which role, and at what price.

`Access` is compiled once per investigator, choices and granted options. Its table maps the code of any
printing to a plain tuple with everything that reading a deck needs, because this lookup is the inner loop of
every verdict. A code is added to the table when a deck first names it, so that cards which no deck holds
cost nothing. Entries are shared between investigators: most cards are simply free or simply barred for all
of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from rules.cards import effects
from rules.cards.catalogue import Catalogue, TabooView, once_per_catalogue
from rules.cards.model import Card, Choices, InvestigatorFacts, Option
from rules.deck import triggers
from rules.deck.limits import copy_limit
from rules.deck.options import (
    Chosen,
    SpokenLine,
    apply_choices,
    granted_lines,
    name_of,
    spoken_lines,
)
from rules.deck.standing import (
    BASIC,
    BONDED,
    FOREIGN,
    OUTSIDE,
    SIGNATURE,
    STANDARD,
    STORY,
    WEAKNESS,
    CardEntry,
    Standing,
    triggers_of,
)
from rules.deck.ways import NO_WAY, Ways, card_bits
from rules.memo import Recent

#: Compiled investigators cached per catalogue: each with any choices, granted options and taboo list.
MOST_CACHED = 2_000
#: Entries in their tables together, about 50 bytes each. A table has a hundred from decks, and thousands once
#: the editor has asked about every card.
MOST_ENTRIES = 500_000


class Access:
    """An investigator's deckbuilding options, with the player's choices and the granted options applied."""

    def __init__(
        self,
        taboo_view: TabooView,
        front: Card,
        back: Card,
        choices: Choices,
        *,
        creation: bool,
        multiclass_spared: bool,
        grants: tuple[tuple[Card, int], ...] = (),
    ) -> None:
        assert back.investigator is not None
        self.taboo_view = taboo_view
        self.front = front
        self.back = back
        self.facts: InvestigatorFacts = back.investigator
        self.choices = choices
        self.creation = creation
        self.multiclass_spared = multiclass_spared
        self.grants = grants
        self.chosen: Chosen = apply_choices(self.facts, choices)
        own = self.chosen.lines
        if back.effects_of(effects.CHARGES_MULTICLASS):
            own = tuple(replace(line, other=False) for line in own)
        granted = [_granted(taboo_view.catalogue, card.code, copies) for card, copies in grants]
        before = [line for forbidden, _open in granted for line in forbidden]
        after = [line for _forbidden, open_ in granted for line in open_]
        self.lines: tuple[Option, ...] = (*before, *own, *after)
        self.limited = tuple((i, line) for i, line in enumerate(self.lines) if line.limit is not None)
        self.at_least = tuple(line for line in self.lines if line.at_least)
        self.size = self.chosen.size
        self.identity = frozenset(
            code for card in (front, back) for code in (card.code, card.parallel_of, card.same_as) if code
        )
        self.chooses_required = tuple(
            effect
            for side, face in (("front", front), ("back", back))
            for effect in face.effects_of(effects.CHOOSES_REQUIRED)
            if effect.get("face", "back") == side
        )
        self.signatures = self._signatures()
        self.expected = self._expected()
        self.triggers = self._own_triggers()
        self._shared = _entries(taboo_view.catalogue)
        self._versions = _entries_of_versions(taboo_view.catalogue)

    @cached_property
    def table(self) -> dict[str, CardEntry]:
        """The entries of all printings, by their codes."""
        return _Table(self)

    @property
    def simple(self) -> tuple[int, int]:
        """The cards that are free or barred for no special reason, as bits: their entries need no thought."""
        bits, ways = card_bits(self.taboo_view.catalogue), self.ways
        plain = bits.plain & ~bits.of(self.signatures)
        return plain & ways.free & ~ways.free_by_tag, plain & ways.barred

    @cached_property
    def ways(self) -> Ways:
        """The way of every card into the deck. It is the same under all taboo lists."""
        key = (
            id(self.facts),
            _key_of(self.choices),
            self.creation,
            self.multiclass_spared,
            tuple((card.code, copies) for card, copies in self.grants),
        )
        catalogue = self.taboo_view.catalogue
        return _cached_ways(catalogue).get(
            key,
            lambda: Ways(
                catalogue, self.lines, creation=self.creation, multiclass_spared=self.multiclass_spared
            ),
        )

    @cached_property
    def limited_names(self) -> tuple[str, ...]:
        """Short names of the limited lines, for figures."""
        return tuple(name_of(line) for _index, line in self.limited)

    @cached_property
    def spoken_lines(self) -> tuple[SpokenLine, ...]:
        """The lines that let cards in, for sentences about cards that none of them accepts."""
        return spoken_lines(self.lines, self.creation)

    def _signatures(self) -> frozenset[str]:
        codes = {code for requirement in self.facts.required for code in requirement.any}
        for effect in self.chooses_required:
            codes |= set(effect["from"])
            codes |= {effect["each_adds"]} if effect.get("each_adds") else set()
        if self.facts.second_deck:
            codes |= {code for requirement in self.facts.second_deck.required for code in requirement.any}
        return frozenset(codes)

    def _own_triggers(self) -> int:
        """The triggers that apply to every deck of this investigator."""
        bits = 0
        if self.at_least:
            bits |= triggers.AT_LEAST
        if self.chosen.problems or self.chosen.unmade:
            bits |= triggers.CHOICES
        if self.facts.second_deck:
            bits |= triggers.SECOND_DECK
        if self.back.effects_of(effects.AT_LEAST):
            bits |= triggers.DEMANDS
        return bits

    def _expected(self) -> dict[str, int] | None:
        """The usual signatures and their copies, or None if the number of copies depends on something."""
        if self.chooses_required or self.back.effects_of(effects.SIGNATURE_COPIES):
            return None
        first = [requirement.any[0] for requirement in self.facts.required if requirement.any]
        cards = self.taboo_view.cards
        return {code: cards[code].limit for code in first} if all(code in cards for code in first) else None

    def learn(self, codes: Iterable[str]) -> None:
        """Add these codes to the table, if they are codes of cards."""
        table = self.table
        for code in codes:
            if code not in table:
                with suppress(KeyError):
                    table[code]

    def entry_of_printing(self, code: str) -> CardEntry:
        printing = self.taboo_view.catalogue.printings.get(code)
        modified = printing is not None and printing.modified
        return self.entry(self.taboo_view.printed[code], modified=modified)

    def entry(self, card: Card, *, modified: bool = False) -> CardEntry:
        """Return the entry of a card of the catalogue, or of a modified reprint of it.

        It is shared with all investigators for whom the card is the same.
        """
        way = NO_WAY
        by_tag = False
        role = self.role(card)
        if role is STANDARD:
            way = self.ways.way(card.code)
            by_tag = self.ways.is_free_by_tag(card.code)
        # A signature belongs to its investigator, whatever else is printed on it
        # (signature.no-options-check).
        restricted = role is not SIGNATURE and self.restricts(card)
        key = (id(card), role, id(way), restricted, by_tag, modified)
        entry = self._shared.get(key)
        if entry is None:
            standing = Standing(card, role, way, restricted)
            bits = triggers_of(standing)
            bits |= triggers.BY_TAG if by_tag else 0
            bits |= triggers.MODIFIED if modified else 0
            entry = CardEntry(
                title=card.title,
                counts=int(role is STANDARD and card.counts),
                price=card.price if role is STANDARD else 0,
                limit=copy_limit(card),
                triggers=bits,
                standing=standing,
            )
            entry = self._shared.setdefault(key, entry)
        return entry

    def entry_of_version(self, card: Card, original: CardEntry) -> CardEntry:
        """Return the entry of a customized version: access by its new level and traits, price as bought.

        The version is one of those that the catalogue keeps, and the original is an entry of this table.
        """
        way = self.ways.way_of_version(card)
        role, restricted = original.standing.role, original.standing.restricted
        key = (id(card), role, id(way), restricted)
        entry = self._versions.get(key)
        if entry is None:
            standing = Standing(card, role, way, restricted)
            entry = original._replace(
                limit=copy_limit(card), triggers=triggers_of(standing), standing=standing
            )
            entry = self._versions.setdefault(key, entry)
        return entry

    def role(self, card: Card) -> str:
        if card.type == "investigator":
            return OUTSIDE
        if card.code in self.signatures:
            return SIGNATURE
        if card.weakness == "basic":
            return BASIC
        if card.level is not None:
            return STANDARD
        if card.bonded_to:
            return BONDED
        if card.only and card.only.investigators:
            return SIGNATURE if card.only.investigators & self.identity else FOREIGN
        if card.weakness:
            return WEAKNESS
        return STORY

    def restricts(self, card: Card) -> bool:
        """Return whether the card's own text closes it to this investigator (deck.restriction-deck-only)."""
        only = card.only
        if only is None:
            return False
        if only.investigators:
            return not only.investigators & self.identity
        if only.traits:
            return not only.traits & self.front.traits
        return bool(only.classes) and not only.classes & self.front.classes


class _Table(dict[str, CardEntry]):
    """The entries of an investigator by the code of any printing; a code is added when it is first used.

    Other threads may read the table meanwhile without a lock: they look up single codes, and an entry is
    complete when it is added and never changes.
    """

    __slots__ = ("_access", "_barred", "_bit", "_free", "_shared_barred", "_shared_free")

    def __init__(self, access: Access) -> None:
        catalogue, taboo = access.taboo_view.catalogue, access.taboo_view.taboo
        self._access = access
        self._bit = card_bits(catalogue).bit
        self._shared_free, self._shared_barred = _simple_entries(catalogue, taboo.code if taboo else "")
        self._free, self._barred = access.simple

    def __missing__(self, code: str) -> CardEntry:
        """Add the entry of a card; KeyError if the code is of none."""
        bit = self._bit[code]
        if bit & self._free:
            shared = self._shared_free
        elif bit & self._barred:
            shared = self._shared_barred
        else:
            entry = self[code] = self._access.entry_of_printing(code)
            return entry
        found = shared.get(code)
        if found is None:
            found = shared[code] = self._access.entry_of_printing(code)
        self[code] = found
        return found


@once_per_catalogue
def _granted(catalogue: Catalogue, code: str, copies: int) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """The lines that copies of a card add. There are few such cards, and few copies of each count."""
    return granted_lines([(catalogue.cards[code], copies)])


@once_per_catalogue
def _simple_entries(catalogue: Catalogue, taboo: str) -> tuple[dict[str, CardEntry], dict[str, CardEntry]]:
    """The entries of cards that are simply free and of those that are simply barred, under a taboo list.

    By the code of any printing. Threads add to them.
    """
    return {}, {}


@once_per_catalogue
def _entries(catalogue: Catalogue) -> dict[tuple[int, str, int, bool, bool, bool], CardEntry]:
    """The entries that investigators share.

    Threads add to it. An entry keeps its card and its way alive, so that no other can get the same id.
    """
    return {}


@once_per_catalogue
def _entries_of_versions(catalogue: Catalogue) -> dict[tuple[int, str, int, bool], CardEntry]:
    """The entries of customized versions, shared like the others."""
    return {}


def family(card: Card) -> str:
    """Return the original investigator behind a parallel or promotional version."""
    return card.parallel_of or card.same_as or card.code


def access_for(
    catalogue: Catalogue,
    front: Card,
    back: Card,
    choices: Choices,
    taboo: str,
    *,
    creation: bool,
    multiclass_spared: bool,
    grants: tuple[tuple[Card, int], ...] = (),
) -> Access:
    """Return the compiled investigator. The catalogue keeps those that were used most recently."""
    key = (
        front.code,
        back.code,
        _key_of(choices),
        taboo,
        creation,
        multiclass_spared,
        tuple((card.code, copies) for card, copies in grants),
    )

    def compiled() -> Access:
        return Access(
            catalogue.under(taboo),
            front,
            back,
            choices,
            creation=creation,
            multiclass_spared=multiclass_spared,
            grants=grants,
        )

    return cached_investigators(catalogue).get(key, compiled)


def _key_of(choices: Choices) -> Hashable:
    """What options depend on: the chosen classes, option and size."""
    return (tuple(sorted(choices.classes.items())) if choices.classes else (), choices.option, choices.size)


@once_per_catalogue
def _cached_ways(catalogue: Catalogue) -> Recent[Hashable, Ways]:
    """The ways through the options of investigators; each takes about 2 kB."""
    return Recent(MOST_CACHED)


@once_per_catalogue
def cached_investigators(catalogue: Catalogue) -> Recent[Hashable, Access]:
    """The compiled investigators that are cached, by investigator and choices."""
    return Recent(MOST_CACHED, weigh=_entries_of, heaviest=MOST_ENTRIES)


def _entries_of(investigators: Iterable[Access]) -> int:
    """Return how many entries their tables have together."""
    return sum(len(access.table) for access in investigators)
