"""Prometheus metrics of the running site.

Nothing is counted unless metrics are enabled: see `settings.METRICS`.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.signals import got_request_exception
from django.db import Error
from django.db.backends.signals import connection_created
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

#: Seconds, from a cached page to the patience of a visitor.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

_building = threading.Lock()
_meters: Meters | None = None


class Meters:
    """The counters of this process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "casebook_http_requests",
            "Requests answered.",
            ["view", "method", "status"],
            registry=registry,
        )
        self.duration = Histogram(
            "casebook_http_request_duration_seconds",
            "Time until an answer was ready to be sent.",
            ["view", "method"],
            buckets=BUCKETS,
            registry=registry,
        )
        self.in_flight = Gauge(
            "casebook_http_requests_in_flight",
            "Requests being answered.",
            multiprocess_mode="livesum",
            registry=registry,
        )
        self.database_errors = Counter(
            "casebook_database_errors",
            "Errors of the database, those that the site dealt with included.",
            ["error"],
            registry=registry,
        )


def meters() -> Meters:
    """Return the counters, created on first use, when it is known whether processes share them."""
    global _meters
    if _meters is None:
        with _building:
            _meters = _meters or Meters()
    return _meters


def count_request(view: str, method: str, status: int, seconds: float) -> None:
    if settings.METRICS:
        meters().requests.labels(view, method, str(status)).inc()
        meters().duration.labels(view, method).observe(seconds)


@contextmanager
def in_flight() -> Iterator[None]:
    if not settings.METRICS:
        yield
        return
    gauge = meters().in_flight
    gauge.inc()
    try:
        yield
    finally:
        gauge.dec()


def count_database_error(error: BaseException | None) -> None:
    """Count an error once, even if several layers report it."""
    if not settings.METRICS or not isinstance(error, Error) or hasattr(error, "counted"):
        return
    error.counted = True  # type: ignore[attr-defined]
    meters().database_errors.labels(type(error).__name__).inc()


def watch_database() -> None:
    connection_created.connect(watch_connection, dispatch_uid="metrics")
    got_request_exception.connect(watch_exceptions, dispatch_uid="metrics")


def watch_queries(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """An execute wrapper that counts failed queries."""
    try:
        return execute(sql, params, many, context)
    except Error as error:
        count_database_error(error)
        raise


def watch_connection(connection: Any, **signal: Any) -> None:
    """Watch the queries of a new database connection."""
    if watch_queries not in connection.execute_wrappers:
        connection.execute_wrappers.append(watch_queries)


def watch_exceptions(**signal: Any) -> None:
    """Count failures outside queries: of connections and of commits."""
    count_database_error(sys.exc_info()[1])
