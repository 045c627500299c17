"""Figures measured in a browser, with their aims, and how they are printed."""

from __future__ import annotations

import json
import statistics
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Figure:
    name: str
    unit: str
    aim: float
    p50: float
    p95: float

    @property
    def met(self) -> bool:
        return self.p95 <= self.aim


def figure(name: str, unit: str, aim: float, values: Iterable[float]) -> Figure:
    found = sorted(values)
    return Figure(
        name, unit, aim, round(statistics.median(found), 1), round(statistics.quantiles(found, n=20)[-1], 1)
    )


@contextmanager
def neighbours() -> Iterator[list[float]]:
    """Measure the load by other processes: how long some work takes, as a multiple of its processor time."""
    waits: list[float] = []
    done = threading.Event()

    def sample() -> None:
        while not done.wait(0.2):
            wall, cpu = time.perf_counter(), time.thread_time()
            for _turn in range(100_000):
                pass
            waits.append((time.perf_counter() - wall) / (time.thread_time() - cpu))

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield waits
    finally:
        done.set()
        thread.join()


def show(found: Sequence[Figure], waits: Sequence[float]) -> None:
    """Print the load by other processes, a table of the figures, and the same as JSON."""
    print(f"Work took {statistics.mean(waits):.1f} times as long here as on a machine without neighbours.")
    width = max(len(each.name) for each in found)
    print(f"{'':{width}}      aim      p50      p95")
    for each in found:
        print(
            f"{each.name:{width}}  {each.aim:7,.0f}  {each.p50:7,.1f}  {each.p95:7,.1f} {each.unit}"
            f"{'' if each.met else '   missed'}"
        )
    print(json.dumps([asdict(each) for each in found]))
