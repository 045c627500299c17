"""A file-based queue that survives a full disk: damaged files are set aside, and the rest continues.

Kombu's own transport writes its files in place. A full disk leaves them empty, and every worker that reads an
empty file ends with an error. Here a file appears only when it is complete, and a file that cannot be read,
for example after a power cut, is set aside when it is found. Nothing is lost: a job is a row in the database,
and `jobs.services.requeue_lost` sends it again.
"""

import contextlib
import fcntl
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from time import time_ns
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps, loads

log = logging.getLogger(__name__)

#: The scheme of the broker's URL.
SCHEME = "files"
#: Prefix of a file that is still being written, which readers ignore.
UNFINISHED = ".unfinished-"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    unfinished = path.with_name(f"{UNFINISHED}{uuid4().hex}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def put_aside(path: Path) -> None:
    """Remove a file that cannot be read. A message is moved to a separate folder for inspection."""
    log.warning("%s cannot be read and is put aside.", path)
    with contextlib.suppress(OSError):
        if path.suffix == ".msg":
            broken = path.parent.parent / "broken"
            broken.mkdir(mode=0o700, exist_ok=True)
            path.replace(broken / path.name)
        else:
            path.unlink(missing_ok=True)


def mend(folder: Path) -> None:
    """Set aside every damaged file of a queue, and remove unfinished ones. Called when a worker starts."""
    for path in sorted(folder.glob("*/*")):
        if path.name.startswith(UNFINISHED):
            path.unlink(missing_ok=True)
        elif path.suffix in (".msg", ".exchange") and path.parent.name != "broken":
            with contextlib.suppress(FileNotFoundError):
                if not _is_whole(path):
                    put_aside(path)


def _is_whole(path: Path) -> bool:
    try:
        _table(path.read_bytes()) if path.suffix == ".exchange" else _message(path.read_bytes())
    except ValueError:
        return False
    return True


def _message(content: bytes) -> dict[str, Any]:
    message = loads(content)
    if not isinstance(message, dict) or "properties" not in message or "body" not in message:
        raise ValueError("not a message")
    return message


def _table(content: bytes) -> list[Any]:
    rows = loads(content)
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 3 for row in rows):
        raise ValueError("not a table of queues")
    return [filesystem.exchange_queue_t(*row) for row in rows]


class Channel(filesystem.Channel):
    """A channel that stores messages and queue tables as files."""

    def get_table(self, exchange: str) -> list[Any]:
        """Return the queues of an exchange: those that other processes have saved, and our own."""
        found = self._written(exchange)
        own = self.state.exchanges.get(exchange, {}).get("table", ())
        own = [filesystem.exchange_queue_t(*row) for row in own]
        return found + [row for row in own if row.queue not in {each.queue for each in found}]

    def _written(self, exchange: str) -> list[Any]:
        path = self._exchange_file(exchange)
        try:
            return _table(path.read_bytes())
        except FileNotFoundError:
            return []
        except ValueError:
            put_aside(path)
            return []
        except OSError as error:
            raise ChannelError(f"{path} cannot be read: {error}") from error

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        row = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        try:
            with self._alone():
                rows = self._written(exchange)
                if row not in rows:
                    self._write_table(exchange, [row, *rows])
        except OSError as error:
            # Our own messages are delivered without the table.
            log.warning("The table of %s was not written: %s", exchange, error)

    def _delete(self, queue: str, exchange: str, routing_key: str, pattern: str, **more: Any) -> None:
        self._purge(queue)
        row = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with contextlib.suppress(OSError), self._alone():
            rows = self._written(exchange)
            if row in rows:
                self._write_table(exchange, [each for each in rows if each != row])

    def _write_table(self, exchange: str, rows: list[Any]) -> None:
        write_whole(self._exchange_file(exchange), dumps(rows).encode())

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other processes from changing a table between reading and writing."""
        with (self.control_folder / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _put(self, queue: str, message: dict[str, Any], **more: Any) -> None:  # type: ignore[override]
        path = Path(self.data_folder_out) / f"{time_ns()}_{uuid4()}.{queue}.msg"
        try:
            write_whole(path, dumps(message).encode())
        except OSError as error:
            raise ChannelError(f"{path} cannot be written: {error}") from error

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        """Return the oldest message of a queue. The first worker that locks it gets it."""
        for name in sorted(os.listdir(self.data_folder_in)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            path = Path(self.data_folder_in) / name
            try:
                content = self._take(path)
                if content is not None:
                    return _message(content)
            except FileNotFoundError:
                continue  # another worker was faster
            except ValueError:
                put_aside(path)
            except OSError as error:
                raise ChannelError(f"{path} cannot be taken: {error}") from error
        raise Empty

    def _take(self, path: Path) -> bytes | None:
        """Remove a message and return its content; None if another worker has it. A damaged one is kept."""
        with path.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return None
            if not os.fstat(file.fileno()).st_nlink:
                return None
            content = file.read()
            _message(content)
            path.unlink()
            return content


class Transport(filesystem.Transport):
    Channel = Channel


TRANSPORT_ALIASES[SCHEME] = "operations.file_queue:Transport"
