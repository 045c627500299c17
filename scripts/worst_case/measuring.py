"""Measurement of the cost of one request, in a process of its own."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

#: The maximum cost of one request.
MOST_CPU, MOST_MEGABYTES = 1.0, 100.0
#: A request that takes more seconds than this is stopped; it has already failed.
CPU_LIMIT = 20
#: A request that takes more bytes than this is also stopped.
MEMORY_LIMIT = 4_000_000_000


@dataclass(frozen=True)
class Request:
    """A request as a client sends it."""

    method: str
    path: str
    body: bytes = b""
    content_type: str = "application/json"
    fetched: bool = False
    """Whether a script of the page sends it, which replaces parts of the page."""
    language: str = ""
    """The language that the client prefers."""

    @staticmethod
    def json(method: str, path: str, value: Any) -> Request:
        return Request(method, path, json.dumps(value).encode())


FORM = "application/x-www-form-urlencoded"


def multipart(path: str, fields: Mapping[str, str], files: Mapping[str, str] | None = None) -> Request:
    """A form as browsers send it where files can be chosen."""
    given = [(f'name="{name}"', value) for name, value in fields.items()]
    given += [(f'name="{name}"; filename="{name}.json"', value) for name, value in (files or {}).items()]
    parts = [f"--b\r\nContent-Disposition: form-data; {name}\r\n\r\n{value}\r\n" for name, value in given]
    return Request("POST", path, "".join([*parts, "--b--\r\n"]).encode(), "multipart/form-data; boundary=b")


@dataclass(frozen=True)
class Cost:
    """Processor time in seconds, growth of the process's memory, and the answer."""

    cpu: float = 0.0
    megabytes: float = 0.0
    status: int = 0
    kilobytes: float = 0.0

    @property
    def share(self) -> float:
        """The larger share of the maximum cost: above 1 is too much. An error is also too much."""
        used = max(self.cpu / MOST_CPU, self.megabytes / MOST_MEGABYTES)
        return max(used, 2.0) if self.status >= 500 else used

    def __str__(self) -> str:
        used = f"{self.cpu * 1000:7.0f} ms {self.megabytes:6.1f} MB"
        return f"{used}  {self.status or '---'} {self.kilobytes:7.0f} kB"


STOPPED = Cost(CPU_LIMIT, 0.0)

#: Sends a request; returns the status and the bytes of the answer.
Send = Callable[[], tuple[int, int]]


def in_a_fork(work: Callable[[], Any]) -> Any:
    """Return what `work` returns, as JSON, from a forked process; None if it was stopped or failed."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
            result = json.dumps(work()).encode()
            with os.fdopen(writing, "wb") as out:
                out.write(result)
            status = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        result = answer.read()
    os.waitpid(child, 0)
    return json.loads(result) if result else None


def measured(ready: Callable[[], Send]) -> Cost:
    """Return the cost of sending one request.

    `ready` is not counted; it returns the function that sends the request.
    """

    found = in_a_fork(lambda: asdict(spent(ready())))
    return Cost(**found) if found else STOPPED


def spent(send: Send) -> Cost:
    """Send a request in this process; return its cost."""
    before = _begin_memory()
    begun = time.process_time()
    status, size = send()
    cpu = time.process_time() - begun
    return Cost(cpu, _peak() - before, status, size / 1000)


def _begin_memory() -> float:
    """Release free memory and reset the high-water mark; return the memory in use, in megabytes."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")
    return _peak()


def _peak() -> float:
    """Return the most memory that this process used since the mark was reset, in megabytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the system does not report how much memory was used")
