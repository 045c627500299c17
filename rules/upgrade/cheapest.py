"""Search for the cheapest way from one deck to the next.

It is exact: titles are decided together, never one by one.

Each title has its choices (`payment`). They are added up title by title, keeping only the best way
so far for every combination of shared resources used (places in the schedule, empty places, swaps, cheaper
repurchases). This is done for every schedule of discounts. Equal prices are decided by how unlikely a way is,
then by the order of titles and codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from rules.upgrade.discounts import Schedule, schedules
from rules.upgrade.matching import Group
from rules.upgrade.payment import FETCHED, Choice, Move, Terms, Uses, choices
from rules.upgrade.pricing import LEAST_FOR_NEW
from rules.upgrade.purchase import DECK, NEW, PLACES, REFILL, SWAP

Weight = tuple[int, int, int]

NOTHING_YET: Weight = (0, 0, 0)


class State(NamedTuple):
    """The shared resources used so far."""

    roles: int = 0
    places: int = 0
    refilled: bool = False
    swaps: int = 0
    swappable: int = 0
    cheaper: int = 0
    claims: int = 0


class Trail(NamedTuple):
    """The choices that led to a state, the last one first."""

    earlier: Trail | None
    place: str
    choice: Choice


class Plan(NamedTuple):
    """The choice made for every title, and the schedule they share."""

    weight: Weight
    schedule: Schedule
    chosen: tuple[tuple[str, Choice], ...]
    """Place and choice."""

    @property
    def price(self) -> int:
        return self.weight[1]


def cheapest(groups: list[Group], terms: Terms, rooms: Mapping[str, int], cheaper: int) -> Plan:
    """Return the cheapest way, given the empty places at the start and the discounts on repurchases."""
    best: Plan | None = None
    for schedule in schedules(terms.sources, _kinds(groups, terms), terms.budget):
        # Only plans that are better than the best so far are worth following.
        best = _under(schedule, groups, replace(terms, schedule=schedule), rooms, cheaper, best) or best
    assert best is not None  # there is always the schedule without discounts
    return best


def _kinds(groups: list[Group], terms: Terms) -> set[int]:
    kinds = set()
    for group in groups:
        for code in (*group.before, *group.beside, *group.boxes):
            kinds.add(terms.upgrade_kind(code))
        for code in group.after:
            kinds.add(terms.new_kind(code))
    return kinds


def _under(
    schedule: Schedule,
    groups: list[Group],
    terms: Terms,
    rooms: Mapping[str, int],
    cheaper: int,
    beaten: Plan | None,
) -> Plan | None:
    """Return the best plan with this order of discounts; None if it is not better than the one to beat."""
    stages = {place: _stages([group for group in groups if group.place == place], terms) for place in PLACES}
    # The least that each stage can add, so that plans which cannot become better are dropped early.
    least = [min(choice.weight for choice in stage) for place in PLACES for stage in stages[place]]
    best: dict[State, tuple[Weight, Trail | None]] = {State(): (NOTHING_YET, None)}
    for place in PLACES:
        for stage in stages[place]:
            least.pop(0)
            below = _minus(beaten.weight, least) if beaten else None
            best = _add(best, stage, place, terms, cheaper, below)
        best = _settle(best, rooms[place])
    honest = [row for state, row in best.items() if not state.claims & ~state.roles]
    if not honest:
        return None
    weight, trail = min(honest, key=lambda row: row[0])
    chosen = []
    while trail is not None:
        chosen.append((trail.place, trail.choice))
        trail = trail.earlier
    return Plan(weight, schedule, tuple(reversed(chosen)))


def _stages(groups: list[Group], terms: Terms) -> list[list[Choice]]:
    """Return the choices of each title. Titles with only one choice go first: fewer states to carry along."""
    plain = [group for group in groups if is_plain(group, terms)]
    stages = [choices(group, terms) for group in groups if group not in plain]
    if plain:
        stages.append(_together(plain, terms))
    return sorted(stages, key=len)


def _minus(weight: Weight, others: Iterable[Weight]) -> Weight:
    for broken, price, fetched in others:
        weight = (weight[0] - broken, weight[1] - price, weight[2] - fetched)
    return weight


def _add(
    best: dict[State, tuple[Weight, Trail | None]],
    stage: list[Choice],
    place: str,
    terms: Terms,
    cheaper: int,
    below: Weight | None,
) -> dict[State, tuple[Weight, Trail | None]]:
    """Combine every state so far with every choice for the next title, if it stays `below`."""
    after: dict[State, tuple[Weight, Trail | None]] = {}
    terms.budget.spend(len(best) * len(stage))
    fillable = terms.refills[place] > 0
    for state, (weight, trail) in best.items():
        roles, places, refilled, swaps, swappable, used, claims = state
        for choice in stage:
            uses, more = choice.uses, choice.weight
            if uses.roles & roles or swaps + uses.swaps > terms.swaps or used + uses.cheaper > cheaper:
                continue
            total = (weight[0] + more[0], weight[1] + more[1], weight[2] + more[2])
            if below is not None and total >= below:
                continue
            following = State(
                roles | uses.roles,
                places + uses.places if fillable else 0,
                refilled or uses.refills > 0,
                swaps + uses.swaps,
                min(swappable + uses.swappable, terms.swaps),
                used + uses.cheaper,
                claims | uses.claims,
            )
            known = after.get(following)
            if known is None or total < known[0]:
                after[following] = (total, Trail(trail, place, choice))
    return after


def _settle(
    best: dict[State, tuple[Weight, Trail | None]], room: int
) -> dict[State, tuple[Weight, Trail | None]]:
    """Keep the legal states of a finished place: refills up to size, each swap against a level 0 card."""
    settled: dict[State, tuple[Weight, Trail | None]] = {}
    for state, row in best.items():
        if (state.refilled and state.places > room) or state.swaps > state.swappable:
            continue
        rest = State(roles=state.roles, cheaper=state.cheaper, claims=state.claims)
        known = settled.get(rest)
        if known is None or row[0] < known[0]:
            settled[rest] = row
    return settled


def is_plain(group: Group, terms: Terms) -> bool:
    """Return whether this title only gains or loses usual level 0 cards.

    All such titles together are one choice.
    """
    if group.beside or group.boxes or terms.surcharge > LEAST_FOR_NEW or terms.forbidden:
        return False
    if group.title in terms.brandings:
        return False
    for code in (*group.before, *group.after):
        card = terms.cards[code]
        if card.level or card.price or card.myriad or card.customizable or not card.counts:
            return False
    return len({terms.cards[code].limit for code in (*group.before, *group.after)}) == 1


def _together(groups: list[Group], terms: Terms) -> list[Choice]:
    place = groups[0].place
    gained: list[str] = []
    removed: list[str] = []
    for group in groups:
        for code in sorted({*group.before, *group.after}):
            more = group.after.get(code, 0) - group.before.get(code, 0)
            (gained if more > 0 else removed).extend([code] * abs(more))
    found = []
    fillable = min(len(gained), terms.refills[place])
    swaps = terms.swaps if place == DECK else 0
    for refills in range(fillable + 1):
        for swapped in range(min(swaps, len(gained) - refills) + 1):
            ways = [REFILL] * refills + [SWAP] * swapped
            ways += [NEW] * (len(gained) - len(ways))
            price = ways.count(NEW) * LEAST_FOR_NEW
            found.append(
                Choice(
                    (0, price, sum(FETCHED[way] for way in ways)),
                    Uses(refills=refills, places=refills, swaps=swapped, swappable=len(removed)),
                    tuple(Move(way, code) for way, code in zip(ways, gained, strict=True)),
                    tuple(removed),
                    (),
                )
            )
    return found
