"""Rounds: on which database the everyday run has each test.

`./run test` has each test on SQLite with Chromium, or on PostgreSQL with Redis; `./run test both` has those
that touch the database on both. A test chooses with `pytest.mark.on_sqlite`, `pytest.mark.on_postgresql` or
both marks; other tests are assigned here.
"""

from collections.abc import Collection

import pytest

ON_SQLITE, ON_POSTGRESQL = "on_sqlite", "on_postgresql"
#: Fixtures that give access to the database; pytest-django blocks it for all other tests.
DATABASE = {"db", "transactional_db", "live_server"}
#: Fixtures of tests that send requests, to pages or to the API.
CLIENTS = {"client", "as_alice", "as_bob", "as_mallory", "api", "guest", "walk", "world"}


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test with its rounds, and tests without a database as `once`."""
    fixtures = getattr(item, "fixturenames", ())
    if not item.get_closest_marker("django_db") and DATABASE.isdisjoint(fixtures):
        item.add_marker("once")
    for mark in rounds_of({mark.name for mark in item.iter_markers()}, fixtures):
        item.add_marker(mark)


def rounds_of(marks: Collection[str], fixtures: Collection[str]) -> set[str]:
    """Return the rounds of a test in the everyday run; there is at least one.

    Where it does not matter, requests are sent on SQLite, and services, jobs and commands are called on
    PostgreSQL, which is stricter about types and transactions.
    """
    if "services" in marks:
        return {ON_POSTGRESQL}
    if "once" in marks or "browser" in fixtures:
        return {ON_SQLITE}
    chosen = {ON_SQLITE, ON_POSTGRESQL}.intersection(marks)
    return chosen or {ON_POSTGRESQL if CLIENTS.isdisjoint(fixtures) else ON_SQLITE}
