"""Charts of a deck's figures: sizes for bars and strips of inline SVG, and the same numbers as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.text.names import CLASSES, SKILLS, TYPES, trait_name
from decks.insight.figures import ICONS, NO_COST, DeckFigures

WIDTH = 360
BASE = 106
TALLEST = 99
BAR = 40
STEP = 56
ROW = 22
NAMES = 92
LONGEST = 242
MOST_TRAITS = 10


@dataclass(frozen=True, slots=True)
class Piece:
    css: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Column:
    """The column of one cost: assets below, events above, the number on top."""

    label: str
    total: int
    middle: float
    top: float
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class CostCurve:
    columns: tuple[Column, ...]
    text: str
    width: int


@dataclass(frozen=True, slots=True)
class Bar:
    name: str
    title: str
    n: int
    y: int
    width: float
    css: str = "b1"

    @property
    def text_y(self) -> int:
        return self.y + 10

    @property
    def icon_y(self) -> int:
        return self.y - 2

    @property
    def end(self) -> float:
        return NAMES + self.width + 6


@dataclass(frozen=True, slots=True)
class Bars:
    rows: tuple[Bar, ...]
    text: str
    height: int


@dataclass(frozen=True, slots=True)
class Strip:
    pieces: tuple[Piece, ...]
    keys: tuple[tuple[str, str, int], ...]
    """Colour, label and number of each level."""
    text: str


def cost_curve(figures: DeckFigures) -> CostCurve:
    """Return the cards by cost. Costs from 0 to 5 always have a column, others only if they occur."""
    costs = {cost: counts for cost, counts in figures.costs.items() if cost != NO_COST}
    labels = [str(n) for n in range(6)]
    labels += [cost for cost in costs if cost not in labels]
    most = max((sum(counts.values()) for counts in costs.values()), default=0) or 1
    columns = []
    for index, label in enumerate(labels):
        counts = costs.get(label, {})
        x = 16 + STEP * index
        assets = TALLEST * counts.get("asset", 0) / most
        events = TALLEST * (sum(counts.values()) - counts.get("asset", 0)) / most
        pieces = (
            Piece("b1", x, BASE - assets, BAR, assets),
            Piece("b2", x, BASE - assets - events, BAR, events),
        )
        total = sum(counts.values())
        columns.append(Column(label, total, x + BAR / 2, BASE - assets - events - 6, pieces))
    text = ", ".join(f"{column.label}: {column.total}" for column in columns if column.total)
    return CostCurve(
        tuple(columns), _("Cards by cost: %(counts)s") % {"counts": text}, 24 + STEP * len(labels)
    )


def bars(counts: Sequence[tuple[str, str, int, str]]) -> Bars:
    """Return bars for rows of name, title, number and colour."""
    most = max((n for _name, _title, n, _css in counts), default=0) or 1
    rows = tuple(
        Bar(name, title, n, 5 + ROW * index, LONGEST * n / most, css)
        for index, (name, title, n, css) in enumerate(counts)
    )
    text = ", ".join(f"{row.title} {row.n}" for row in rows)
    return Bars(rows, text, 2 + ROW * len(rows))


def icon_bars(figures: DeckFigures) -> Bars:
    return bars([(name, str(SKILLS[name]).capitalize(), figures.icons[name], "b1") for name in ICONS])


def class_bars(figures: DeckFigures) -> Bars:
    counts = [(name, n) for name, n in figures.classes.items() if n]
    return bars([(name, str(CLASSES[name]), n, f"is-{name}") for name, n in counts])


def type_bars(figures: DeckFigures) -> Bars:
    return bars([(name, str(TYPES[name]), n, "b1") for name, n in figures.types.items()])


def trait_bars(figures: DeckFigures) -> Bars:
    """Return the most frequent traits. The figures have them in that order."""
    most = list(figures.traits.items())[:MOST_TRAITS]
    return bars([(trait, trait_name(trait), n, "b1") for trait, n in most])


def level_strip(figures: DeckFigures) -> Strip:
    """Return the levels side by side, each as wide as its share of the cards."""
    levels = sorted((level, n) for level, n in figures.levels.items() if n)
    total = sum(n for _level, n in levels) or 1
    gaps = 2 * (len(levels) - 1)
    x = 0.0
    pieces = []
    for level, n in levels:
        width = (WIDTH - gaps) * n / total
        pieces.append(Piece(f"lv{level}", round(x, 1), 0, round(width, 1), 16))
        x += width + 2
    keys = tuple((f"lv{level}", _("level %(level)d") % {"level": level}, n) for level, n in levels)
    return Strip(tuple(pieces), keys, ", ".join(f"{text}: {n}" for _css, text, n in keys))
