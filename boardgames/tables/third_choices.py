"""What the Third Edition offers in menus: one choice records an action, or the move of a monster."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from boardgames.tables.parts import Button, Choice
from boardgames.text import third as words
from rules.boardgames.third_edition import actions as a
from rules.boardgames.third_edition.monsters import MoveMonster
from rules.boardgames.third_edition.scenario import SKILLS
from rules.boardgames.third_edition.state import (
    ACTION,
    ACTIONS,
    ACTIVATION,
    MONSTER,
    PLAYING,
    Seat,
    State,
)
from rules.boardgames.third_edition.turns import ATTACK, EVADE, FOCUS, MOVE, RESEARCH, WARD

#: More successes than a test usually has; the forms take any number.
MOST_SUCCESSES = 6


def seat_choices(state: State, key: str, seat: Seat) -> Iterator[Choice]:
    """Return the actions that an investigator can perform now, each with what it needs."""
    if state.status != PLAYING or state.phase != ACTION or not seat.is_playing or not seat.active:
        return
    if not state.may_act(key) or seat.delayed or seat.used >= ACTIONS + seat.additional:
        return
    extra = seat.used >= ACTIONS
    found = [
        (FOCUS, Choice(_("Focuses …"), tuple(_focus(key, seat, extra=extra)))),
        (ATTACK, Choice(_("Attacks …"), tuple(_attacks(state, key, seat, extra=extra)))),
        (EVADE, Choice(_("Evades …"), tuple(_evades(state, key, extra=extra)))),
    ]
    if not any(not state.monsters[id].is_watcher for id in state.engaged_with(key)):
        found += [
            (MOVE, Choice(_("Goes to …"), tuple(_moves(state, key, seat, extra=extra)))),
            (WARD, Choice(_("Wards …"), tuple(_wards(state, key, seat, extra=extra)))),
            (RESEARCH, Choice(_("Researches …"), tuple(_research(key, seat, extra=extra)))),
        ]
    for action, choice in found:
        if action not in seat.actions and choice.options:
            yield choice


def phase_choices(state: State) -> Iterator[Choice]:
    """Return where each ready monster may move in the monster activation step, the nearest spaces first."""
    if state.status != PLAYING or state.phase != MONSTER or state.step != ACTIVATION:
        return
    for id, monster in state.monsters.items():
        if monster.is_ready:
            label = _("%(monster)s (%(space)s) moves to …") % {
                "monster": monster.kind.name,
                "space": monster.space,
            }
            spaces = _by_distance(state, monster.space)
            yield Choice(
                label, tuple(Button(space, MoveMonster(monster=id, space=space)) for space in spaces)
            )


def _by_distance(state: State, start: str) -> tuple[str, ...]:
    """Return all other spaces, by their distance from one as far as borders tell it."""
    found = [start]
    for space in found:
        found += [near for near in state.scenario.adjacent(space) if near not in found]
    return tuple(dict.fromkeys((*found, *state.scenario.all_spaces)))[1:]


def _successes(number: int) -> str:
    return ngettext("%(n)d success", "%(n)d successes", number) % {"n": number}


def _focus(key: str, seat: Seat, *, extra: bool) -> Iterator[Button]:
    for skill in SKILLS:
        if skill not in seat.focus:
            yield Button(str(words.SKILLS[skill]), a.Focus(seat=key, skill=skill, additional=extra))


def _attacks(state: State, key: str, seat: Seat, *, extra: bool) -> Iterator[Button]:
    for id, monster in state.monsters.items():
        if monster.space == seat.space:
            for number in range(MOST_SUCCESSES + 1):
                yield Button(
                    f"{monster.kind.name}: {_successes(number)}",
                    a.Attack(seat=key, monster=id, successes=number, additional=extra),
                )


def _evades(state: State, key: str, *, extra: bool) -> Iterator[Button]:
    """Return the evasion of every single monster, of all, and of none; the form takes other choices."""
    engaged = state.engaged_with(key)
    if not engaged:
        return
    yield Button(_successes(0), a.Evade(seat=key, monsters=(), successes=0, additional=extra))
    for id in engaged:
        name = state.monsters[id].kind.name
        yield Button(name, a.Evade(seat=key, monsters=(id,), successes=1, additional=extra))
    if len(engaged) > 1:
        everyone = a.Evade(seat=key, monsters=engaged, successes=len(engaged), additional=extra)
        yield Button(_("all of them"), everyone)


def _moves(state: State, key: str, seat: Seat, *, extra: bool) -> Iterator[Button]:
    """Return the spaces that a move reaches without money, by the shortest way."""
    scenario = state.scenario
    ways: dict[str, tuple[str, ...]] = {}
    for near in scenario.adjacent(seat.space):
        ways[near] = (near,)
    for near in tuple(ways):
        if not a.stops(state, near, key):
            for far in scenario.adjacent(near):
                if far != seat.space:
                    ways.setdefault(far, (near, far))
    if not scenario.borders:
        ways = {space: (space,) for space in scenario.all_spaces if space != seat.space}
    for space, way in ways.items():
        yield Button(space, a.Move(seat=key, spaces=way, additional=extra))


def _wards(state: State, key: str, seat: Seat, *, extra: bool) -> Iterator[Button]:
    if state.doom.get(seat.space, 0):
        for number in range(MOST_SUCCESSES + 1):
            yield Button(_successes(number), a.Ward(seat=key, successes=number, additional=extra))


def _research(key: str, seat: Seat, *, extra: bool) -> Iterator[Button]:
    for number in range(seat.clues + 1) if seat.clues else ():
        text = ngettext("%(n)d clue", "%(n)d clues", number) % {"n": number}
        yield Button(text, a.Research(seat=key, successes=number, clues=number, additional=extra))
