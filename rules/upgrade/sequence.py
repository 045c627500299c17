"""Order of a plan's purchases: the steps as players take them, and the card that leaves for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.cards import effects
from rules.cards.model import Tick
from rules.upgrade.change import Change
from rules.upgrade.cheapest import Plan
from rules.upgrade.discounts import ON_REPURCHASE
from rules.upgrade.payment import Move
from rules.upgrade.purchase import (
    GRANT,
    KEPT_LOWER,
    MARK,
    MYRIAD,
    NEW,
    NOT_REPLACED,
    OUT_OF_OPTIONS,
    OVER_LIMIT,
    OVER_SIZE,
    REFILL,
    REPURCHASE,
    SECOND_COPY,
    SWAP,
    UPGRADE,
    Departure,
    Purchase,
    Step,
)

#: The printings of the copies of a card in a place.
Printings = dict[tuple[str, str], list[str]]

#: The order of the purchases after those that discounts put first.
ORDER = {
    NEW: 2,
    REPURCHASE: 2,
    UPGRADE: 2,
    KEPT_LOWER: 2,
    MARK: 2,
    SWAP: 4,
    REFILL: 5,
    MYRIAD: 6,
    SECOND_COPY: 6,
}


def in_order(change: Change, plan: Plan) -> Iterator[Step]:
    """Yield the plan as steps: purchases that discounts put first, then the rest, and last the free ones."""
    moves: list[tuple[tuple[int, int], str, Move]] = []
    removed: dict[str, list[str]] = {}
    departed: list[Departure] = []
    for place, choice in plan.chosen:
        removed.setdefault(place, []).extend(choice.removed)
        for code in choice.departed:
            why = OUT_OF_OPTIONS if code in change.terms.forbidden else OVER_LIMIT
            departed.append(Departure(code, why, place))
        for move in choice.moves:
            free, rest = _split(move)
            if free:
                moves.append(((0, 1), place, free))
            if rest:
                moves.append((_rank(change, place, rest), place, rest))
    moves.sort(key=lambda row: (row[0], change.cards[row[2].card].title, row[2].card, row[2].lower))
    leaving = {place: _Leaving(change, codes) for place, codes in removed.items()}
    for _rank_of, place, move in moves:
        if move.way == SWAP:
            leaving[place].reserve_level_0()
    empty = _empty_places(change, plan)
    departures_done = False
    for rank, place, move in moves:
        if rank[0] > ORDER[SWAP] and not departures_done:
            yield from departed
            departures_done = True
        replaces = ""
        if move.way == REPURCHASE and empty[place] > 0:
            # An exiled card returns to its own place, unless that is filled at no cost.
            empty[place] -= change.cards[move.card].counts
        else:
            replaces = _replaced(change, leaving, place, move)
        yield Purchase(move.way, move.card, 0, (), replaces, place, move.ticks)
    if not departures_done:
        yield from departed
    for code, copies in change.granted.items():
        for _copy in range(copies):
            yield Purchase(GRANT, code, 0, ())
    for place, codes in leaving.items():
        for code in codes.rest():
            session = change.session
            grown = session.size(place) > session.needed(place)
            yield Departure(code, OVER_SIZE if grown else NOT_REPLACED, place)


def _rank(change: Change, place: str, move: Move) -> tuple[int, int]:
    if move.role >= 0:
        return 1, move.role
    if move.way == REFILL and change.drives_out(place, move.card):
        return ORDER[SWAP], 1  # before the copies that it drives out
    if move.way == SWAP and change.swaps_first:
        return 0, 0
    if move.way == KEPT_LOWER and not move.paid:
        return ORDER[MYRIAD], 0
    card = change.cards[move.card]
    if move.way == NEW and any(
        effect.kind in (effects.SWAPS_LEVEL_0, effects.SECOND_COPY_FREE, effects.DECK_SIZE)
        or effect.get("on") == ON_REPURCHASE
        for effect in card.effects
    ):
        # It makes others possible, so it comes early; but after what a discount on new cards puts first.
        early = not any(source.fits(NEW, card) for source in change.session.sources)
        return (0, 0) if early else (1, 99)
    return ORDER[move.way], int(move.way != REPURCHASE)


def _split(move: Move) -> tuple[Move | None, Move | None]:
    """Split a sheet's marks into two steps: the free ones of the player's choice, then the paid ones."""
    share = move.free
    if not share:
        return None, move
    free: list[Tick] = []
    rest: list[Tick] = []
    for tick in move.ticks:
        now = min(tick.experience, share)
        share -= now
        if now:
            free.append(replace(tick, experience=now))
        if tick.experience > now:
            rest.append(replace(tick, experience=tick.experience - now))
    first = move._replace(role=-1, ticks=tuple(free), paid=False)
    return first, move._replace(ticks=tuple(rest)) if rest else None


def _empty_places(change: Change, plan: Plan) -> dict[str, int]:
    """Return the empty places that the plan does not fill at no cost."""
    empty = dict(change.rooms)
    for place, choice in plan.chosen:
        empty[place] -= choice.uses.places
    return empty


def _replaced(change: Change, leaving: dict[str, _Leaving], place: str, move: Move) -> str:
    if move.lower:
        return move.lower
    card = change.cards[move.card]
    if move.way in (MARK, REFILL) or not card.counts or place not in leaving:
        return ""
    return leaving[place].take(card.title, level_0=move.way == SWAP)


class _Leaving:
    """The cards that leave one for one, assigned to the cards that come in."""

    def __init__(self, change: Change, codes: list[str]) -> None:
        self.cards = change.cards
        self.level = change.terms.level_when_swapped
        self.codes = sorted(
            (code for code in codes if not self.cards[code].permanent),
            key=lambda code: (self.level(code), self.cards[code].title, code),
        )
        self.reserved = 0

    def reserve_level_0(self) -> None:
        self.reserved += 1

    def take(self, title: str, *, level_0: bool) -> str:
        fitting = [code for code in self.codes if not self.level(code)]
        if level_0:
            self.reserved -= 1
        elif len(fitting) <= self.reserved:
            fitting = [code for code in self.codes if self.level(code)]
        else:
            fitting = self.codes
        if not fitting:
            return ""
        code = next((code for code in fitting if self.cards[code].title == title), fitting[0])
        self.codes.remove(code)
        return code

    def rest(self) -> list[str]:
        return self.codes


def named(change: Change, steps: list[Step]) -> Iterator[Step]:
    """Yield the steps with the codes of the printings that came and went."""
    before, after = change.session.start.printings, change.target.printings
    came, went = _Names(after, before), _Names(before, after)
    for step in steps:
        if isinstance(step, Departure):
            yield Departure(went.pick(step.place, step.card), step.why, step.place)
        else:
            replaces = went.pick(step.place, step.replaces) if step.replaces else ""
            yield step.named(came.pick(step.place, step.card), replaces)


class _Names:
    """The printings of the copies that one deck holds and the other does not, by place and card."""

    def __init__(self, here: Printings, there: Printings) -> None:
        self.here = here
        self.there = there
        self.left: Printings = {}

    def pick(self, place: str, code: str) -> str:
        """Return the next printing of a card; the last one is given again and again."""
        key = place, code
        if key not in self.left:
            self.left[key] = self._names(self.here.get(key, []), self.there.get(key, []))
        names = self.left[key]
        return names.pop(0) if len(names) > 1 else names[0] if names else code

    def _names(self, here: list[str], there: list[str]) -> list[str]:
        if here == there:
            return here[:1]
        more = list(here)
        for printing in there:
            if printing in more:
                more.remove(printing)
        return sorted(more or set(here))
