"""Search of the catalogue, in memory and fast enough for every keystroke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import or_

from cards import adapters
from cards.search.conditions import EVERYTHING, TABOO_LIST, Condition, Listed, Starts, parts
from cards.search.grammar import QueryError, Word, parse, terms_of
from cards.search.guessing import MOST_WORDS, Spelling
from cards.search.index import Index, keywords_of
from cards.search.matching import Marks, Matcher, Own
from cards.search.normalization import words
from cards.search.query import Query
from cards.search.terms import conditions_of
from cards.titles import reader_language, titles_by_language
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card


@dataclass(frozen=True)
class Found:
    """The cards found, in order. `of` is the number of cards in the catalogue."""

    cards: list[Card]
    of: int

    def __len__(self) -> int:
        return len(self.cards)


def index() -> Index:
    """Return the index of the current catalogue, built once for each version on first use."""
    return adapters.catalogue().memo(Index)


def condition_of(text: str, catalogue: Catalogue) -> Condition:
    """Return the conditions of a text; of one that is not understood, its words."""
    try:
        return conditions_of(parse(text), catalogue)
    except QueryError:
        found = tuple(words(text))[:MOST_WORDS]
        return Starts(found) if found else EVERYTHING


def check(text: str, catalogue: Catalogue) -> QueryError | None:
    """Return what is wrong with a search; None if it is understood."""
    try:
        conditions_of(parse(text), catalogue)
    except QueryError as error:
        return error
    return None


def search(
    query: Query,
    *,
    owned: Mapping[str, int] | None = None,
    marks: Marks | None = None,
    language: str = "",
) -> Found:
    """Return the cards that match the query, in its order; by default the best matches first.

    `owned` is the number of copies of each card, which a query for owned cards needs; `marks` are the
    reader's favourites and tags.
    """
    card_index = index()
    reads = reader_language(card_index.catalogue, language)
    condition = condition_of(query.text, card_index.catalogue)
    matcher = Matcher(card_index, Own(owned, marks), taboo_of(condition, query.taboo), reads)
    among = card_index.matching(query, matcher.taboo)
    if query.owned is not None and owned is not None:
        had = card_index.bits(code for code, copies in owned.items() if copies)
        among &= had if query.owned else ~had
    if marks is not None:
        if query.favourite is not None:
            favourites = card_index.bits(marks.favourites)
            among &= favourites if query.favourite else ~favourites
        if query.own_tags:
            tagged = (card_index.bits(marks.tags.get(name, ())) for name in query.own_tags)
            among &= reduce(or_, tagged, 0)
    tiers = matcher.tiers(condition, among)
    if query.sort:
        tiers = [reduce(or_, tiers)]
    cards = [card for tier in tiers for card in card_index.in_order(tier, query.sort, reads)]
    return Found(cards, len(card_index.cards))


def taboo_of(condition: Condition, usual: str) -> str:
    """Return the taboo list that a search names; else the usual one."""
    named = (each.value for each in parts(condition) if isinstance(each, Listed) and each.kind == TABOO_LIST)
    return next(named, usual)


class CardSpelling(Spelling):
    """The words of titles, subtitles, traits and keywords."""

    def __init__(self, catalogue: Catalogue) -> None:
        known: Counter[str] = Counter()
        for card in catalogue.cards.values():
            texts = (card.title, card.subtitle, *card.traits, card.uses, *keywords_of(card))
            known.update(word for text in texts for word in words(text))
        for titles in titles_by_language(catalogue).values():
            known.update(word for each in titles.values() for word in words(each.title))
        super().__init__(known)


def instead_of(text: str) -> str:
    """Return the search with words that no card has replaced by known ones; empty if there is no guess."""
    card_index = index()
    try:
        node = parse(text)
    except QueryError:
        return ""
    matcher, found, place = Matcher(card_index), "", 0
    unknown = (
        term
        for term in terms_of(node)
        if isinstance(term, Word) and not matcher.bits(Starts(tuple(words(term.text))))
    )
    for term in islice(unknown, MOST_WORDS):
        if guess := card_index.catalogue.memo(CardSpelling).guess("".join(words(term.text))):
            found += text[place : term.place.start] + guess
            place = term.place.end
    return found + text[place:] if found else ""
