"""Application of purchases to a deck: slots, upgrade sheets, copies kept beside it, in any printing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck, Tick
from rules.outcome import Outcome
from rules.upgrade.purchase import DECK, GRANT, KEPT_LOWER, MARK, Departure, Step


def without_removed(catalogue: Catalogue, deck: Deck, outcome: Outcome) -> Deck:
    """Return the deck without the copies that were exiled or removed (exile.returns-to-collection)."""
    for piles in (outcome.exiled, outcome.removed):
        for code, from_deck, from_second in piles:
            for copy in range(from_deck + from_second):
                named = copy < from_second and _printing(catalogue, deck.second_deck, code)
                if not named and _printing(catalogue, deck.slots, code):
                    deck = replace(deck, slots=_minus(catalogue, deck.slots, code))
                else:
                    deck = replace(deck, second_deck=_minus(catalogue, deck.second_deck, code))
    # A card loses its upgrade sheet with its last copy.
    sheets = {c: ticks for c, ticks in deck.customizations.items() if _printing(catalogue, deck.slots, c)}
    return replace(deck, customizations=sheets)


def carried_out(catalogue: Catalogue, deck: Deck, step: Step) -> Deck:
    """Return the deck after one step."""
    part = "slots" if step.place == DECK else "second_deck"
    slots: Mapping[str, int] = getattr(deck, part)
    if isinstance(step, Departure):
        return replace(deck, **{part: _minus(catalogue, slots, step.card)})  # type: ignore[arg-type]
    ignored = deck.ignored
    if step.way == KEPT_LOWER:
        ignored = _plus(ignored, _printing(catalogue, slots, step.replaces) or step.replaces)
    elif step.way == GRANT:
        ignored = _plus(ignored, step.card)
    if step.replaces_another:
        slots = _minus(catalogue, slots, step.replaces)
    if step.way != MARK:
        slots = _plus(slots, step.card)
    sheets = deck.customizations
    if step.ticks:
        sheets = {**sheets, step.card: _marked(sheets.get(step.card, ()), step.ticks)}
    return replace(deck, ignored=ignored, customizations=sheets, **{part: slots})  # type: ignore[arg-type]


def _plus(copies: Mapping[str, int], code: str) -> dict[str, int]:
    return {**copies, code: copies.get(code, 0) + 1}


def _minus(catalogue: Catalogue, copies: Mapping[str, int], code: str) -> dict[str, int]:
    held = _printing(catalogue, copies, code)
    left = {c: n - (c == held) for c, n in copies.items()}
    return {c: n for c, n in left.items() if n}


def _printing(catalogue: Catalogue, copies: Mapping[str, int], code: str) -> str:
    """Return the printing under which the deck holds the card: the named one, if it does."""
    if copies.get(code):
        return code
    card = catalogue.resolve(code)
    return next((held for held in copies if card is not None and catalogue.resolve(held) is card), "")


def _marked(sheet: tuple[Tick, ...], more: tuple[Tick, ...]) -> tuple[Tick, ...]:
    ticks = {tick.box: tick for tick in sheet}
    for tick in more:
        old = ticks.get(tick.box, Tick(tick.box, 0))
        ticks[tick.box] = Tick(tick.box, old.experience + tick.experience, tick.choice or old.choice)
    return tuple(ticks[box] for box in sorted(ticks))
