"""Properties of every game of the Third Edition: whatever players record, the table stays possible."""

from collections import Counter
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.boardgames import (
    Correct,
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
from rules.boardgames.third_edition import EDITION
from rules.boardgames.third_edition import actions as a
from rules.boardgames.third_edition import clues as c
from rules.boardgames.third_edition import codex as x
from rules.boardgames.third_edition import cup as m
from rules.boardgames.third_edition import doom as d
from rules.boardgames.third_edition import harm as h
from rules.boardgames.third_edition import monsters as f
from rules.boardgames.third_edition import possessions as p
from rules.boardgames.third_edition.advice import tracks
from rules.boardgames.third_edition.correcting import check
from rules.boardgames.third_edition.phases import NextPhase
from rules.boardgames.third_edition.proposals import proposals
from rules.boardgames.third_edition.questions import questions
from rules.boardgames.third_edition.scenario import SKILLS, TOKENS
from rules.boardgames.third_edition.setup import BeginPlay, ChooseLeader, Player, Start
from rules.boardgames.third_edition.state import HEADLINES, State
from rules.boardgames.third_edition.turns import EndTurn, StandUp
from rules.campaign.codec import from_json, to_json
from tests.rules.boardgames.third_edition import NAMES, POOL, SCENARIO, person

SEATS = st.sampled_from(["1", "2", "3"])
SPACES = st.sampled_from([*SCENARIO.all_spaces])
TILES = st.sampled_from(["Harbor", "Hill"])
KINDS = st.sampled_from([kind.name for kind in SCENARIO.monsters])
MONSTERS = st.sampled_from([f"m{number}" for number in range(1, 8)])
ASSETS = st.sampled_from(["", *(f"a{number}" for number in range(1, 9))])
SKILL = st.sampled_from(SKILLS)
FEW = st.integers(0, 3)
EITHER = st.integers(-2, 3)
TRUTH = st.booleans()
CARDS = st.sampled_from(["1", "2", "10", "11", "12"])


def _goods() -> st.SearchStrategy[a.Goods]:
    return st.builds(
        a.Goods, assets=st.lists(ASSETS, max_size=1).map(tuple), money=FEW, clues=FEW, remnants=FEW
    )


def _several(values: st.SearchStrategy[str], most: int = 3) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(values, max_size=most).map(tuple)


ACTION = {"seat": SEATS, "additional": TRUTH, "allowed": TRUTH}
PARTS = {"damage_asset": ASSETS, "damage_assigned": FEW, "horror_asset": ASSETS, "horror_assigned": FEW}
COMMANDS = [
    st.builds(a.Attack, **ACTION, monster=MONSTERS, successes=FEW),
    st.builds(a.ComponentAction, **ACTION, component=st.sampled_from(["Lamp", "Sheet"])),
    st.builds(a.Evade, **ACTION, monsters=_several(MONSTERS), successes=FEW),
    st.builds(a.Focus, **ACTION, skill=SKILL, discard=st.one_of(st.just(""), SKILL)),
    st.builds(a.Gather, **ACTION),
    st.builds(a.Move, **ACTION, spaces=_several(SPACES), money=FEW),
    st.builds(a.Relocate, seat=SEATS, space=SPACES),
    st.builds(a.Research, **ACTION, successes=FEW, clues=FEW),
    st.builds(a.Trade, **ACTION, partner=SEATS, gives=_goods(), takes=_goods()),
    st.builds(a.Ward, **ACTION, successes=FEW),
    st.builds(StandUp, seat=SEATS),
    st.builds(EndTurn, seat=SEATS),
    st.builds(c.SpawnClue, neighborhood=TILES),
    st.builds(c.Encounter, seat=SEATS, event=TRUTH, gained=TRUTH),
    st.builds(c.SkipEncounter, seat=SEATS, reason=st.sampled_from(["", "a card"])),
    st.builds(c.ScenarioClues, number=EITHER),
    st.builds(x.AddToCodex, number=CARDS),
    st.builds(x.RemoveFromCodex, number=st.one_of(CARDS, st.just("rumor"))),
    st.builds(x.FlipCodexCard, number=CARDS),
    st.builds(x.ResolveThreshold, number=CARDS, position=st.integers(0, 1)),
    st.builds(x.ChangeMarker, name=st.sampled_from(["Fire", "Fog"]), number=EITHER),
    st.builds(m.DrawToken, seat=SEATS, token=st.sampled_from(TOKENS), extra=TRUTH),
    st.just(m.PassToken()),
    st.just(m.Reckon()),
    st.builds(m.ReadHeadline, title=st.sampled_from(["", "Fog"]), rumor=TRUTH),
    st.just(m.DiscardRumor()),
    st.builds(d.PlaceDoom, space=SPACES, number=FEW),
    st.builds(d.RemoveDoom, space=SPACES, number=FEW),
    st.builds(d.ScenarioDoom, number=EITHER),
    st.builds(d.SpreadDoom, spaces=_several(SPACES, 2)),
    st.builds(d.GateBurst, neighborhood=TILES, order=st.sampled_from(["", d.TOGETHER, d.ONE_BY_ONE])),
    st.builds(d.NoteUnstable, spaces=_several(SPACES, 1)),
    st.builds(d.Outbreak, space=SPACES),
    st.builds(d.PlaceAnomaly, neighborhood=TILES),
    st.builds(d.RemoveAnomaly, neighborhood=TILES),
    st.builds(h.Suffer, seat=SEATS, damage=FEW, horror=FEW, direct=TRUTH, **PARTS),
    st.builds(h.Recover, seat=SEATS, health=FEW, sanity=FEW, asset=ASSETS),
    st.builds(h.Delay, seat=SEATS, cost=TRUTH),
    st.builds(h.Defeat, seat=SEATS),
    st.builds(h.Devour, seat=SEATS),
    st.builds(h.Retire, seat=SEATS),
    st.builds(h.ChooseInvestigator, seat=SEATS, investigator=st.sampled_from(POOL)),
    st.builds(
        f.SpawnMonster, monster=KINDS, space=SPACES, exhausted=TRUTH, engaged=st.one_of(st.just(""), SEATS)
    ),
    st.builds(f.MoveMonster, monster=MONSTERS, space=SPACES),
    st.builds(f.EngageMonster, monster=MONSTERS, seat=SEATS),
    st.builds(f.DisengageMonster, monster=MONSTERS, seat=SEATS, exhaust=TRUTH),
    st.builds(f.ExhaustMonster, monster=MONSTERS),
    st.just(f.ReadyMonsters()),
    st.builds(f.MonsterAttack, monster=MONSTERS, seat=SEATS, prevented_damage=FEW, **PARTS),
    st.builds(f.DamageMonster, monster=MONSTERS, number=EITHER),
    st.builds(f.DefeatMonster, monster=MONSTERS),
    st.builds(p.ChangeTokens, seat=SEATS, money=EITHER, clues=EITHER, remnants=EITHER),
    st.builds(p.FocusSkill, seat=SEATS, skill=SKILL, beyond=TRUTH),
    st.builds(p.DiscardFocus, seat=SEATS, skill=SKILL),
    st.builds(p.Reroll, seat=SEATS, skills=_several(SKILL, 2), clues=FEW),
    st.builds(
        p.GainAsset,
        seat=SEATS,
        name=st.just("Lamp"),
        type=st.sampled_from(["ally", "item", "spell", "talent"]),
        health=FEW,
        sanity=FEW,
        hands=FEW,
    ),
    st.builds(p.Buy, seat=SEATS, name=st.just("Rope"), value=FEW, half=TRUTH),
    st.builds(p.DiscardAsset, seat=SEATS, asset=ASSETS),
    st.builds(p.GainCondition, seat=SEATS, condition=st.sampled_from(["blessed", "cursed", "dark pact"])),
    st.builds(p.UseAssets, seat=SEATS, assets=_several(ASSETS, 2)),
    st.builds(p.CastSpell, seat=SEATS, asset=ASSETS, horror=FEW, remnants=FEW),
    st.builds(p.FinishSpell, seat=SEATS),
    st.just(BeginPlay()),
    st.builds(ChooseLeader, seat=SEATS),
    *[st.just(NextPhase())] * 6,
]
ANY = st.one_of(COMMANDS)
#: Commands that move the game on are offered as the questions ask for them, so that games get far.
ANSWER = st.tuples(st.integers(0, 50), st.integers(0, 50), TRUTH)
MOVE = st.one_of(ANY, ANSWER, ANSWER)
CORRECTIONS = st.builds(
    Correct,
    path=st.sampled_from(
        [
            ("scenario_doom",),
            ("doom", "Pier"),
            ("seats", "1", "damage"),
            ("seats", "1", "facts", "focus_limit"),
            ("areas", "Harbor", "clues"),
            ("events", "deck"),
            ("cup", "blank"),
            ("headlines",),
            ("monsters", "m1", "damage"),
        ]
    ),
    value=st.integers(-1, 7),
)

START = Start(
    scenario=SCENARIO,
    players=tuple(Player("", person(name)) for name in NAMES[:3]),
    leader=1,
    pool=POOL,
)


def _answer(state: State, pick: tuple[int, int, bool]) -> Any:
    """A command that answers one of the open questions, or moves on."""
    which, option, truth = pick
    waiting = [*questions(state)]
    if not waiting:
        return NextPhase()
    question = waiting[which % len(waiting)]
    command = to_json(question.command)
    for name in question.fields:
        if name == "investigator":
            free = state.available
            command[name] = to_json(free[option % len(free)]) if free else {"name": "Gus", "health": 4}
        elif name == "space":
            command[name] = state.scenario.all_spaces[option % len(state.scenario.all_spaces)]
        elif name in ("event", "gained", "rumor"):
            command[name] = truth
        elif name == "order":
            command[name] = (d.TOGETHER, d.ONE_BY_ONE)[truth]
        elif question.among and name == "spaces":
            command[name] = [question.among[option % len(question.among)]]
        elif question.among:
            command[name] = question.among[option % len(question.among)]
    return command_from_json(EDITION, {"kind": question.command.kind, **command})


def _conserved(state: State) -> dict[str, Any]:
    """What no command but a correction, or one that is about it, changes: cards and tokens."""
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


def _limits_are_true(state: State) -> None:
    """A track that has triggered has its consequence proposed, and the other way round."""
    if state.status != "playing":
        return
    proposed = {each.rule for each in proposals(state)}
    over = {track.id.split(" ")[0]: track for track in tracks(state) if track.is_triggered}
    assert ("damage" in over or "horror" in over) == ("investigator.defeated" in proposed)
    assert ("scenario-doom" in over) == ("threshold.doom" in proposed)
    places = "doom" in over or "neighborhood" in over
    assert places == bool(proposed & {"anomaly.appears", "outbreak.happens"})


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(MOVE, max_size=60), TRUTH)
def test_every_game_is_possible_and_can_be_undone(moves, at_once):
    state = play(EDITION, State(), START).state
    conserved = _conserved(state)
    assert conserved["headlines"] == HEADLINES
    history, commands = [(State(), play(EDITION, State(), START))], [START]
    for move in moves:
        command = _answer(state, move) if isinstance(move, tuple) else move
        played = (play_out if at_once else play)(EDITION, state, command)
        if isinstance(played, Refusal):
            assert played.citation or played.rule == "command.changes-something", played
            assert str(played)
            continue
        for each in played if isinstance(played, tuple) else (played,):
            history.append((state, each))
            commands.append(each.command)
            state = each.state
        assert not list(check(state))
        assert _conserved(state) == conserved
        _limits_are_true(state)
        for finding in (*questions(state), *EDITION.banners(state), *proposals(state)):
            assert finding.citation
            assert str(finding)
    assert replay(EDITION, commands) == state
    assert from_json(State, to_json(state)) == state
    for before, each in reversed(history):
        assert redo(before, each.entries) == state
        state = undo(state, each.entries)
        assert state == before
        assert command_from_json(EDITION, command_to_json(each.command)) == each.command
        assert tuple(entry_from_json(State, entry_to_json(entry)) for entry in each.entries) == each.entries


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(ANY, ANSWER, CORRECTIONS), max_size=40))
def test_corrections_lead_to_possible_tables_too(moves):
    state = play(EDITION, State(), START).state
    for move in moves:
        command = _answer(state, move) if isinstance(move, tuple) else move
        played = play(EDITION, state, command)
        if isinstance(played, Played):
            state = played.state
            assert not list(check(state))
            _limits_are_true(state)


def test_proposals_are_never_refused():
    """Every forced consequence can be applied as it is proposed."""

    @settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(MOVE, max_size=40))
    def holds(moves):
        state = play(EDITION, State(), START).state
        for move in moves:
            played = play(EDITION, state, _answer(state, move) if isinstance(move, tuple) else move)
            if isinstance(played, Played):
                state = played.state
            for proposal in proposals(state):
                assert isinstance(play(EDITION, state, proposal.command), Played), proposal

    holds()
