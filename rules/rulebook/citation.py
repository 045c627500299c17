"""Citations: the document, section and page that state a rule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.rulebook.files import RulebookError, only

#: What a document does with a rule. Silent: the rule applies, and another document is cited for it. Absent:
#: the edition does not have the rule. Contrary: the document rules otherwise, at the place cited.
STATES, SILENT, ABSENT, CONTRARY = "states", "silent", "absent", "contrary"

PAGE = re.compile(r"[1-9]\d*(–[1-9]\d*)?")


@dataclass(frozen=True, slots=True)
class Document:
    """A rulebook, as an edition's citations name it."""

    id: str
    title: str
    language: str

    @property
    def page_mark(self) -> str:
        return "S." if self.language == "de" else "p."


DOCUMENTS: Mapping[str, Document] = {
    document.id: document
    for document in (
        Document("grimoire-1.1", "Arkham Grimoire v1.1", "en"),
        Document("grimoire-1.0-de", "Arkham Grimoire v1.0 (deutsch)", "de"),
        Document("faq-1.7", "FAQ v1.7", "en"),
    )
}

#: If an edition is silent, these documents are tried in turn. The Grimoires leave the older cards to the FAQ
#: (E-01); the FAQ supplements a Rules Reference, which is cited through the Grimoire that replaced it.
INSTEAD: Mapping[str, tuple[str, ...]] = {
    "grimoire-1.1": ("faq-1.7", "grimoire-1.0-de"),
    "grimoire-1.0-de": ("grimoire-1.1", "faq-1.7"),
    "faq-1.7": ("grimoire-1.1", "grimoire-1.0-de"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A section of a document, with its page if the document has pages."""

    section: str
    page: str = ""
    """A number, or a range such as 39–40."""
    inferred: bool = False
    """The document gives no page for this heading; it was inferred from the neighbouring headings."""

    @property
    def pages(self) -> range:
        """Every page of the place."""
        if not self.page:
            return range(0)
        first, _, last = self.page.partition("–")
        return range(int(first), int(last or first) + 1)


@dataclass(frozen=True, slots=True)
class Citation:
    """The citation that a verdict shows with a rule. The first place states it; the others support it."""

    edition: str
    places: tuple[Place, ...]
    note: str = ""
    note_de: str = ""
    contrary: bool = False
    """The document rules otherwise here."""
    silent: str = ""
    """The edition that was asked for and is silent, so that this document is cited instead."""

    @property
    def document(self) -> str:
        return DOCUMENTS[self.edition].title

    @property
    def language(self) -> str:
        """The language of the document, of its title and its sections."""
        return DOCUMENTS[self.edition].language

    @property
    def section(self) -> str:
        return self.places[0].section

    @property
    def page(self) -> str:
        return self.places[0].page

    def at(self, place: Place) -> str:
        """Return the section and page: “IX. Deck Customization: Classes, p. 40”"""
        if not place.page:
            return place.section
        return f"{place.section}, {DOCUMENTS[self.edition].page_mark} {place.page}"

    def __str__(self) -> str:
        return self.short("en")

    def short(self, language: str) -> str:
        """Return the first place, and the remark for a reader of this language."""
        return f"{self.first}{self.remark(language)}"

    @property
    def first(self) -> str:
        """The document and its first place, in its language."""
        return f"{self.document}, {self.at(self.places[0])}"

    @property
    def everywhere(self) -> str:
        """The document and every place."""
        return f"{self.document}, {'; '.join(self.at(place) for place in self.places)}"

    def remark(self, language: str) -> str:
        """Return that an edition is silent or rules otherwise."""
        if self.silent:
            verb = "sagt dazu nichts" if language == "de" else "is silent"
            return f" ({DOCUMENTS[self.silent].title} {verb})"
        if self.contrary:
            return " (regelt es anders)" if language == "de" else " (contrary)"
        return ""

    def note_in(self, language: str) -> str:
        return self.note_de if language == "de" else self.note

    def instead_of(self, edition: str) -> Citation:
        """Return this citation as a replacement for an edition that is silent."""
        return replace(self, silent=edition)


def read_citation(row: Mapping[str, Any], edition: str, where: str) -> tuple[str, Citation | None]:
    """Return what the edition does with a rule, and where; a silent document has no citation."""
    where = f"{where}, {edition}"
    if edition not in DOCUMENTS:
        raise RulebookError(f"{where}: there is no such edition")
    only(row, frozenset({"stance", "at", "note", "note_de"}), frozenset(), where)
    if ("note" in row) != ("note_de" in row):
        raise RulebookError(f"{where}: a note is in both languages")
    stance = row.get("stance", STATES)
    if stance not in (STATES, SILENT, ABSENT, CONTRARY):
        raise RulebookError(f"{where}: “{stance}” is not a stance")
    places = tuple(read_place(place, where) for place in row.get("at", ()))
    if (stance in (STATES, CONTRARY)) != bool(places):
        raise RulebookError(f"{where}: “{stance}” and {len(places)} places do not go together")
    if not places:
        return stance, None
    return stance, Citation(edition, places, row.get("note", ""), row.get("note_de", ""), stance == CONTRARY)


def read_place(row: Mapping[str, Any], where: str) -> Place:
    only(row, frozenset({"section", "page", "inferred"}), frozenset({"section"}), where)
    page = row.get("page", "")
    if page and not PAGE.fullmatch(page):
        raise RulebookError(f"{where}: “{page}” is not a page")
    return Place(row["section"], page, row.get("inferred", False))
