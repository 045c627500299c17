"""Imported texts of printings and taboo lists, in every language of the data."""

from __future__ import annotations

from collections.abc import Iterator

from cards.generation.fields import BrokenField, text
from cards.generation.source import Row, Source, SourceError
from cards.models import CardText

#: Fields of the data, by column.
COLUMNS = {
    "title": "name",
    "subtitle": "subname",
    "traits": "traits",
    "text": "text",
    "back_title": "back_name",
    "back_text": "back_text",
    "sheet": "customization_text",
}
SHORT = ("title", "subtitle", "traits", "back_title")
LONGEST = 200


def card_texts(source: Source, printings: set[str]) -> Iterator[CardText]:
    """Yield the texts of these printings. A row that repeats the English words is not a translation."""
    for code, row in source.rows.items():
        if code in printings:
            texts = columns_of(row, source.files[code])
            if any(texts.values()):
                yield CardText(printing_id=code, language="en", **texts)
    for language, translation in source.translations.items():
        for code, row in translation.cards.items():
            if code not in printings:
                continue
            texts = columns_of(row, translation.files[code])
            english = columns_of(source.rows[code], source.files[code])
            if any(texts.values()) and texts != english:
                yield CardText(printing_id=code, language=language, **texts)


def columns_of(row: Row, file: str) -> dict[str, str]:
    try:
        texts = {column: text(row, field).replace("\x00", "") for column, field in COLUMNS.items()}
    except BrokenField as error:
        raise SourceError(file, f"{row['code']}.{error.field}", error.fault) from None
    return texts | {column: texts[column][:LONGEST] for column in SHORT}


def taboo_texts(source: Source, originals: dict[str, str]) -> dict[tuple[str, str], str]:
    """Return the text of each list for each card."""
    found: dict[tuple[str, str], str] = {}
    for taboo in source.taboo_lists:
        for entry in taboo["cards"]:
            columns_of = entry.get("text") or entry.get("replacement_text")
            card = originals.get(entry["code"])
            if card and isinstance(columns_of, str):
                found[taboo["code"], card] = columns_of.replace("\x00", "")
    return found
