"""The cheapest way by trying every sequence of purchases that `Shopping` allows."""

import copy
import heapq
from collections import Counter
from collections.abc import Iterator
from itertools import count
from math import inf

from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck, Tick
from rules.deck.circumstances import Circumstances
from rules.outcome import Outcome
from rules.upgrade.inventory import Holdings
from rules.upgrade.purchase import (
    DECK,
    KEPT_LOWER,
    MARK,
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
from rules.upgrade.refusals import Refusals
from rules.upgrade.session import Shopping


def cheapest_by_trying(
    catalogue: Catalogue,
    before: Deck,
    after: Deck,
    circumstances: Circumstances,
    outcome: Outcome,
    below: float = inf,
    most: int = 3_000,
) -> int | None:
    """Return the price; None if no sequence leads there for less than `below`.

    The search stops after `most` states.
    """
    start = Shopping(catalogue, before, circumstances, outcome)
    target = Holdings(start.shelf, after)
    order = count()
    queue = [(0, next(order), start)] if below > 0 else []
    seen = set()
    while queue and len(seen) < most:
        spent, _, shopping = heapq.heappop(queue)
        key = _key(shopping)
        if key in seen:
            continue
        seen.add(key)
        if _is(shopping, target) and not [*shopping.refusals.at_the_end()]:
            return spent
        for following in _moves(shopping, target):
            if following.spent < below:
                heapq.heappush(queue, (following.spent, next(order), following))
    return None


def _is(shopping: Shopping, target: Holdings) -> bool:
    return (
        shopping.copies() == target.merchandise[DECK]
        and shopping.beside == target.beside
        and {code: marks for code, marks in shopping.marks.items() if code in shopping.copies()}
        == target.marks
    )


def _key(shopping: Shopping) -> tuple:
    return (
        tuple(sorted(shopping.beside.items())),
        tuple((code, tuple(sorted(sheet.items()))) for code, sheet in sorted(shopping.marks.items())),
        frozenset(shopping.marked),
        tuple(sorted(shopping.held[DECK].items())),
        tuple(sorted(shopping.bought[DECK].items())),
        tuple(shopping.left),
        tuple(sorted(shopping.exiled[DECK].items())),
        tuple(sorted(shopping.covered.items())),
        tuple(sorted(shopping.second_copies.items())),
        shopping.vacated[DECK], shopping.refills[DECK],
        shopping.swapped, shopping.cheaper_repurchases, frozenset(shopping.given_up),
        tuple(shopping.branded.items()),
    )  # fmt: skip


def _moves(shopping: Shopping, deck: Holdings) -> Iterator[Shopping]:
    target = deck.merchandise[DECK]
    held = [code for code, copies in shopping.held[DECK].items() if copies]
    cards = shopping.shelf.cards
    titles = Counter(cards[code].title for code in {*held, *target})
    # Removing a copy that is wanted is useful only if the title has another version.
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
            REPURCHASE: ["", *spare] if shopping.exiled[DECK].get(code, 0) > 0 else [],
            REFILL: ["", *spare] if not card.level else [],
            SWAP: spare if not card.level else [],
            MYRIAD: ["", *spare] if card.myriad or card.customizable else [],
            UPGRADE: lower,
            SECOND_COPY: lower,
            KEPT_LOWER: [
                other for other in lower if shopping.beside.get(other, 0) < deck.beside.get(other, 0)
            ],
        }
        for way, replaced in ways.items():
            ticks = _missing(shopping, deck, code) if way == NEW and not shopping.copies().get(code) else ()
            for other in replaced:
                quote = shopping.quote(way, code, replaces=other, ticks=ticks)
                if not quote.violations:
                    following = _copy(shopping)
                    following.take(quote.purchase)
                    yield following
    for code in deck.marks:
        if code in held and (ticks := _missing(shopping, deck, code)):
            following = _copy(shopping)
            following.take(shopping.quote(MARK, code, ticks=ticks).purchase)
            yield following
    for code in held:
        why = shopping.must_leave(shopping.cards[code])
        if why in (OVER_LIMIT, OUT_OF_OPTIONS):
            following = _copy(shopping)
            following.leave(Departure(code, why))
            yield following


def _missing(shopping: Shopping, deck: Holdings, code: str) -> tuple[Tick, ...]:
    """Return the marks that a sheet still lacks."""
    now = shopping.marks.get(code, {})
    return tuple(
        Tick(box, marks - now.get(box, 0))
        for box, marks in sorted(deck.marks.get(code, {}).items())
        if marks > now.get(box, 0)
    )


def _copy(shopping: Shopping) -> Shopping:
    twin = copy.copy(shopping)
    for name in ("held", "bought", "exiled"):
        setattr(twin, name, {place: dict(copies) for place, copies in getattr(shopping, name).items()})
    for name in ("vacated", "refills", "covered", "second_copies", "beside", "branded"):
        setattr(twin, name, dict(getattr(shopping, name)))
    twin.marks = {code: dict(sheet) for code, sheet in shopping.marks.items()}
    twin.marked = set(shopping.marked)
    twin.left = list(shopping.left)
    twin.given_up = set(shopping.given_up)
    twin.refusals = Refusals(twin)
    return twin
