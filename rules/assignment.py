"""Which copy sits in which limited line? Exactly: a deck fails only if no assignment at all exists.

Copies wander along augmenting paths (Kuhn), so a copy that could sit in two lines makes room for one that
cannot. The
copies left over are as few as any assignment leaves (rules deck.options-capped-line and E-12).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Assignment:
    seats: Mapping[int, Mapping[str, int]]
    """Line → card → copies that sit in it."""
    left_over: Mapping[str, int]
    """Copies that no line can take."""


def assign(demands: Sequence[tuple[str, int, tuple[int, ...]]], limits: Mapping[int, int]) -> Assignment:
    """Seat copies `(card, copies, lines that would take it)` in lines with so many seats each.

    Cards are taken in the order of their codes, so the same deck is always seated the same way.
    """
    seated: dict[int, list[str]] = {line: [] for line in limits}
    lines_of = {card: lines for card, _, lines in demands}
    left_over: dict[str, int] = {}

    def seat(card: str, tried: set[int]) -> bool:
        for line in lines_of[card]:
            if line in tried:
                continue
            tried.add(line)
            there = seated[line]
            if len(there) < limits[line]:
                there.append(card)
                return True
            for index, other in enumerate(there):
                if other != card and seat(other, tried):
                    there[index] = card
                    return True
        return False

    for card, copies, _ in sorted(demands):
        for _copy in range(copies):
            if not seat(card, set()):
                left_over[card] = left_over.get(card, 0) + 1
    seats: dict[int, dict[str, int]] = {}
    for line, there in seated.items():
        row = seats[line] = {}
        for card in sorted(there):
            row[card] = row.get(card, 0) + 1
    return Assignment(seats, left_over)
