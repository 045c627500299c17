"""The conditions of a search, which the index answers (`cards.search.matching`)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

ANYWHERE, IN_TITLE, IN_TEXT = "anywhere", "title", "text"
#: Higher than any number on a card.
MOST = 999


@dataclass(frozen=True, slots=True)
class Has:
    """One of these values of facets."""

    any_of: tuple[tuple[str, Hashable], ...]


@dataclass(frozen=True, slots=True)
class Between:
    """A number from the lowest to the highest, both included."""

    facet: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Starts:
    """Words that begin words of the card."""

    words: tuple[str, ...]
    where: str = ANYWHERE


@dataclass(frozen=True, slots=True)
class Holds:
    """Words in this order."""

    phrase: str
    where: str = ANYWHERE


@dataclass(frozen=True, slots=True)
class Listed:
    """Cards of a list: of an investigator, a taboo list, a collection, or the reader's own marks."""

    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Not:
    condition: Condition


@dataclass(frozen=True, slots=True)
class AllOf:
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf:
    conditions: tuple[Condition, ...]


Condition = Has | Between | Starts | Holds | Listed | Not | AllOf | AnyOf
EVERYTHING = AllOf()
USABLE_BY, TABOO, TABOO_LIST, OWNED, FAVOURITE, TAG, CODE = (
    *("usable-by", "taboo", "taboo-list", "owned", "favourite", "tag", "code"),
)


def parts(condition: Condition) -> Iterator[Condition]:
    """Yield the condition and everything in it."""
    yield condition
    if isinstance(condition, Not):
        yield from parts(condition.condition)
    elif isinstance(condition, (AllOf, AnyOf)):
        for each in condition.conditions:
            yield from parts(each)


def needs(condition: Condition, kind: str) -> bool:
    """Return whether the answer depends on such a list."""
    return any(isinstance(each, Listed) and each.kind == kind for each in parts(condition))


def looks_everywhere(condition: Condition) -> bool:
    return any(isinstance(each, (Starts, Holds)) and each.where == ANYWHERE for each in parts(condition))


def looks_into_texts(condition: Condition) -> bool:
    return any(isinstance(each, (Starts, Holds)) and each.where == IN_TEXT for each in parts(condition))
