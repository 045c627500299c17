"""Properties of every game of the Third Edition: whatever players record, the table stays possible."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.boardgames import (
    Played,
    Refusal,
    command_from_json,
    command_to_json,
    entry_from_json,
    entry_to_json,
    play,
    play_out,
    redo,
    replay,
    undo,
)
from rules.boardgames.play import MOST_CONSEQUENCES
from rules.boardgames.third_edition import EDITION
from rules.boardgames.third_edition.advice import tracks
from rules.boardgames.third_edition.correcting import check
from rules.boardgames.third_edition.proposals import proposals
from rules.boardgames.third_edition.questions import questions
from rules.boardgames.third_edition.scenario import TOKENS
from rules.boardgames.third_edition.state import HEADLINES, State
from rules.codec import from_json, to_json
from tests.examples import number_of_examples
from tests.rules.boardgames.third_edition_walks import OPENINGS, answer, anything, moves, opened

GAMES = settings(max_examples=number_of_examples(25), deadline=None)
SEEDS = st.integers(0, 2**32)


def conserved(state: State) -> dict[str, Any]:
    """What no command changes that is not about it: cards and tokens."""
    rumors = int("rumor" in state.codex)
    monsters = Counter(monster.kind.name for monster in state.monsters.values() if not monster.kind.epic)
    return {
        "events": state.events.deck
        + state.events.discard
        + sum(area.events for area in state.areas.values()),
        "clues are events": all(area.clues == area.events for area in state.areas.values()),
        "headlines": state.headlines + state.read_headlines + rumors,
        "cup": {token: state.cup.get(token, 0) + state.drawn.get(token, 0) for token in TOKENS},
        "monsters": {name: number + monsters[name] for name, number in state.monster_deck.items()},
        "seats": list(state.seats),
    }


def limits_are_true(state: State) -> None:
    """A track that has triggered has its consequence proposed, and the other way round."""
    if state.status != "playing":
        return
    proposed = {each.rule for each in proposals(state)}
    over = {track.id.split(" ")[0] for track in tracks(state) if track.is_triggered}
    assert bool(over & {"damage", "horror"}) == ("investigator.defeated" in proposed)
    assert ("scenario-doom" in over) == ("threshold.doom" in proposed)
    assert bool(over & {"doom", "neighborhood"}) == bool(proposed & {"anomaly.appears", "outbreak.happens"})


@GAMES
@given(SEEDS, st.sampled_from(OPENINGS), st.booleans())
def test_every_game_is_possible_and_can_be_undone(seed, opening, at_once):
    random = Random(seed)
    commands, state = opened(opening)
    before = conserved(state)
    assert before["headlines"] == HEADLINES
    history = []
    for _ in range(200):
        command = answer(state, random) if random.random() < 0.6 else anything(state, random)
        played = (play_out if at_once else play)(EDITION, state, command)
        if isinstance(played, Refusal):
            assert played.citation or played.rule == "command.changes-something", played
            assert str(played)
            continue
        chain = played if isinstance(played, tuple) else (played,)
        assert len(chain) <= MOST_CONSEQUENCES, "nothing goes round in circles"
        for each in chain:
            history.append((state, each))
            commands.append(each.command)
            state = each.state
        assert not list(check(state))
        assert conserved(state) == before
        limits_are_true(state)
        for finding in (*questions(state), *EDITION.banners(state), *proposals(state)):
            assert finding.citation
            assert str(finding)
    assert replay(EDITION, commands) == state
    assert from_json(State, to_json(state)) == state
    for earlier, each in reversed(history):
        assert redo(earlier, each.entries) == state
        state = undo(state, each.entries)
        assert state == earlier
        assert command_from_json(EDITION, command_to_json(each.command)) == each.command
        assert tuple(entry_from_json(State, entry_to_json(entry)) for entry in each.entries) == each.entries


@GAMES
@given(SEEDS)
def test_corrections_lead_to_possible_tables_too(seed):
    for state, _command in moves(Random(seed), 150, corrections=True):
        assert not list(check(state))
        limits_are_true(state)


@GAMES
@given(SEEDS)
def test_proposals_are_never_refused(seed):
    """Every forced consequence can be applied as it is proposed."""
    for state, _command in moves(Random(seed), 100, corrections=True):
        for proposal in proposals(state):
            assert isinstance(play(EDITION, state, proposal.command), Played), proposal


def test_random_games_get_far():
    """The properties mean something: games reach later rounds, every phase and both kinds of ends."""
    rounds, phases, statuses, kinds = set(), set(), set(), set()
    for seed in range(24):
        for state, command in moves(Random(seed), 300):
            rounds.add(state.round)
            phases.add((state.phase, state.step))
            statuses.add(state.status)
            if isinstance(play(EDITION, state, command), Played):
                kinds.add(command.kind)
    assert max(rounds) >= 5
    assert len(phases) == 6
    assert {"playing", "lost", "won"} <= statuses
    assert len(kinds) > 40


@pytest.mark.parametrize("kind", sorted(EDITION.commands))
def test_every_command_is_refused_before_the_game(kind):
    random = Random(kind)
    if kind in ("start", "correct"):
        return
    state = opened(())[1]
    command_type = EDITION.commands[kind]
    for _ in range(500):
        command = anything(state, random)
        if isinstance(command, command_type):
            refused = play(EDITION, State(), command)
            assert isinstance(refused, Refusal)
            assert refused.citation
            return
