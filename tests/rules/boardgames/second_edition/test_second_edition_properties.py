"""Properties of the 2nd edition: whatever is recorded, no table becomes impossible, and nothing is lost."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.boardgames import (
    Command,
    Correct,
    Refusal,
    command_from_json,
    command_to_json,
    entry_from_json,
    entry_to_json,
    play,
    redo,
    replay,
    undo,
)
from rules.boardgames.second_edition import EDITION, State
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.endings import awakening
from rules.boardgames.second_edition.limits import limits_for, score
from rules.boardgames.second_edition.reference import UNSTABLE
from rules.boardgames.second_edition.state import (
    ALLIES,
    ALLY,
    CARD_KINDS,
    GATES,
    MONSTERS,
    SPECIAL,
    Investigator,
)
from rules.codec import from_json, to_json
from tests.examples import number_of_examples
from tests.rules.boardgames.second_edition.table import beginning

seats = st.sampled_from([f"p{number}" for number in range(1, 9)])
places = st.sampled_from([*UNSTABLE[:4], "Uptown", "General Store", "Yuggoth"])
small = st.integers(-3, 4)
positions = st.lists(st.integers(0, 4), max_size=3).map(tuple)
zones = st.sampled_from(["arkham", "sky", "outskirts", "cup", "box"])
numbers = {"number": small}
PATHS = [
    *((name,) for name in ("doom", "terror", "allies", "arkham", "sky", "outskirts", "removed", "tally")),
    *(("seats", "p1", name) for name in ("sanity", "max_stamina", "clues", "gate_trophies")),
    ("clues", UNSTABLE[1]),
    ("nothing",),
]
FIELDS: dict[type[Command], dict[str, Any]] = {
    c.Begin: {},
    c.NextPhase: {},
    c.OpenGate: {"place": places, "world": st.sampled_from(["", "Yuggoth"])},
    c.Surge: {"place": places},
    c.MonstersAppear: numbers,
    c.MoveMonsters: {"origin": zones, "target": zones, **numbers},
    c.DefeatMonster: {"seat": seats, "origin": zones, "endless": st.booleans()},
    c.EmptyOutskirts: {},
    c.RaiseTerror: numbers,
    c.CloseLocation: {"place": places, "street": st.just("Uptown"), "closed": st.booleans()},
    c.ChangeDoom: numbers,
    c.PlaceClue: {"place": places, "seat": st.sampled_from(["", "p1"])},
    c.TakeClues: {"seat": seats, **numbers},
    c.SetEnvironment: {"name": st.sampled_from(["", "Fog"])},
    c.SetRumor: {"name": st.just("One")},
    c.EndRumor: {},
    c.CloseGate: {
        "seat": seats,
        "place": places,
        "seal": st.sampled_from(["no", "clues", "sign"]),
        "arkham": st.integers(-1, 2),
        "card": st.integers(-1, 2),
        "by_effect": st.booleans(),
    },
    c.CorrectPlace: {"place": places, "holds": st.sampled_from(["nothing", "gate", "seal"])},
    c.Change: {"seat": seats, "what": st.sampled_from(["sanity", "stamina", "clues", "money"]), **numbers},
    c.ChangeMaximum: {"seat": seats, "what": st.sampled_from(["sanity", "stamina"]), **numbers},
    c.GainCard: {"seat": seats, "card": st.sampled_from(CARD_KINDS), **numbers},
    c.LoseCards: {"seat": seats, "cards": positions},
    c.ExhaustCard: {"seat": seats, "card": st.integers(-1, 4)},
    c.GainSpecial: {"seat": seats, "special": st.sampled_from(list(SPECIAL))},
    c.LoseSpecial: {"seat": seats, "special": st.sampled_from(list(SPECIAL)), "defaulted": st.booleans()},
    c.RollUpkeep: {"seat": seats, "special": st.sampled_from(list(SPECIAL)), "kept": st.booleans()},
    c.MoveSliders: {"seat": seats, "sliders": st.lists(st.integers(0, 5), max_size=4).map(tuple)},
    c.Move: {"seat": seats, "place": places, "area": st.integers(0, 3)},
    c.EnterGate: {"seat": seats, "delayed": st.booleans()},
    c.LeaveOtherWorld: {"seat": seats, "place": places},
    c.Delay: {"seat": seats},
    c.StandUp: {"seat": seats},
    c.KnockOut: {"seat": seats, "discard": positions},
    c.Arrest: {"seat": seats},
    c.LoseInTime: {"seat": seats},
    c.ReturnFromTime: {"seat": seats, "place": places},
    c.Devour: {"seat": seats},
    c.Replace: {"seat": seats, "investigator": st.just(Investigator("Newcomer"))},
    c.SpendTrophies: {"seat": seats, "gates": small, "monsters": small},
    c.Trade: {"seat": seats, "to": seats, "money": small, "cards": positions},
    c.Awaken: {"reason": st.sampled_from(["", "doom", "gates", "card"])},
    c.Attack: {"seat": seats, "successes": st.integers(0, 12)},
    c.NextRound: {},
    c.Tick: {"item": st.just("refresh"), "done": st.booleans()},
    Correct: {"path": st.sampled_from(PATHS), "value": st.integers(-1, 12)},
}
commands = st.sampled_from(list(FIELDS)).flatmap(lambda kind: st.builds(kind, **FIELDS[kind]))


def started(players: int, doom: int) -> State:
    found = play(EDITION, EDITION.empty(), beginning(players, doom=doom))
    assert not isinstance(found, Refusal)
    state: State = found.state
    return state


def test_every_command_is_tried():
    apart = {c.StartGame, c.Win, c.Lose, c.Abandon}
    assert set(FIELDS) == set(EDITION.commands.values()) - apart


@settings(max_examples=number_of_examples(150), deadline=None)
@given(players=st.integers(1, 8), doom=st.integers(3, 14), wanted=st.lists(commands, max_size=40))
def test_whatever_is_recorded_the_table_stays_possible(players, doom, wanted):
    state = started(players, doom)
    accepted: list[Command] = [beginning(players, doom=doom)]
    for command in wanted:
        if (proposal := next(iter(EDITION.proposals(state)), None)) and len(accepted) % 2:
            command = proposal.command
        found = play(EDITION, state, command)
        if isinstance(found, Refusal):
            assert str(found)
            continue
        assert not list(EDITION.check(found.state)), command
        _nothing_is_lost(found.state)
        _limits_hold(found.state)
        stored = [entry_from_json(State, entry_to_json(entry)) for entry in found.entries]
        assert undo(found.state, stored) == state
        assert redo(state, stored) == found.state
        assert from_json(State, to_json(found.state)) == found.state
        assert command_from_json(EDITION, command_to_json(command)) == command
        accepted.append(command)
        state = found.state
    assert replay(EDITION, accepted) == state


def _nothing_is_lost(state: State) -> None:
    """Every marker and card is in exactly one place."""
    assert state.gate_pile + len(state.gates) + state.gate_trophies == GATES
    size = MONSTERS if state.ancient.masks else MONSTERS - 5
    on_the_table = state.monsters + state.outskirts + state.monster_trophies + state.removed
    assert state.cup + on_the_table == size
    held = sum(card.kind == ALLY for seat in state.seats.values() for card in seat.cards)
    assert 0 <= state.allies + held <= ALLIES


def _limits_hold(state: State) -> None:
    """A track triggers exactly when the rules act, and what is proposed can be done."""
    if state.status in ("setup", "playing"):
        reached = {track.id for track in EDITION.tracks(state) if track.is_triggered}
        limit = limits_for(state.players)
        assert ("doom" in reached) == (state.doom == state.ancient.doom)
        assert ("gates" in reached) == (len(state.gates) >= limit.gates)
        assert not reached & {"doom", "gates"} or awakening(state)
        assert ("outskirts" in reached) == (
            "outskirts.exceeded" in {each.rule for each in EDITION.proposals(state)}
        )
    for proposal in EDITION.proposals(state):
        assert not isinstance(play(EDITION, state, proposal.command), Refusal), proposal
    assert (score(state) is None) == (state.status != "won")
    assert all(map(str, (*EDITION.questions(state), *EDITION.banners(state))))
