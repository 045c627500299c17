"""Tests of the detection of database outages, and of the pause after a service has failed."""

import logging
import sqlite3

import psycopg
import pytest
from django.db import (
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
)

from jobs import breaker
from jobs.breaker import Breaker
from jobs.outages import is_outage


def sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    return error


def postgres(state: str) -> psycopg.Error:
    return psycopg.errors.lookup(state)("as PostgreSQL says it")


def raised(kind: type[Exception], cause: Exception | None) -> Exception:
    error = kind("as Django says it")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("kind", "cause"),
    [
        pytest.param(OperationalError, sqlite(sqlite3.SQLITE_BUSY), id="locked"),
        pytest.param(OperationalError, sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), id="locked, in more detail"),
        pytest.param(OperationalError, sqlite(sqlite3.SQLITE_FULL), id="full"),
        pytest.param(OperationalError, sqlite(sqlite3.SQLITE_READONLY), id="read-only"),
        pytest.param(OperationalError, sqlite(sqlite3.SQLITE_CANTOPEN), id="no file"),
        pytest.param(OperationalError, sqlite(sqlite3.SQLITE_IOERR_WRITE), id="a failing disk"),
        pytest.param(OperationalError, psycopg.OperationalError("connection refused"), id="refused"),
        pytest.param(OperationalError, postgres("57P01"), id="PostgreSQL is stopped"),
        pytest.param(OperationalError, postgres("53100"), id="PostgreSQL's disk is full"),
        pytest.param(OperationalError, postgres("40P01"), id="a deadlock"),
        pytest.param(OperationalError, postgres("55P03"), id="a lock that was not to be had"),
        pytest.param(InternalError, postgres("25006"), id="PostgreSQL is read-only"),
        pytest.param(InterfaceError, None, id="the connection is closed"),
    ],
)
def test_the_database_is_away(kind, cause):
    assert is_outage(raised(kind, cause))


@pytest.mark.parametrize(
    ("kind", "cause"),
    [
        pytest.param(OperationalError, sqlite(sqlite3.SQLITE_ERROR), id="no such table"),
        pytest.param(IntegrityError, sqlite(sqlite3.SQLITE_CONSTRAINT_UNIQUE), id="a row that is there"),
        pytest.param(DataError, postgres("22001"), id="a text that is too long"),
        pytest.param(DatabaseError, None, id="something else"),
        pytest.param(OperationalError, postgres("42P01"), id="no such table in PostgreSQL"),
        pytest.param(ValueError, None, id="no error of a database"),
        pytest.param(OSError, None, id="an error of the machine"),
    ],
)
def test_the_fault_is_ours(kind, cause):
    assert not is_outage(raised(kind, cause))


@pytest.fixture
def clock(monkeypatch):
    class Clock:
        now = 1000.0

    monkeypatch.setattr(breaker.time, "monotonic", lambda: Clock.now)
    return Clock


def test_a_service_that_failed_is_left_alone_for_a_moment(clock):
    service = Breaker("Redis", "Meanwhile.", pause=3)
    assert not service.is_open
    service.failed(OSError())
    assert service.is_open
    clock.now += 2.9
    assert service.is_open
    clock.now += 0.2
    assert not service.is_open
    service.failed(OSError())
    service.worked()
    assert not service.is_open


def test_the_log_repeats_it_once_in_a_while(clock, caplog):
    caplog.set_level(logging.WARNING)
    service = Breaker("Redis", "Meanwhile.", quiet=60)
    service.worked()
    assert caplog.messages == []
    for _second in range(61):
        service.failed(OSError("refused"))
        clock.now += 1
    assert len(caplog.messages) == 2
    assert caplog.messages[0] == "Redis failed (1 times): OSError('refused'). Meanwhile."
    service.worked()
    service.worked()
    assert caplog.messages[2:] == ["Redis works again, after 61 failures."]
    service.failed(OSError("refused"))
    assert len(caplog.messages) == 4, "a new outage is said at once"
