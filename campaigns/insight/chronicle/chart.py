"""The chart of experience earned over time: a line for each investigator, drawn as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

#: The drawing area within the viewBox, in its units.
LEFT, TOP, WIDTH, HEIGHT = 30, 12, 600, 200
#: Lines that can be distinguished by their dashes; further investigators are only in the table.
MOST_LINES = 8
#: Names below the axis, at most.
MOST_LABELS = 16


@dataclass(frozen=True, slots=True)
class Line:
    seat: str
    points: str
    """The corners of the line, as SVG writes them."""
    end: tuple[float, float]
    number: int
    """Which of the kinds of dashes it has, from 1."""


@dataclass(frozen=True, slots=True)
class Chart:
    lines: tuple[Line, ...]
    grid: tuple[tuple[int, float], ...]
    """Values on the axis, and their heights."""
    labels: tuple[tuple[str, float], ...]
    """Numerals of the scenarios, and where they stand."""
    base: float = TOP + HEIGHT


def chart(labels: Sequence[str], values: Mapping[str, Sequence[int]]) -> Chart | None:
    """Return the chart, or None if there is nothing to compare: fewer than two points or no experience."""
    highest = max((max(row, default=0) for row in values.values()), default=0)
    if len(labels) < 2 or highest <= 0:
        return None
    tick = _tick(highest)
    top = -(-highest // tick) * tick
    step = WIDTH / (len(labels) - 1)
    every = -(-len(labels) // MOST_LABELS)

    def height(value: int) -> float:
        return round(TOP + HEIGHT * (1 - value / top), 1)

    lines = []
    for number, (seat, row) in enumerate(list(values.items())[:MOST_LINES], 1):
        places = [(round(LEFT + n * step, 1), height(value)) for n, value in enumerate(row)]
        points = " ".join(f"{x},{y}" for x, y in places)
        lines.append(Line(seat, points, places[-1], number))
    return Chart(
        lines=tuple(lines),
        grid=tuple((value, height(value)) for value in range(0, top + 1, tick)),
        labels=tuple((label, round(LEFT + n * step, 1)) for n, label in enumerate(labels) if n % every == 0),
    )


def _tick(highest: int) -> int:
    """Return the distance of the lines of the grid: 1, 2, 5, 10, 20 … so that there are at most six."""
    scale = 1
    while True:
        for step in (1, 2, 5):
            if highest <= 5 * step * scale:
                return step * scale
        scale *= 10
