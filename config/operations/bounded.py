"""Questions that may never be answered: each is asked by a thread of its own, and waited for only so long.

A database or a queue behind a broken network can keep a caller waiting for minutes. As long as one thread
waits, no other is started for the same question, however often it is asked; all wait for the same answer.
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
    """A question, as a function that takes nothing."""

    def __init__(self, name: str, ask: Callable[[], Answer]) -> None:
        self.name = name
        self._ask = ask
        self._lock = threading.Lock()
        self._pending: Future[Answer] | None = None

    def begin(self) -> Future[Answer]:
        """Ask now, or join those who wait already."""
        with self._lock:
            if self._pending is None:
                self._pending = Future()
                arguments = (contextvars.copy_context(), self._pending)
                threading.Thread(target=self._run, args=arguments, name=self.name, daemon=True).start()
            return self._pending

    def answer(self, seconds: float) -> Answer:
        """Ask and wait. TimeoutError if there is no answer within this time."""
        return self.begin().result(seconds)

    def _run(self, context: contextvars.Context, future: Future[Answer]) -> None:
        outcome: BaseException | None = None
        try:
            found = context.run(self._ask)
        except BaseException as error:
            outcome = error
        finally:
            # This thread ends, and with it the only one who could use its connection.
            connections.close_all()
            with self._lock:
                self._pending = None
        if outcome is None:
            future.set_result(found)
        else:
            future.set_exception(outcome)
