"""A queue of files that gets over a full disk: what is torn is put aside, and the rest goes on.

Kombu's own transport writes its files in place. A disk that is full leaves them empty, and from then on every
worker that reads one ends with an error. Here a file appears when it is whole, and one that cannot be read
(after a power cut, say) is put aside when it is met. Nothing is lost by that: a job is a row, and
`jobs.services.requeue_lost` sends it again.
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

#: The scheme of the broker's address.
SCHEME = "files"
#: While it is being written, a file has a name that nobody looks for.
UNFINISHED = ".unfinished-"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there as a whole or not at all."""
    unfinished = path.with_name(f"{UNFINISHED}{uuid4().hex}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def put_aside(path: Path) -> None:
    """Remove a file that cannot be read; a message is moved to a folder of its own, to be looked at."""
    log.warning("%s cannot be read and is put aside.", path)
    with contextlib.suppress(OSError):
        if path.suffix == ".msg":
            broken = path.parent.parent / "broken"
            broken.mkdir(mode=0o700, exist_ok=True)
            path.replace(broken / path.name)
        else:
            path.unlink(missing_ok=True)


def mend(folder: Path) -> None:
    """Put aside every torn file of a queue, and remove what was never finished: done when a worker starts."""
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
    """Messages and tables of queues as files."""

    def get_table(self, exchange: str) -> list[Any]:
        """Queues that an exchange leads to: those that other processes have written down, and our own."""
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
            # Our own messages find their way without it.
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
        """Keep other processes from changing a table between our reading and our writing."""
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
        """The oldest message of a queue; taken by whoever locks it first."""
        for name in sorted(os.listdir(self.data_folder_in)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            path = Path(self.data_folder_in) / name
            try:
                content = self._take(path)
                if content is not None:
                    return _message(content)
            except FileNotFoundError:
                continue  # another worker was quicker
            except ValueError:
                put_aside(path)
            except OSError as error:
                raise ChannelError(f"{path} cannot be taken: {error}") from error
        raise Empty

    def _take(self, path: Path) -> bytes | None:
        """The content of a message that is removed; None where another worker has it. A torn one stays."""
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


TRANSPORT_ALIASES[SCHEME] = "config.filequeue:Transport"
