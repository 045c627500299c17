"""The books and every heading, term, step, question and correction in them, with a sentence of our own.

Three books are about the card game, two about the board games. An entry is the same thing in all books that
have it, for example a term of the glossary in English and German.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules.rulebook.files import HERE, RulebookError, only, read_file


@dataclass(frozen=True, slots=True)
class Book:
    """A book, with the game that it is about."""

    id: str
    title: str
    short: str
    language: str
    game: str
    short_de: str = ""

    def named(self, language: str) -> str:
        """Return the short name for a reader of a language."""
        return self.short_de if language == "de" and self.short_de else self.short

    @property
    def page_mark(self) -> str:
        return "S." if self.language == "de" else "p."


CARD_GAME, BOARD_GAME = "card", "board"
LANGUAGES = ("en", "de")
BOOKS: Mapping[str, Book] = {
    book.id: book
    for book in (
        Book("grimoire-1.1", "Arkham Grimoire v1.1", "Grimoire 1.1", "en", CARD_GAME),
        Book("grimoire-1.0-de", "Arkham Grimoire v1.0 (deutsch)", "Grimoire 1.0", "de", CARD_GAME),
        Book("faq-1.7", "FAQ v1.7", "FAQ 1.7", "en", CARD_GAME),
        Book(
            "board-2e",
            "Arkham Horror Second Edition: Rulebook",
            "Board game 2nd ed.",
            "en",
            BOARD_GAME,
            "Brettspiel 2. Ausgabe",
        ),
        Book(
            "board-3e",
            "Arkham Horror Third Edition: Rules Reference",
            "Board game 3rd ed.",
            "en",
            BOARD_GAME,
            "Brettspiel 3. Ausgabe",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a book: the words that stand there, or ours for a numbered rule, with its page or number."""

    book: Book
    term: str
    page: str = ""
    number: str = ""
    inferred: bool = False
    """The book gives no page for it; it was inferred from its neighbours."""
    kind: str = ""
    """What it is, if it is not the entry itself: a line of the index, of the quick reference …"""
    translation: str = ""
    """Our own translation of the term, if the book does not exist in the other language."""

    def term_in(self, language: str) -> str:
        """Return the term in a language: as printed, or translated; empty if there is neither."""
        return self.term if self.book.language == language else self.translation

    @property
    def pages(self) -> range:
        first, _dash, last = self.page.partition("–")
        return range(int(first), int(last or first) + 1) if first else range(0)

    @property
    def at(self) -> str:
        """Page or number: “p. 39”, “§ 402.3”."""
        if self.page:
            return f"{self.book.page_mark} {self.page}"
        return f"§ {self.number}" if self.number else ""


@dataclass(frozen=True)
class Entry:
    """One thing that the books are about, and where each has it."""

    id: str
    kind: str
    spots: tuple[Spot, ...]
    also: tuple[Spot, ...] = ()
    """Other places that lead here: the index, the quick reference."""
    about: str = ""
    about_de: str = ""
    within: str = ""
    """The id of the entry that it is a part of."""
    see: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """Codes of the cards that it is about."""
    book_ids: frozenset[str] = field(default=frozenset())

    def spot(self, book: str) -> Spot | None:
        return next((spot for spot in self.spots if spot.book.id == book), None)

    def title(self, language: str) -> str:
        """Return the term in a language, printed or translated, or else as the first book has it."""
        return next(filter(None, (spot.term_in(language) for spot in self.spots)), self.spots[0].term)

    def is_called(self, words: str) -> bool:
        """Return whether these words are one of its terms, in any language."""
        terms = (term for spot in self.spots for term in (spot.term, spot.translation))
        return words.casefold() in {term.casefold() for term in terms if term}

    def title_language(self, language: str) -> str:
        """Return the language of the term that `title` gives."""
        found = any(spot.term_in(language) for spot in self.spots)
        return language if found else self.spots[0].book.language

    def is_printed_in(self, language: str) -> bool:
        """Return whether a book in this language has the entry."""
        return any(spot.book.language == language for spot in self.spots)

    def text(self, language: str) -> str:
        both = (self.about_de, self.about) if language == "de" else (self.about, self.about_de)
        return both[0] or both[1]

    def text_language(self, language: str) -> str:
        """Return the language of the sentence that `text` gives."""
        if language == "de":
            return "de" if self.about_de else "en"
        return "en" if self.about else "de"

    @property
    def game(self) -> str:
        return self.spots[0].book.game


class Library(Mapping[str, Entry]):
    """All entries by their ids, in the order of the books."""

    def __init__(self, entries: Iterator[Entry]) -> None:
        self._entries: dict[str, Entry] = {}
        for entry in entries:
            if entry.id in self._entries:
                raise RulebookError(f"books: {entry.id} is there twice")
            self._entries[entry.id] = entry
        for entry in self._entries.values():
            for other in (*entry.see, *filter(None, (entry.within,))):
                if other not in self._entries:
                    raise RulebookError(f"books: {entry.id} refers to {other}, which is not there")

    def __getitem__(self, id: str) -> Entry:
        return self._entries[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    @cached_property
    def parts(self) -> Mapping[str, list[Entry]]:
        """The entries within each entry."""
        found: dict[str, list[Entry]] = {}
        for entry in self.values():
            if entry.within:
                found.setdefault(entry.within, []).append(entry)
        return found

    @cached_property
    def seen_from(self) -> Mapping[str, list[Entry]]:
        """The entries that refer to each entry."""
        found: dict[str, list[Entry]] = {}
        for entry in self.values():
            for other in entry.see:
                found.setdefault(other, []).append(entry)
        return found

    @cached_property
    def by_card(self) -> Mapping[str, list[Entry]]:
        """The corrections, questions and taboos of each card, by its code."""
        found: dict[str, list[Entry]] = {}
        for entry in self.values():
            for code in entry.cards:
                found.setdefault(code, []).append(entry)
        return found

    @cached_property
    def by_heading(self) -> Mapping[tuple[str, str], Entry]:
        """The entries by book and term, without case; the first has priority."""
        found: dict[tuple[str, str], Entry] = {}
        for entry in self.values():
            for spot in entry.spots:
                found.setdefault((spot.book.id, spot.term.casefold()), entry)
        return found

    def at_section(self, book: str, section: str) -> Entry | None:
        """Return the entry of a cited section: “I. Glossary: Copy”."""
        heading = section.rpartition(": ")[2].casefold()
        return self.by_heading.get((book, heading)) or self.by_heading.get((book, section.casefold()))


def _spot(row: Mapping[str, Any], book: str, where: str) -> Spot:
    if book not in BOOKS:
        raise RulebookError(f"{where}: there is no book {book}")
    translation = "term_en" if BOOKS[book].language == "de" else "term_de"
    known = frozenset({"book", "kind", "term", translation, "page", "number", "inferred"})
    only(row, known, frozenset({"term"}), where)
    return Spot(
        BOOKS[book],
        row["term"],
        row.get("page", ""),
        row.get("number", ""),
        row.get("inferred", False),
        row.get("kind", ""),
        row.get(translation, ""),
    )


def read_entry(row: Mapping[str, Any]) -> Entry:
    """Read an entry of a file and check it."""
    where = f"books: {row.get('id')}"
    known = frozenset({"id", "kind", "places", "also", "about", "about_de", "in", "see", "cards"})
    only(row, known, frozenset({"id", "kind", "places"}), where)
    spots = tuple(_spot(place, book, where) for book, place in row["places"].items())
    also = tuple(_spot(place, place["book"], where) for place in row.get("also", ()))
    for language in LANGUAGES:
        if sum(bool(spot.term_in(language)) for spot in spots) != 1:
            raise RulebookError(f"{where}: there must be one term in {language}, printed or translated")
    return Entry(
        id=row["id"],
        kind=row["kind"],
        spots=spots,
        also=also,
        about=row.get("about", ""),
        about_de=row.get("about_de", ""),
        within=row.get("in", ""),
        see=tuple(row.get("see", ())),
        cards=tuple(row.get("cards", ())),
        book_ids=frozenset(spot.book.id for spot in (*spots, *also)),
    )


def files() -> list[str]:
    return sorted(f"books/{path.name}" for path in (HERE / "books").glob("*.json"))


LIBRARY = Library(read_entry(row) for name in files() for row in read_file(name)["entries"])
