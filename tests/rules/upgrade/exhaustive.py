"""The cheapest way by trying every sequence of purchases that `UpgradeSession` allows."""

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
from rules.upgrade.session import UpgradeSession


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
    start = UpgradeSession(catalogue, before, circumstances, outcome)
    target = Holdings(start.taboo_view, after)
    order = count()
    queue = [(0, next(order), start)] if below > 0 else []
    seen = set()
    while queue and len(seen) < most:
        spent, _, session = heapq.heappop(queue)
        key = _key(session)
        if key in seen:
            continue
        seen.add(key)
        if _is(session, target) and not [*session.refusals.at_the_end()]:
            return spent
        for following in _moves(session, target):
            if following.spent < below:
                heapq.heappush(queue, (following.spent, next(order), following))
    return None


def _is(session: UpgradeSession, target: Holdings) -> bool:
    return (
        session.copies() == target.merchandise[DECK]
        and session.beside == target.beside
        and {code: marks for code, marks in session.marks.items() if code in session.copies()} == target.marks
    )


def _key(session: UpgradeSession) -> tuple:
    return (
        tuple(sorted(session.beside.items())),
        tuple((code, tuple(sorted(sheet.items()))) for code, sheet in sorted(session.marks.items())),
        frozenset(session.marked),
        tuple(sorted(session.held[DECK].items())),
        tuple(sorted(session.bought[DECK].items())),
        tuple(session.left),
        tuple(sorted(session.exiled[DECK].items())),
        tuple(sorted(session.covered.items())),
        tuple(sorted(session.second_copies.items())),
        session.vacated[DECK], session.refills[DECK],
        session.swapped, session.cheaper_repurchases, frozenset(session.given_up),
        tuple(session.branded.items()),
    )  # fmt: skip


def _moves(session: UpgradeSession, deck: Holdings) -> Iterator[UpgradeSession]:
    target = deck.merchandise[DECK]
    held = [code for code, copies in session.held[DECK].items() if copies]
    cards = session.taboo_view.cards
    titles = Counter(cards[code].title for code in {*held, *target})
    # Removing a copy that is wanted is useful only if the title has another version.
    spare = [
        code for code in held if session.copies()[code] > target.get(code, 0) or titles[cards[code].title] > 1
    ]
    for code in target:
        if session.bought[DECK].get(code, 0) >= target[code]:
            continue
        card = cards[code]
        lower = [other for other in held if cards[other].title == card.title and other != code]
        ways = {
            NEW: ["", *spare],
            REPURCHASE: ["", *spare] if session.exiled[DECK].get(code, 0) > 0 else [],
            REFILL: ["", *spare] if not card.level else [],
            SWAP: spare if not card.level else [],
            MYRIAD: ["", *spare] if card.myriad or card.customizable else [],
            UPGRADE: lower,
            SECOND_COPY: lower,
            KEPT_LOWER: [
                other for other in lower if session.beside.get(other, 0) < deck.beside.get(other, 0)
            ],
        }
        for way, replaced in ways.items():
            ticks = _missing(session, deck, code) if way == NEW and not session.copies().get(code) else ()
            for other in replaced:
                quote = session.quote(way, code, replaces=other, ticks=ticks)
                if not quote.violations:
                    following = _copy(session)
                    following.take(quote.purchase)
                    yield following
    for code in deck.marks:
        if code in held and (ticks := _missing(session, deck, code)):
            following = _copy(session)
            following.take(session.quote(MARK, code, ticks=ticks).purchase)
            yield following
    for code in held:
        why = session.must_leave(session.cards[code])
        if why in (OVER_LIMIT, OUT_OF_OPTIONS):
            following = _copy(session)
            following.leave(Departure(code, why))
            yield following


def _missing(session: UpgradeSession, deck: Holdings, code: str) -> tuple[Tick, ...]:
    """Return the marks that a sheet still lacks."""
    now = session.marks.get(code, {})
    return tuple(
        Tick(box, marks - now.get(box, 0))
        for box, marks in sorted(deck.marks.get(code, {}).items())
        if marks > now.get(box, 0)
    )


def _copy(session: UpgradeSession) -> UpgradeSession:
    twin = copy.copy(session)
    for name in ("held", "bought", "exiled"):
        setattr(twin, name, {place: dict(copies) for place, copies in getattr(session, name).items()})
    for name in ("vacated", "refills", "covered", "second_copies", "beside", "branded"):
        setattr(twin, name, dict(getattr(session, name)))
    twin.marks = {code: dict(sheet) for code, sheet in session.marks.items()}
    twin.marked = set(session.marked)
    twin.left = list(session.left)
    twin.given_up = set(session.given_up)
    twin.refusals = Refusals(twin)
    return twin
