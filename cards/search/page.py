"""The search of the cards page: its conditions, results, groups and URLs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from cards import adapters
from cards.investigator_access import usable_by
from cards.search import filters
from cards.search.conditions import FAVOURITE, OWNED, TAG, looks_everywhere, looks_into_texts, needs
from cards.search.conversion import as_filters, as_text
from cards.search.engine import Found, condition_of, index, instead_of, search
from cards.search.index import Index
from cards.search.matching import Marks
from cards.search.query import Query
from cards.search.reading import FilterError, read_query
from cards.text import names
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card
from web.shared.numbers import read_whole

#: Cards on a page; “more” loads as many again.
PAGE = 60
#: The most values of one parameter that are read.
MOST_VALUES = 100
CONDITIONS = (
    *("q", "usable_by", "class", "type", "weakness", "story", "level", "cost", "slot", "icon", "keyword"),
    *("trait", "uses", "tag", "cycle", "pack", "chapter", "owned", "favourite", "own_tag", "taboo"),
)
#: Groups that come after the classes and types.
LATE = {"investigator": 1, "basic-weakness": 2, "weakness": 3, "story": 4}
KNOWN = (*CONDITIONS, "collection", "sort", "group")

Given = list[tuple[str, str]]


@dataclass(frozen=True)
class Filter:
    """One active condition: its text, and the URL without it."""

    name: str
    value: str
    label: str
    without: str


@dataclass(frozen=True)
class Line:
    """A card in the list, with a heading if it begins a group."""

    card: Card
    heading: str
    icon: str
    number: int
    """The number of cards in the group."""


@dataclass(frozen=True)
class Excerpt:
    """A search that is not understood: the reason, and the text before, at and after the fault."""

    message: str
    before: str
    wrong: str
    after: str


def excerpt(text: str, error: FilterError) -> Excerpt:
    assert error.place is not None
    start, end = error.place.start, error.place.end
    return Excerpt(str(error), text[:start], text[start:end], text[end:])


class Browse:
    """One request to the cards page."""

    marks: Marks | None = None

    def __init__(
        self,
        parameters: QueryDict,
        owned: Mapping[str, int] | None = None,
        marks: Callable[[], Marks | None] = lambda: None,
    ) -> None:
        self.catalogue: Catalogue = adapters.catalogue()
        self.index: Index = index()
        self.owned = owned
        self._marks = marks
        self.given: Given = [
            (name, value.strip())
            for name in KNOWN
            for value in parameters.getlist(name)[:MOST_VALUES]
            if value.strip()
        ]
        self.errors: list[str] = []
        self.wrong: Excerpt | None = None
        self.typed = " ".join(value for name, value in self.given if name == "q")
        self.query = self._read()
        self.page = self._read_page(parameters.get("page", "").strip())

    def _read(self) -> Query:
        """Read the conditions; invalid ones are reported and left out of the URL."""
        query, errors = read_query(expanded(self.given, self.index), self.catalogue)
        self.errors += [str(error) for error in errors if not error.place]
        self.wrong = next((excerpt(self.typed, error) for error in errors if error.place), None)
        self.given = [(name, rest) for name, value in self.given if (rest := understood(name, value, errors))]
        condition = condition_of(query.text, self.catalogue)
        if (query.owned is not None or needs(condition, OWNED)) and self.owned is None:
            self.errors.append(_("Set up your collection first to show only cards you own."))
        if looks_into_texts(condition) and not any(self.index.texts):
            self.errors.append(_("No card texts have been imported on this site, so “text:” finds nothing."))
        marked = query.favourite is not None or query.own_tags
        if marked or needs(condition, FAVOURITE) or needs(condition, TAG):
            self.marks = self._marks() or Marks()
        return query

    def _read_page(self, text: str) -> int:
        last = max(1, -(-len(self.found) // PAGE))
        if not text:
            return 1
        number = read_whole(text, most=10**8) or 0
        if 1 <= number <= last:
            return number
        if number:
            self.errors.append(_("Page %(page)d doesn't exist; this is the last page.") % {"page": number})
            return last
        self.errors.append(
            _("“%(page)s” is not a page number; this is the first page.") % {"page": text[:60]}
        )
        return 1

    @cached_property
    def found(self) -> Found:
        return search(self.query, owned=self.owned, marks=self.marks)

    @cached_property
    def instead(self) -> str:
        """If nothing is found: the search with its words spelled as cards spell them."""
        return "" if len(self.found) else instead_of(self.query.text)

    @property
    def lacks_texts(self) -> bool:
        """Return whether words could only be searched in titles and facts."""
        condition = condition_of(self.query.text, self.catalogue)
        return looks_everywhere(condition) and not any(self.index.texts)

    @property
    def instead_address(self) -> str:
        return self.address([("q", self.instead), *self.but_words])

    @property
    def but_words(self) -> Given:
        return [(name, value) for name, value in self.given if name != "q"]

    @cached_property
    def as_query(self) -> str:
        """The address on which all filters are written as a search; empty if there are none."""
        others = [(name, value) for name, value in self.given if name in ("collection", "sort", "group")]
        filters = [pair for pair in self.given if pair not in others]
        if all(name == "q" for name, _value in filters):
            return ""
        parameters = expanded(filters, self.index)
        pairs = [(name, value) for name, values in parameters.lists() for value in values]
        return self.address([("q", as_text(pairs, self.catalogue)), *others])

    @cached_property
    def as_filters(self) -> str:
        """The address on which the terms of the search are filters; empty if none can be."""
        found = as_filters(self.query.text, self.catalogue)
        if self.but_words or all(name == "q" for name, _value in found):
            return ""
        return self.address(found)

    def address(self, given: Given | None = None, page: int = 1) -> str:
        """Return the URL of this search, or of another one."""
        values = list(self.given if given is None else given)
        if page > 1:
            values.append(("page", str(page)))
        return reverse("card-list") + (f"?{urlencode(values)}" if values else "")

    def without(self, name: str, value: str | None = None) -> Given:
        return [pair for pair in self.given if pair[0] != name or (value is not None and pair[1] != value)]

    def sorted_by(self, sort: str) -> str:
        return self.address([*self.without("sort"), ("sort", sort)])

    def values(self, name: str) -> frozenset[str]:
        """Return the values that were given for a filter."""
        return frozenset(value for key, value in self.given if key == name)

    @cached_property
    def filters(self) -> list[Filter]:
        """Every active condition."""
        return [
            Filter(
                name, value, filters.label(name, value, self.catalogue), self._address_without(name, value)
            )
            for name, value in self.given
            if name in CONDITIONS
        ]

    def _address_without(self, name: str, value: str) -> str:
        return self.address(self.without(name, value))

    @cached_property
    def loosened(self) -> list[tuple[Filter, int]]:
        """If nothing is found: the conditions without which something is, the most results first."""
        fruitful = []
        for each in self.filters:
            rest = expanded(self.without(each.name, each.value), self.index)
            query, _errors = read_query(rest, self.catalogue)
            if number := len(search(query, owned=self.owned, marks=self.marks)):
                fruitful.append((each, number))
        return sorted(fruitful, key=lambda pair: -pair[1])

    @cached_property
    def limited(self) -> frozenset[str]:
        """Cards that the chosen investigator can take only within a limit."""
        if not self.query.usable_by:
            return frozenset()
        return usable_by(self.catalogue, self.query.usable_by, self.query.taboo).limited

    @property
    def group(self) -> str:
        """How the list is grouped: as requested, else by its order. Results for words have no groups."""
        if self.query.group:
            return self.query.group
        if self.query.sort:
            return self.query.sort if self.query.sort in ("class", "type", "level", "pack") else "none"
        return "none" if self.query.text else "class"

    @cached_property
    def lines(self) -> list[Line]:
        """This page of the list, with headings of groups."""
        groups: dict[str, list[Card]] = {}
        for card in self.found.cards:
            groups.setdefault(group_of(card, self.group, self.index), []).append(card)
        place, end = (self.page - 1) * PAGE, self.page * PAGE
        lines: list[Line] = []
        passed = 0
        for name in sorted(groups, key=lambda name: LATE.get(name, 0)):
            cards = groups[name]
            for card in cards[max(0, place - passed) : max(0, end - passed)]:
                label, icon = heading(name, self.group, self.catalogue) if card is cards[0] else ("", "")
                lines.append(Line(card, label, icon, len(cards)))
            passed += len(cards)
        return lines

    @property
    def left(self) -> int:
        """The number of cards after this page."""
        return max(0, len(self.found) - self.page * PAGE)

    @property
    def next(self) -> str:
        return self.address(page=self.page + 1)

    @property
    def previous(self) -> str:
        return self.address(page=self.page - 1)


def understood(name: str, value: str, errors: list[FilterError]) -> str:
    """Return those of the values separated by commas that are valid."""
    wrong = {error.value for error in errors if error.parameter == name}
    if not wrong:
        return value
    return ",".join(part for part in filters.split(name, value) if part.strip()[:60] not in wrong)


def expanded(given: Given, card_index: Index) -> QueryDict:
    """Expand the beginning of a trait to all that match, and `cycle:dwl` among the boxes to a cycle."""
    parameters = QueryDict(mutable=True)
    for name, value in given:
        if name == "trait":
            for part in filters.split(name, value):
                parameters.setlistdefault("trait").extend(traits_beginning(part.strip(), card_index))
        elif name == "pack" and value.startswith("cycle:"):
            parameters.appendlist("cycle", value.removeprefix("cycle:"))
        else:
            parameters.appendlist(name, value)
    return parameters


def traits_beginning(text: str, card_index: Index) -> list[str]:
    wanted = text.casefold()
    known = filters.values(card_index, "trait")
    exact = [trait for trait in known if trait.casefold() == wanted]
    return exact or [trait for trait in known if trait.casefold().startswith(wanted)] or [text]


def group_of(card: Card, by: str, card_index: Index) -> str:
    """Return the name of the group that a card belongs to."""
    if by == "none":
        return ""
    if by == "pack":
        return card_index.first[card.code]
    if by == "level":
        return "" if card.level is None else str(card.level)
    if card.weakness:
        return "basic-weakness" if card.weakness == "basic" else "weakness"
    if card.type == "investigator" or by == "type":
        return card.type
    if card.level is None:
        return "story"
    return "multiclass" if len(card.classes) > 1 else names.class_of(card)


def heading(name: str, by: str, catalogue: Catalogue) -> tuple[str, str]:
    """Return the heading of a group and its icon."""
    if by == "none":
        return "", ""
    if by == "pack":
        return (names.pack_title(catalogue.packs[name]) if name in catalogue.packs else ""), "collection"
    if by == "level":
        return (_("Level %(n)s") % {"n": name} if name else _("No level")), ""
    if name in names.CLASSES:
        return str(names.CLASSES[name]), name
    others = {
        "investigator": (_("Investigators"), "group"),
        "basic-weakness": (_("Basic weaknesses"), "basic-weakness"),
        "weakness": (_("Weaknesses"), "weakness"),
        "story": (_("Signatures, bonded cards and story cards"), "campaign") if by == "class" else None,
    }
    return others.get(name) or (names.types_in_plural().get(name, str(names.TYPES.get(name, name))), "")
