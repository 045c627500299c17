"""Snapshots of the test database, which restore it completely."""

import sqlite3
from collections.abc import Callable

from django.db import connection, connections


def snapshot() -> Callable[[], None]:
    """Save the test database as it is now; return a function that restores it."""
    return _sqlite() if connection.vendor == "sqlite" else _postgresql()


def _sqlite() -> Callable[[], None]:
    connection.ensure_connection()
    saved = sqlite3.connect(":memory:", check_same_thread=False)
    connection.connection.backup(saved)

    def put_back() -> None:
        connection.ensure_connection()
        saved.backup(connection.connection)

    return put_back


def _postgresql() -> Callable[[], None]:
    name = str(connection.settings_dict["NAME"])
    saved = f"{name}_saved"
    _copy_database(name, saved)

    def put_back() -> None:
        _copy_database(saved, name)

    return put_back


def _copy_database(source: str, target: str) -> None:
    """Copy a whole database. PostgreSQL can do this if there are no connections to it."""
    connections.close_all()
    with connection._nodb_cursor() as cursor:  # type: ignore[attr-defined]
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ANY(%s)"
        cursor.execute(others, [[source, target]])
        cursor.execute(f'DROP DATABASE IF EXISTS "{target}"')
        cursor.execute(f'CREATE DATABASE "{target}" TEMPLATE "{source}"')
