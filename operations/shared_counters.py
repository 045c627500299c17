"""Sharing of counters between the processes of one web server, so that any of them can report all.

prometheus_client keeps the values of each process in a file of shared memory. It names the files by process
id, and would keep one for every process that ever ran. Here a process takes the lowest free number, a slot:
one that replaces a dead process continues its counters, and there are never more files than processes.

The functions are hooks of gunicorn: `begin` and `end` run in its master, `join` in the processes it forks.
"""

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from prometheus_client import multiprocess, values

PREFIX = "casebook-metrics-"
#: A file system in memory, if there is one: a full disk would kill a process that writes to a mapped file.
MEMORY = Path("/dev/shm")

_folder: Path | None = None
_server: int | None = None


def folder() -> Path | None:
    """Return the folder of the files, if this process shares its counters."""
    return _folder


def server() -> int:
    """Return the id of the master process of this server, or of its only process."""
    return _server or os.getpid()


def begin() -> None:
    """Create a folder for this server, and remove those of servers that were killed."""
    global _folder, _server
    _server = os.getpid()
    base = MEMORY if MEMORY.is_dir() else Path(tempfile.gettempdir())
    for old in base.glob(f"{PREFIX}*"):
        if not _is_alive(old):
            shutil.rmtree(old, ignore_errors=True)
    _folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=base))
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_folder)


def end() -> None:
    global _folder
    if _folder:
        shutil.rmtree(_folder, ignore_errors=True)
    _folder = None


def free_slot(workers: Iterable[Any]) -> int:
    """Return the lowest number that is not used by a living worker."""
    taken = {getattr(worker, "slot", None) for worker in workers}
    return next(number for number in range(len(taken) + 1) if number not in taken)


def join(slot: int) -> None:
    """Keep the counters of this process in the files of its slot. Call it before the first is created."""
    values.ValueClass = values.MultiProcessValue(lambda: slot)


def leave(slot: int) -> None:
    """Remove the values of a dead process that count its current requests."""
    if _folder:
        multiprocess.mark_process_dead(slot, path=str(_folder))


def _is_alive(folder: Path) -> bool:
    """Return True if the server that made the folder is running, or if that cannot be determined."""
    found = re.match(rf"{PREFIX}(\d+)-", folder.name)
    with contextlib.suppress(OSError):
        if found and folder.stat().st_uid == os.geteuid():
            return Path(f"/proc/{found[1]}").exists()
    return True
