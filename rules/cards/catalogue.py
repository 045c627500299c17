"""The catalogue: every printed card, built once per process and never changed.

A taboo list changes cards. `Catalogue.under(list)` returns a `TabooView`, the cards as they are under that
list. It maps the code of every printing to its card, so copies from several boxes are copies of one card.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from types import MappingProxyType

from rules.cards.facts import Facts, read_card, read_pack, read_printing, read_taboo_list
from rules.cards.model import (
    PLACEHOLDER,
    Card,
    CardTitle,
    EncounterCard,
    Pack,
    Printing,
    TabooEntry,
    TabooList,
)
from rules.memo import Arguments, Made, Memo


class TabooView:
    """The cards as they are under one taboo list, by the code of any printing."""

    def __init__(self, catalogue: Catalogue, list_code: str) -> None:
        self.catalogue = catalogue
        self.taboo = taboo = catalogue.taboo_lists.get(list_code)
        entries = taboo.entries if taboo else {}
        changed = {
            code: _under_taboo(catalogue.cards[code], entry)
            for code, entry in entries.items()
            if code in catalogue.cards
        }
        self.cards: Mapping[str, Card] = MappingProxyType({**catalogue.cards, **changed})
        printed = dict(self.cards)
        for code, printing in catalogue.printings.items():
            # A modified reprint is another version: the list was written for the old text (rulebook F-15).
            spared = printing.modified and printing.card in entries and not entries[printing.card].modified
            printed[code] = (catalogue.cards if spared else self.cards)[printing.card]
        self.printed: Mapping[str, Card] = MappingProxyType(printed)


def _under_taboo(card: Card, entry: TabooEntry) -> Card:
    keywords = card.keywords
    if entry.exceptional is not None:
        keywords = keywords | {"exceptional"} if entry.exceptional else keywords - {"exceptional"}
    if entry.campaign_only:
        keywords = keywords | {"campaign-only"}
    return replace(
        card,
        keywords=keywords,
        taboo_price=entry.price,
        forbidden=entry.forbidden,
        limit=card.limit if entry.limit is None else entry.limit,
        investigator=entry.deck or card.investigator,
        customizations=entry.customizations or card.customizations,
    )


class Catalogue:
    """Every card, printing, pack and taboo list, built once from facts."""

    def __init__(
        self,
        cards: Iterable[Card],
        printings: Iterable[Printing] = (),
        packs: Iterable[Pack] = (),
        taboo_lists: Iterable[TabooList] = (),
        encounter_cards: Iterable[EncounterCard] = (),
        imported_titles: Mapping[str, Mapping[str, CardTitle]] = MappingProxyType({}),
        version: str = "",
    ) -> None:
        self.version = version
        #: By language and code of the card.
        self.imported_titles = imported_titles
        self.cards: Mapping[str, Card] = MappingProxyType({card.code: card for card in cards})
        self.printings: Mapping[str, Printing] = MappingProxyType({p.code: p for p in printings})
        self.packs: Mapping[str, Pack] = MappingProxyType({pack.code: pack for pack in packs})
        self.taboo_lists: Mapping[str, TabooList] = MappingProxyType({t.code: t for t in taboo_lists})
        self.encounter_cards: Mapping[str, EncounterCard] = MappingProxyType(
            {card.code: card for card in encounter_cards}
        )
        printings_of: dict[str, list[Printing]] = defaultdict(list)
        for printing in self.printings.values():
            printings_of[printing.card].append(printing)
        self.printings_of: Mapping[str, tuple[Printing, ...]] = MappingProxyType(
            {code: tuple(rows) for code, rows in printings_of.items()}
        )
        by_title: dict[str, list[Card]] = defaultdict(list)
        for card in self.cards.values():
            by_title[card.title].append(card)
        self.by_title: Mapping[str, tuple[Card, ...]] = MappingProxyType(
            {title: tuple(rows) for title, rows in by_title.items()}
        )
        self.investigators: Mapping[str, Card] = MappingProxyType(
            {code: card for code, card in self.cards.items() if card.type == "investigator"}
        )
        #: Values computed from this catalogue and kept with it; see `once_per_catalogue`.
        self.memo: Memo[Catalogue] = Memo(self)

    @classmethod
    def from_facts(
        cls,
        *,
        cards: Iterable[Facts],
        printings: Iterable[Facts] = (),
        packs: Iterable[Facts] = (),
        taboo_lists: Iterable[Facts] = (),
        encounter_cards: Iterable[Facts] = (),
        imported_titles: Mapping[str, Mapping[str, CardTitle]] = MappingProxyType({}),
        version: str = "",
    ) -> Catalogue:
        """Build the catalogue from plain facts (docs/catalogue.md); raise UnreadableFacts if one is wrong."""
        return cls(
            cards=[read_card(facts) for facts in cards],
            printings=[read_printing(facts) for facts in printings],
            packs=[read_pack(facts) for facts in packs],
            taboo_lists=[read_taboo_list(facts) for facts in taboo_lists],
            encounter_cards=[
                EncounterCard(row["code"], row["title"], row["type"], row.get("encounter_set", ""))
                for row in encounter_cards
            ],
            imported_titles=imported_titles,
            version=version,
        )

    def under(self, taboo: str = "") -> TabooView:
        """The cards as they are under a taboo list.

        An unknown list changes nothing; the rule taboo.known reports it.
        """
        return self.memo(TabooView, taboo if taboo in self.taboo_lists else "")

    def resolve(self, code: str) -> Card | None:
        """Return the card of any printing's code, or None."""
        printing = self.printings.get(code)
        return self.cards.get(printing.card if printing else code)

    def investigator_titles(self, code: str) -> str:
        """The title, by which investigators are compared (E-02)."""
        card = self.resolve(code)
        return card.title if card else ""

    @property
    def newest_taboo(self) -> str:
        return max(self.taboo_lists, default="")

    @property
    def basic_weaknesses(self) -> tuple[Card, ...]:
        return tuple(c for c in self.cards.values() if c.weakness == "basic" and c.code != PLACEHOLDER)


def once_per_catalogue(
    make: Callable[[Catalogue, *Arguments], Made],
) -> Callable[[Catalogue, *Arguments], Made]:
    """Decorate a function so that its value is computed once for each catalogue and kept with it.

    All threads share the value, so it must not be changed, unless it is made for that (`rules.memo.Recent`).
    Further arguments are part of the key: use it only if there are few different ones.
    """

    @wraps(make)
    def cached(catalogue: Catalogue, *arguments: *Arguments) -> Made:
        return catalogue.memo(make, *arguments)

    return cached
