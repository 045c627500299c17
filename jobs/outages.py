"""Is the database away, or is the fault in what was asked of it?"""

import sqlite3

from django.db import DatabaseError, InterfaceError, OperationalError

from jobs.breaker import Breaker

#: Seconds after which it is worth asking again.
RETRY_AFTER = 5

database = Breaker("The database", "Visitors are asked to try again.")

#: Busy, locked, out of memory, read-only, failing, damaged or full disk, no file, no agreement on the lock.
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
#: Classes of PostgreSQL's codes: the connection, a conflict between transactions, resources, what an operator
#: does, the machine; and single codes: read-only, a lock that was not to be had.
POSTGRES = ("08", "40", "53", "57", "58", "25006", "55P03")


def is_outage(error: BaseException) -> bool:
    """Whether the same request may succeed later: the database is busy, away, full or read-only."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return (code & 0xFF) in SQLITE
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return str(state).startswith(POSTGRES)
    # A connection that was refused or broke off has no code.
    return isinstance(error, OperationalError | InterfaceError)
