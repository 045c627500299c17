"""What may be corrected by hand, within which bounds, and what makes a state impossible."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.edition import Bounds
from rules.boardgames.entries import Path
from rules.boardgames.third_edition.scenario import LONGEST_NAME, SKILLS, TOKENS
from rules.boardgames.third_edition.state import DRAWS, HEADLINES, OVER, PHASES, PLAYING, STEPS, State

MOST = 99
_GAME = {
    "round": Bounds(1, 999, citation="205.1"),
    "scenario_doom": Bounds(0, MOST, citation="423.4"),
    "scenario_clues": Bounds(0, MOST, citation="470.1"),
    "headlines": Bounds(0, HEADLINES, citation="106.1"),
    "read_headlines": Bounds(0, HEADLINES, citation="440.5"),
}
_EVENTS = {"deck": Bounds(0, MOST, citation="103.1"), "discard": Bounds(0, MOST, citation="430.10")}
_AREA = {
    "clues": Bounds(0, MOST, citation="412.4"),
    "events": Bounds(0, MOST, citation="412.4"),
    "anomaly": Bounds(kind=bool, citation="406.3a"),
}
_SEAT = {
    "damage": Bounds(0, MOST, citation="416.4"),
    "horror": Bounds(0, MOST, citation="442.4"),
    "money": Bounds(0, MOST, citation="452.1"),
    "clues": Bounds(0, MOST, citation="412.6"),
    "remnants": Bounds(0, MOST, citation="469.1"),
    "delayed": Bounds(kind=bool, citation="417.1"),
    "active": Bounds(kind=bool, citation="403.1"),
    "drawn": Bounds(0, DRAWS, citation="204.1"),
}
_FACTS = {
    "health": Bounds(1, MOST, citation="444.2e"),
    "sanity": Bounds(1, MOST, citation="444.2e"),
    "focus_limit": Bounds(0, len(SKILLS), citation="444.2c"),
}
_NAME = Bounds(0, LONGEST_NAME, kind=str, citation="110.4")


def correctable(state: State, path: Path) -> Bounds | None:
    """Return the bounds of a value that players may set, or None for all others."""
    match path:
        case (name,):
            return _GAME.get(name)
        case ("doom", space) if space in state.doom:
            return Bounds(0, MOST, citation="423.2")
        case ("events", name):
            return _EVENTS.get(name)
        case ("areas", area, name) if area in state.areas:
            return _AREA.get(name)
        case ("cup" | "drawn", token) if token in TOKENS:
            return Bounds(0, MOST, citation="105.1")
        case ("monster_deck", name) if name in state.monster_deck:
            return Bounds(0, MOST, citation="104.1")
        case ("monsters", id, "damage") if id in state.monsters:
            return Bounds(0, MOST, citation="416.13")
        case ("seats", id, "player") if id in state.seats:
            return _NAME
        case ("seats", id, name) if id in state.seats and state.seats[id].is_playing:
            return _SEAT.get(name)
        case ("seats", id, "facts", name) if id in state.seats and state.seats[id].is_playing:
            return _FACTS.get(name)
        case ("seats", id, "facts", "skills", skill) if id in state.seats and skill in SKILLS:
            return Bounds(0, 20, citation="480.2")
        case ("seats", id, "assets", key, name) if id in state.seats and key in state.seats[id].assets:
            asset = state.seats[id].assets[key]
            limits = {"damage": asset.health, "horror": asset.sanity}
            return Bounds(0, limits[name], citation="408.9") if name in limits else None
    return None


def check(state: State) -> Iterator[str]:
    """Return what is impossible about a state; nothing, for every state that commands reach."""
    yield from _negative(state)
    spaces = set(state.scenario.all_spaces)
    if not set(state.doom) <= set(state.scenario.spaces):
        yield "doom is outside the neighborhoods"
    if state.seats and state.leader not in state.seats:
        yield "no player is the leader"
    if state.status == PLAYING and (state.phase not in PHASES or (state.step and state.step not in STEPS)):
        yield "no phase is under way"
    if state.status in OVER and not state.seats:
        yield "a game ended that never began"
    if state.acting and not (state.acting in state.seats and state.seats[state.acting].is_playing):
        yield "a player without an investigator takes a turn"
    for id, seat in state.seats.items():
        if seat.is_playing and seat.space not in spaces:
            yield f"{id} is nowhere"
        if seat.is_playing and seat.investigator in state.lost:
            yield f"{seat.investigator} was lost and plays"
        if not seat.focus <= set(SKILLS):
            yield f"{id} has focused something that is not a skill"
        if seat.drawn > DRAWS:
            yield f"{id} has drawn too many tokens"
        for asset in seat.assets.values():
            if (asset.health and asset.damage > asset.health) or (
                asset.sanity and asset.horror > asset.sanity
            ):
                yield f"{asset.name} carries more than it can"
    names = [seat.investigator for seat in state.seats.values() if seat.investigator]
    if len(set(names)) < len(names):
        yield "two players have the same investigator"
    yield from _monsters(state, spaces)


def _negative(state: State) -> Iterator[str]:
    numbers = [state.scenario_doom, state.scenario_clues, state.headlines, state.read_headlines]
    numbers += [state.events.deck, state.events.discard, state.setup_clues, state.setup_doom]
    for counts in (state.doom, state.cup, state.drawn, state.monster_deck, state.markers):
        numbers += counts.values()
    for area in state.areas.values():
        numbers += [area.clues, area.events]
    for seat in state.seats.values():
        numbers += [seat.damage, seat.horror, seat.money, seat.clues, seat.remnants, seat.used]
        numbers += [seat.additional]
    numbers += [monster.damage for monster in state.monsters.values()]
    if min(numbers, default=0) < 0:
        yield "a number is below zero"


def _monsters(state: State, spaces: set[str]) -> Iterator[str]:
    for id, monster in state.monsters.items():
        if monster.space not in spaces:
            yield f"monster {id} is nowhere"
        if monster.engaged and monster.exhausted:
            yield f"monster {id} is engaged and exhausted"
        if len(monster.engaged) > 1 and not monster.is_massive:
            yield f"monster {id} is engaged twice"
        for seat in monster.engaged:
            if seat not in state.seats or state.seats[seat].space != monster.space:
                yield f"monster {id} is engaged with nobody in its space"
