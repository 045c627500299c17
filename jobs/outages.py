"""Detection of database outages, as opposed to errors in a query."""

import sqlite3

from django.db import DatabaseError, InterfaceError, OperationalError

from jobs.breaker import Breaker

#: Seconds after which a request should be repeated.
RETRY_AFTER = 5

database = Breaker("The database", "Visitors are asked to try again.")

#: Busy, locked, out of memory, read-only, I/O error, damaged, disk full, cannot open, lock protocol.
SQLITE = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)
#: Classes of PostgreSQL's codes: connection, conflict of transactions, resources, operator intervention,
#: system error; and single codes: read-only, lock not available.
POSTGRES = ("08", "40", "53", "57", "58", "25006", "55P03")


def is_outage(error: BaseException) -> bool:
    """Return whether the same request may succeed later, because the database itself has failed."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return (code & 0xFF) in SQLITE
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return str(state).startswith(POSTGRES)
    # A connection that was refused or broken has no code.
    return isinstance(error, OperationalError | InterfaceError)
