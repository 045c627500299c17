"""The course of a campaign: the guide's order of scenarios and interludes, with its choices and branches.

A course is a row of legs. Most legs are one scenario. A leg may also offer several, of which the group plays
one, some or all, and a leg may be left out where the guide's text says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of the course: at least `least` and at most `most` of these are played before the next leg."""

    of: tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    in_order: bool = False
    """Whether only the first that was not played is offered."""
    linked: bool = False
    """Whether one of these is offered only if a scenario that was played leads to it (`next`)."""
    on_map: bool = False
    """Whether the group chooses the places on the campaign's map."""


@dataclass(frozen=True, slots=True)
class Upcoming:
    """A scenario or interlude that may come next."""

    id: str
    optional: bool = False
    """Whether the guide may lead past it."""


def read_leg(facts: str | Mapping[str, Any]) -> Leg:
    """Read one entry of `course` in a campaign file: an id, or an object."""
    if isinstance(facts, str):
        return Leg((facts,))
    of = tuple(facts.get("of", ()))
    return Leg(
        of,
        facts.get("least", 0 if facts.get("on_map") else 1),
        facts.get("most", len(of) if facts.get("linked") else 1),
        facts.get("in_order", False),
        facts.get("linked", False),
        facts.get("on_map", False),
    )


@dataclass(frozen=True, slots=True)
class Position:
    """How far a group has come: the leg that it has reached, and how much of it was played."""

    leg: int = 0
    played: int = 0


def position(course: Sequence[Leg], played: Sequence[str]) -> Position:
    """Return the position after these scenarios. Those that are on no later leg do not move the group."""
    found = Position()
    for id in played:
        ahead = (place for place in range(found.leg, len(course)) if id in course[place].of)
        place = next(ahead, None)
        if place is None:
            continue
        count = found.played + 1 if place == found.leg else 1
        if place == found.leg and found.played >= course[place].most:
            place = next((each for each in range(place + 1, len(course)) if id in course[each].of), place)
            count = 1 if place != found.leg else found.played
        found = Position(place, count)
    return found


def upcoming(
    course: Sequence[Leg], played: Sequence[str], leads_to: Mapping[str, Sequence[str]]
) -> tuple[Upcoming, ...]:
    """Return what may come next. `leads_to` names the scenarios that follow a scenario on its own page."""
    found: dict[str, Upcoming] = {}
    for each in _upcoming(course, played, leads_to):
        found.setdefault(each.id, each)
    return tuple(found.values())


def _upcoming(
    course: Sequence[Leg], played: Sequence[str], leads_to: Mapping[str, Sequence[str]]
) -> Iterator[Upcoming]:
    here = position(course, played)
    reachable = {id for each in played for id in leads_to.get(each, ())}
    linked = False
    for place in range(here.leg, len(course)):
        leg = course[place]
        count = here.played if place == here.leg else 0
        if leg.on_map:
            return
        if count < leg.most:
            left = [id for id in leg.of if id not in played]
            if leg.in_order:
                left = left[:1]
            if leg.linked or linked:
                left = [id for id in left if id in reachable]
            yield from (Upcoming(id, optional=count >= leg.least) for id in left)
        if count < leg.least:
            return
        linked = leg.linked


def is_on_map(course: Sequence[Leg], played: Sequence[str]) -> bool:
    """Return whether the group chooses its next place on the campaign's map."""
    here = position(course, played)
    for place in range(here.leg, len(course)):
        if course[place].on_map:
            return True
        if (here.played if place == here.leg else 0) < course[place].least:
            return False
    return False
