"""Static files: scripts and styles are joined into the files that pages load, and collected in small forms.

Joined files are written to `VAR_DIR` when they are requested, so an edit is visible at the next request in
development. `collectstatic` gets scripts and styles without comments and spaces, then gives all files names
with hashes and compresses them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage, Storage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from web import scripts, styles

#: What makes scripts and styles smaller, by the ending of their names.
SMALLER: dict[str, Callable[[str], str]] = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashed names, also for the modules that scripts import: no browser mixes modules of two releases."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            ((r'(?P<matched>(?P<word>from|import) ?"(?P<url>\.\.?/[\w-]+\.js)")', '%(word)s "%(url)s"'),),
        ),
    )
    # Each pass settles the names of the modules whose imports are settled.
    max_post_process_passes = 20
    # No page asks for a file without a hash.
    keep_only_hashed_files = True

    def create_compressor(self, **options: Any) -> Compressor:
        """Return what compresses everything but source maps, which only developers load."""
        return Compressor(**{**options, "extensions": (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")})


class Finder(FileSystemFinder):
    """Finds the files in `static`, with joined files instead of their parts."""

    def find_location(self, root: str, path: str, prefix: str | None = None) -> str | None:
        found = super().find_location(root, path, prefix)
        if found is None or is_part(Path(path)):
            return None
        join = joining(Path(path))
        return str(written("joined", path, join(Path(found)))) if join else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for path, storage in super().list(ignore_patterns):
            if is_part(Path(path)):
                continue
            smaller = SMALLER.get(Path(path).suffix)
            if smaller is None:
                yield path, storage
            else:
                join = joining(Path(path)) or text_of
                written("collected", path, smaller(join(Path(storage.path(path)))) + "\n")
                yield path, FileSystemStorage(location=output("collected"))


def is_part(path: Path) -> bool:
    """Return whether only a joined style sheet contains this file."""
    return path.parts[0] == "css" and len(path.parts) > 2


def joining(path: Path) -> Callable[[Path], str] | None:
    """Return what joins this file with its parts; None if it has none."""
    if path.parts[0] == "css":
        return styles.joined
    if path.parts[0] == "js" and path.name == "main.js":
        return scripts.joined
    return None


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def written(folder: str, path: str, text: str) -> Path:
    """Return the file in `VAR_DIR` with this text. It is changed only if its text is another one."""
    target = output(folder) / path
    if not target.exists() or text_of(target) != text:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Another process may read the file, so it is replaced as a whole.
        handle, name = tempfile.mkstemp(dir=target.parent)
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, target)
    return target


def output(folder: str) -> Path:
    return Path(settings.VAR_DIR) / "static-files" / folder
