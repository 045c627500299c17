"""Sections of a campaign log as its facts describe them: names with marks, and supplies that cost points.

A mark of a name is a counter of the log. Its key is the id of the name, then a space and the id of the mark,
then a colon and the choice: `05046 fate:alive`. The id of the name alone means that the name was picked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.campaign.state import CampaignState

# Kinds of sections. The group's own sections have one of OWN_KINDS.
ENTRIES, COUNTER, CHECKLIST, NAMES, SUPPLIES = "entries", "count", "checklist", "names", "supplies"
OWN_KINDS = (ENTRIES, COUNTER, CHECKLIST, NAMES)

# Kinds of marks.
BOX, COUNT, BEARER, CHOICE = "box", "count", "bearer", "choice"

MOST = 99
"""The highest value of a counted mark that has no limit of its own."""

START, RESUPPLY = 0, 1
"""The two times at which supplies are bought."""
POINTS = "points"
"""The counter of the points that a seat has spent on supplies, by time: `points 0`."""


@dataclass(frozen=True, slots=True)
class LogName:
    """A name in a section: a person, a place, a thing."""

    id: str
    title: str
    since: frozenset[str] = frozenset()
    """The scenarios that bring it into the story; empty = known from the start."""


@dataclass(frozen=True, slots=True)
class LogMark:
    """What can be recorded of a name."""

    id: str = ""
    kind: str = BOX
    most: int = 1
    single: bool = False
    """Whether only one name of the section can have it."""
    choices: frozenset[str] = frozenset()
    """The values of a choice; for a bearer, those who are not investigators of the party."""


@dataclass(frozen=True, slots=True)
class LogSection:
    id: str
    title: str
    kind: str
    entries: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()
    since: frozenset[str] = frozenset()
    """The scenarios that bring it into the story; empty = known from the start."""
    names: Mapping[str, LogName] = field(default_factory=dict)
    marks: Mapping[str, LogMark] = field(default_factory=dict)
    exclusive: bool = False
    """Whether a name has one mark at most."""

    def mark_of(self, key: str) -> LogMark | None:
        """Return the mark that a key means; None if there is no such name, mark or choice."""
        name, mark, choice = parts_of(key)
        found = self.marks.get(mark)
        if found is None or name not in self.names:
            return None
        if found.kind == CHOICE or choice:
            return found if choice in found.choices else None
        return found

    def replaced_by(self, key: str, seat: str, *, is_set: bool) -> ReplacedMarks:
        """Return the marks that cannot stand once this one is set, or cleared."""
        return ReplacedMarks(self, key, seat, is_set)


@dataclass(frozen=True, slots=True)
class ReplacedMarks:
    """The marks that a change replaces: other choices and bearers, or the same mark of another name."""

    section: LogSection
    key: str
    seat: str
    is_set: bool

    def __contains__(self, other: tuple[str, str]) -> bool:
        mark = self.section.mark_of(self.key)
        if mark is None or other == (self.key, self.seat):
            return False
        (name, id, _choice), (name2, id2, _choice2) = parts_of(self.key), parts_of(other[0])
        if not self.is_set:
            return name == name2 and not id
        if name != name2:
            return id == id2 and mark.single
        return (self.section.exclusive and bool(id2)) or (id == id2 and mark.kind in (BEARER, CHOICE))


def parts_of(key: str) -> tuple[str, str, str]:
    """Return the name, the mark and the choice in a key."""
    name, _space, rest = key.partition(" ")
    mark, _colon, choice = rest.partition(":")
    return name, mark, choice


@dataclass(frozen=True, slots=True)
class Supplies:
    """What investigators can bring along, and the points that they may spend on it."""

    costs: Mapping[str, int] = field(default_factory=dict)
    sold: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """The times at which each is sold; none for a thing that is found in play."""
    points: tuple[tuple[int, ...], ...] = ()
    """For each time, the points of an investigator by the number of investigators."""
    resupply_after: str = ""
    """The scenario after which supplies are bought a second time."""

    def time(self, state: CampaignState) -> int | None:
        """Return which supplies are bought now: the first, those of the resupply, or None."""
        if not state.begun:
            return START
        if state.playing is None and self.resupply_after:
            played = [each.scenario for each in state.history if each.kind != "interlude"]
            if played and played[-1] == self.resupply_after:
                return RESUPPLY
        return None

    def points_at(self, time: int, investigators: int) -> int | None:
        """Return the points of each investigator; None if the facts have none."""
        if time >= len(self.points) or not self.points[time]:
            return None
        return self.points[time][max(1, min(investigators, len(self.points[time]))) - 1]

    def is_known(self, supply: str, state: CampaignState) -> bool:
        """Return whether the story has come to this supply."""
        sold = self.sold.get(supply, frozenset())
        return START in sold or (was_reached(state, [self.resupply_after]) if sold else state.begun)


def spent_key(time: int) -> str:
    return f"{POINTS} {time}"


def was_reached(state: CampaignState, since: Iterable[str]) -> bool:
    """Return whether the story has reached one of these scenarios; true if there are none."""
    wanted = {scenario for scenario in since if scenario}
    return not wanted or any(scenario in wanted for scenario in _reached(state))


def _reached(state: CampaignState) -> Iterator[str]:
    yield state.next_scenario
    if state.playing:
        yield state.playing.scenario
    for played in state.history:
        yield played.scenario


def read_section(row: Mapping[str, Any]) -> LogSection:
    names = [*row.get("names", ()), *row.get("checklist", ())]
    marks = [_read_mark(each) for each in row.get("marks", ())]
    if row.get("picked", not marks):
        marks.insert(0, LogMark(single=row.get("single", False)))
    return LogSection(
        id=row["id"],
        title=row["title"],
        kind=row["kind"],
        entries=frozenset(row.get("entries", ())),
        counts=frozenset(row.get("counts", ())),
        since=frozenset(row.get("from", ())),
        names={
            each["id"]: LogName(each["id"], each["title"], frozenset(each.get("from", ()))) for each in names
        },
        marks={mark.id: mark for mark in marks},
        exclusive=row.get("exclusive", False),
    )


def _read_mark(row: Mapping[str, Any]) -> LogMark:
    return LogMark(
        id=row["id"],
        kind=row.get("kind", BOX),
        most=row.get("most", MOST if row.get("kind") == COUNT else 1),
        single=row.get("single", False),
        choices=frozenset(each["id"] for each in row.get("choices", ())),
    )


_TIMES = {"start": START, "resupply": RESUPPLY}


def read_supplies(facts: Mapping[str, Any]) -> Supplies:
    rows = facts.get("supplies", ())
    return Supplies(
        costs={row["id"]: row["cost"] for row in rows},
        sold={row["id"]: frozenset(_TIMES[time] for time in row.get("sold", _TIMES)) for row in rows},
        points=tuple(tuple(each) for each in facts.get("supply_points", ())),
        resupply_after=facts.get("resupply_after", ""),
    )
