"""The content of the timing page: every chart in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as lazy

from cards.text import names
from rules.rulebook.books import Spot
from rules.rulebook.timing import CHARTS, GROUPS, Chart, Step, in_language

GROUP_TITLES: dict[str, str | Promise] = {
    "round": lazy("A round"),
    "tests": lazy("Tests, cards and abilities"),
    "attacks": lazy("Enemies and attacks"),
    "scenario": lazy("A scenario"),
    "campaign": lazy("Decks and campaigns"),
}

#: The classes of lines that look different.
LOOKS = {
    "window": "timing__step--window",
    "rule": "timing__step--aside",
    "check": "timing__step--aside",
}


@dataclass(frozen=True)
class StepRow:
    """A line of a chart in one language."""

    step: Step
    number: str
    text: str
    notes: tuple[str, ...]
    back_to: str
    repeated_while: str
    see: tuple[str, str] | None
    """Id and title of the chart with the details."""
    steps: tuple[StepRow, ...]

    @property
    def to_window(self) -> bool:
        """Whether the way back leads to the player window after the step."""
        return self.step.back_to.endswith("w")

    @property
    def type(self) -> str:
        return self.step.type

    @property
    def style(self) -> str:
        return LOOKS.get(self.step.type, "")

    @property
    def spots(self) -> tuple[Spot, ...]:
        return self.step.spots


@dataclass(frozen=True)
class ChartPage:
    """A chart in one language."""

    chart: Chart
    title: str
    notes: tuple[str, ...]
    rows: tuple[StepRow, ...]

    @property
    def shows_provoking(self) -> bool:
        return any(step.provokes is not None for step in self.chart.steps)


@cache
def charts_in(interface: str) -> SafeString:
    """Return the charts as HTML in the active language of the interface; they never change."""
    return mark_safe(render_to_string("rules/_charts.html", {"groups": charts(names.language())}))


def charts(language: str) -> tuple[tuple[str, str | Promise, tuple[ChartPage, ...]], ...]:
    """Return the groups: id, title, charts."""
    return tuple((group, GROUP_TITLES[group], tuple(_charts_of(group, language))) for group in GROUPS)


def _charts_of(group: str, language: str) -> Iterator[ChartPage]:
    for chart in CHARTS.values():
        if chart.group == group:
            notes = tuple(in_language(note, language) for note in chart.notes)
            rows = tuple(_rows(chart.steps, language))
            yield ChartPage(chart, in_language(chart.title, language), notes, rows)


def _rows(steps: Iterable[Step], language: str) -> Iterator[StepRow]:
    for step in steps:
        yield StepRow(
            step=step,
            number=in_language(step.number, language),
            text=in_language(step.text, language),
            notes=tuple(in_language(note, language) for note in step.notes),
            back_to=step.back_to.removesuffix("w"),
            repeated_while=in_language(step.repeated_while, language),
            see=(step.see, in_language(CHARTS[step.see].title, language)) if step.see else None,
            steps=tuple(_rows(step.steps, language)),
        )
