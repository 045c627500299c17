"""Sources of card data: a folder, a file, an archive or a URL, each within limits."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from cards.generation.source import LARGEST_FILE, Source, SourceError, read_source
from cards.importing.download import check_address, download

#: The whole of the data in all languages is about 60 MB of JSON in about 2,000 files.
LARGEST_CONTENT = 400_000_000
MOST_FILES = 10_000

#: Paths of ArkhamDB's API that are fetched if only its host is given.
ANSWERS = ("packs/", "cards/?encounter=1", "taboos/")


def read_any(path: Path, language: str = "") -> Source:
    """Read a checkout, a folder of answers, an answer, or an archive of any of these."""
    if path.is_file() and zipfile.is_zipfile(path):
        with unpacked(path) as folder:
            try:
                return read_source(folder, language)
            except SourceError as error:
                if error.file == folder.name:
                    raise SourceError(path.name, error.place, error.fault) from None
                raise
    return read_source(path, language)


@contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """Unpack the JSON files of an archive into a temporary folder."""
    folder = Path(tempfile.mkdtemp(prefix="casebook-import-"))
    try:
        unpack(archive, folder)
        yield root_of(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def unpack(archive: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(archive) as packed:
            inside = [entry for entry in packed.infolist() if is_wanted(entry)]
            if len(inside) > MOST_FILES:
                raise SourceError(archive.name, "", f"holds more than {MOST_FILES:,} files")
            left = LARGEST_CONTENT
            for entry in inside:
                target = folder / PurePosixPath(entry.filename)
                if not target.resolve().is_relative_to(folder.resolve()):
                    raise SourceError(archive.name, entry.filename, "points out of the archive")
                left -= copy_entry(packed, entry, target, min(left, LARGEST_FILE), archive.name)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError) as error:
        raise SourceError(archive.name, "", f"cannot be unpacked: {error}") from None


def is_wanted(entry: zipfile.ZipInfo) -> bool:
    folders = PurePosixPath(entry.filename).parts[:-1]
    hidden = any(part.startswith(("__MACOSX", ".")) and part != ".." for part in folders)
    return not entry.is_dir() and not hidden and entry.filename.endswith(".json")


def copy_entry(
    packed: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, limit: int, archive: str
) -> int:
    """Unpack one file. The sizes in an archive may be wrong, so bytes are counted while reading."""
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with packed.open(entry) as coming, target.open("wb") as going:
        while chunk := coming.read(1 << 16):
            written += len(chunk)
            if written > limit:
                raise SourceError(archive, entry.filename, "is larger than card data can be")
            going.write(chunk)
    return written


def root_of(folder: Path) -> Path:
    """Return the folder with the data: archives of a checkout have one folder around everything."""
    if (folder / "pack").is_dir() or any(folder.glob("*.json")):
        return folder
    inner = [each for each in folder.iterdir() if each.is_dir()]
    return root_of(inner[0]) if len(inner) == 1 else folder


def fetch(url: str, language: str = "", *, internal: bool = False) -> Source:
    """Read from a URL: an archive, an answer of the API, or the whole API if only a host is given."""
    check_address(url)
    parts = urlsplit(url)
    with tempfile.TemporaryDirectory(prefix="casebook-import-") as made:
        folder = Path(made)
        if parts.path.strip("/"):
            download(url, folder / "answer.json", internal=internal)
            return read_any(folder / "answer.json", language)
        for number, answer in enumerate(ANSWERS):
            address = f"{parts.scheme}://{parts.netloc}/api/public/{answer}"
            download(address, folder / f"answer{number}.json", internal=internal)
        return read_source(folder, language)
