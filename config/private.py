"""Files and folders that nobody but the owner of the process may open, and that survive a power cut."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO


def private_folder(path: Path) -> Path:
    """Make a folder that only its owner may enter."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    _close_to_others(path, 0o700)
    return path


def private_database(name: str) -> None:
    """Make the file of a SQLite database before SQLite does, which would let everybody read it.

    SQLite gives its log and its index beside the file the permissions of the file itself.
    """
    if name.startswith((":", "file:")):
        return  # in memory, or an address that SQLite itself reads
    path = Path(name)
    # A folder that is missing or cannot be written is reported by the database, with its name.
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        _close_to_others(path.with_name(name), 0o600)


def _close_to_others(path: Path, mode: int) -> None:
    with contextlib.suppress(OSError):  # not there, or not ours to change
        if path.stat().st_mode & 0o077:
            path.chmod(mode)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Write a private file beside `path`, and put it in its place once it is on the disk.

    Whatever happens, there is the old file or the whole new one, also after a power cut.
    """
    partial = path.with_name(path.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
        sync_folder(path.parent)
    finally:
        partial.unlink(missing_ok=True)


def sync_folder(path: Path) -> None:
    """Have the names of the files in a folder written to the disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
