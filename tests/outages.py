"""Real database failures for tests: unavailable, locked, full and read-only, each undone afterwards."""

import contextlib
import socket
import sqlite3
from collections.abc import Iterator
from unittest import mock

import pytest
from django.db import connection

from jobs.outages import database

KINDS = ("away", "locked", "full", "read-only")


def closed_port() -> int:
    """Return a port without a listener."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def failing(kind: str) -> Iterator[None]:
    """Make the database fail in this way during the block. Needs a test that commits."""
    how = {"away": _away, "locked": _locked, "full": _full, "read-only": _read_only}[kind]
    try:
        with how():
            yield
    finally:
        connection.close()
        database.worked()


@contextlib.contextmanager
def _away() -> Iterator[None]:
    connection.close()
    wrong = {"NAME": "/no/such/folder/casebook"} if connection.vendor == "sqlite" else {"PORT": closed_port()}
    with mock.patch.dict(connection.settings_dict, wrong):
        yield
        connection.close()


@contextlib.contextmanager
def _locked() -> Iterator[None]:
    """Another connection holds the write lock."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has no lock on everything")
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    with contextlib.closing(other), connection.cursor() as cursor:
        other.execute("BEGIN IMMEDIATE")
        cursor.execute("PRAGMA busy_timeout=50")
        yield


@contextlib.contextmanager
def _full() -> Iterator[None]:
    """The database cannot grow by another page."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL's disk cannot be filled here")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count={pages}")
        yield


@contextlib.contextmanager
def _read_only() -> Iterator[None]:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA query_only=1")
        else:
            cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
        yield
