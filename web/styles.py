"""Style sheets: the parts in `static/css` are joined into the few files that pages load.

A file directly in `static/css` is one that pages load. It imports parts from the folders beside it, each into
a layer: `@import "pages/home.css" layer(pages);`. Joining replaces the imports by the parts, and the names of
breakpoints by their conditions, because browsers do not support `@custom-media`.

The joined files are written to `VAR_DIR`. They are made when they are requested, so an edit is visible
at the next request in development, and `collectstatic` hashes and compresses them like any other file.
"""

import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage, Storage

FOLDER = "css"
BREAKPOINTS = "tokens/breakpoints.css"

IMPORT = re.compile(r'@import "([^"]+)" layer\(([a-z]+)\);\n')
BREAKPOINT = re.compile(r"@custom-media (--[a-z-]+) (\([^;]+\));")
MEDIA = re.compile(r"@media[^{]+")
NAME = re.compile(r"\((--[a-z-]+)\)")


def breakpoints(folder: Path) -> dict[str, str]:
    """Return the condition of each named breakpoint."""
    return dict(BREAKPOINT.findall((folder / BREAKPOINTS).read_text(encoding="utf-8")))


def joined(sheet: Path) -> str:
    """Return the text of a style sheet with its parts, as browsers get it."""
    named = breakpoints(sheet.parent)

    def part(found: re.Match[str]) -> str:
        text = (sheet.parent / found[1]).read_text(encoding="utf-8")
        return f"@layer {found[2]} {{\n{text}}}\n"

    def media(found: re.Match[str]) -> str:
        return NAME.sub(lambda name: named[name[1]], found[0])

    return MEDIA.sub(media, IMPORT.sub(part, sheet.read_text(encoding="utf-8")))


def written(sheet: Path) -> Path:
    """Return the file in `VAR_DIR` with the joined style sheet, which is changed only if its text changed."""
    target = output() / FOLDER / sheet.name
    text = joined(sheet)
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Another process may read the file, so it is replaced as a whole.
        handle, name = tempfile.mkstemp(dir=target.parent)
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, target)
    return target


def output() -> Path:
    """Return the folder of the joined style sheets."""
    return Path(settings.VAR_DIR) / "styles"


class Finder(FileSystemFinder):
    """Finds the files in `static`, with joined style sheets instead of their parts."""

    def find_location(self, root: str, path: str, prefix: str | None = None) -> str | None:
        found = super().find_location(root, path, prefix)
        if found is None or Path(path).parts[0] != FOLDER:
            return found
        sheet = Path(found)
        return str(written(sheet)) if sheet.parent == Path(root) / FOLDER else None

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for path, storage in super().list(ignore_patterns):
            parts = Path(path).parts
            if parts[0] != FOLDER:
                yield path, storage
            elif len(parts) == 2:
                written(Path(storage.path(path)))
                yield path, FileSystemStorage(location=output())
