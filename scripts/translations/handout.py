"""Work for several translators: untranslated messages cut into files, and their answers merged again."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from scripts.translations.checks import mistakes
from scripts.translations.po import Catalogue, Entry

#: The most terms that are shown with a message.
MOST_TERMS = 12


def split(catalogue: Catalogue, number: int, terms: Path | None = None) -> Iterator[list[dict[str, Any]]]:
    """Yield this number of lists of untranslated messages, equally long, those of a file side by side."""
    known = read_terms(terms) if terms else []
    left = sorted(
        (entry for entry in catalogue.entries.values() if not entry.translated),
        key=lambda entry: entry.message.places[:1],
    )
    whole = sum(_length(entry) for entry in left)
    parts: list[list[dict[str, Any]]] = [[] for _part in range(number)]
    done = 0
    for entry in left:
        parts[min(done * number // max(whole, 1), number - 1)].append(_task(entry, catalogue.forms, known))
        done += _length(entry)
    yield from parts


def _length(entry: Entry) -> int:
    return len(entry.message.text) + len(entry.message.plural) + 10


def _task(entry: Entry, forms: int, terms: list[tuple[re.Pattern[str], str]]) -> dict[str, Any]:
    message = entry.message
    task: dict[str, Any] = {"msgid": message.text}
    if message.plural:
        task["plural"] = message.plural
    if message.context:
        task["context"] = message.context
    task["where"] = message.places
    if entry.fuzzy:
        task["uncertain"] = entry.texts
    text = f"{message.text} {message.plural}"
    if found := [term for pattern, term in terms if pattern.search(text)]:
        task["terms"] = found[:MOST_TERMS]
    task["translation"] = [""] * forms if message.plural else ""
    return task


def read_terms(path: Path) -> list[tuple[re.Pattern[str], str]]:
    """Read a table of terms with the columns english, german or translation, and note; the longest first."""
    with path.open(newline="") as file:
        rows = [
            (row["english"].strip(), row.get("translation") or row.get("german") or "", row.get("note") or "")
            for row in csv.DictReader(file)
        ]
    rows.sort(key=lambda row: -len(row[0]))
    return [
        (
            re.compile(rf"\b{re.escape(_without_brackets(english))}(?:s|es)?\b", re.IGNORECASE),
            f"{english} = {translation}{f' ({note})' if note else ''}",
        )
        for english, translation, note in rows
        if english and translation
    ]


def _without_brackets(term: str) -> str:
    return re.sub(r" *\(.*\)", "", term)


def merge(catalogue: Catalogue, answers: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Put the answers into the catalogue; yield a sentence for each that is not right and was left out."""
    by_text: dict[tuple[str, str], Entry] = {
        (entry.message.context, entry.message.text): entry for entry in catalogue.entries.values()
    }
    for answer in answers:
        text = str(answer.get("msgid", ""))
        entry = by_text.get((str(answer.get("context", "")), text))
        given = answer.get("translation") or ""
        texts = [str(each) for each in given] if isinstance(given, list) else [str(given)]
        if not any(texts):
            continue
        if entry is None:
            yield f"“{text[:80]}” is not a message of the site."
        elif found := list(mistakes(entry.message, texts, catalogue.forms)):
            yield f"“{text[:80]}”: {'; '.join(found)}."
        else:
            entry.texts, entry.fuzzy = texts, False


def read_answers(path: Path) -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = json.loads(path.read_text())
    return answers
