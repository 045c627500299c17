"""Measurement of speed and memory, and the output of the results.

Each module of this package is a subject. Its function `benches()` yields (name, unit, once) for each thing to
measure: `once` is called repeatedly, does some work, and returns how many units it did (1 search, 500 decks).
An optional table `AIMS` has the aims of some of them by name, which are printed beside the figures.
An optional function `sizes()` yields (name, make): `make` returns something whose memory is measured. Names
begin with the name of their module and a colon, so that modules without selected names are not prepared.
"""

import gc
import importlib
import json
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from types import ModuleType

Once = Callable[[], int]
Make = Callable[[], object]
SUBJECTS = ("jobs", "cards", "prices", "growth", "decks", "campaigns", "boardgames")
LOOPS = 200_000


@dataclass(frozen=True)
class Aim:
    """What a figure should be: a minimum of units per CPU second, or a maximum of CPU time for one."""

    per_cpu_second: float = 0.0
    cpu_ms: float = 0.0


@dataclass(frozen=True)
class Measurement:
    name: str
    unit: str
    calls: int
    p50_ms: float
    """Half of the calls took less."""
    p95_ms: float
    """All but one of twenty took less."""
    per_second: float
    per_cpu_second: float
    loops: float
    """CPU time of a unit, in iterations of an empty loop, to compare machines."""
    aim: Aim | None = None

    @property
    def beside_its_aim(self) -> str:
        """The aim in words and whether it was met; empty if there is none."""
        if self.aim is None:
            return ""
        if self.aim.per_cpu_second:
            met = self.per_cpu_second >= self.aim.per_cpu_second
            words = f"{self.aim.per_cpu_second:,.0f} per CPU s"
        else:
            met = self.aim.cpu_ms * self.per_cpu_second >= 1000
            words = f"{self.aim.cpu_ms:g} ms of CPU"
        return f"{words}: {'met' if met else 'missed'}"


@dataclass(frozen=True)
class Weight:
    name: str
    megabytes: float


def collect(wanted: list[str]) -> Iterator[tuple[str, str, Once]]:
    """Everything to measure, or only what begins with one of the given names."""
    for subject, module in _modules(wanted):
        for name, unit, once in module.benches():
            assert name.startswith(f"{subject}: "), name
            if _is_wanted(name, wanted):
                yield name, unit, once


def collect_sizes(wanted: list[str]) -> Iterator[tuple[str, Make]]:
    """Everything whose memory is measured."""
    for subject, module in _modules(wanted):
        for name, make in module.sizes() if hasattr(module, "sizes") else ():
            assert name.startswith(f"{subject}: "), name
            if _is_wanted(name, wanted):
                yield name, make


def aim_of(name: str) -> Aim | None:
    """Return the aim of a benchmark, if there is one."""
    module = importlib.import_module(f"bench.{name.partition(':')[0]}")
    aims: dict[str, Aim] = getattr(module, "AIMS", {})
    return aims.get(name)


def _modules(wanted: list[str]) -> Iterator[tuple[str, ModuleType]]:
    """The modules that may have something of such a name."""
    for subject in SUBJECTS:
        start = f"{subject}: "
        if not wanted or any(name.startswith(start) or start.startswith(name) for name in wanted):
            yield subject, importlib.import_module(f"bench.{subject}")


def _is_wanted(name: str, wanted: list[str]) -> bool:
    return not wanted or any(name.startswith(prefix) for prefix in wanted)


def seconds_of_a_loop() -> float:
    """Return the CPU time of one iteration of an empty loop on this machine."""
    best = float("inf")
    for _try in range(5):
        begun = time.process_time()
        total = 0
        for number in range(LOOPS):
            total += number
        best = min(best, time.process_time() - begun)
    return best / LOOPS


def measure(name: str, unit: str, once: Once, *, seconds: float, aim: Aim | None = None) -> Measurement:
    """Call it for this many seconds, after one call to warm up."""
    once()
    loop = seconds_of_a_loop()
    units = 0
    walls: list[float] = []
    cpu = time.process_time()
    end = time.perf_counter() + seconds
    while not walls or time.perf_counter() < end:
        begun = time.perf_counter()
        units += once()
        walls.append(time.perf_counter() - begun)
    cpu = time.process_time() - cpu
    p95 = statistics.quantiles(walls, n=20)[-1] if len(walls) > 1 else walls[0]
    return Measurement(
        name=name,
        unit=unit,
        calls=len(walls),
        p50_ms=round(statistics.median(walls) * 1000, 3),
        p95_ms=round(p95 * 1000, 3),
        per_second=round(units / sum(walls), 1),
        per_cpu_second=round(units / cpu, 1) if cpu else 0.0,
        loops=round(cpu / units / loop, 1) if units else 0.0,
        aim=aim,
    )


def weigh(name: str, make: Make) -> Weight:
    """Measure the memory that stays in use after something was made."""
    tracemalloc.start()
    try:
        retained = make()
        gc.collect()
        used, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    del retained
    return Weight(name, round(used / 1e6, 1))


def as_table(measurements: list[Measurement]) -> str:
    heads = ["", "unit", "calls", "p50 ms", "p95 ms", "per s", "per CPU s", "loops", "aim"]
    rows = []
    for m in measurements:
        latencies = [f"{value:,.3f}" for value in (m.p50_ms, m.p95_ms)]
        rates = [f"{value:,.0f}" for value in (m.per_second, m.per_cpu_second, m.loops)]
        rows.append([m.name, m.unit, f"{m.calls:,}", *latencies, *rates, m.beside_its_aim])
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    lines = []
    for row in [heads, *rows]:
        labels = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
        figures = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
        lines.append("  ".join([*labels, *figures]).rstrip())
    return "\n".join(lines)


def weights_as_table(weights: list[Weight]) -> str:
    width = max(len(weight.name) for weight in weights)
    return "\n".join(f"{weight.name:{width}}  {weight.megabytes:,.1f} MB" for weight in weights)


def as_json(found: list[Measurement | Weight]) -> str:
    return json.dumps([asdict(each) for each in found])
