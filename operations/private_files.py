"""Files and folders that only their owner may open, and that survive a power cut."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO


def private_folder(path: Path) -> Path:
    """Create a folder that only its owner may enter."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    _close_to_others(path, 0o700)
    return path


def private_database(name: str) -> None:
    """Create the file of a SQLite database before SQLite does, which would make it readable by all.

    SQLite gives the additional files of a database the permissions of the database file.
    """
    if name.startswith((":", "file:")):
        return  # in memory, or a URL that SQLite itself reads
    path = Path(name)
    # A folder that is missing or not writable is reported by the database, with its name.
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        _close_to_others(path.with_name(name), 0o600)


def _close_to_others(path: Path, mode: int) -> None:
    with contextlib.suppress(OSError):  # missing, or not ours to change
        if path.stat().st_mode & 0o077:
            path.chmod(mode)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Write a private file beside `path`, and replace `path` with it once it is on the disk.

    At any time there is either the old file or the complete new one, even after a power cut.
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
    """Flush the names of the files in a folder to the disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
