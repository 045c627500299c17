"""Calls with a time limit, each in a thread of its own.

A database or a queue behind a broken network can keep a caller waiting for minutes. While one thread waits,
no other is started for the same call; all callers wait for the same result.
"""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from django.db import connections

Answer = TypeVar("Answer")


class Bounded(Generic[Answer]):
    """A function without arguments that is called with a time limit."""

    def __init__(self, name: str, query: Callable[[], Answer]) -> None:
        self.name = name
        self._query = query
        self._lock = threading.Lock()
        self._pending: Future[Answer] | None = None

    def begin(self) -> Future[Answer]:
        """Start the call, or join one that is running."""
        with self._lock:
            if self._pending is None:
                self._pending = Future()
                arguments = (contextvars.copy_context(), self._pending)
                threading.Thread(target=self._run, args=arguments, name=self.name, daemon=True).start()
            return self._pending

    def answer(self, seconds: float) -> Answer:
        """Call and wait. Raises TimeoutError if there is no result within this time."""
        return self.begin().result(seconds)

    def _run(self, context: contextvars.Context, future: Future[Answer]) -> None:
        outcome: BaseException | None = None
        try:
            found = context.run(self._query)
        except BaseException as error:
            outcome = error
        finally:
            # The thread ends here, and no other thread can use its connections.
            connections.close_all()
            with self._lock:
                self._pending = None
        if outcome is None:
            future.set_result(found)
        else:
            future.set_exception(outcome)
