"""Answers of the index to conditions: sets of cards, as bits of a number, and their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import zip_longest
from operator import and_, or_

from cards.investigator_access import usable_by
from cards.search import conditions
from cards.search.conditions import (
    ANYWHERE,
    IN_TITLE,
    AllOf,
    AnyOf,
    Between,
    Condition,
    Has,
    Holds,
    Listed,
    Not,
    Starts,
)
from cards.search.index import Index
from rules.cards.model import TabooEntry


@dataclass(frozen=True, slots=True)
class Marks:
    """The cards that a reader has marked: favourites, and tags by their names."""

    favourites: frozenset[str] = frozenset()
    tags: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Own:
    """What depends on the reader: copies in the collection, and marked cards. None: there is nothing."""

    owned: Mapping[str, int] | None = None
    marks: Marks | None = None


NOBODY = Own()


class Matcher:
    """One search in the index, for one reader."""

    def __init__(self, index: Index, own: Own = NOBODY, taboo: str = "", language: str = "en") -> None:
        self.index = index
        self.own = own
        self.taboo = taboo
        self.language = language

    def bits(self, condition: Condition, *, narrow: bool = False) -> int:
        """Return the cards that meet a condition. `narrow` leaves their texts out of the search for words."""
        index = self.index
        if isinstance(condition, Has):
            return reduce(or_, (index.facet(name, value) for name, value in condition.any_of), 0)
        if isinstance(condition, Between):
            return index.between(condition.facet, condition.low, condition.high)
        if isinstance(condition, Starts):
            begun = (self._begun(word, condition.where, narrow=narrow) for word in condition.words)
            return reduce(and_, begun, index.everything)
        if isinstance(condition, Holds):
            return self._holding(condition.phrase, condition.where, narrow=narrow)
        if isinstance(condition, Listed):
            return self._listed(condition)
        if isinstance(condition, Not):
            return index.everything & ~self.bits(condition.condition, narrow=True)
        found = (self.bits(each, narrow=narrow) for each in condition.conditions)
        return (
            reduce(and_, found, index.everything) if isinstance(condition, AllOf) else reduce(or_, found, 0)
        )

    def tiers(self, condition: Condition, among: int) -> list[int]:
        """Return sets of cards, best first: titles before subtitles and traits, and those before texts."""
        if isinstance(condition, AnyOf):
            branches = [self.tiers(each, among) for each in condition.conditions]
            return _apart(reduce(or_, tier) for tier in zip_longest(*branches, fillvalue=0))
        each_of = condition.conditions if isinstance(condition, AllOf) else (condition,)
        wanted = [
            word
            for each in each_of
            if isinstance(each, Starts) and each.where == ANYWHERE
            for word in each.words
        ]
        for each in each_of:
            if not (isinstance(each, Starts) and each.where == ANYWHERE):
                among &= self.bits(each)
        return self._word_tiers(wanted, among) if wanted else [among]

    def _word_tiers(self, wanted: list[str], among: int) -> list[int]:
        index = self.index
        own = titles = subtitles = texts = among
        for word in dict.fromkeys(wanted):
            if not texts:
                # What is not found anywhere is found in no part: the other words need not be looked up.
                break
            own &= index.titles[self.language].beginning(word)
            titles &= self._begun(word, IN_TITLE)
            subtitles &= self._begun(word, ANYWHERE, narrow=True)
            texts &= self._begun(word, ANYWHERE)
        name = " ".join(wanted)
        names = index.names[self.language]
        exact = self._where(titles, lambda n: any(name == each[n] for each in index.names.values()))
        starting = self._where(own & ~exact, lambda n: names[n].startswith(name))
        return _apart((exact, starting, own, titles, subtitles, texts))

    def _begun(self, word: str, where: str, *, narrow: bool = False) -> int:
        """Return the cards with a word that begins with this."""
        index = self.index
        if where == conditions.IN_TEXT:
            return index.text_words.beginning(word)
        found = reduce(or_, (titles.beginning(word) for titles in index.titles.values()))
        if where == ANYWHERE:
            found |= index.subtitles.beginning(word) | index.codes.get(word, 0)
            if not narrow:
                found |= index.text_words.beginning(word)
        return found

    def _holding(self, phrase: str, where: str, *, narrow: bool) -> int:
        padded, names, texts = f" {phrase}", self.index.names.values(), self.index.texts
        in_names = where != conditions.IN_TEXT
        in_texts = where == conditions.IN_TEXT or (where == ANYWHERE and not narrow)
        return self._where(
            self.index.everything,
            lambda n: (
                (in_names and any(padded in f" {each[n]}" for each in names))
                or (in_texts and padded in texts[n])
            ),
        )

    def _where(self, among: int, fits: Callable[[int], bool]) -> int:
        return sum(1 << number for number in self.index.numbers(among) if fits(number))

    def _listed(self, condition: Listed) -> int:
        index, kind, value = self.index, condition.kind, condition.value
        if kind == conditions.USABLE_BY:
            return index.bits(usable_by(index.catalogue, value, self.taboo).cards)
        if kind == conditions.TABOO:
            return index.bits(self._tabooed(value))
        if kind == conditions.OWNED:
            owned = self.own.owned or {}
            return index.bits(code for code, copies in owned.items() if copies)
        if kind == conditions.FAVOURITE:
            return index.bits(self.own.marks.favourites if self.own.marks else ())
        if kind == conditions.TAG:
            return index.bits(self.own.marks.tags.get(value, ()) if self.own.marks else ())
        if kind == conditions.CODE:
            return index.codes.get(value, 0)
        return index.everything

    def _tabooed(self, what: str) -> Iterable[str]:
        """Return the cards that the taboo list changes in this way; without a list, the newest one."""
        lists = self.index.catalogue.taboo_lists
        listed = lists.get(self.taboo) or lists.get(max(lists, default=""))
        return (code for code, entry in listed.entries.items() if CHANGES[what](entry)) if listed else ()


CHANGES: Mapping[str, Callable[[TabooEntry], bool]] = {
    "changed": lambda entry: True,
    "forbidden": lambda entry: entry.forbidden,
    "dearer": lambda entry: entry.price > 0,
    "cheaper": lambda entry: entry.price < 0,
    "exceptional": lambda entry: bool(entry.exceptional),
}


def _apart(tiers: Iterable[int]) -> list[int]:
    """Return the sets, each without the cards of those before it."""
    found, apart = 0, []
    for tier in tiers:
        apart.append(tier & ~found)
        found |= tier
    return apart
