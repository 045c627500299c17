"""Completion of a search: fields and values that fit what stands before the caret."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cards.search import boxes
from cards.search.grammar import quoted
from cards.search.matching import Marks
from cards.search.normalization import words
from cards.search.query import CHAPTERS, CLASSES, ICONS, KEYWORDS, SLOTS, TAGS, TYPES, WEAKNESSES
from cards.search.terms import trait_names, uses_names
from cards.search.vocabulary import ACTIONS, FIELDS, NAMES, TABOOS, TRUTH
from rules.cards.catalogue import Catalogue
from rules.cards.model import SKILLS

MOST_SUGGESTIONS = 8
#: The field and its value before the caret; of several values the last.
VALUE = re.compile(
    r"([a-z][a-z_-]*)\s*(?:<=|>=|!=|[:=<>])\s*(?:(?:[^\s,()\"“”„]+|[\"“”„][^\"“”„]*[\"“”„]),)*"
    r"([\"“”„][^\"“”„]*|[^\s,()\"“”„]*)$",
    re.IGNORECASE,
)
WORD = re.compile(r"(?:^|[\s(-])([a-z][a-z-]+)$", re.IGNORECASE)
CHOICES: dict[str, Iterable[str]] = {
    "class": (*CLASSES, "multiclass"),
    "type": TYPES,
    "level": ("0", "1", "2", "3", "4", "5", "none"),
    "slot": SLOTS,
    "icons": ICONS,
    "keyword": KEYWORDS,
    "does": TAGS,
    "action": ACTIONS,
    "boost": SKILLS,
    "weakness": WEAKNESSES,
    "chapter": CHAPTERS,
    "taboo": TABOOS,
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A text that takes the place of a part of the search."""

    text: str
    label: str
    start: int
    end: int


def complete(text: str, caret: int, catalogue: Catalogue, marks: Marks | None = None) -> list[Suggestion]:
    """Return what may be meant at the caret, the likeliest first."""
    before = text[: max(0, caret)]
    if match := VALUE.search(before):
        field = NAMES.get(match[1].lower().replace("_", "-"))
        if field is None:
            return []
        wanted = words(match[2])
        known = list(_known(field.name, field.kind, catalogue, marks))
        found = [value for value in known if _fits(wanted, value)]
        found.sort(key=lambda value: not " ".join(words(value)).startswith(" ".join(wanted)))
        start, end = match.start(2), len(before)
        return [Suggestion(f"{quoted(value)} ", value, start, end) for value in found[:MOST_SUGGESTIONS]]
    if match := WORD.search(before):
        begun = match[1].lower()
        return [
            Suggestion(f"{field.name}:", str(field.label), match.start(1), len(before))
            for field in FIELDS
            if any(name.startswith(begun) for name in (field.name, *field.aliases) if len(name) > 1)
        ][:MOST_SUGGESTIONS]
    return []


def _fits(wanted: list[str], value: str) -> bool:
    text = " " + " ".join(words(value))
    return all(f" {word}" in text for word in wanted)


def _known(name: str, kind: str, catalogue: Catalogue, marks: Marks | None) -> Iterator[str]:
    """Yield the values that a field can have."""
    if kind == TRUTH:
        yield from ("yes", "no")
    elif name in CHOICES:
        yield from CHOICES[name]
    elif name == "trait":
        yield from trait_names(catalogue)
    elif name == "uses":
        yield from uses_names(catalogue)
    elif name == "box":
        yield from boxes.titles(catalogue)
    elif name == "cycle":
        yield from boxes.cycles(catalogue).values()
    elif name == "usable-by":
        yield from boxes.investigator_titles(catalogue)
    elif name == "taboo-list":
        yield from sorted(catalogue.taboo_lists, reverse=True)
    elif name == "tag" and marks:
        yield from sorted(marks.tags)
