"""Search in the rulebook: the rules that match words, a rule's id, a card, or a page.

Every word must be found. Where a word is found, and how well it matches, decides the order.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

from rules.rulebook import RULEBOOK, Rule
from rules.rulebook.citation import DOCUMENTS
from rules.rulebook.interpretations import INTERPRETATIONS
from rules.rulebook.ultimatums import Ultimatum

# The weight of a match by its place: the rule's own text comes before related text.
ID, NAME, SENTENCE, PAGE, SECTION, PLACE, CASE, INTERPRETATION = 12, 10, 8, 8, 4, 3, 2, 1

# How well a word matches: German joins words, so that a search for Schwäche also finds Grundschwäche.
WHOLE, BEGINS, HOLDS = 4, 2, 1

PAGE_QUERY = re.compile(r"\b(page|seite|p|s)\.?\s*([0-9]{1,4})\b", re.IGNORECASE)
WORD = re.compile(r"e-\d+|\d+\.\d+(?:[a-z]\b)?|[^\W_]+")


class Index:
    """The words of all rules in one language, and their weight in each rule. A page is a word: p#39."""

    def __init__(self, language: str) -> None:
        self.weights: dict[str, dict[str, int]] = {}
        for rule in RULEBOOK.values():
            self._add(rule, language)

    def _add(self, rule: Rule, language: str) -> None:
        self._put(rule, [rule.id], ID)
        self._put(rule, [rule.text(language)], SENTENCE)
        self._put(rule, [rule.section.id, rule.section.name(language)], SECTION)
        self._put(rule, rule.examples(language), CASE)
        if isinstance(rule, Ultimatum):
            self._put(rule, [rule.name, rule.title(language)], NAME)
        for edition, citation in rule.citations.items():
            mark = DOCUMENTS[edition].page_mark[0].casefold()
            for place in citation.places:
                self._put(rule, [place.section], PLACE)
                for page in place.pages:
                    for word in (f"{mark}#{page}", f"#{page}"):
                        self._weigh(word, rule.id, PAGE)
        for interpretation in INTERPRETATIONS.values():
            if rule.id in interpretation.rules:
                self._weigh(interpretation.id.casefold(), rule.id, ID)
                spoken = [interpretation.question_text(language), interpretation.decision_text(language)]
                self._put(rule, spoken, INTERPRETATION)

    def _put(self, rule: Rule, texts: Iterable[str], weight: int) -> None:
        for text in texts:
            for word in words_of(text):
                self._weigh(word, rule.id, weight)

    def _weigh(self, word: str, rule: str, weight: int) -> None:
        rules = self.weights.setdefault(word, {})
        rules[rule] = max(weight, rules.get(rule, 0))

    def hits(self, word: str) -> dict[str, int]:
        """Return the rules that have the word, or one that begins with it, and how well it matches."""
        found: dict[str, int] = {}
        for known, fit in self._fitting(word):
            for rule, weight in self.weights[known].items():
                found[rule] = max(fit * weight, found.get(rule, 0))
        return found

    def _fitting(self, word: str) -> Iterator[tuple[str, int]]:
        # A part of a number is another number: 1 is not 12. A bare number may be a page.
        if word[-1].isdigit():
            yield from ((known, WHOLE) for known in (word, f"#{word}") if known in self.weights)
            return
        for known in self.weights:
            if known == word:
                yield known, WHOLE
            elif known.startswith(word):
                yield known, BEGINS
            elif len(word) >= 4 and word in known:
                yield known, HOLDS


@cache
def index(language: str) -> Index:
    return Index(language)


def words_of(text: str) -> list[str]:
    """Return the words of a text without case and accents.

    “Morrígan’s” gives morrigan and s, “E-09” stays whole.
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return WORD.findall("".join(letter for letter in plain if not unicodedata.combining(letter)))


def query_words(text: str) -> list[str]:
    """Return the words that must be found: “copies S. 43” means the word copies and a German page 43."""
    pages = [f"{mark[0].casefold()}#{int(number)}" for mark, number in PAGE_QUERY.findall(text)]
    return pages + words_of(PAGE_QUERY.sub(" ", text))


def find(text: str, language: str) -> tuple[Rule, ...]:
    if text.strip() in RULEBOOK:
        return (RULEBOOK[text.strip()],)
    query = query_words(text)
    if not query:
        return ()
    hits = [index("de" if language == "de" else "en").hits(word) for word in query]
    found = set(hits[0]).intersection(*hits[1:])
    # Sorting keeps the rulebook's order among equal matches.
    in_order = [rule for rule in RULEBOOK.values() if rule.id in found]
    return tuple(sorted(in_order, key=lambda rule: -sum(hit[rule.id] for hit in hits)))
