"""The cheapest way by trying every sequence of purchases that the law of the shopping step lets through."""

import copy
import heapq
from collections import Counter
from collections.abc import Iterator
from itertools import count
from math import inf

from rules.catalogue import Catalogue
from rules.circumstances import Circumstances
from rules.model import Deck
from rules.prices.aftermath import Aftermath
from rules.prices.holdings import Holdings
from rules.prices.purchase import (
    DECK,
    MYRIAD,
    NEW,
    OUT_OF_OPTIONS,
    OVER_LIMIT,
    REFILL,
    REPURCHASE,
    SECOND_COPY,
    SWAP,
    UPGRADE,
    Departure,
)
from rules.prices.refusals import Refusals
from rules.prices.shopping import Shopping


def cheapest_by_trying(
    catalogue: Catalogue,
    before: Deck,
    after: Deck,
    circumstances: Circumstances,
    aftermath: Aftermath,
    below: float = inf,
) -> int | None:
    """None where no sequence leads there for less than `below`."""
    start = Shopping(catalogue, before, circumstances, aftermath)
    target = Holdings(start.shelf, after).merchandise[DECK]
    order = count()
    queue = [(0, next(order), start)] if below > 0 else []
    seen = set()
    while queue:
        spent, _, shopping = heapq.heappop(queue)
        key = _key(shopping)
        if key in seen:
            continue
        seen.add(key)
        if shopping.copies() == target and not [*shopping.refusals.at_the_end()]:
            return spent
        for following in _moves(shopping, target):
            if following.spent < below:
                heapq.heappush(queue, (following.spent, next(order), following))
    return None


def _key(shopping: Shopping) -> tuple:
    return (
        tuple(sorted(shopping.held[DECK].items())),
        tuple(sorted(shopping.bought[DECK].items())),
        tuple(shopping.left),
        tuple(sorted(shopping.exiled.items())),
        tuple(sorted(shopping.covered.items())),
        tuple(sorted(shopping.second_copies.items())),
        shopping.vacated[DECK], shopping.refills[DECK], shopping.repurchased[DECK],
        shopping.swapped, shopping.cheaper_repurchases, frozenset(shopping.given_up),
    )  # fmt: skip


def _moves(shopping: Shopping, target: dict[str, int]) -> Iterator[Shopping]:
    held = [code for code, copies in shopping.held[DECK].items() if copies]
    cards = shopping.shelf.cards
    titles = Counter(cards[code].title for code in {*held, *target})
    # To give up a copy that is wanted pays only where the title has another version.
    spare = [
        code
        for code in held
        if shopping.copies()[code] > target.get(code, 0) or titles[cards[code].title] > 1
    ]
    for code in target:
        if shopping.bought[DECK].get(code, 0) >= target[code]:
            continue
        card = cards[code]
        lower = [other for other in held if cards[other].title == card.title and other != code]
        ways = {
            NEW: ["", *spare],
            REPURCHASE: ["", *spare] if shopping.exiled.get(code, 0) > 0 else [],
            REFILL: ["", *spare] if not card.level else [],
            SWAP: spare if not card.level else [],
            MYRIAD: ["", *spare] if card.myriad else [],
            UPGRADE: lower,
            SECOND_COPY: lower,
        }
        for way, replaced in ways.items():
            for other in replaced:
                quote = shopping.quote(way, code, replaces=other)
                if not quote.violations:
                    following = _copy(shopping)
                    following.take(quote.purchase)
                    yield following
    for code in held:
        why = shopping.must_leave(shopping.cards[code])
        if why in (OVER_LIMIT, OUT_OF_OPTIONS):
            following = _copy(shopping)
            following.leave(Departure(code, why))
            yield following


def _copy(shopping: Shopping) -> Shopping:
    twin = copy.copy(shopping)
    for name in ("held", "bought"):
        setattr(twin, name, {place: dict(copies) for place, copies in getattr(shopping, name).items()})
    for name in ("exiled", "vacated", "refills", "repurchased", "covered", "second_copies", "beside"):
        setattr(twin, name, dict(getattr(shopping, name)))
    twin.left = list(shopping.left)
    twin.given_up = set(shopping.given_up)
    twin.refusals = Refusals(twin)
    return twin
