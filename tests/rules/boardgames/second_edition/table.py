"""A table of the 2nd edition for tests: a game under way, and short ways to play."""

from dataclasses import replace
from typing import Any

from rules.boardgames import Command, Played, Refusal, play, play_out
from rules.boardgames.second_edition import EDITION, State
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.reference import UNSTABLE
from rules.boardgames.second_edition.state import PLAYING, AncientOne, Gate, Investigator


def beginning(players: int = 4, **ancient: Any) -> c.StartGame:
    """Return the command that begins a game."""
    return c.StartGame(
        players=tuple(
            c.Player(f"Player {number}", Investigator(f"Investigator {number}", home="Uptown"))
            for number in range(1, players + 1)
        ),
        ancient=AncientOne("Azathoth", **{"doom": 14, **ancient}),
        unstable=UNSTABLE,
    )


def done(state: State, *commands: Command) -> State:
    """Return the state after commands that are accepted."""
    for command in commands:
        played = play(EDITION, state, command)
        assert isinstance(played, Played), played
        assert not list(EDITION.check(played.state))
        state = played.state
    return state


def done_out(state: State, command: Command) -> State:
    """Return the state after a command and everything that must follow."""
    chain = play_out(EDITION, state, command)
    assert not isinstance(chain, Refusal), chain
    found: State = chain[-1].state
    assert not list(EDITION.check(found))
    return found


def refused(state: State, command: Command) -> Refusal:
    """Return the refusal of a command."""
    found = play(EDITION, state, command)
    assert isinstance(found, Refusal), "it was accepted"
    return found


def table(players: int = 4, *, doom_track: int = 14, masks: bool = False, **changes: Any) -> State:
    """Return a game in its first turn, with changes; `gates` may be a number of open gates."""
    state = done(EDITION.empty(), beginning(players, doom=doom_track, masks=masks))
    if isinstance(changes.get("gates"), int):
        changes["gates"] = {place: Gate() for place in UNSTABLE[: changes["gates"]]}
    clues = {place: 1 for place in UNSTABLE if place not in changes.get("gates", {})}
    return replace(state, **{"status": PLAYING, "turn": 1, "clues": clues, **changes})


def with_seat(state: State, seat: str = "p1", **changes: Any) -> State:
    """Return the state with changes to a seat."""
    return replace(state, seats={**state.seats, seat: replace(state.seats[seat], **changes)})


def proposed(state: State) -> list[str]:
    """Return the rules of what is proposed."""
    return [each.rule for each in EDITION.proposals(state)]


def open_questions(state: State) -> list[str]:
    """Return the rules of what is asked."""
    return [each.rule for each in EDITION.questions(state)]
