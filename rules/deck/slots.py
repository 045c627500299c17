"""Assignment of copies to the limited lines of an investigator's deckbuilding options.

The result is exact: copies are left over only if no assignment at all could place them. Each copy takes a
free seat of a line. If there is none, other copies move along augmenting paths, so that a copy which two
lines accept makes room for one that only one line accepts. The number of copies left over is the smallest
possible (rules deck.options-capped-line and E-12).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

ToSeat = tuple[str, int, tuple[int, ...]]
"""A card, its copies, and the lines that accept it."""


class Assignment(NamedTuple):
    seats: Mapping[int, Mapping[str, int]]
    """Line → card → copies assigned to it."""
    left_over: Mapping[str, int]
    """Copies that no line can take."""


def assign(demands: Sequence[ToSeat], limits: Mapping[int, int]) -> Assignment:
    """Assign copies to lines with limited seats.

    Cards are taken in the order of their codes, so that the same deck always gets the same assignment.
    """
    seats: dict[int, dict[str, int]] = {line: {} for line in limits}
    free = dict(limits)
    left_over: dict[str, int] = {}
    moved = False
    for card, copies, lines in sorted(demands):
        if not copies:
            continue
        for line in lines:
            if free[line]:
                taken = min(copies, free[line])
                seats[line][card] = taken
                free[line] -= taken
                copies -= taken
                if not copies:
                    break
        else:
            placed = _make_room(card, copies, lines, _Seats(seats, free, demands))
            moved = moved or bool(placed)
            if placed < copies:
                left_over[card] = copies - placed
    if moved:
        # Copies came into a line later than cards with higher codes.
        seats = {line: dict(sorted(row.items())) for line, row in seats.items()}
    return Assignment(seats, left_over)


class _Seats:
    """The seats taken so far, for copies that have to move."""

    def __init__(
        self, seats: dict[int, dict[str, int]], free: dict[int, int], demands: Sequence[ToSeat]
    ) -> None:
        self.seats = seats
        self.free = free
        self.lines_of = {card: lines for card, _copies, lines in demands}

    def sit(self, card: str, line: int) -> None:
        """Give a free seat of the line to one copy."""
        self.seats[line][card] = self.seats[line].get(card, 0) + 1
        self.free[line] -= 1

    def is_vacated(self, line: int, tried: set[int]) -> bool:
        """Move one copy from this full line to another; return whether that was possible."""
        there = self.seats[line]
        for card in there:
            for other in self.lines_of[card]:
                if other in tried:
                    continue
                tried.add(other)
                if self.free[other] or self.is_vacated(other, tried):
                    if there[card] == 1:
                        del there[card]
                    else:
                        there[card] -= 1
                    self.free[line] += 1
                    self.sit(card, other)
                    return True
        return False


def _make_room(card: str, copies: int, lines: tuple[int, ...], taken: _Seats) -> int:
    """Return how many of the copies found a seat in full lines, because others moved."""
    for placed in range(copies):
        tried: set[int] = set()
        for line in lines:
            if line not in tried:
                tried.add(line)
                if taken.is_vacated(line, tried):
                    taken.sit(card, line)
                    break
        else:
            return placed
    return copies
