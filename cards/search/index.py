"""The search index of the catalogue, built once for each version of it.

Sets of cards are bits of a number, one for each card in the usual order: conditions are then `&` and `|`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

from cards.abilities import NONE, all_abilities
from cards.investigator_access import usable_by
from cards.models import CardText, Cycle
from cards.search.normalization import WordIndex, spellings, title_order, words
from cards.search.query import CLASSES, ICONS, TYPES, Query
from cards.titles import ENGLISH, title_in, titles_by_language
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card, Pack
from rules.cards.ownership import boxes


def class_rank(card: Card) -> int:
    """Return the position of the card's class: guardian to survivor, then multi-class, then neutral."""
    if len(card.classes) > 1:
        return len(CLASSES) - 1
    name = next(iter(card.classes), "neutral")
    return len(CLASSES) if name == "neutral" else CLASSES.index(name)


def type_rank(card: Card) -> int:
    return TYPES.index(card.type) if card.type in TYPES else len(TYPES)


def usual_order(card: Card, title: str = "") -> tuple[object, ...]:
    """Sort key by class, then assets, events and skills, then title and level. The title is the English one,
    if none is given."""
    kind = 1 if card.weakness else 2 if card.level is None and card.type != "investigator" else 0
    named = title_order(title or card.title)
    return (kind, class_rank(card), type_rank(card), named, card.level or 0, card.code)


class Index:
    """Everything that a query can use, built once for each version of the catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.cards = sorted((card for card in catalogue.cards.values() if not card.hidden), key=usual_order)
        self.place = {card.code: number for number, card in enumerate(self.cards)}
        self.everything = (1 << len(self.cards)) - 1
        self.first = {code: first_pack(catalogue, code) for code in self.place}
        titles = {
            ENGLISH: [card.title for card in self.cards],
            **{
                language: [known[card.code].title if card.code in known else "" for card in self.cards]
                for language, known in titles_by_language(catalogue).items()
            },
        }
        self.names = {
            language: [" ".join(words(each)) for each in spoken] for language, spoken in titles.items()
        }
        self.titles = {
            language: WordIndex(spellings(each) for each in spoken) for language, spoken in titles.items()
        }
        self.subtitles = WordIndex(
            spellings(" ".join([card.subtitle, card.subtitle_de, *card.traits, card.uses]))
            | {*card.keywords, *(["unique"] if card.unique else [])}
            for card in self.cards
        )
        self.codes = {
            printing.code.lower(): 1 << number
            for number, card in enumerate(self.cards)
            for printing in catalogue.printings_of.get(card.code, ())
        }
        self.texts = self._imported_texts()
        self.text_words = WordIndex(text.split() for text in self.texts)
        self._facets: dict[str, dict[Hashable, int]] = {}
        self._build_facets()
        self._sorts = {language: self._build_sorts(language) for language in self.titles}

    def _imported_texts(self) -> list[str]:
        """Return the imported texts of each card in all languages, as words; empty if there are none."""
        texts = ["" for _card in self.cards]
        rows = CardText.objects.values_list(
            "printing__card_id", "title", "traits", "text", "back_text", "sheet"
        )
        for code, *parts in rows.iterator():
            if code in self.place:
                texts[self.place[code]] += " " + " ".join(words(" ".join(parts)))
        return texts

    def _build_facets(self) -> None:
        cycles = {pack.code: pack.cycle for pack in self.catalogue.packs.values()}
        abilities = all_abilities()
        for number, card in enumerate(self.cards):
            bit = 1 << number
            for facet, values in card_facets(card).items():
                for value in values:
                    self._add(facet, value, bit)
            given = abilities.get(card.code, NONE)
            for action in given.actions:
                self._add("action", action, bit)
            for skill in given.boosts:
                self._add("boost", skill, bit)
            for pack in boxes(self.catalogue).get(card.code, ()):
                self._add("pack", pack, bit)
            for printing in self.catalogue.printings_of.get(card.code, ()):
                self._add("cycle", cycles.get(printing.pack), bit)
                self._add("chapter", self.catalogue.packs[printing.pack].chapter, bit)

    def _add(self, facet: str, value: Hashable, bits: int) -> None:
        values = self._facets.setdefault(facet, {})
        values[value] = values.get(value, 0) | bits

    def _build_sorts(self, language: str) -> dict[str, Callable[[int], tuple[object, ...]]]:
        packs = {code: pack_order(self.catalogue, pack) for code, pack in self.catalogue.packs.items()}
        cards, first = self.cards, self.first
        spoken = [title_in(self.catalogue, card, language) for card in cards]
        titles = [title_order(each) for each in spoken]
        usual = [usual_order(card, title) for card, title in zip(cards, spoken, strict=True)]

        def by_pack(number: int) -> tuple[object, ...]:
            code = cards[number].code
            return (*packs.get(first[code], (999,)), code)

        return {
            "class": lambda number: usual[number],
            "title": lambda number: (titles[number], cards[number].level or 0, number),
            "level": lambda number: (-1 if (level := cards[number].level) is None else level, number),
            "cost": lambda number: (cost_rank(cards[number]), number),
            "type": lambda number: (type_rank(cards[number]), titles[number], number),
            "pack": by_pack,
        }

    def facet(self, name: str, value: Hashable) -> int:
        return self._facets.get(name, {}).get(value, 0)

    def values(self, name: str) -> list[tuple[Hashable, int]]:
        """Return every value of a facet, and the number of cards that have it."""
        return [(value, bits.bit_count()) for value, bits in self._facets.get(name, {}).items()]

    def between(self, name: str, low: int, high: int) -> int:
        """Return the cards whose number is in this range."""
        numbers = self._facets.get(name, {})
        return self.any_of(name, [n for n in numbers if isinstance(n, int) and low <= n <= high])

    def any_of(self, name: str, values: Iterable[Hashable]) -> int:
        found = 0
        for value in values:
            found |= self.facet(name, value)
        return found

    def bits(self, codes: Iterable[str]) -> int:
        found = 0
        for code in codes:
            if code in self.place:
                found |= 1 << self.place[code]
        return found

    def numbers(self, bits: int) -> Iterator[int]:
        """Yield the positions of the cards in a set, in the usual order."""
        while bits:
            lowest = bits & -bits
            yield lowest.bit_length() - 1
            bits ^= lowest

    def matching(self, query: Query, taboo: str = "") -> int:
        """Return the cards that meet every condition except the words."""
        found = self.everything
        for name, wanted in (
            *(
                ("class", query.classes),
                ("type", query.types),
                ("level", query.levels),
                ("cost", query.costs),
            ),
            *(("trait", query.traits), ("slot", query.slots), ("uses", query.uses), ("tag", query.tags)),
            *(("pack", query.packs), ("cycle", query.cycles), ("chapter", query.chapters)),
        ):
            if wanted:
                found &= self.any_of(name, wanted)
        for keyword in query.keywords:
            found &= self.facet("keyword", keyword)
        for icon, number in query.icons.items():
            found &= self.facet("icon", (icon, number))
        if query.weakness:
            weak = self.any_of("weakness", ("basic", "other"))
            found &= {"any": weak, "no": ~weak}.get(query.weakness, self.facet("weakness", query.weakness))
        if query.story is not None:
            found &= self.facet("story", query.story)
        if query.usable_by:
            found &= self.bits(usable_by(self.catalogue, query.usable_by, taboo or query.taboo).cards)
        return found

    def in_order(self, bits: int, sort: str, language: str) -> list[Card]:
        numbers = list(self.numbers(bits))
        if sort not in ("", "class") or language != "en":
            numbers.sort(key=self._sorts[language][sort or "class"])
        return [self.cards[number] for number in numbers]


def card_facets(card: Card) -> dict[str, list[Hashable]]:
    """Return the values of a card for each condition."""
    counts = {icon: card.icons.get(icon, 0) for icon in ICONS} if card.type != "investigator" else {}
    return {
        "class": [*card.classes],
        "type": [card.type],
        "level": [card.level],
        "cost": [card.cost] if card.type in ("asset", "event") else [],
        "trait": [*card.traits],
        "slot": [*card.slots] or (["none"] if card.type == "asset" else []),
        "icon": [(icon, n) for icon in ICONS for n in range(1, card.icons.get(icon, 0) + 1)],
        "uses": [card.uses] if card.uses else [],
        "keyword": [*keywords_of(card)],
        "tag": [*card.tags],
        "weakness": [card.weakness] if card.weakness else [],
        "story": [bool(card.encounter_set)],
        "icons": [sum(counts.values())] if counts else [],
        **{f"{icon} icons": [count] for icon, count in counts.items()},
        **{skill: [number] for skill, number in card.skills.items()},
        **{
            name: [number]
            for name in ("health", "sanity", "victory")
            if (number := getattr(card, name)) is not None
        },
    }


def keywords_of(card: Card) -> list[str]:
    """Return the keywords of a card, and what is not printed as one: unique, multiclass, signature."""
    others = {
        "unique": card.unique,
        "multiclass": len(card.classes) > 1,
        "signature": bool(card.only and card.only.investigators),
    }
    return [*sorted(card.keywords), *(name for name, has in others.items() if has)]


def cost_rank(card: Card) -> int:
    """Sort key for the cost: no cost first, X last."""
    return -1 if card.cost is None else 99 if isinstance(card.cost, str) else card.cost


def first_pack(catalogue: Catalogue, code: str) -> str:
    """Return the first pack with the card: that of the printing with the card's own code."""
    printing = catalogue.printings.get(code)
    return printing.pack if printing else ""


def pack_order(catalogue: Catalogue, pack: Pack) -> tuple[object, ...]:
    position = _cycle_positions(catalogue).get(pack.cycle, 999)
    return (position, bool(pack.reprints), pack.position, pack.code)


@once_per_catalogue
def _cycle_positions(catalogue: Catalogue) -> Mapping[str, int]:
    return dict(Cycle.objects.values_list("code", "position"))
