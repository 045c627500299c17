"""What the finished games of a user add up to: wins by opponent and number of players, scores and honours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from boardgames.selectors import Visitor, games_visible_to
from web.shared.numbers import percent

#: Games that statistics count; more are not read.
MOST_GAMES = 1_000
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
    citizens: tuple[tuple[str, int], ...]


Row = tuple[str, int, str, int | None, list[str]]


def statistics_of(user: Visitor) -> Statistics | None:
    """Return the statistics, or None while no game is finished."""
    rows: list[Row] = list(
        games_visible_to(user)
        .filter(status__in=FINISHED)
        .order_by("-pk")
        .values_list("subject", "players", "status", "score", "honours")[:MOST_GAMES]
    )
    if not rows:
        return None
    honours = Counter(name for row in rows for name in row[4])
    return Statistics(
        played=len(rows),
        won=sum(row[2] == "won" for row in rows),
        best=_best(rows),
        by_subject=_lines(rows, 0),
        by_players=_lines(rows, 1),
        citizens=tuple(honours.most_common(5)),
    )


def _best(rows: Iterable[Row]) -> int | None:
    return max((row[3] for row in rows if row[3] is not None), default=None)


def _lines(rows: list[Row], column: int) -> tuple[Line, ...]:
    names = sorted({row[column] for row in rows}, key=str)
    found = []
    for name in names:
        some = [row for row in rows if row[column] == name]
        found.append(Line(str(name), len(some), sum(row[2] == "won" for row in some), _best(some)))
    return tuple(sorted(found, key=lambda line: -line.played))
