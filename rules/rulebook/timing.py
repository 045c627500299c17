"""Timing charts: the steps of a round, a test, an attack, a setup …, with the windows of the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.rulebook.books import BOOKS, Spot
from rules.rulebook.files import RulebookError, only, read_file

#: The groups of charts, in their order.
GROUPS = ("round", "tests", "attacks", "scenario", "campaign")
#: A step, a part of one, a check, a player window, and what holds at this place.
TYPES = ("step", "substep", "check", "window", "rule")
Both = tuple[str, str]
"""A text in English and German."""


def in_language(text: Both, language: str) -> str:
    return text[1] if language == "de" else text[0]


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a chart."""

    type: str
    number: Both
    text: Both
    id: str = ""
    see: str = ""
    """The id of the chart that has the details."""
    notes: tuple[Both, ...] = ()
    back_to: str = ""
    """The number of the step to go back to."""
    repeated_while: Both = ("", "")
    provokes: bool | None = None
    """Whether the action provokes attacks of opportunity."""
    spots: tuple[Spot, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A sequence of steps."""

    id: str
    group: str
    title: Both
    steps: tuple[Step, ...]
    spots: tuple[Spot, ...]
    notes: tuple[Both, ...] = ()


def _spots(pages: Mapping[str, str]) -> tuple[Spot, ...]:
    """Return the places of a step; the FAQ has sections instead of pages."""
    found = []
    for book, place in pages.items():
        # A sign for pages that were inferred is for those who check the data.
        plain = place.replace("°", "")
        paged = book != "faq-1.7"
        found.append(Spot(BOOKS[book], "", page=plain if paged else "", number="" if paged else plain))
    return tuple(found)


def _step(row: Mapping[str, Any], where: str) -> Step:
    known = {
        "type",
        "no",
        "no_de",
        "id",
        "text",
        "text_de",
        "see",
        "notes",
        "repeat",
        "provokes",
        "pages",
        "steps",
    }
    only(row, frozenset(known), frozenset({"type", "text", "text_de"}), where)
    if row["type"] not in TYPES:
        raise RulebookError(f"{where}: “{row['type']}” is not a type of step")
    repeat = row.get("repeat", {})
    return Step(
        type=row["type"],
        number=(row.get("no", ""), row.get("no_de", row.get("no", ""))),
        text=(row["text"], row["text_de"]),
        id=row.get("id", ""),
        see=row.get("see", ""),
        notes=tuple((note[0], note[1]) for note in row.get("notes", ())),
        back_to=repeat.get("to", ""),
        repeated_while=(repeat.get("while", ""), repeat.get("while_de", "")),
        provokes=row.get("provokes"),
        spots=_spots(row.get("pages", {})),
        steps=tuple(_step(each, where) for each in row.get("steps", ())),
    )


def _charts() -> Iterator[Chart]:
    for row in read_file("timing.json")["charts"]:
        where = f"timing.json: {row.get('id')}"
        needed = frozenset({"id", "group", "title", "title_de", "pages", "steps"})
        only(row, needed | {"notes"}, needed, where)
        if row["group"] not in GROUPS:
            raise RulebookError(f"{where}: there is no group {row['group']}")
        yield Chart(
            id=row["id"],
            group=row["group"],
            title=(row["title"], row["title_de"]),
            steps=tuple(_step(each, where) for each in row["steps"]),
            spots=_spots(row["pages"]),
            notes=tuple((note[0], note[1]) for note in row.get("notes", ())),
        )


CHARTS: Mapping[str, Chart] = {chart.id: chart for chart in _charts()}
