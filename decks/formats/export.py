"""Exports of decks: the formats that pages, API and command offer, and how each is written.

To add a format, add it to `FORMATS`: all menus, the API and the command use that list.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.adapters import catalogue
from decks.adapters import OURS, record_of, version_id
from decks.formats.arkhamdb import write_record
from decks.formats.titles import Titles
from decks.formats.writing import write_markdown, write_text
from decks.models import Deck, DeckVersion


def as_json(deck: Deck, version: DeckVersion | None = None, *, mine: bool = True) -> dict[str, Any]:
    """Return a version in ArkhamDB's JSON, with the id of the version before it.

    The owner's folder is left out if the export is for another user.
    """
    version = version or deck.working
    assert version is not None
    previous = version.previous
    record = replace(record_of(deck, version), previous=version_id(deck, previous) if previous else "")
    if not mine:
        ours = {key: value for key, value in record.rest[OURS].items() if key != "folder"}
        record = replace(record, rest={**record.rest, OURS: ours})
    return {
        **write_record(record),
        "investigator_name": _investigator_name(deck),
        "date_creation": deck.created.isoformat(timespec="seconds"),
        "date_update": version.changed.isoformat(timespec="seconds"),
        "problem": _problem(deck) if version.pk == deck.working_id else None,
        "version": f"{version.number}.{version.revision}",
    }


def _problem(deck: Deck) -> str | None:
    """Return ArkhamDB's name for the deck's problem."""
    if deck.is_legal:
        return None
    if deck.size != deck.size_needed:
        return "too_few_cards" if deck.size < deck.size_needed else "too_many_cards"
    return "invalid_cards"


def _investigator_name(deck: Deck) -> str:
    card = catalogue().resolve(deck.investigator)
    return card.title if card else ""


def with_history(deck: Deck, *, mine: bool = True) -> list[dict[str, Any]]:
    """Return every version that led to the working one, oldest first, which an import joins again."""
    versions = {version.pk: version for version in deck.versions.all()}
    left = dict(versions)
    chain: list[DeckVersion] = []
    at = deck.working_id
    while at in left:
        version = left.pop(at)
        # Set from memory, to avoid a query.
        version.previous = versions.get(version.previous_id or 0)
        chain.append(version)
        at = version.previous_id
    return [as_json(deck, version, mine=mine) for version in reversed(chain)]


@dataclass(frozen=True, slots=True)
class Export:
    """What to export: a version of a deck, the reader, and the language."""

    deck: Deck
    version: DeckVersion | None = None
    history: bool = False
    """Include every version that led to the working one, in formats that can hold them."""
    mine: bool = True
    """Whether the reader is the owner; others do not see the deck's folder."""
    german: bool = False

    @property
    def decks(self) -> list[dict[str, Any]]:
        """One deck in ArkhamDB's JSON for each version."""
        if self.history:
            return with_history(self.deck, mine=self.mine)
        return [as_json(self.deck, self.version, mine=self.mine)]


def write_json(export: Export) -> str:
    """Write one version as an object, or a history as a list of objects."""
    content: Any = export.decks if export.history else export.decks[0]
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def write_json_lines(exports: Sequence[Export]) -> str:
    rows = [row for export in exports for row in export.decks]
    if len(rows) == 1:
        return write_json(replace(exports[0], history=False))
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def as_text(export: Export) -> str:
    record = record_of(export.deck, export.version)
    return write_text(Titles.of(catalogue()), record, german=export.german)


def as_markdown(export: Export) -> str:
    deck, version = export.deck, export.version
    experience = deck.experience if version in (None, deck.working) else None
    titles = Titles.of(catalogue())
    return write_markdown(titles, record_of(deck, version), german=export.german, experience=experience)


def one_after_the_other(write: Callable[[Export], str]) -> Callable[[Sequence[Export]], str]:
    return lambda exports: "\n".join(map(write, exports))


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format in which decks can be exported."""

    id: str
    """The ending of file names, and the format's name in URLs and commands."""
    title: str | Promise
    media_type: str
    write: Callable[[Export], str]
    write_many: Callable[[Sequence[Export]], str]
    holds_history: bool = False

    def file_name(self, deck: Deck) -> str:
        safe = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in deck.name)[:60]
        return f"{safe or 'deck'}.{self.id}"


FORMATS: dict[str, ExportFormat] = {
    each.id: each
    for each in (
        ExportFormat(
            "json", "ArkhamDB JSON", "application/json", write_json, write_json_lines, holds_history=True
        ),
        ExportFormat("txt", _("Text"), "text/plain; charset=utf-8", as_text, one_after_the_other(as_text)),
        ExportFormat(
            "md", "Markdown", "text/markdown; charset=utf-8", as_markdown, one_after_the_other(as_markdown)
        ),
    )
}
