"""Assignment of copies to the limited lines of an investigator's deckbuilding options.

The result is exact: copies are left over only if no assignment at all could place them. Each copy takes a
free seat of a line. If there is none, other copies move along augmenting paths, so that a copy which two
lines accept makes room for one that only one line accepts. The number of copies left over is the smallest
possible (rules deck.options-capped-line and E-12).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Assignment:
    seats: Mapping[int, Mapping[str, int]]
    """Line → card → copies assigned to it."""
    left_over: Mapping[str, int]
    """Copies that no line can take."""


def assign(demands: Sequence[tuple[str, int, tuple[int, ...]]], limits: Mapping[int, int]) -> Assignment:
    """Assign copies, given as `(card, copies, lines that accept it)`, to lines with limited seats.

    Cards are taken in the order of their codes, so that the same deck always gets the same assignment.
    """
    seats: dict[int, dict[str, int]] = {line: {} for line in limits}
    free = dict(limits)
    lines_of = {card: lines for card, _, lines in demands}
    left_over: dict[str, int] = {}

    def make_room(line: int, tried: set[int]) -> bool:
        """Move one copy from this full line to another, if possible."""
        there = seats[line]
        for card in there:
            for other in lines_of[card]:
                if other in tried:
                    continue
                tried.add(other)
                if free[other] or make_room(other, tried):
                    if there[card] == 1:
                        del there[card]
                    else:
                        there[card] -= 1
                    free[line] += 1
                    sit(card, other, 1)
                    return True
        return False

    def sit(card: str, line: int, copies: int) -> None:
        seats[line][card] = seats[line].get(card, 0) + copies
        free[line] -= copies

    for card, copies, lines in sorted(demands):
        for line in lines:
            if copies and free[line]:
                taken = min(copies, free[line])
                sit(card, line, taken)
                copies -= taken
        while copies:
            tried: set[int] = set()
            for line in lines:
                if line not in tried:
                    tried.add(line)
                    if make_room(line, tried):
                        sit(card, line, 1)
                        copies -= 1
                        break
            else:
                left_over[card] = copies
                break
    return Assignment({line: dict(sorted(row.items())) for line, row in seats.items()}, left_over)
