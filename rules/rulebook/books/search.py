"""Search in the books: entries that answer a question, in either language, by word, page, number or heading.

A question need not be worded as the books are. Words that mean little are left out, endings do not matter,
German compounds are taken apart, and a few words stand for each other. The rarer a word, the more it counts.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from rules.rulebook import RULEBOOK
from rules.rulebook.books import BOARD_GAME, LANGUAGES, LIBRARY, Entry, Spot
from rules.rulebook.books.spelling import Spelling
from rules.rulebook.books.words import STOP_WORDS, SYNONYMS, book_words, books_named, stem
from rules.rulebook.rule_search import PAGE_QUERY, words_of

#: The weight of a word by its place.
TERM, ALSO, SENTENCE, RULES, WITHIN = 8.0, 6.0, 4.0, 1.5, 1.0
#: How well a word fits: itself, a word that begins or ends with it, a part of it, one that means the same,
#: one that it becomes when a slip is put right.
WHOLE, BEGINS, ENDS, PART, SAME_MEANING, MISSPELT = 1.0, 0.6, 0.5, 0.5, 0.7, 0.8
#: A heading that is exactly the question comes first, then one that has all of its words.
EXACT, ALL_OF_IT = 1000.0, 12.0
#: Kinds of entries that readers rarely look for.
BACKGROUND = {
    **dict.fromkeys(("anatomy item", "anatomy picture", "anatomy key", "product icon", "icon list"), 0.5),
    **dict.fromkeys(("encounter set", "encounter set substitution", "front matter", "symbol"), 0.5),
    **dict.fromkeys(("errata card", "errata guide", "taboo entry", "modified reprint"), 0.6),
    **dict.fromkeys(
        ("glossary sub-entry", "glossary pointer", "section", "contents entry", "index entry"), 0.7
    ),
    **dict.fromkeys(("FAQ question", "quick reference", "setup step", "optional rule"), 0.8),
}
OF_BOARD_GAMES = 0.55
#: What remains of the score of other books, where a question names one.
OF_OTHER_BOOKS = 0.3
#: Entries whose score is a smaller part of the best are not shown.
NOISE = 0.15
#: The most words of a question that are looked up, and with which a bare number is a page.
MOST_WORDS, MOST_WORDS_WITH_A_PAGE = 16, 2
SHORTEST_PART = 4


class Hit(NamedTuple):
    """An entry with its score."""

    entry: Entry
    score: float


class Index:
    """The stems of all entries, with their weights."""

    def __init__(self) -> None:
        self.weights: dict[str, dict[str, float]] = {}
        self.numbers: dict[str, list[str]] = {}
        self.headings: dict[tuple[str, ...], list[str]] = {}
        self.importance: dict[str, float] = {}
        self.order = {entry: place for place, entry in enumerate(LIBRARY)}
        rules = _sentences_of_rules()
        for entry in LIBRARY.values():
            self._add(entry, rules.get(entry.id, ()))
        self.stems = sorted(self.weights)
        self.spelling = Spelling({*self.weights, *_meanings()})
        self.backwards = sorted(each[::-1] for each in self.stems)
        self.rarity = {each: math.log(1 + len(LIBRARY) / len(found)) for each, found in self.weights.items()}

    def _add(self, entry: Entry, sentences: Iterable[tuple[str, str]]) -> None:
        for spot in (*entry.spots, *entry.also):
            self._add_spot(entry, spot, TERM if spot in entry.spots else ALSO)
        self.importance[entry.id] = _importance(entry)
        self._put(entry, words_of(entry.about), "en", SENTENCE)
        self._put(entry, words_of(entry.about_de), "de", SENTENCE)
        if entry.within:
            for language in LANGUAGES:
                self._put(entry, words_of(LIBRARY[entry.within].title(language)), language, WITHIN)
        for sentence, language in sentences:
            self._put(entry, words_of(sentence), language, RULES)

    def _add_spot(self, entry: Entry, spot: Spot, weight: float) -> None:
        for language in LANGUAGES:
            if not (term := spot.term_in(language)):
                continue
            self._put(entry, words_of(term), language, weight)
            # “Machete (20)” is also found by the title alone.
            for heading in {term, term.partition(" (")[0] if term.endswith(")") else term}:
                found = self.headings.setdefault(tuple(words_of(heading)), [])
                if entry.id not in found:
                    found.append(entry.id)
        for page in spot.pages:
            self._number(f"#{page}", entry)
            self._number(f"{spot.book.page_mark[0].casefold()}#{page}", entry)
        for number in {spot.number, *(w for w in words_of(spot.term) if w[0].isdigit() and "." in w)}:
            if number:
                self._number(number, entry)

    def _put(self, entry: Entry, words: Iterable[str], language: str, weight: float) -> None:
        for word in words:
            found = self.weights.setdefault(stem(word, language), {})
            found[entry.id] = max(weight, found.get(entry.id, 0.0))

    def _number(self, number: str, entry: Entry) -> None:
        found = self.numbers.setdefault(number, [])
        if entry.id not in found:
            found.append(entry.id)

    def fitting(self, word: str) -> dict[str, float]:
        """Return the stems that a word of a question means, and how well each fits."""
        found: dict[str, float] = {}

        def add(each: str, fit: float) -> None:
            if each in self.weights:
                found[each] = max(fit, found.get(each, 0.0))

        own = {stem(word, language) for language in LANGUAGES}
        for each in own:
            add(each, WHOLE)
            if len(each) >= SHORTEST_PART:
                for longer in _beginning_with(self.stems, each):
                    add(longer, BEGINS)
                for longer in _beginning_with(self.backwards, each[::-1]):
                    add(longer[::-1], ENDS)
        for other in SYNONYMS.get(word, ()) or {w for each in own for w in _meaning(each)}:
            for language in LANGUAGES:
                add(stem(other, language), SAME_MEANING if other != word else WHOLE)
        if not found or max(found.values()) < WHOLE:
            for part in _parts(word, self.weights):
                add(part, PART)
        # Parts of a compound are all that is left of some words with a slip.
        if max(found.values(), default=0.0) <= PART:
            for meant in {known for each in own for known in self.spelling.meant_by(each)}:
                add(meant, MISSPELT)
                for other in _meaning(meant):
                    for language in LANGUAGES:
                        add(stem(other, language), MISSPELT * SAME_MEANING)
        return found

    def hits(self, word: str) -> tuple[float, dict[str, float]]:
        """Return how rare a word of a question is, and what it adds to the scores of entries.

        Entries have the word itself, or one that it means. An unknown word is not rare: it does not count.
        """
        found: dict[str, float] = {}
        fitting = self.fitting(word)
        best = max(fitting.values(), default=0.0)
        rarity = max((self.rarity[each] for each, fit in fitting.items() if fit == best), default=0.0)
        for each, fit in fitting.items():
            # A question's word is as rare as itself, also where a word that means the same is rarer.
            rare = min(rarity, self.rarity[each] * 1.2) if best == WHOLE else self.rarity[each]
            for entry, weight in self.weights[each].items():
                found[entry] = max(fit * rare * weight, found.get(entry, 0.0))
        return rarity, found


def _beginning_with(ordered: list[str], start: str) -> Iterator[str]:
    for place in range(bisect_left(ordered, start), len(ordered)):
        if not ordered[place].startswith(start):
            return
        yield ordered[place]


def _parts(word: str, known: dict[str, dict[str, float]]) -> Iterator[str]:
    """Yield the known parts of a German compound: Begegnungskarte has Begegnung and Karte."""
    for cut in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
        head, tail = word[:cut], word[cut:]
        heads = {stem(each, "de") for each in (head, head.removesuffix("s"))} & known.keys()
        tails = {stem(tail, "de")} & known.keys()
        if heads and tails:
            yield from heads | tails


@cache
def _meanings() -> dict[str, frozenset[str]]:
    """Return the groups of synonyms by the stems of their words."""
    found: dict[str, frozenset[str]] = {}
    for word, group in SYNONYMS.items():
        for language in LANGUAGES:
            key = stem(word, language)
            found[key] = found.get(key, frozenset()) | group
    return found


def _meaning(stemmed: str) -> frozenset[str]:
    return _meanings().get(stemmed, frozenset())


def _sentences_of_rules() -> dict[str, list[tuple[str, str]]]:
    """Return the sentences of the judge's rules by the entry of the section that they are cited from."""
    found: dict[str, list[tuple[str, str]]] = {}
    for rule in RULEBOOK.values():
        for edition, citation in rule.citations.items():
            for place in citation.places:
                if entry := LIBRARY.at_section(edition, place.section):
                    found.setdefault(entry.id, []).extend((rule.text(each), each) for each in LANGUAGES)
    return found


def content_words(text: str) -> str:
    """Return the words of a question that matter; all of them if none does."""
    words = words_of(text)
    return " ".join([word for word in words if word not in STOP_WORDS] or words)


@cache
def index() -> Index:
    return Index()


def search_books(text: str, books: frozenset[str] = frozenset()) -> list[Hit]:
    """Return the entries that match, best first; all books, or some."""
    known = index()
    scores: defaultdict[str, float] = defaultdict(float)
    pages = [f"{mark[0].casefold()}#{int(number)}" for mark, number in PAGE_QUERY.findall(text)]
    words = book_words(PAGE_QUERY.sub(" ", text))
    wanted = [word for word in dict.fromkeys(words) if word not in STOP_WORDS] or list(dict.fromkeys(words))
    wanted = wanted[:MOST_WORDS]
    matched: defaultdict[str, float] = defaultdict(float)
    whole = 0.0
    for word in wanted:
        rarity, shares = known.hits(word)
        whole += rarity
        for entry, share in shares.items():
            scores[entry] += share
            matched[entry] += rarity
    for word in wanted:
        for number in known.numbers.get(word, ()) or _heading_of_number(word, known):
            scores[number] += EXACT / 2 if "." in word or len(word) > 2 else ALL_OF_IT
            matched[number] = whole
        # In a sentence a bare number is not a page.
        if word.isdigit() and len(wanted) <= MOST_WORDS_WITH_A_PAGE:
            for entry in known.numbers.get(f"#{word}", ()):
                scores[entry] += ALL_OF_IT
                matched[entry] = whole
    for entry in scores:
        scores[entry] *= (matched[entry] / whole if whole else 1.0) * known.importance[entry]
    if named := books_named(text):
        for entry in scores:
            scores[entry] *= 1 / OF_BOARD_GAMES if LIBRARY[entry].book_ids & named else OF_OTHER_BOOKS
    if pages:
        both = set.intersection(*(set(known.numbers.get(page, ())) for page in pages))
        scores = defaultdict(float, {entry: scores[entry] if wanted else 1.0 for entry in both})
    for entry in known.headings.get(tuple(words_of(text)), ()):
        scores[entry] += EXACT * known.importance[entry]
    # What matches much worse than the best is noise; exact headings do not count for that.
    best = max((score for score in scores.values() if score < EXACT / 4), default=0.0)
    found = [Hit(LIBRARY[entry], score) for entry, score in scores.items() if score > NOISE * best]
    if books:
        found = [hit for hit in found if hit.entry.book_ids & books]
    return sorted(found, key=lambda hit: (-hit.score, known.order[hit.entry.id]))


def _heading_of_number(word: str, known: Index) -> list[str]:
    """Return the heading of a numbered rule that has no entry of its own: 402 for 402.5."""
    head, dot, _rest = word.partition(".")
    return known.numbers.get(head, []) if dot and len(head) == 3 and head.isdigit() else []


def _importance(entry: Entry) -> float:
    """Return how likely an entry is what a player looks for: a short heading, a rule and not a picture."""
    shorter = 1.0 / (1.0 + 0.03 * min(len(words_of(spot.term)) for spot in entry.spots))
    return shorter * BACKGROUND.get(entry.kind, 1.0) * (OF_BOARD_GAMES if entry.game == BOARD_GAME else 1.0)
