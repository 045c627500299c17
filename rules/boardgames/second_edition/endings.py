"""The conditions under which a game is won, and those under which the Ancient One awakens."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.second_edition.limits import limits_for
from rules.boardgames.second_edition.state import BATTLE, HIGHEST_TERROR, PLAYING, SEALS_TO_WIN, SETUP, State

CLOSING, SEALING, BANISHING = "closing", "sealing", "banishing"

NO_MARKER, NO_MONSTER = "no-gate-marker", "no-monster"
DOOM, GATES, MONSTERS, BY_CARD = "doom", "gates", "monsters", "card"


def ways_won(state: State) -> Iterator[str]:
    """Return the victories whose conditions hold (p12)."""
    if state.status == PLAYING:
        if not state.gates and state.gate_trophies >= limits_for(state.players).trophies:
            yield CLOSING
        if len(state.sealed) >= SEALS_TO_WIN:
            yield SEALING
    if state.status == BATTLE and state.doom == 0:
        yield BANISHING


def awakening(state: State) -> str:
    """Return why the Ancient One awakens now, or nothing (p20)."""
    if state.status not in (SETUP, PLAYING):
        return ""
    limit = limits_for(state.players)
    if state.omen:
        return state.omen
    if state.doom >= state.ancient.doom:
        return DOOM
    if len(state.gates) >= limit.gates:
        return GATES
    if state.terror >= HIGHEST_TERROR and state.monsters >= limit.overrun:
        return MONSTERS
    return ""
