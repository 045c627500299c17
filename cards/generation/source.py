"""Reading of a checkout of ArkhamDB's card data, or of a folder of saved answers of its API."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Row = dict[str, Any]

#: Twice the largest answer of the API, which has all cards.
LARGEST_FILE = 40_000_000

CODE = re.compile(r"[\w'.-]+")


class SourceError(ValueError):
    """The data is broken. The message names the file and the place in it."""

    def __init__(self, file: str, place: str, fault: str) -> None:
        self.file, self.place, self.fault = file, place, fault
        super().__init__(f"{file}: {place}: {fault}" if place else f"{file}: {fault}")


@dataclass(frozen=True)
class Note:
    """Something that was left out, and why."""

    file: str
    code: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: {self.code}: {self.reason}" if self.code else f"{self.file}: {self.reason}"


@dataclass
class Translation:
    """The titles and texts in one language, by code."""

    cards: dict[str, Row] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    """The file of each card's translation."""
    packs: dict[str, str] = field(default_factory=dict)
    cycles: dict[str, str] = field(default_factory=dict)
    encounter_sets: dict[str, str] = field(default_factory=dict)


@dataclass
class Source:
    """The rows of the data, sorted by kind. Every row is an object with a code; nothing else is checked."""

    cycles: list[Row] = field(default_factory=list)
    packs: list[Row] = field(default_factory=list)
    encounter_sets: list[Row] = field(default_factory=list)
    taboo_lists: list[Row] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    """The file of each row."""
    translations: dict[str, Translation] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)


def read_source(path: Path, language: str = "") -> Source:
    """Read a checkout, a folder of saved API answers, or a single saved answer.

    `language` is that of the answers: ArkhamDB answers in the language of its subdomain without naming it.
    """
    if path.is_dir() and (path / "pack").is_dir():
        return read_checkout(path)
    if path.is_dir():
        return read_answers(sorted(path.glob("*.json")), path, language)
    if path.is_file():
        return read_answers([path], path.parent, language)
    raise SourceError(path.name, "", "no such file or folder")


def read_checkout(root: Path) -> Source:
    """Read a checkout of the repository: index files, pack/*/*.json, translations/<language>/."""
    source = Source()
    source.cycles = index(root, root / "cycles.json")
    source.packs = index(root, root / "packs.json")
    source.encounter_sets = index(root, root / "encounters.json")
    if (root / "taboos.json").exists():
        source.taboo_lists = index(root, root / "taboos.json")
    # Folders are not cycles (core_ch2 is in pack/core): only a row's own pack_code is reliable.
    for path in sorted((root / "pack").glob("*/*.json")):
        add_cards(source, name_of(path, root), load(path, root))
    for folder in sorted((root / "translations").glob("*/")):
        source.translations[folder.name] = read_translation(folder, root, source)
    return source


def read_translation(folder: Path, root: Path, source: Source) -> Translation:
    """Read one language. Misplaced files and stray rows are common, so only the codes of rows are used."""
    translation = Translation()
    for name, drawer in (
        ("packs.json", translation.packs),
        ("cycles.json", translation.cycles),
        ("encounters.json", translation.encounter_sets),
    ):
        if (folder / name).exists():
            drawer.update((row["code"], row["name"]) for row in index(root, folder / name) if row.get("name"))
    for path in sorted((folder / "pack").glob("*/*.json")):
        file = name_of(path, root)
        for place, row in rows_of(file, load(path, root)):
            code = text_code(file, place, row)
            if code in source.rows:
                translation.cards[code] = row
                translation.files[code] = file
            else:
                source.notes.append(Note(file, code, "translates a card that the data does not have"))
    return translation


def read_answers(paths: Iterable[Path], root: Path, language: str = "") -> Source:
    """Read answers of ArkhamDB's API: lists of cards, packs or taboo lists, recognized by their keys."""
    source = Source()
    for path in paths:
        add_answer(source, name_of(path, root), load(path, root), language)
    if not (source.rows or source.packs or source.taboo_lists):
        raise SourceError(root.name, "", "neither a checkout of the card data nor a saved answer of the API")
    return source


def add_answer(source: Source, file: str, answer: Any, language: str = "") -> None:
    """Add one answer to the lists that it belongs to."""
    if isinstance(answer, dict) and "code" in answer:
        answer = [answer]
    rows = [row for _, row in rows_of(file, answer)]
    if not rows:
        return
    first = rows[0]
    if "date_start" in first:
        source.taboo_lists += [unpacked_taboo(file, place, row) for place, row in rows_of(file, answer)]
    elif "pack_code" in first or "duplicate_of" in first:
        # The other face of a card is inside its front.
        rows += [row["linked_card"] for row in rows if isinstance(row.get("linked_card"), dict)]
        add_cards(source, file, [plain_row(row) for row in rows])
        if language and language != "en":
            translation = source.translations.setdefault(language, Translation())
            translation.cards.update((row["code"], row) for row in rows)
            translation.files.update((row["code"], file) for row in rows)
    elif "cycle_position" in first or "cycle_code" in first:
        source.packs += [answered_pack(file, place, row) for place, row in rows_of(file, answer)]
    elif "size" in first and "position" in first:
        source.cycles += rows
    else:
        raise SourceError(file, "[0]", "holds neither cards nor packs nor taboo lists")


def add_translated_answer(source: Source, file: str, answer: Any, language: str) -> None:
    """Add an answer in another language: cards or packs that the source already has in English."""
    translation = source.translations.setdefault(language, Translation())
    rows = [row for _, row in rows_of(file, answer)]
    rows += [row["linked_card"] for row in rows if isinstance(row.get("linked_card"), dict)]
    for number, row in enumerate(rows):
        code = text_code(file, f"[{number}]", row)
        if code in source.rows:
            translation.cards[code], translation.files[code] = row, file
        elif "pack_code" not in row and isinstance(row.get("name"), str):
            translation.packs[code] = row["name"]


def unpacked_taboo(file: str, place: str, row: Row) -> Row:
    """Parse the cards of a taboo list, which the API sends as JSON inside a string."""
    cards = row.get("cards")
    if isinstance(cards, str):
        try:
            cards = json.loads(cards)
        except ValueError as error:
            raise SourceError(file, f"{place}.cards", f"not JSON: {error}") from None
    return {**row, "cards": cards}


def answered_pack(file: str, place: str, row: Row) -> Row:
    """Return a pack with its release date, which the API calls `available`."""
    text_code(file, place, row)
    return {**row, "date_release": row.get("date_release") or row.get("available") or ""}


#: Fields whose name in the API differs from the repository's.
ANSWERED = {
    "duplicate_of": "duplicate_of_code",
    "alternate_of": "alternate_of_code",
    "back_link": "linked_to_code",
    "name": "real_name",
    "subname": "real_subname",
    "text": "real_text",
    "back_text": "real_back_text",
    "traits": "real_traits",
    "slot": "real_slot",
    "customization_text": "real_customization_text",
}


def plain_row(row: Row) -> Row:
    """Return a card of the API with the repository's fields. Its `real_` fields are always English."""
    plain = dict(row)
    for ours, theirs in ANSWERED.items():
        if row.get(theirs) is not None:
            plain[ours] = row[theirs]
    for key in ("deck_options", "customization_options", "side_deck_options"):
        if isinstance(plain.get(key), str):
            # Invalid JSON stays a string, which the reader of that field reports.
            with suppress(ValueError):
                plain[key] = json.loads(plain[key])
    return plain


def add_cards(source: Source, file: str, answer: Any) -> None:
    for place, row in rows_of(file, answer):
        code = text_code(file, place, row)
        known = source.rows.get(code)
        if known is not None:
            # 11536 and 11552 are in the data twice, identically.
            if known != row:
                source.notes.append(Note(file, code, f"is in {source.files[code]} too, and differs"))
            continue
        if not isinstance(row.get("pack_code"), str):
            raise SourceError(file, f"{place}.pack_code", "is missing, or no text")
        source.rows[code] = row
        source.files[code] = file


def index(root: Path, path: Path) -> list[Row]:
    """Read one of the index files, whose rows all need a code."""
    file = name_of(path, root)
    rows = []
    for place, row in rows_of(file, load(path, root)):
        text_code(file, place, row)
        rows.append(row)
    return rows


def rows_of(file: str, answer: Any) -> Iterator[tuple[str, Row]]:
    if not isinstance(answer, list):
        raise SourceError(file, "", "is not a list")
    for number, row in enumerate(answer):
        if not isinstance(row, dict):
            raise SourceError(file, f"[{number}]", "is not an object")
        yield f"[{number}]", row


def text_code(file: str, place: str, row: Row) -> str:
    """Return the row's code. A Polish file has a number, so numbers are accepted."""
    code = row.get("code")
    if isinstance(code, int) and not isinstance(code, bool):
        code = row["code"] = f"{code:05d}"
    if not isinstance(code, str) or not code:
        raise SourceError(file, f"{place}.code", "is missing, or no text")
    if len(code) > 80 or not CODE.fullmatch(code):
        raise SourceError(file, f"{place}.code", f"{code[:40]!r} is not a code")
    return code


def load(path: Path, root: Path) -> Any:
    file = name_of(path, root)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise SourceError(file, "", f"is larger than {LARGEST_FILE // 1_000_000} MB")
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SourceError(file, "", error.strerror or "cannot be read") from None
    except UnicodeDecodeError:
        raise SourceError(file, "", "is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise SourceError(file, f"line {error.lineno}", f"not JSON: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise SourceError(file, "", f"not JSON: {type(error).__name__}") from None


def name_of(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
