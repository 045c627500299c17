"""What the finished games of a user add up to: wins by opponent, players and investigator, and honours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from boardgames.selectors import Visitor, games_visible_to
from web.shared.numbers import percent

#: Games that statistics count; more are not read.
MOST_GAMES = 1_000
#: Investigators that are listed, those with the most games first.
MOST_LINES = 40
FINISHED = ("won", "lost")


@dataclass(frozen=True, slots=True)
class Line:
    """Games with one thing in common, and how many of them were won."""

    name: str
    played: int
    won: int
    best: int | None

    @property
    def share(self) -> int:
        return percent(self.won, self.played)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The finished games of a user."""

    played: int
    won: int
    best: int | None
    by_subject: tuple[Line, ...]
    by_players: tuple[Line, ...]
    by_investigator: tuple[Line, ...]
    citizens: tuple[tuple[str, int], ...]


Row = tuple[str, int, str, int | None, list[str], list[str]]


def statistics_of(user: Visitor) -> Statistics | None:
    """Return the statistics, or None while no game is finished."""
    rows: list[Row] = list(
        games_visible_to(user)
        .filter(status__in=FINISHED)
        .order_by("-pk")
        .values_list("subject", "players", "status", "score", "honours", "investigators")[:MOST_GAMES]
    )
    if not rows:
        return None
    honours = Counter(name for row in rows for name in row[4])
    return Statistics(
        played=len(rows),
        won=sum(row[2] == "won" for row in rows),
        best=_best(rows),
        by_subject=_lines((row[0], row) for row in rows),
        by_players=_lines((str(row[1]), row) for row in rows),
        by_investigator=_lines((name, row) for row in rows for name in row[5])[:MOST_LINES],
        citizens=tuple(honours.most_common(5)),
    )


def _best(rows: Iterable[Row]) -> int | None:
    return max((row[3] for row in rows if row[3] is not None), default=None)


def _lines(named: Iterable[tuple[str, Row]]) -> tuple[Line, ...]:
    """Return a line for each name, those with the most games first."""
    groups: dict[str, list[Row]] = {}
    for name, row in named:
        groups.setdefault(name, []).append(row)
    found = [
        Line(name, len(rows), sum(row[2] == "won" for row in rows), _best(rows))
        for name, rows in sorted(groups.items())
    ]
    return tuple(sorted(found, key=lambda line: -line.played))
