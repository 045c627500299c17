"""The pages of the books: one search over all of them, their contents, and everything about one entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards import adapters
from cards.related_rules import entries_about
from cards.text.names import language
from rulebook.kinds import kind_name
from rulebook.rules_page import LONGEST_TEXT, card_named, place, rules_by_entry
from rules.cards.model import Card
from rules.rulebook import RULEBOOK, Rule, search
from rules.rulebook.books import BOOKS, LANGUAGES, LIBRARY, Book, Entry, Spot
from rules.rulebook.books.search import content_words, search_books
from rules.rulebook.timing import CHARTS, Chart, in_language

#: The most entries and rules that a search shows.
SHOWN, RULES_SHOWN = 20, 6
GAMES: Mapping[str, str | Promise] = {
    "card": gettext_lazy("The card game"),
    "board": gettext_lazy("The board games"),
}
#: The chart that shows an entry of this kind, or this entry.
CHARTS_OF_KINDS = {
    "initiation step": "initiation",
    "initiation check": "initiation",
    "setup step": "setup",
}
CHARTS_OF_ENTRIES = {
    "i-mythos-phase": "mythos",
    "ii-investigation-phase": "investigation",
    "iii-enemy-phase": "enemy",
    "iv-upkeep-phase": "upkeep",
    "mythos-phase": "mythos",
    "investigation-phase": "investigation",
    "enemy-phase": "enemy",
    "upkeep-phase": "upkeep",
    "skill-tests": "skill-test",
    "iii-timing-and-gameplay": "round",
    "framework-event-details": "round",
    "iv-skill-test-timing": "skill-test",
    "v-initiation-sequence": "initiation",
    "vi-scenario-setup": "setup",
    "attack-of-opportunity": "other-attacks",
    "dealing-damage-horror": "harm",
    "fight-action": "fight",
    "evade-evade-action": "evade",
    "investigate-action": "investigate",
    "elimination": "elimination",
    "act-deck-and-agenda-deck": "advance",
    "standalone-mode": "standalone",
    "epic-campaign-mode": "epic",
}


@dataclass(frozen=True)
class BookFilters:
    """The filters of the page, and the errors in them."""

    text: str
    books: tuple[Book, ...]
    card: Card | None
    errors: tuple[str, ...]

    @property
    def narrows(self) -> bool:
        return bool(self.text)

    def address(self, **changes: Any) -> str:
        current = {"q": self.text, "book": [book.id for book in self.books]}
        given = [(name, value) for name, value in {**current, **changes}.items() if value]
        return f"?{urlencode(given, doseq=True)}" if given else ""


def read_book_filters(parameters: QueryDict) -> BookFilters:
    """Read the filters; a value that is unknown is reported and left out."""
    errors = []
    text = " ".join(parameters.get("q", "").split())
    if len(text) > LONGEST_TEXT:
        errors.append(_("A search can have at most 200 characters."))
        text = ""
    wanted = [book for book in parameters.getlist("book") if book]
    errors += [
        _("Unknown book “%(value)s”.") % {"value": book[:60]} for book in wanted[:5] if book not in BOOKS
    ]
    books = tuple(book for book in BOOKS.values() if book.id in wanted)
    return BookFilters(text, books, card_named(text), tuple(errors))


@dataclass(frozen=True)
class EntryRow:
    """An entry in a list."""

    entry: Entry

    @property
    def url(self) -> str:
        return entry_url(self.entry.id)

    @property
    def kind(self) -> str:
        return kind_name(self.entry.kind)

    @property
    def title(self) -> str:
        return self.entry.title(language())

    @property
    def title_lang(self) -> str:
        return self.entry.title_language(language())

    @property
    def printed(self) -> Spot | None:
        """The first place of the entry, if its title is our translation and no book has it."""
        return None if self.entry.is_printed_in(self.title_lang) else self.entry.spots[0]

    @property
    def sentence(self) -> str:
        return self.entry.text(language())

    @property
    def lang(self) -> str:
        return self.entry.text_language(language())

    @property
    def places(self) -> list[tuple[str, str, str]]:
        """The short name of each book, the place in it, and the language of the book."""
        return [(spot.book.named(language()), spot.at, spot.book.language) for spot in self.entry.spots]

    @property
    def within(self) -> str:
        return LIBRARY[self.entry.within].title(language()) if self.entry.within else ""


@cache
def entry_url(entry: str) -> str:
    return reverse("book-entry", args=[entry])


def found_entries(filters: BookFilters) -> list[Entry]:
    """Return the entries about the card that was named, then those with the words, best first."""
    chosen = frozenset(book.id for book in filters.books)
    about = entries_about(adapters.catalogue(), filters.card) if filters.card else []
    found = {entry.id: entry for entry in about}
    found |= {hit.entry.id: hit.entry for hit in search_books(filters.text, chosen)}
    return [entry for entry in found.values() if not chosen or entry.book_ids & chosen]


def books_context(filters: BookFilters) -> dict[str, Any]:
    page: dict[str, Any] = {
        "filters": filters,
        "games": [
            (title, [(book, book in filters.books) for book in BOOKS.values() if book.game == game])
            for game, title in GAMES.items()
        ],
        "total": len(RULEBOOK),
        "entries": len(LIBRARY),
    }
    if not filters.narrows:
        return page | {"contents": contents(filters.books)}
    found = found_entries(filters)
    rules = search(content_words(filters.text), language()) if not filters.books else ()
    return page | {
        "rows": [EntryRow(entry) for entry in found[:SHOWN]],
        "left": max(0, len(found) - SHOWN),
        "number": ngettext("%(n)d entry", "%(n)d entries", len(found)) % {"n": len(found)},
        "rules": [rule_link(rule) for rule in rules[:RULES_SHOWN]],
        "all_rules": f"{reverse('rule-list')}?{urlencode({'q': filters.text})}"
        if len(rules) > RULES_SHOWN
        else "",
    }


def contents(books: tuple[Book, ...]) -> list[tuple[Book, tuple[tuple[str, str, str, str], ...]]]:
    """Return the main headings of each book: URL, heading, translation, number of parts or place."""
    return [(book, _headings(book, language())) for book in books or BOOKS.values()]


@cache
def _headings(book: Book, reader: str) -> tuple[tuple[str, str, str, str], ...]:
    return tuple(
        (
            entry_url(entry.id),
            spot.term,
            spot.translation if book.language != reader else "",
            str(len(LIBRARY.parts.get(entry.id, ())) or spot.at),
        )
        for entry in LIBRARY.values()
        if not entry.within and (spot := entry.spot(book.id))
    )


def rule_link(rule: Rule) -> tuple[str, str, str]:
    """Return id, sentence and URL of a rule that the site knows."""
    return rule.id, rule.text(language()), place(rule.id)


def chart_of(entry: Entry) -> Chart | None:
    """Return the timing chart that shows an entry as a part of a sequence."""
    chart = CHARTS_OF_ENTRIES.get(entry.id) or CHARTS_OF_KINDS.get(entry.kind)
    if chart is None and entry.kind == "timing step":
        chart = "skill-test" if entry.id.startswith("st-") else CHARTS_OF_ENTRIES.get(entry.within)
    return CHARTS[chart] if chart else None


def entry_context(entry: Entry) -> dict[str, Any]:
    """Return the content of the page of one entry."""
    catalogue = adapters.catalogue()
    see = {other: LIBRARY[other] for other in entry.see}
    see |= {other.id: other for other in LIBRARY.seen_from.get(entry.id, ())}
    chart = chart_of(entry)
    return {
        "row": EntryRow(entry),
        "entry": entry,
        "editions": [(spot, _sentence_in(entry, spot), _others(entry, spot.book)) for spot in entry.spots],
        "elsewhere": [spot for spot in entry.also if not entry.spot(spot.book.id)],
        "kinds": {spot: kind_name(spot.kind) for spot in entry.also},
        "up": EntryRow(LIBRARY[entry.within]) if entry.within else None,
        "parts": [EntryRow(part) for part in LIBRARY.parts.get(entry.id, ())],
        "see": [EntryRow(other) for other in see.values()],
        "cards": [card for code in entry.cards if (card := catalogue.resolve(code))],
        "rules": [rule_link(RULEBOOK[rule]) for rule in rules_by_entry().get(entry.id, ())],
        "chart": (in_language(chart.title, language()), f"{reverse('timing')}#{chart.id}") if chart else None,
        "total": len(RULEBOOK),
    }


def _sentence_in(entry: Entry, spot: Spot) -> tuple[str, str]:
    """Return the sentence about what this book says, and its language.

    Editions in both languages have each their own; otherwise it is the sentence for the reader.
    """
    wanted = spot.book.language if all(map(entry.is_printed_in, LANGUAGES)) else language()
    return entry.text(wanted), entry.text_language(wanted)


def _others(entry: Entry, book: Book) -> list[tuple[str, Spot]]:
    """Return the other places of a book that lead to the entry, with what they are."""
    return [(kind_name(spot.kind), spot) for spot in entry.also if spot.book is book]
