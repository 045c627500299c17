"""What may be corrected by hand, and what is impossible about a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.boardgames.edition import Bounds
from rules.boardgames.entries import Path
from rules.boardgames.second_edition.cards import IN_THE_BOX
from rules.boardgames.second_edition.state import (
    ALLIES,
    ALLY,
    BLESSING,
    CURSE,
    HIGHEST_TERROR,
    MOST_PLAYERS,
    NEW,
    PHASES,
    SPECIAL,
    State,
)

NAMES = ("environment", "rumor")


def correctable(state: State, path: Path) -> Bounds | None:
    """Return what the value at a path may be, or None if it cannot be corrected."""
    if state.status == NEW:
        return None
    if len(path) == 1:
        return _of_the_table(state, path[0])
    if len(path) == 2 and path[0] == "clues":
        fits = path[1] in state.unstable and path[1] not in state.gates
        return Bounds(0, 48, citation="p2") if fits else None
    if len(path) == 3 and path[0] == "seats" and path[1] in state.seats:
        return _of_a_seat(state, path[1], path[2])
    return None


def _of_the_table(state: State, name: str) -> Bounds | None:
    held = sum(card.kind == ALLY for seat in state.seats.values() for card in seat.cards)
    monsters = {
        each: Bounds(0, getattr(state, each) + state.cup, citation="p2")
        for each in ("arkham", "sky", "outskirts", "removed")
    }
    found = {
        "doom": Bounds(0, state.ancient.doom, citation="p3"),
        "terror": Bounds(0, HIGHEST_TERROR, citation="p20"),
        "allies": Bounds(0, ALLIES - held, citation="p2"),
        "signs_played": Bounds(0, 20, citation="p12"),
        "not_sane": Bounds(0, MOST_PLAYERS, citation="p12"),
        "tally": Bounds(0, 200, citation="p19"),
        "turn": Bounds(0 if state.turn == 0 else 1, 500, citation="p5"),
        **monsters,
        **dict.fromkeys(NAMES, Bounds(0, 80, str)),
    }
    return found.get(name)


def _of_a_seat(state: State, id: str, name: str) -> Bounds | None:
    seat = state.seats[id]
    found = {
        "gate_trophies": Bounds(0, seat.gate_trophies + state.gate_pile, citation="p2"),
        "monster_trophies": Bounds(0, seat.monster_trophies + state.cup, citation="p2"),
        "defaulted": Bounds(0, 8, citation="p2"),
        "player": Bounds(0, 80, str),
    }
    if seat.is_active:
        found |= {
            "sanity": Bounds(0, seat.max_sanity, citation="p16"),
            "stamina": Bounds(0, seat.max_stamina, citation="p16"),
            "max_sanity": Bounds(seat.sanity, 20, citation="p21"),
            "max_stamina": Bounds(seat.stamina, 20, citation="p21"),
            "focus": Bounds(0, 9, citation="p21"),
            "clues": Bounds(0, 999),
            "money": Bounds(0, 999),
            "investigator": Bounds(0, 80, str),
        }
    return found.get(name)


def impossible(state: State) -> Iterator[str]:
    """Return what cannot be at any table."""
    if state.status == NEW:
        return
    if not 1 <= state.players <= MOST_PLAYERS or set(state.order) != set(state.seats):
        yield "players"
    if not 0 <= state.doom <= state.ancient.doom:
        yield "doom"
    if not 0 <= state.terror <= HIGHEST_TERROR:
        yield "terror"
    if state.phase not in PHASES or state.first not in state.order:
        yield "course"
    if state.gate_pile < 0:
        yield "gate markers"
    if min(state.cup, state.arkham, state.sky, state.outskirts, state.removed) < 0:
        yield "monsters"
    if set(state.gates) & state.sealed or not (set(state.gates) | state.sealed) <= set(state.unstable):
        yield "gates"
    if set(state.clues) & set(state.gates) or min(state.clues.values(), default=0) < 0:
        yield "clues"
    cards = Counter(card.kind for seat in state.seats.values() for card in seat.cards)
    if any(cards[kind] > most for kind, most in IN_THE_BOX.items()) or state.allies < 0:
        yield "cards"
    if cards[ALLY] + state.allies > ALLIES:
        yield "allies"
    if any(state.held(kind) > most for kind, most in SPECIAL.items()):
        yield "special cards"
    for id in state.order:
        yield from _impossible_seat(state, id)


def _impossible_seat(state: State, id: str) -> Iterator[str]:
    seat = state.seats[id]
    if not (0 <= seat.sanity <= seat.max_sanity and 0 <= seat.stamina <= seat.max_stamina):
        yield f"{id}: sanity and stamina"
    if min(seat.clues, seat.money, seat.gate_trophies, seat.monster_trophies, seat.defaulted) < 0:
        yield f"{id}: tokens"
    if BLESSING in seat.special and CURSE in seat.special:
        yield f"{id}: blessed and cursed"
    if seat.explored and (seat.area or seat.place not in state.gates):
        yield f"{id}: explored marker"
    if len(seat.sliders) != 3 or not all(1 <= stop <= 4 for stop in seat.sliders):
        yield f"{id}: sliders"
