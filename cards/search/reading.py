"""Reading of the parameters of a URL as the conditions of a search. Invalid values are reported."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.search.grammar import Place, QueryError, parse
from cards.search.query import (
    CHAPTERS,
    CLASSES,
    GROUPS,
    ICONS,
    KEYWORDS,
    SLOTS,
    SORTS,
    TAGS,
    TYPES,
    WEAKNESSES,
    Query,
)
from cards.search.terms import conditions_of
from rules.cards.catalogue import Catalogue, once_per_catalogue


@dataclass(frozen=True)
class FilterError:
    """A condition that is invalid and was left out."""

    parameter: str
    value: str
    message: str | Promise
    place: Place | None = None
    """The part of a search that is not understood."""

    def __str__(self) -> str:
        return str(self.message) if self.place else str(self.message) % {"value": self.value}


class Unreadable(ValueError):
    def __init__(self, message: str | Promise) -> None:
        self.message = message


def one_of(*names: Iterable[str], message: str | Promise) -> Callable[[str], str]:
    known = {name.casefold(): name for each in names for name in each}

    def read(value: str) -> str:
        try:
            return known[value.casefold()]
        except KeyError:
            raise Unreadable(message) from None

    return read


def read_range(value: str, message: str | Promise) -> list[int]:
    """Read `3` or `0-2`."""
    match = re.fullmatch(r"(\d{1,2})(?:[-–](\d{1,2}))?", value)
    if not match:
        raise Unreadable(message)
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        raise Unreadable(message)
    return list(range(low, high + 1))


def read_levels(value: str) -> list[int | None]:
    if value.casefold() == "none":
        return [None]
    message = _("“%(value)s” is not a level. Use 0 to 5, a range such as 0-2, or none.")
    levels = read_range(value, message)
    if levels[-1] > 5:
        raise Unreadable(message)
    return [*levels]


def read_costs(value: str) -> list[int | str | None]:
    if value.casefold() in ("none", "x"):
        return [None if value.casefold() == "none" else "X"]
    return [*read_range(value, _("“%(value)s” is not a cost. Use a number, a range (0-2), X, or none."))]


def read_icon(value: str) -> tuple[str, int]:
    name, _colon, number = value.partition(":")
    if name.casefold() not in ICONS or (number and number not in "123456"):
        raise Unreadable(_("“%(value)s” is not a skill icon. Use willpower, or willpower:2 for two."))
    return name.casefold(), int(number or 1)


def read_truth(value: str) -> bool:
    if value.casefold() not in ("yes", "no", "true", "false", "1", "0"):
        raise Unreadable(_("“%(value)s” is not yes or no."))
    return value.casefold() in ("yes", "true", "1")


class QueryReader:
    """A reader of the parameters of one URL, which collects errors."""

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._given = parameters
        self.errors: list[FilterError] = []

    def values(self, name: str) -> list[str]:
        """Return the values of a parameter, given repeatedly or with commas."""
        listed = getattr(self._given, "getlist", None)
        given = listed(name) if listed else self._given.get(name, ())
        rows = [given] if isinstance(given, str) else given
        return [value.strip() for row in rows for value in str(row).split(",") if value.strip()]

    def text(self, catalogue: Catalogue) -> str:
        """Return the words and terms of the search; empty if they are not understood."""
        listed = getattr(self._given, "getlist", None)
        texts = listed("q") if listed else self._given.get("q", "")
        text = texts if isinstance(texts, str) else " ".join(map(str, texts))
        try:
            conditions_of(parse(text), catalogue)
        except QueryError as error:
            self.errors.append(FilterError("q", text[:60], error.message, error.place))
            return ""
        return text

    def each(self, name: str, read: Callable[[str], Any]) -> list[Any]:
        found = []
        for value in self.values(name):
            try:
                found.append(read(value))
            except Unreadable as error:
                self.errors.append(FilterError(name, value[:60], error.message))
        return found

    def all(self, name: str, read: Callable[[str], Any]) -> frozenset[Any]:
        return frozenset(self.each(name, read))

    def spread(self, name: str, read: Callable[[str], list[Any]]) -> frozenset[Any]:
        return frozenset(value for values in self.each(name, read) for value in values)

    def last(self, name: str, read: Callable[[str], Any], default: Any) -> Any:
        found = self.each(name, read)
        return found[-1] if found else default


def read_query(parameters: Mapping[str, Any], catalogue: Catalogue) -> tuple[Query, list[FilterError]]:
    """Read the parameters of a URL. The errors name every value that was left out, and the reason."""
    reader = QueryReader(parameters)
    text = reader.text(catalogue)
    traits, uses, investigators = vocabulary(catalogue)
    packs = catalogue.packs
    query = Query(
        text=text,
        classes=reader.all("class", one_of(CLASSES, message=_("“%(value)s” is not a class."))),
        types=reader.all("type", one_of(TYPES, message=_("“%(value)s” is not a card type."))),
        levels=reader.spread("level", read_levels),
        costs=reader.spread("cost", read_costs),
        traits=reader.all("trait", one_of(traits, message=_("No card has the trait “%(value)s”."))),
        slots=reader.all("slot", one_of(SLOTS, message=_("“%(value)s” is not a slot."))),
        icons=dict(reader.each("icon", read_icon)),
        uses=reader.all("uses", one_of(uses, message=_("No card has uses of “%(value)s”."))),
        keywords=reader.all("keyword", one_of(KEYWORDS, message=_("“%(value)s” is not a keyword."))),
        tags=reader.all("tag", one_of(TAGS, message=_("“%(value)s” is not a tag."))),
        packs=reader.all("pack", one_of(packs, message=_("Unknown pack “%(value)s”."))),
        cycles=reader.all(
            "cycle",
            one_of({pack.cycle for pack in packs.values()}, message=_("Unknown cycle “%(value)s”.")),
        ),
        chapters=reader.all("chapter", read_chapter),
        weakness=reader.last(
            "weakness",
            one_of(WEAKNESSES, message=_("“%(value)s” is not valid. Use basic, other, any or no.")),
            "",
        ),
        story=reader.last("story", read_truth, None),
        usable_by=reader.last(
            "usable_by", one_of(investigators, message=_("Unknown investigator “%(value)s”.")), ""
        ),
        owned=reader.last("owned", read_truth, None),
        favourite=reader.last("favourite", read_truth, None),
        own_tags=reader.all("own_tag", lambda value: value.casefold()[:60]),
        taboo=reader.last(
            "taboo", one_of(catalogue.taboo_lists, message=_("Unknown taboo list “%(value)s”.")), ""
        ),
        sort=reader.last("sort", one_of(SORTS, message=_("Cards can't be sorted by “%(value)s”.")), ""),
        group=reader.last("group", one_of(GROUPS, message=_("Cards can't be grouped by “%(value)s”.")), ""),
    )
    return query, reader.errors


@once_per_catalogue
def vocabulary(catalogue: Catalogue) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return traits, kinds of uses, and codes of investigators (of any printing)."""
    investigators = set(catalogue.investigators)
    return (
        frozenset(trait for card in catalogue.cards.values() for trait in card.traits),
        frozenset(card.uses for card in catalogue.cards.values() if card.uses),
        frozenset(
            {*investigators, *(p.code for p in catalogue.printings.values() if p.card in investigators)}
        ),
    )


def read_chapter(value: str) -> int:
    if value not in CHAPTERS:
        raise Unreadable(_("“%(value)s” is not a chapter. Use 1 or 2."))
    return int(value)
