"""Running the same work in many threads at the same time, to find what is not thread-safe."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connections

Result = TypeVar("Result")

#: Seconds after which threads that wait for each other are given up: none of them needs more than a moment.
PATIENCE = 60


def at_once(work: Callable[[int], Result], threads: int = 12) -> list[Result]:
    """Call `work` with the number of each thread, all at once, and return the results in order.

    The threads switch as often as the interpreter allows. The first error is raised.
    """
    gate = threading.Barrier(threads)

    def begin(number: int) -> Result:
        gate.wait(PATIENCE)
        try:
            return work(number)
        finally:
            connections.close_all()

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(threads) as pool:
            futures = [pool.submit(begin, number) for number in range(threads)]
            return [future.result(PATIENCE) for future in futures]
    finally:
        sys.setswitchinterval(usual)
