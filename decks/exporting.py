"""In which forms can a deck be taken along? ArkhamDB's JSON, which holds everything, text and Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cards.adapters import catalogue
from decks.adapters import OURS, record_of, version_id
from decks.formats.arkhamdb import write_record
from decks.formats.titles import Titles
from decks.formats.writing import write_markdown, write_text
from decks.models import Deck, DeckVersion


def as_json(deck: Deck, version: DeckVersion | None = None, *, mine: bool = True) -> dict[str, Any]:
    """A version in ArkhamDB's JSON, with the ids of its neighbours in the history.

    Where the owner keeps the deck is left out for others.
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
    """ArkhamDB's word for what is wrong."""
    if deck.is_legal:
        return None
    if deck.size != deck.size_needed:
        return "too_few_cards" if deck.size < deck.size_needed else "too_many_cards"
    return "invalid_cards"


def _investigator_name(deck: Deck) -> str:
    card = catalogue().resolve(deck.investigator)
    return card.title if card else ""


def with_history(deck: Deck, *, mine: bool = True) -> list[dict[str, Any]]:
    """Every version that led to the working one, oldest first: a chain that an import puts together again."""
    versions = {version.pk: version for version in deck.versions.all()}
    left = dict(versions)
    chain: list[DeckVersion] = []
    at = deck.working_id
    while at in left:
        version = left.pop(at)
        # Known already, so that nobody asks for it again.
        version.previous = versions.get(version.previous_id or 0)
        chain.append(version)
        at = version.previous_id
    return [as_json(deck, version, mine=mine) for version in reversed(chain)]


def as_text(deck: Deck, version: DeckVersion | None = None, *, german: bool = False) -> str:
    return write_text(Titles.of(catalogue()), record_of(deck, version), german=german)


def as_markdown(deck: Deck, version: DeckVersion | None = None, *, german: bool = False) -> str:
    record = record_of(deck, version)
    experience = deck.experience if version in (None, deck.working) else None
    return write_markdown(Titles.of(catalogue()), record, german=german, experience=experience)


def as_document(deck: Deck, version: DeckVersion | None = None, *, german: bool = False) -> str:
    return json.dumps(as_json(deck, version), ensure_ascii=False, indent=2) + "\n"


#: The forms by the end of a file's name, with their media types.
FORMS: dict[str, tuple[str, Callable[..., str]]] = {
    "json": ("application/json", as_document),
    "txt": ("text/plain; charset=utf-8", as_text),
    "md": ("text/markdown; charset=utf-8", as_markdown),
}
