"""The recording of one request: its functions, modules and queries, and what it does twice."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

#: Packages whose functions are counted.
PACKAGES = (
    *("rules", "jobs", "accounts", "cards", "rulebook", "decks", "campaigns"),
    *("operations", "web", "config"),
)


@dataclass(frozen=True, slots=True)
class Landmark:
    """A function that should not be called twice with equal arguments for one request."""

    label: str
    module: str
    function: str
    arguments: tuple[str, ...]
    only: str = ""
    """Count calls only if the name of the class in their first argument is this."""


LANDMARKS = (
    Landmark("decks read", "rules.deck.reading", "reading_of", ("deck", "circumstances")),
    Landmark("verdicts", "rules.deck.findings", "_find", ("reading",)),
    Landmark("circumstances of a seat", "rules.campaign.deck_inputs", "circumstances_of", ("seat",)),
    Landmark("campaign states parsed", "rules.codec", "from_json", ("kind", "value"), "CampaignState"),
    Landmark("messages written", "rules.deck.verdict", "Violation.__str__", ("self",)),
)


@dataclass
class Walk:
    """What one request did."""

    functions: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Calls by module and function."""
    landmarks: dict[str, Counter[str]] = field(default_factory=dict)
    """Calls of each landmark by the values of its arguments."""
    queries: list[str] = field(default_factory=list)

    @property
    def modules(self) -> set[str]:
        return {module for module, _name in self.functions}

    @property
    def repeated_queries(self) -> dict[str, int]:
        """Queries that were sent more than once with the same values, and how often."""
        counts = Counter(sql for sql in self.queries if sql.startswith("SELECT"))
        return {sql: times for sql, times in counts.items() if times > 1}

    @property
    def needless_queries(self) -> int:
        return sum(times - 1 for times in self.repeated_queries.values())

    def calls(self, label: str) -> int:
        return sum(self.landmarks[label].values())

    def repeated(self, label: str) -> int:
        """Return how many calls of a landmark had the same arguments as an earlier call."""
        return self.calls(label) - len(self.landmarks[label])


def follow(request: Callable[[], Any]) -> Walk:
    """Call the function and record what this thread does meanwhile."""
    walk = Walk(landmarks={mark.label: Counter() for mark in LANDMARKS})
    names: dict[CodeType, tuple[str, str] | None] = {}
    marks = {(mark.module, mark.function): mark for mark in LANDMARKS}

    def profile(frame: FrameType, event: str, _argument: Any) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code not in names:
            names[code] = _name_of(code)
        name = names[code]
        if name is None:
            return
        walk.functions[name] += 1
        mark = marks.get(name)
        if mark is not None and _counts(mark, frame):
            values = repr([_stable(frame.f_locals[argument]) for argument in mark.arguments])
            walk.landmarks[mark.label][values] += 1

    before = sys.getprofile()
    with CaptureQueriesContext(connection) as captured:
        sys.setprofile(profile)
        try:
            request()
        finally:
            sys.setprofile(before)
    walk.queries = [query["sql"] for query in captured.captured_queries if _is_data(query["sql"])]
    return walk


def _name_of(code: CodeType) -> tuple[str, str] | None:
    """Return module and function, if the code is part of the project and has a name."""
    if code.co_name.startswith("<"):
        return None
    try:
        path = Path(code.co_filename).relative_to(settings.BASE_DIR)
    except ValueError:
        return None
    if path.parts[0] not in PACKAGES:
        return None
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__"), code.co_qualname


def _counts(mark: Landmark, frame: FrameType) -> bool:
    first = frame.f_locals[mark.arguments[0]]
    return not mark.only or getattr(first, "__name__", "") == mark.only


def _stable(value: Any) -> Any:
    """Return a value with the same text for equal values; a reading becomes its deck and circumstances."""
    return (value.deck, value.circumstances) if hasattr(value, "circumstances") else value


def _is_data(sql: str) -> bool:
    return not sql.startswith(("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT", "ROLLBACK"))
