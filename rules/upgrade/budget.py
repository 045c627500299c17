"""Limit of the work that computing one price may take.

The search for the cheapest way is exact, and its cost multiplies with every title that can be paid for in
several ways. Upgrades of playable decks need a small part of the budget. A change that is constructed to need
more is refused with a message instead of taking minutes.
"""

from __future__ import annotations

#: Combinations tried for one upgrade: about half a second. The most expensive upgrades of real decks need a
#: twentieth of it.
MOST_STEPS = 400_000


class OverBudget(Exception):
    """There are too many ways to price this change."""


class Budget:
    """The work that is left for one price."""

    __slots__ = ("left",)

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise OverBudget
