"""Catalogues of translations: PO files, which people edit, and MO files, which the site reads.

GNU gettext writes and reads the same formats; this needs the standard library only.
"""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.utils.translation import to_locale

from scripts.translations.messages import ROOT, Message

_SLAVIC = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
)
#: The rules of plurals, by language; others have the English one until their header is corrected.
PLURALS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
    "cs": "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;",
    **dict.fromkeys(("ru", "uk"), _SLAVIC),
    **dict.fromkeys(("ko", "ja", "zh", "zh-hans", "zh-hant", "vi", "th"), "nplurals=1; plural=0;"),
}
USUAL_PLURALS = "nplurals=2; plural=(n != 1);"
_WORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d+)\])?)\s+(".*")$')


class BadFile(Exception):
    """A PO file that cannot be read, with its line."""


@dataclass
class Entry:
    """A message with its translation; `texts` has one for each plural form."""

    message: Message
    texts: list[str] = field(default_factory=list)
    fuzzy: bool = False
    notes: list[str] = field(default_factory=list)
    """Comments of translators."""

    @property
    def translated(self) -> bool:
        return bool(self.texts) and all(self.texts) and not self.fuzzy


@dataclass
class Catalogue:
    """The translations of one language, by the keys of the messages."""

    language: str
    header: str
    entries: dict[str, Entry] = field(default_factory=dict)

    @property
    def forms(self) -> int:
        """The number of plural forms."""
        stated = re.search(r"nplurals\s*=\s*(\d+)", self.header)
        return int(stated[1]) if stated else 2


def path_of(language: str, root: Path = ROOT) -> Path:
    return root / "locale" / to_locale(language) / "LC_MESSAGES" / "django.po"


def new_catalogue(language: str) -> Catalogue:
    header = {
        "Project-Id-Version": "Casebook",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS.get(language, USUAL_PLURALS),
    }
    return Catalogue(language, "".join(f"{name}: {value}\n" for name, value in header.items()))


def read(language: str, root: Path = ROOT) -> Catalogue:
    """Read the catalogue of a language; a new one if it has none yet."""
    path = path_of(language, root)
    if not path.exists():
        return new_catalogue(language)
    catalogue = Catalogue(language, "")
    for entry in parse(path.read_text()):
        if entry.message.text:
            catalogue.entries[entry.message.key] = entry
        else:
            catalogue.header = entry.texts[0]
    return catalogue


def parse(source: str) -> Iterator[Entry]:
    """Yield the entries of a PO file, the header first. Obsolete ones are left out."""
    lines: list[tuple[int, str]] = []
    for number, line in enumerate([*source.splitlines(), ""], 1):
        if line.strip():
            lines.append((number, line.strip()))
        elif lines:
            if not all(text.startswith("#") for _number, text in lines):
                yield _entry(lines)
            lines = []


def _entry(lines: Iterable[tuple[int, str]]) -> Entry:
    entry = Entry(Message(""))
    values: dict[str, str] = {}
    word = ""
    for number, line in lines:
        if line.startswith("#"):
            _comment(entry, line)
            continue
        found = _WORD.match(line)
        if found:
            word = found[1]
        elif not word or not line.startswith('"'):
            raise BadFile(f"Line {number} is not right: {line[:60]}")
        try:
            values[word] = values.get(word, "") + str(ast.literal_eval(found[3] if found else line))
        except (SyntaxError, ValueError) as wrong:
            raise BadFile(f"Line {number} has a quotation mark too many: {line[:60]}") from wrong
    entry.message.context = values.get("msgctxt", "")
    entry.message.text = values.get("msgid", "")
    entry.message.plural = values.get("msgid_plural", "")
    entry.texts = [value for name, value in sorted(values.items()) if name.startswith("msgstr")]
    return entry


def _comment(entry: Entry, line: str) -> None:
    if line.startswith("#:"):
        entry.message.places += line[2:].split()
    elif line.startswith("#."):
        entry.message.comments.append(line[2:].strip())
    elif line.startswith("#,"):
        entry.fuzzy |= "fuzzy" in line
    elif not line.startswith(("#~", "#|")):
        entry.notes.append(line[1:].strip())


def update(catalogue: Catalogue, messages: dict[str, Message]) -> Catalogue:
    """Return the catalogue with exactly these messages, and the translations that it already has.

    A message that became a plural, or ceased to be one, loses its translation.
    """
    updated = Catalogue(catalogue.language, catalogue.header)
    for key, message in messages.items():
        known = catalogue.entries.get(key)
        if known and bool(known.message.plural) == bool(message.plural):
            updated.entries[key] = Entry(message, known.texts, known.fuzzy, known.notes)
        else:
            updated.entries[key] = Entry(message)
    return updated


def write(catalogue: Catalogue, root: Path = ROOT) -> Path:
    path = path_of(catalogue.language, root)
    path.parent.mkdir(parents=True, exist_ok=True)
    blocks = [f'msgid ""\nmsgstr ""\n{_lines(catalogue.header)}\n']
    blocks += [_block(entry, catalogue.forms) for entry in catalogue.entries.values()]
    path.write_text("\n".join(blocks))
    return path


def _block(entry: Entry, forms: int) -> str:
    message = entry.message
    lines = [f"# {note}" for note in entry.notes]
    lines += [f"#. {comment}" for comment in message.comments]
    lines += [f"#: {place}" for place in message.places]
    flags = ["fuzzy"] if entry.fuzzy else []
    if "%(" in message.text + message.plural:
        flags.append("python-format")
    if flags:
        lines.append(f"#, {', '.join(flags)}")
    if message.context:
        lines.append(f"msgctxt {_quoted(message.context)}")
    lines.append(f"msgid {_quoted(message.text)}")
    if message.plural:
        lines.append(f"msgid_plural {_quoted(message.plural)}")
        texts = entry.texts or [""] * forms
        lines += [f"msgstr[{number}] {_quoted(text)}" for number, text in enumerate(texts)]
    else:
        lines.append(f"msgstr {_quoted(entry.texts[0] if entry.texts else '')}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"' if "\n" not in text else f'""\n{_lines(text)}'


def _lines(text: str) -> str:
    return "\n".join(f'"{_escaped(line)}"' for line in text.splitlines(keepends=True))


def compiled(catalogue: Catalogue) -> bytes:
    """Return the catalogue as an MO file: a table of sorted messages, and one of their translations."""
    pairs = {"": catalogue.header}
    for key, entry in catalogue.entries.items():
        if entry.translated:
            name = f"{key}\0{entry.message.plural}" if entry.message.plural else key
            pairs[name] = "\0".join(entry.texts)
    encoded = sorted((name.encode(), text.encode()) for name, text in pairs.items())
    names = b"".join(name + b"\0" for name, _text in encoded)
    texts = b"".join(text + b"\0" for _name, text in encoded)
    tables = 28
    begin = tables + 16 * len(encoded)
    return b"".join(
        [
            struct.pack("<7I", 0x950412DE, 0, len(encoded), tables, tables + 8 * len(encoded), 0, begin),
            _table([name for name, _text in encoded], begin),
            _table([text for _name, text in encoded], begin + len(names)),
            names,
            texts,
        ]
    )


def _table(values: Iterable[bytes], offset: int) -> bytes:
    rows = []
    for value in values:
        rows.append(struct.pack("<2I", len(value), offset))
        offset += len(value) + 1
    return b"".join(rows)
