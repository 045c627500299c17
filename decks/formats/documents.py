"""The decks in a JSON text: an object, an array, JSON lines, an API's answer or an export of many decks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from decks.formats import jsontext
from decks.formats.errors import Unreadable, UnreadableDeck, UnreadableText, _

#: The depth to which decks are searched: arkham.build's backup has them at data.data.decks.
_REACH = 4

#: Lines of JSON, each of which is a deck or a version of one.
MOST_LINES = 5_000

_NO_DECK = _("This JSON contains no deck.")
_TOO_MANY = _("This has more than {most} decks; at most {most} can be imported at once.")


@dataclass(frozen=True, slots=True)
class Entry:
    """One deck of a document: its JSON, or the error why it cannot be read."""

    data: Any = None
    line: int = 0
    """The line in JSON lines, from 1; 0 if the document is one text."""
    number: int = 1
    """The position of the deck in the document, from 1."""
    error: Unreadable | None = None


def read_document(text: str) -> list[Entry]:
    """Return all decks of a text, in order. Unreadable (text or deck) if there are none.

    A bad line of JSON lines, or a bad row of an array, is an Entry with an error: the others can be read.
    """
    text = text.removeprefix("\N{BYTE ORDER MARK}")
    if not text.strip():
        raise UnreadableText(_("The text is empty."))
    # One more than can be read is enough to refuse them.
    lines = list(islice(numbered_lines(text), MOST_LINES + 1))
    if are_json_lines(lines):
        entries = _read_lines(lines)
    else:
        try:
            entries = [entry for value in _values(text) for entry in _entries(value)]
        except UnreadableText:
            # These may be JSON lines with a broken first one.
            if not any(_is_json_object(line) for _number, line in lines[1:]):
                raise
            entries = _read_lines(lines)
    return [replace(entry, number=number) for number, entry in enumerate(entries, 1)]


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not empty, with their numbers from 1."""
    number, at = 1, 0
    while at <= len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end]
        if line.strip():
            yield number, line
        number, at = number + 1, end + 1


def are_json_lines(lines: list[tuple[int, str]]) -> bool:
    return len(lines) > 1 and _is_json_object(lines[0][1])


def _is_json_object(line: str) -> bool:
    line = line.strip()
    if not (line.startswith("{") and line.endswith("}")):
        return False
    try:
        jsontext.loads(line)
    except UnreadableText:
        return False
    return True


def _read_lines(lines: list[tuple[int, str]]) -> list[Entry]:
    if len(lines) > MOST_LINES:
        raise UnreadableText(_TOO_MANY, most=MOST_LINES)
    return [entry for number, line in lines for entry in read_line(number, line)]


def read_line(number: int, line: str) -> list[Entry]:
    """Return the decks of one of several JSON lines, usually one, or the error why it cannot be read."""
    try:
        value = jsontext.loads(line.strip())
        if _is_deck(value):
            return [Entry(value, number)]
        return [replace(entry, line=number) for entry in _entries(value)]
    except Unreadable as error:
        return [Entry(line=number, error=error)]


def _values(text: str) -> list[Any]:
    """Return the JSON value of a text, or of several that were pasted one after the other."""
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
        if len(parts) > MOST_LINES:
            raise UnreadableText(_TOO_MANY, most=MOST_LINES)


def _entries(value: Any) -> list[Entry]:
    """Return the decks of a JSON value: itself, the rows of an array, or what an export contains."""
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
