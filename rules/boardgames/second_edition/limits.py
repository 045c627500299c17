"""The limits that depend on the number of players, the tracks, and the score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.boardgames.findings import _
from rules.boardgames.second_edition.state import (
    CLOSURES,
    HIGHEST_TERROR,
    LOAN,
    MOST_PLAYERS,
    SEALS_TO_WIN,
    WON,
    State,
)
from rules.boardgames.tracks import EXCEED, REACH, Track


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a game, by the number of players who began it."""

    players: int
    monsters: int
    """In Arkham and the Sky (p18)."""
    outskirts: int
    gates: int
    """Open gates that awaken the Ancient One (p20)."""
    overrun: int
    """Monsters that awaken it at terror 10 (p20)."""
    per_gate: int
    """Monsters that come with a new gate (p10)."""
    trophies: int
    """Gate trophies for a victory by closing (p12)."""
    successes: int
    """Successes for each doom token in the final battle (p19)."""


def limits_for(players: int) -> Limits:
    """Return the limits for a number of players.

    >>> limits_for(5).overrun
    16
    """
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(f"the game is for 1 to {MOST_PLAYERS} players")
    return Limits(
        players=players,
        monsters=players + 3,
        outskirts=8 - players,
        gates=8 - (players - 1) // 2,
        overrun=2 * (players + 3),
        per_gate=2 if players >= 5 else 1,
        trophies=players,
        successes=players,
    )


def surge_size(state: State) -> int:
    """Return how many monsters a surge brings: as many as gates or players, whichever is more (p9)."""
    return max(len(state.gates), state.players)


def terror_next(state: State) -> tuple[str, dict[str, str]]:
    """Return what the next step of terror does, and the facts of the sentence."""
    if state.terror >= HIGHEST_TERROR:
        return _("Each further step adds a doom token."), {}
    if state.terror + 1 == HIGHEST_TERROR:
        return _("At 10 the monster limit is gone for the rest of the game."), {}
    if closing := CLOSURES.get(state.terror + 1):
        return _("Next: an Ally leaves, and {shop} closes."), {"shop": closing[0]}
    return _("Next: an Ally leaves."), {}


def tracks(state: State) -> Iterator[Track]:
    """Return the tracks of the table, each with its limit and what happens there."""
    limit = limits_for(state.players)
    yield Track(
        "doom",
        _("Doom"),
        state.doom,
        state.ancient.doom,
        REACH,
        _("A token on the last space awakens the Ancient One."),
        "p20",
    )
    yield Track(
        "gates",
        _("Open gates"),
        len(state.gates),
        limit.gates,
        REACH,
        _("This many open gates awaken the Ancient One."),
        "p20",
    )
    sentence, facts = terror_next(state)
    yield Track("terror", _("Terror"), state.terror, None, REACH, sentence, "p20", facts)
    yield _monsters(state, limit)
    yield Track(
        "outskirts",
        _("Outskirts"),
        state.outskirts,
        limit.outskirts,
        EXCEED,
        _("More than that sends all of them back to the cup, and raises terror."),
        "p18",
    )
    yield Track(
        "seals",
        _("Elder signs"),
        len(state.sealed),
        SEALS_TO_WIN,
        REACH,
        _("Six elder signs on the board win the game."),
        "p12",
        is_aim=True,
    )


def _monsters(state: State, limit: Limits) -> Track:
    """Return the track of monsters: at terror 10 the limit is gone, and another number counts (p20)."""
    if state.terror >= HIGHEST_TERROR:
        most, trigger, page = limit.overrun, REACH, "p20"
        sentence = _("At terror 10 this many monsters awaken the Ancient One.")
    else:
        most, trigger, page = limit.monsters, EXCEED, "p18"
        sentence = _("Further monsters go to the Outskirts.")
    return Track("monsters", _("Monsters"), state.monsters, most, trigger, sentence, page)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One part of the score."""

    label: str
    count: int
    points: int


def score_lines(state: State) -> tuple[ScoreLine, ...]:
    """Return the parts of the score of a victory (p12)."""
    seats = state.seats.values()
    loans = sum(LOAN in seat.special for seat in seats) + sum(seat.defaulted for seat in seats)
    survivors = max(0, len(state.active) - state.not_sane)
    monsters = state.monster_trophies
    return (
        ScoreLine(_("Highest number of the doom track"), state.ancient.doom, state.ancient.doom),
        ScoreLine(_("Terror level"), state.terror, -state.terror),
        ScoreLine(_("Bank Loans unpaid or defaulted"), loans, -loans),
        ScoreLine(_("Elder Signs played"), state.signs_played, -state.signs_played),
        ScoreLine(_("Gate trophies"), state.gate_trophies, state.gate_trophies),
        ScoreLine(_("Monster trophies, one point for three"), monsters, monsters // 3),
        ScoreLine(_("Sane investigators who survived"), survivors, survivors),
    )


def score(state: State) -> int | None:
    """Return the score; there is none without a victory (p12)."""
    return sum(line.points for line in score_lines(state)) if state.status == WON else None


def first_citizens(state: State) -> tuple[str, ...]:
    """Return the seats with most gate trophies, then monster trophies; a further tie stays one (p12).

    Who has no trophy at all does not have the most, so it may be nobody.
    """

    def rank(id: str) -> tuple[int, int]:
        return state.seats[id].gate_trophies, state.seats[id].monster_trophies

    best = max(map(rank, state.order), default=(0, 0))
    return tuple(id for id in state.order if any(best) and rank(id) == best)
