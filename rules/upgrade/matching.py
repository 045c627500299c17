"""Matching of the copies of a title before and after a change: every way to pair them.

A copy is kept, upgraded once, or removed; copies left over on the other side were bought. An unchanged copy
need not have been kept: with Arcane Research it can be cheaper to upgrade it and to buy the lower version
again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.cards.model import Card, Tick
from rules.deck.limits import title_limit
from rules.upgrade.budget import Budget
from rules.upgrade.inventory import Copies


@dataclass(slots=True)
class Group:
    """One title in one place: copies before (without exiled ones) and after."""

    place: str
    title: str
    before: Copies
    after: Copies
    beside: Copies = field(default_factory=dict)
    """Copies that from now on stay beside a higher version."""
    exiled: Copies = field(default_factory=dict)
    boxes: dict[str, tuple[Tick, ...]] = field(default_factory=dict)
    """Experience put on upgrade sheets."""

    @property
    def changed(self) -> bool:
        return self.before != self.after or bool(self.beside) or bool(self.boxes)

    def too_many(self, limits: Mapping[str, int]) -> int:
        """Return the copies that the deck is to have, if more than any version of the title allows; else 0.

        `limits` are the copies of the title that each version allows. Copies kept beside a higher version do
        not count, so the same number may be there again. A deck of unknown origin may have held too many
        before, but not more than twice as many.
        """
        allowed = max((limits[code] for code in (*self.before, *self.after, *self.beside)), default=0)
        allowed += min(sum(self.beside.values()), allowed)
        before, after = sum(self.before.values()), sum(self.after.values())
        return after if after > allowed else before if before > 2 * allowed else 0


Pair = tuple[str, str]


class Flow(NamedTuple):
    """One interpretation of the change of a title."""

    upgrades: tuple[Pair, ...]
    """Lower and higher version, one pair for each copy."""
    besides: tuple[Pair, ...]
    """The same for upgrades that leave the lower version in the deck."""
    bought: tuple[str, ...]
    removed: tuple[str, ...]
    rebought: int
    """Copies removed although the deck holds the same card afterwards."""
    stray: int
    """Copies kept beside the deck without a higher version."""


def flows(group: Group, cards: Mapping[str, Card], budget: Budget) -> list[Flow]:
    """Return every way, the most likely first: copies kept before copies bought again."""
    versions = sorted(group.after)
    levels = {code: cards[code].level or 0 for code in (*group.before, *group.after, *group.beside)}
    # The most copies of a version that can have been upgraded.
    above = {
        code: sum([copies for other, copies in group.after.items() if levels[other] > levels[code]])
        for code in versions
    }
    found: list[Flow] = []

    def fill(
        index: int, left: Copies, beside: Copies, pairs: tuple[Pair, ...], besides: tuple[Pair, ...],
        bought: tuple[str, ...], rebought: int,
    ) -> None:  # fmt: skip
        budget.spend()
        if index == len(versions):
            removed = tuple([code for code in sorted(left) for _ in range(left[code])])
            # A card that leaves for another card does not come in again (xp.swap-one-for-one: a different
            # card).
            came = {*bought, *[higher for _, higher in (*pairs, *besides)]}
            if came.isdisjoint(removed):
                found.append(Flow(pairs, besides, bought, removed, rebought, sum(beside.values())))
            return
        version = versions[index]
        held, needed = left.get(version, 0), group.after[version]
        most = min(held, needed)
        # If others come in, all that were not kept must have been upgraded.
        fewest = min(most, max(0, held - above[version]))
        lower = [code for code in sorted(left) if left[code] and levels[code] < levels[version]]
        aside = [code for code in sorted(beside) if beside[code] and levels[code] < levels[version]]
        for kept in range(most, fewest - 1, -1):
            rest = {**left, version: held - kept}
            for taken, stays in _shares(needed - kept, rest, lower, beside, aside):
                new = needed - kept - len(taken) - len(stays)
                fill(
                    index + 1,
                    _without(rest, taken),
                    _without(beside, stays),
                    (*pairs, *[(code, version) for code in taken]),
                    (*besides, *[(code, version) for code in stays]),
                    bought + (version,) * new,
                    rebought + min(new, most - kept),
                )

    fill(0, dict(group.before), dict(group.beside), (), (), (), 0)
    return found


def _shares(
    needed: int, left: Copies, lower: list[str], beside: Copies, aside: list[str]
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the ways to take up to `needed` copies from lower versions and those that stay, most first."""
    if not needed or not (lower or aside):
        yield (), ()
        return
    for stays in _picks(needed, beside, aside):
        for taken in _picks(needed - len(stays), left, lower):
            yield taken, stays


def _picks(needed: int, copies: Copies, codes: list[str]) -> Iterator[tuple[str, ...]]:
    if not codes or not needed:
        yield ()
        return
    for count in range(min(needed, copies[codes[0]]), -1, -1):
        for rest in _picks(needed - count, copies, codes[1:]):
            yield (codes[0],) * count + rest


def _without(copies: Copies, taken: tuple[str, ...]) -> Copies:
    if not taken:
        return copies
    rest = dict(copies)
    for code in taken:
        rest[code] -= 1
    return rest


def forced_out(group: Group, flow: Flow, cards: Mapping[str, Card]) -> int:
    """Return the removed copies for which a version with a lower limit left no room (Dark Horse)."""
    if not flow.removed or not group.after:
        return 0
    allowed = min(title_limit(cards[code]) for code in group.after)
    before = min((title_limit(cards[code]) for code in group.before), default=0)
    if allowed >= before:
        return 0
    # An upgraded copy takes the place of its lower version; a bought copy pushes out another copy.
    copies = sum(group.before.values()) + len(flow.bought)
    return min(len(flow.removed), max(0, copies - allowed))


def drives_out(group: Group, card: Card, cards: Mapping[str, Card]) -> bool:
    """Return whether this version leaves no room for copies held before (Rod of Carnamagos).

    It does not fill the place that it empties itself.
    """
    return title_limit(card) < min((title_limit(cards[code]) for code in group.before), default=0)


def branded_out(group: Group, flow: Flow, limit: int) -> int:
    """Return the removed copies for which a brand with this limit left no room (Eldritch Brand)."""
    if not 0 < sum(group.after.values()) <= limit:
        return 0
    return min(len(flow.removed), max(0, sum(group.before.values()) - limit))
