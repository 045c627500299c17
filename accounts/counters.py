"""Counters that all processes of the site share, with fallbacks for when they cannot be reached.

Redis counts for all machines, a small SQLite file in VAR_DIR for all processes of one machine, and memory for
one process. The first that works is used. The file is not the site's database: a count must survive when the
request that caused it is rolled back, and it must not wait for other writers.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings

log = logging.getLogger(__name__)

#: Prefix of the keys; tests use their own.
NAMESPACE = "limit"
#: Seconds before a counter that failed is used again, so that not every visitor waits for its timeout.
SECONDS_TO_REST = 10
REDIS_TIMEOUT = 1.0
FILE_TIMEOUT = 2.0
#: The longest window. A row that ends later was written before the clock was set back.
LONGEST_WINDOW = 24 * 60 * 60
MOST_IN_MEMORY = 10_000


@dataclass(frozen=True, slots=True)
class Count:
    number: int
    """How often it was counted in this window, including this time."""
    seconds_left: int
    """Seconds until the window ends."""


class Counter(ABC):
    """Counts by key within windows of time. Adding and reading is one atomic operation."""

    failures: tuple[type[Exception], ...] = ()

    def __init__(self) -> None:
        self.rests_until = 0.0

    @abstractmethod
    def add(self, key: str, seconds: int, by: int = 1) -> Count:
        """Add to the count, and start a window of this many seconds if none is open."""


class RedisCounter(Counter):
    def __init__(self, url: str) -> None:
        # It takes long to import, and a site without Redis never needs it.
        import redis

        super().__init__()
        self.failures = (redis.RedisError, OSError)
        self.client = redis.Redis.from_url(
            url, socket_timeout=REDIS_TIMEOUT, socket_connect_timeout=REDIS_TIMEOUT
        )

    def add(self, key: str, seconds: int, by: int = 1) -> Count:
        steps = self.client.pipeline(transaction=True)
        steps.set(key, 0, ex=seconds, nx=True)
        steps.incrby(key, by)
        steps.ttl(key)
        _made, number, left = steps.execute()
        return Count(int(number), max(1, int(left)))


class FileCounter(Counter):
    failures = (sqlite3.Error, OSError)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def add(self, key: str, seconds: int, by: int = 1) -> Count:
        try:
            return self.add_to_table(key, seconds, by)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):  # locked, full, not writable: the file is fine
                raise
            log.warning("%s was damaged, perhaps by a power cut; counting begins again", self.path)
            for path in (self.path, self.path.with_name(self.path.name + "-journal")):
                path.unlink(missing_ok=True)
            return self.add_to_table(key, seconds, by)

    def add_to_table(self, key: str, seconds: int, by: int) -> Count:
        now = time.time()
        with closing(self.open()) as table:
            table.execute("BEGIN IMMEDIATE")
            table.execute("DELETE FROM counts WHERE until <= ? OR until > ?", [now, now + LONGEST_WINDOW])
            table.execute(
                "INSERT INTO counts VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET number = number + ?",
                [key, by, now + seconds, by],
            )
            row = table.execute("SELECT number, until FROM counts WHERE name = ?", [key]).fetchone()
            table.execute("COMMIT")
        return Count(row[0], max(1, round(row[1] - now)))

    def open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=FILE_TIMEOUT, isolation_level=None)
        try:
            # Losing some counts in a power cut is harmless; waiting for the disk each time would not be.
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS counts"
                " (name TEXT PRIMARY KEY, number INTEGER NOT NULL, until REAL NOT NULL) WITHOUT ROWID"
            )
        except sqlite3.Error:
            connection.close()
            raise
        return connection


class MemoryCounter(Counter):
    """A counter in memory, which never fails, but counts each process separately."""

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()
        self.rows: dict[str, tuple[int, float]] = {}

    def add(self, key: str, seconds: int, by: int = 1) -> Count:
        now = time.monotonic()
        with self.lock:
            if len(self.rows) >= MOST_IN_MEMORY:
                self.rows = {name: row for name, row in self.rows.items() if row[1] > now}
            number, until = self.rows.get(key, (0, 0.0))
            if until <= now:
                number, until = 0, now + seconds
            self.rows[key] = number + by, until
        return Count(number + by, max(1, round(until - now)))


@lru_cache(maxsize=1)
def counters() -> list[Counter]:
    """Return the counters of this site, best first."""
    shared: list[Counter] = [RedisCounter(settings.REDIS_URL)] if settings.REDIS_URL else []
    return [*shared, FileCounter(settings.VAR_DIR / "limits.sqlite3"), MemoryCounter()]


def add(key: str, seconds: int, by: int = 1) -> Count:
    """Add to a count with the first counter that can be reached."""
    *others, last = counters()
    for counter in others:
        if time.monotonic() < counter.rests_until:
            continue
        try:
            return counter.add(f"{NAMESPACE}:{key}", seconds, by)
        except counter.failures as error:
            counter.rests_until = time.monotonic() + SECONDS_TO_REST
            log.warning("%s cannot count, so limits are counted locally: %s", type(counter).__name__, error)
    return last.add(f"{NAMESPACE}:{key}", seconds, by)
