"""Options for paying: every way to buy the copies that a title gained, with its price and resources.

The resources that titles compete for are the places in a schedule of discounts, empty places in the deck,
swaps and cheaper repurchases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.cards.model import Card, Tick
from rules.upgrade.budget import Budget
from rules.upgrade.discounts import ON_NEW, ON_UPGRADE, Schedule, Source, kind_of
from rules.upgrade.matching import Flow, Group, branded_out, drives_out, flows, forced_out
from rules.upgrade.pricing import LEAST_FOR_NEW
from rules.upgrade.purchase import (
    DECK,
    KEPT_LOWER,
    MARK,
    MYRIAD,
    NEW,
    REFILL,
    REPURCHASE,
    SECOND_COPY,
    SWAP,
    UPGRADE,
)
from rules.upgrade.session import MYRIAD_COPIES

# In addition to the places in a schedule, resources that only one title can have, as further bits.
BRAND = 1 << 30
FREE_MARKS = 1 << 31


class Uses(NamedTuple):
    """The part of the shared resources that a choice uses."""

    roles: int = 0
    """Places in the schedule, the brand, and free marks of the player's choice, as bits."""
    refills: int = 0
    places: int = 0
    """Refills minus the places that became empty."""
    swaps: int = 0
    swappable: int = 0
    """Removed level 0 copies, for which something can be swapped in."""
    cheaper: int = 0
    """Discounts on repurchases."""
    claims: int = 0
    """Places in the schedule that other titles must have taken, as bits."""


class Move(NamedTuple):
    """The way in which one copy comes into the deck."""

    way: str
    card: str
    lower: str = ""
    role: int = -1
    ticks: tuple[Tick, ...] = ()
    paid: bool = True
    """Whether it costs anything. A sheet that was paid for covers further copies; further copies of a myriad
    card may be upgraded beside at no cost."""
    free: int = 0
    """Boxes of the sheet that are marked at no cost by the player's choice."""


class Choice(NamedTuple):
    """One complete way to pay for a title."""

    weight: tuple[int, int, int]
    """Rules broken, experience, and how unlikely it is: the smallest is chosen, in this order."""
    uses: Uses
    moves: tuple[Move, ...]
    removed: tuple[str, ...]
    departed: tuple[str, ...]


# How unlikely a way is, if prices are equal: the ways that players think of first come first.
FETCHED = {
    UPGRADE: 0,
    KEPT_LOWER: 0,
    SECOND_COPY: 0,
    MARK: 0,
    MYRIAD: 0,
    REPURCHASE: 1,
    REFILL: 1,
    SWAP: 2,
    NEW: 4,
}
BOUGHT_AGAIN = 50


@dataclass(slots=True)
class Terms:
    """The conditions that all titles of this step share."""

    cards: Mapping[str, Card]
    sources: tuple[Source, ...]
    surcharge: int
    least_for_upgrade: int
    second_copies: bool
    swaps: int
    refills: Mapping[str, int]
    """The largest number of empty places that there can be to fill, by place."""
    empty_at_start: Mapping[str, int]
    """The empty places before any purchase, by place."""
    cheaper_by: int
    cheaper_by_owned: int
    """The same discount from cards owned before this step: only they apply to the first new card bought."""
    forbidden: frozenset[str]
    """Cards that a bought card forbids, if the edition removes them."""
    free_marks: Mapping[str, int]
    leveled: frozenset[str]
    """Customizable cards that are no longer level 0."""
    leveled_before: frozenset[str]
    """Customizable cards that are not level 0 when cards are swapped; a sheet may be marked after a copy was
    swapped out."""
    brandings: Mapping[str, int]
    """Titles that a brand bought in this step can be put on, and the copies it leaves."""
    free_anywhere: int
    """Boxes marked at no cost on a sheet of the player's choice."""
    budget: Budget
    """The work that is left for one price."""
    schedule: Schedule = field(default=())

    def upgrade_kind(self, code: str) -> int:
        return kind_of(self.sources, ON_UPGRADE, self.cards[code])

    def new_kind(self, code: str) -> int:
        return kind_of(self.sources, ON_NEW, self.cards[code])

    def roles(self, kind: int) -> Iterator[tuple[int, int]]:
        """Yield no role, then the places in the schedule for such a purchase: place and discount."""
        yield -1, 0
        if kind:
            for index, (wanted, amount) in enumerate(self.schedule):
                if wanted == kind:
                    yield index, amount

    def level(self, code: str) -> int:
        card = self.cards[code]
        return int(code in self.leveled) if card.customizable else card.level or 0

    def level_when_swapped(self, code: str) -> int:
        card = self.cards[code]
        return int(code in self.leveled_before) if card.customizable else card.level or 0


Way = tuple[Move, int, Uses]
"""A move, its price, and what it uses."""


def choices(group: Group, terms: Terms) -> list[Choice]:
    """Return every way to pay for one title that is worth considering."""
    found: dict[Uses, Choice] = {}
    for flow in flows(group, terms.cards, terms.budget):
        for choice in _of_flow(group, flow, terms):
            best = found.get(choice.uses)
            if best is None or choice.weight < best.weight:
                found[choice.uses] = choice
    # Each is compared with all others, which takes little time compared with making it.
    terms.budget.spend(len(found) ** 2 // 8)
    return _worthwhile(list(found.values()))


def _worthwhile(found: list[Choice]) -> list[Choice]:
    """Leave out choices that cost at least as much as another and use at least as many resources."""
    return [
        choice
        for choice in found
        if not any(
            other is not choice and other.weight <= choice.weight and _within(other.uses, choice.uses)
            and (other.weight, other.uses) != (choice.weight, choice.uses)
            for other in found
        )
    ]  # fmt: skip


def _within(less: Uses, more: Uses) -> bool:
    return (
        not less.roles & ~more.roles
        and less.refills <= more.refills
        and less.places <= more.places
        and less.swaps <= more.swaps
        and less.swappable >= more.swappable
        and less.cheaper <= more.cheaper
        and not less.claims & ~more.claims
    )


def _of_flow(group: Group, flow: Flow, terms: Terms) -> Iterator[Choice]:
    yield from _with_departures(group, flow, terms, forced_out(group, flow, terms.cards), 0)
    limit = terms.brandings.get(group.title)
    if limit and (departed := branded_out(group, flow, limit)):
        yield from _with_departures(group, flow, terms, departed, BRAND)


def _with_departures(group: Group, flow: Flow, terms: Terms, departed: int, roles: int) -> Iterator[Choice]:
    """Yield the choices of a flow in which a rule removes `departed` of the removed copies."""
    cards = terms.cards
    leaving = flow.removed[:departed]
    staying = flow.removed[departed:]
    if terms.forbidden:
        leaving += tuple(code for code in staying if code in terms.forbidden)
        staying = tuple(code for code in staying if code not in terms.forbidden)
    broken, emptied, swappable = flow.stray, 0, 0
    for code in leaving:
        emptied += cards[code].counts
    for code in staying:
        broken += cards[code].permanent
        swappable += cards[code].counts and not terms.level_when_swapped(code)
    for lower, higher in (*flow.upgrades, *flow.besides):
        emptied += cards[lower].counts and not cards[higher].counts
    start = Uses(roles=roles, places=-emptied, swappable=swappable)
    for moves, price, uses in _combinations(_units(group, flow, terms), start, 0, terms.budget):
        if not _covered(moves, cards):
            continue
        wrong, fetched = broken, BOUGHT_AGAIN * flow.rebought
        for move in moves:
            wrong += cards[move.card].researched and move.way not in (UPGRADE, KEPT_LOWER, SECOND_COPY)
            fetched += FETCHED[move.way]
        yield Choice((wrong, price, fetched), uses, moves, staying, leaving)


def _units(group: Group, flow: Flow, terms: Terms) -> list[list[Way]]:
    """Return the possible ways for each copy gained; equal copies are next to each other."""
    units = [
        *([_upgrades(terms, UPGRADE, lower, higher)] for lower, higher in flow.upgrades),
        *([_upgrades(terms, KEPT_LOWER, lower, higher)] for lower, higher in flow.besides),
    ]
    exiled = dict(group.exiled)
    fresh = {code for code in group.boxes if not group.before.get(code)}
    for code in flow.bought:
        if code in fresh:
            units.append([_news(terms, group, code, NEW, group.boxes[code])])
            fresh.discard(code)
        elif exiled.get(code, 0) > 0:
            exiled[code] -= 1
            # Only level 1 and higher must be bought again; level 0 may also fill its place at no cost.
            again = _news(terms, group, code, REPURCHASE)
            units.append([again if terms.level(code) else _news(terms, group, code, NEW) + again])
        else:
            units.append([_news(terms, group, code, NEW)])
    for code, ticks in sorted(group.boxes.items()):
        if group.before.get(code):
            units.append([_marks(terms, code, ticks)])
    return [ways for unit in units for ways in unit]


def _upgrades(terms: Terms, way: str, lower: str, higher: str) -> list[Way]:
    low, high = terms.cards[lower], terms.cards[higher]
    price = high.price - (0 if way == KEPT_LOWER else low.price)
    ways = [
        (
            Move(way, higher, lower, role),
            max(terms.least_for_upgrade, price - amount, 0),
            Uses(roles=1 << role if role >= 0 else 0),
        )
        for role, amount in terms.roles(terms.upgrade_kind(lower))
    ]
    if way == UPGRADE and terms.second_copies and low.research and not low.researched:
        ways.append((Move(SECOND_COPY, higher, lower), 0, Uses()))
    if way == KEPT_LOWER and high.myriad:
        ways.append((Move(way, higher, lower, paid=False), 0, Uses()))
    return ways


def _news(terms: Terms, group: Group, code: str, way: str, ticks: tuple[Tick, ...] = ()) -> list[Way]:
    card = terms.cards[code]
    price = card.price + _boxes(ticks) + terms.surcharge
    ways: list[Way] = []
    # Of an exiled card, the first copies bought are the repurchases; discounts go to them.
    later = way == NEW and bool(terms.level(code)) and code in group.exiled and not ticks
    for role, amount in terms.roles(0 if later else terms.new_kind(code)):
        useful = max(0, price - amount - LEAST_FOR_NEW)
        most = 0
        if way == REPURCHASE:
            most = min(useful, terms.cheaper_by if role < 0 else terms.cheaper_by_owned)
        for cheaper in range(most + 1):
            uses = Uses(roles=1 << role if role >= 0 else 0, cheaper=cheaper)
            ways.append(
                (Move(way, code, "", role, ticks), max(LEAST_FOR_NEW, price - amount - cheaper), uses)
            )
    if card.counts and not terms.level(code) and not ticks and way == NEW:
        if terms.refills[group.place] and (
            terms.empty_at_start[group.place] > 0 or not drives_out(group, card, terms.cards)
        ):
            ways.append((Move(REFILL, code), max(0, card.price), Uses(refills=1, places=1)))
        if terms.swaps and group.place == DECK:
            ways.append((Move(SWAP, code), 0, Uses(swaps=1)))
    if (card.myriad and (way == NEW or terms.level(code))) or (code in group.boxes and not ticks):
        ways.append((Move(MYRIAD, code), 0, Uses()))
    return ways


def _marks(terms: Terms, code: str, ticks: tuple[Tick, ...]) -> list[Way]:
    due = max(0, _boxes(ticks) - terms.free_marks.get(code, 0))
    ways = _paid_marks(terms, Move(MARK, code, ticks=ticks), due, 0)
    if free := min(due, terms.free_anywhere):
        ways += _paid_marks(terms, Move(MARK, code, ticks=ticks, free=free), due - free, FREE_MARKS)
    return ways


def _paid_marks(terms: Terms, move: Move, due: int, taken: int) -> list[Way]:
    if not due:
        return [(move._replace(paid=False), 0, Uses(roles=taken))]
    ways = []
    kind = terms.upgrade_kind(move.card)
    for role, amount in terms.roles(kind):
        price = max(terms.least_for_upgrade, due - amount, 0)
        if role < 0 and not terms.least_for_upgrade:
            # It is certain to cost something only if no discount is left that could make it free.
            others = sum(1 << i for i, (wanted, _amount) in enumerate(terms.schedule) if wanted & kind)
            ways.append((move, price, Uses(roles=taken, claims=others)))
        surely = price > 0 and (role >= 0 or bool(terms.least_for_upgrade))
        uses = Uses(roles=taken | (1 << role if role >= 0 else 0))
        ways.append((move._replace(role=role, paid=surely), price, uses))
    return ways


def _boxes(ticks: tuple[Tick, ...]) -> int:
    return sum(tick.experience for tick in ticks)


def _combinations(
    units: list[list[Way]], uses: Uses, first: int, budget: Budget
) -> Iterator[tuple[tuple[Move, ...], int, Uses]]:
    """Yield one way for each copy.

    Of equal copies the later takes no earlier way, so that none counts twice.
    """
    budget.spend()
    if not units:
        yield (), 0, uses
        return
    ways = units[0]
    same = len(units) > 1 and units[1] == ways
    for index in range(first, len(ways)):
        move, price, taken = ways[index]
        if taken.roles & uses.roles:
            continue
        together = Uses(
            uses.roles | taken.roles, uses.refills + taken.refills, uses.places + taken.places,
            uses.swaps + taken.swaps, uses.swappable, uses.cheaper + taken.cheaper,
            uses.claims | taken.claims,
        )  # fmt: skip
        for moves, more, all_uses in _combinations(units[1:], together, index if same else 0, budget):
            yield (move, *moves), price + more, all_uses


def _covered(moves: tuple[Move, ...], cards: Mapping[str, Card]) -> bool:
    """Return whether a purchase covers every further copy, and an upgrade every second copy.

    The purchase must be of the same title and level.
    """
    free: dict[int, int] = {}
    second: dict[str, int] = {}
    sheets = {move.card for move in moves if move.ticks and move.paid}
    for move in moves:
        card = cards[move.card]
        if move.way == MYRIAD and card.customizable and move.card not in sheets:
            return False
        if card.myriad:
            level = card.level or 0
            if move.way == MYRIAD or not move.paid:
                free[level] = free.get(level, 0) - 1
            elif move.way in (NEW, REPURCHASE, UPGRADE, KEPT_LOWER, REFILL):
                free[level] = free.get(level, 0) + MYRIAD_COPIES
        if move.lower:
            second[move.lower] = second.get(move.lower, 0) + (-1 if move.way == SECOND_COPY else 1)
    return min(free.values(), default=0) >= 0 and min(second.values(), default=0) >= 0
