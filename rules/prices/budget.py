"""How much work one price may take.

The search for the cheapest way is exact, and its cost multiplies with every title that can be paid for in
several ways. Upgrades of playable decks need a small part of the budget; a change made up to need more is
refused with a sentence instead of minutes of work.
"""

from __future__ import annotations

#: Combinations looked at for one upgrade: about half a second. The dearest upgrades of real decks take a
#: twentieth of it.
MOST_STEPS = 400_000


class OverBudget(Exception):
    """This change has too many ways to be priced."""


class Budget:
    """What is left of the work for one price."""

    __slots__ = ("left",)

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise OverBudget
