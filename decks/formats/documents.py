"""Which decks are in a JSON text? One object, several, JSON lines, an answer of an API, an export of many."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from decks.formats import jsontext
from decks.formats.errors import Unreadable, UnreadableDeck, UnreadableText, _

#: How far below the top an export keeps its decks: arkham.build's backup has them at data.data.decks.
_REACH = 4

_NO_DECK = _("There is no deck here: no JSON object with slots.")


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands where a deck should: its JSON, or why it could not be read."""

    data: Any = None
    line: int = 0
    """The line of JSON lines, from 1; 0 where the document is one text."""
    number: int = 1
    """Which one of the document's decks this is, from 1."""
    error: Unreadable | None = None


def read_document(text: str) -> list[Entry]:
    """All decks of a text, in order. Unreadable (text or deck) where there is not a single one to be had.

    A bad line of JSON lines, or a bad row of an array, is an Entry with an error: the others can be read.
    """
    text = text.removeprefix("\N{BYTE ORDER MARK}")
    if not text.strip():
        raise UnreadableText(_("There is nothing to read."))
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and _is_json_object(lines[0][1]):
        entries = _read_lines(lines)
    else:
        try:
            entries = [entry for value in _values(text) for entry in _entries(value)]
        except UnreadableText:
            # JSON lines of which the first is broken, or nothing of the kind.
            if not any(_is_json_object(line) for _number, line in lines[1:]):
                raise
            entries = _read_lines(lines)
    return [replace(entry, number=number) for number, entry in enumerate(entries, 1)]


def _is_json_object(line: str) -> bool:
    line = line.strip()
    if not (line.startswith("{") and line.endswith("}")):
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _read_lines(lines: list[tuple[int, str]]) -> list[Entry]:
    return [entry for number, line in lines for entry in _read_line(number, line)]


def _read_line(number: int, line: str) -> list[Entry]:
    try:
        return [replace(entry, line=number) for entry in _entries(jsontext.loads(line.strip()))]
    except Unreadable as error:
        return [Entry(line=number, error=error)]


def _values(text: str) -> list[Any]:
    """The JSON value of a text, or several that were pasted one after the other."""
    try:
        return [jsontext.loads(text)]
    except UnreadableText:
        parts = _split(text)
        if len(parts) < 2:
            raise
        return [jsontext.loads(part) for part in parts]


def _split(text: str) -> list[str]:
    decoder, at = json.JSONDecoder(), 0
    parts: list[str] = []
    while True:
        while at < len(text) and (text[at].isspace() or text[at] == ","):
            at += 1
        if at == len(text):
            return parts
        try:
            _value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return []
        parts.append(text[at:end])
        at = end


def _entries(value: Any) -> list[Entry]:
    """The decks of a JSON value: itself, the rows of an array, or what an export keeps inside."""
    if _is_deck(value):
        return [Entry(value)]
    if isinstance(value, list) and any(map(_is_deck, value)):
        return [Entry(row) if _is_deck(row) else Entry(error=UnreadableDeck(_NO_DECK)) for row in value]
    found = [Entry(data) for data in _search(value, _REACH)]
    if not found:
        raise UnreadableDeck(_NO_DECK)
    return found


def _is_deck(value: Any) -> bool:
    return isinstance(value, dict) and "slots" in value


def _search(value: Any, reach: int) -> Iterator[Any]:
    if isinstance(value, dict):
        if _is_deck(value) and "investigator_code" in value:
            yield value
            return
        children = list(value.values())
    elif isinstance(value, list):
        children = value
    else:
        return
    if reach:
        for child in children:
            yield from _search(child, reach - 1)
