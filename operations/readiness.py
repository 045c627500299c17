"""Readiness checks of this process: the database, its migrations, the queue and the cards."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

import redis
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from cards import adapters
from operations.bounded import Bounded

log = logging.getLogger(__name__)

#: Seconds for each check. They run in parallel, so it is also the limit for all of them.
SECONDS = 2.0


class NotReady(Exception):
    """What is missing, in words that may be shown to anyone."""


@dataclass(frozen=True, slots=True)
class Result:
    ok: bool
    milliseconds: float
    detail: str = ""

    def as_dict(self) -> dict[str, object]:
        found: dict[str, object] = {"ok": self.ok, "milliseconds": self.milliseconds}
        return {**found, "detail": self.detail} if self.detail else found


def check_database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return ""


def check_migrations() -> str:
    """Check that every migration of this version is applied. Further ones, of a newer version, are fine."""
    missing = sorted(_migrations() - set(MigrationRecorder(connection).applied_migrations()))
    if missing:
        raise NotReady(f"{len(missing)} not applied, the first is {'.'.join(missing[0])}")
    return ""


@cache
def _migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).graph.nodes)


def check_queue() -> str:
    if settings.CELERY_TASK_ALWAYS_EAGER:
        return "jobs are done in place"
    if not settings.CELERY_BROKER_URL.startswith("redis"):
        folder = settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_out"]
        if not os.access(folder, os.W_OK | os.X_OK):
            raise NotReady("the folder of the queue cannot be written")
        return ""
    waits = {"socket_connect_timeout": SECONDS, "socket_timeout": SECONDS}
    with redis.Redis.from_url(settings.CELERY_BROKER_URL, **waits) as server:
        server.ping()
    return ""


def check_catalogue() -> str:
    """Check that the cards are in memory. The first check loads them, unless the server has done so."""
    if not adapters.catalogue().cards:
        raise NotReady("no cards are loaded")
    return ""


CHECKS = {
    check.name: check
    for check in (
        Bounded("database", check_database),
        Bounded("migrations", check_migrations),
        Bounded("queue", check_queue),
        Bounded("catalogue", check_catalogue),
    )
}
#: The previous result of each check, to log only changes.
_before: dict[str, bool] = {}


def check(excluded: Collection[str] = ()) -> dict[str, Result]:
    """Return the result of every check, within a limited time."""
    begun = time.monotonic()
    futures = {name: CHECKS[name].begin() for name in CHECKS if name not in excluded}
    ended: dict[str, float] = {}
    for name, future in futures.items():
        future.add_done_callback(lambda _future, name=name: ended.setdefault(name, time.monotonic()))  # type: ignore[misc]
    found = {}
    for name, future in futures.items():
        ok, detail, error = True, "", None
        try:
            detail = future.result(max(0.0, begun + SECONDS - time.monotonic()))
        except TimeoutError:
            ok, detail = _while_waiting(name)
        except NotReady as missing:
            ok, detail = False, str(missing)
        except Exception as problem:
            # The message may contain hosts and users, so it goes to the log only.
            ok, detail, error = False, type(problem).__name__, problem
        _log_change(name, ok, detail, error)
        seconds = ended.get(name, time.monotonic()) - begun
        found[name] = Result(ok, round(seconds * 1000, 1), detail)
    return found


def _while_waiting(name: str) -> tuple[bool, str]:
    """Return the result of a check that has timed out. While cards are reloaded, the old ones work."""
    if name == "catalogue" and _before.get(name):
        return True, "being read again"
    return False, f"no answer within {SECONDS:g} s"


def _log_change(name: str, ok: bool, detail: str, error: Exception | None) -> None:
    if _before.get(name, True) != ok:
        if ok:
            log.warning("%s: ready again", name)
        else:
            log.warning("%s: not ready: %s", name, error or detail)
    _before[name] = ok
