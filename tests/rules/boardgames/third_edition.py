"""A made-up scenario of the Third Edition, and short ways to play commands in tests."""

from dataclasses import replace
from typing import Any

from rules.boardgames import Command, Played, Refusal, play, play_out
from rules.boardgames.third_edition import EDITION
from rules.boardgames.third_edition.clues import Encounter, SpawnClue
from rules.boardgames.third_edition.codex import AddToCodex
from rules.boardgames.third_edition.doom import SpreadDoom
from rules.boardgames.third_edition.phases import NextPhase
from rules.boardgames.third_edition.scenario import (
    ArchiveCard,
    Investigator,
    MonsterKind,
    Neighborhood,
    Scenario,
    StartingMonster,
    Street,
    Threshold,
)
from rules.boardgames.third_edition.setup import BeginPlay, Player, Start
from rules.boardgames.third_edition.state import State

HARBOR = Neighborhood("Harbor", ("Pier", "Warehouse", "Lighthouse"))
HILL = Neighborhood("Hill", ("Church", "Mill", "Tavern"))
BRIDGE = Street("Long Bridge", "bridge")


def ring(tile: Neighborhood) -> tuple[tuple[str, str], ...]:
    first, second, third = tile.spaces
    return (first, second), (second, third), (third, first)


SCENARIO = Scenario(
    name="A Quiet Town",
    neighborhoods=(HARBOR, HILL),
    streets=(BRIDGE,),
    borders=(*ring(HARBOR), *ring(HILL), ("Pier", "Long Bridge"), ("Long Bridge", "Church")),
    start="Tavern",
    cup={
        "spread-doom": 3,
        "spawn-monster": 2,
        "spawn-clue": 2,
        "read-headline": 2,
        "gate-burst": 1,
        "blank": 2,
    },
    monsters=(
        MonsterKind("Rat", quantity=3, health=1, damage=1),
        MonsterKind("Hound", quantity=2, health=3, damage=1, horror=1, remnant=True),
        MonsterKind("Brute", quantity=1, health=4, elite=1, damage=2),
        MonsterKind("Giant", quantity=1, health=5, damage=1, horror=1, keywords=("massive",)),
        MonsterKind("Owl", quantity=1, health=2, horror=1, keywords=("watcher",)),
        MonsterKind("Ghost", quantity=1, health=2, horror=1, keywords=("elusive",)),
        MonsterKind("Leech", quantity=1, health=3, damage=2, keywords=("feed",)),
        MonsterKind("Old One", quantity=1, health=6, damage=2, epic=True, remnant=True),
    ),
    placed=(StartingMonster("Rat", "Pier"),),
    events=24,
    cards=(
        ArchiveCard("1", "Outbreak"),
        ArchiveCard("2", "Anomalies"),
        ArchiveCard(
            "10",
            "The first lead",
            (
                Threshold("clues", 3, effect="Follow the lead.", spends=True, adds=("11",), removes=True),
                Threshold("doom", 6, effect="The town falls.", ends="lost"),
            ),
        ),
        ArchiveCard(
            "11", "The last door", (Threshold("clues", 1, each=True, effect="The door shuts.", ends="won"),)
        ),
    ),
    opening=("10",),
)

NAMES = ("Ada", "Bert", "Cora", "Dan", "Eve", "Finn")


def person(name: str, **values: Any) -> Investigator:
    skills = {"influence": 2, "lore": 3, "observation": 3, "strength": 2, "will": 4}
    return Investigator(name, **{"health": 5, "sanity": 6, "focus_limit": 2, "skills": skills, **values})


POOL = tuple(person(name) for name in NAMES)


def start(players: int = 2, scenario: Scenario = SCENARIO, pool: tuple[Investigator, ...] = ()) -> State:
    """A game right after its first command."""
    seats = tuple(Player(f"Player {number}", person(name)) for number, name in enumerate(NAMES[:players], 1))
    return after(State(), Start(scenario=scenario, players=seats, pool=pool))


def game(players: int = 2, cards: tuple[str, ...] = (), **changes: Any) -> State:
    """A game in its first action phase, with these archive cards in the codex."""
    pool = changes.pop("pool", ())
    state = start(players, replace(SCENARIO, opening=cards, **changes), pool)
    for _ in range(3):
        state = after(state, SpawnClue(neighborhood="Harbor"))
    state = after(state, SpreadDoom(spaces=("Mill",)))
    state = replace(state, doom=dict.fromkeys(state.doom, 0))
    for number in cards:
        state = after(state, AddToCodex(number=number))
    return after(state, BeginPlay())


def after(state: State, *commands: Command) -> State:
    """The state after commands, without what follows."""
    for command in commands:
        played = play(EDITION, state, command)
        assert isinstance(played, Played), str(played)
        state = played.state
    return state


def out(state: State, *commands: Command) -> State:
    """The state after commands and everything that follows without a choice."""
    for command in commands:
        played = play_out(EDITION, state, command)
        assert not isinstance(played, Refusal), str(played)
        state = played[-1].state
    return state


def refusal(state: State, command: Command) -> Refusal:
    played = play(EDITION, state, command)
    assert isinstance(played, Refusal), "the command was accepted"
    str(played)
    return played


def cited(state: State, command: Command) -> str:
    """The number of the rule that refuses a command."""
    return refusal(state, command).citation


def seat(state: State, key: str = "1", **changes: Any) -> State:
    """The state with some values of a seat changed."""
    return replace(state, seats={**state.seats, key: replace(state.seats[key], **changes)})


def doom(state: State, **spaces: int) -> State:
    """The state with so much doom in spaces, by the first word of their names."""
    return replace(state, doom={**state.doom, **spaces})


def in_harbor(state: State) -> tuple[int, ...]:
    return tuple(state.doom[space] for space in HARBOR.spaces)


def phase(state: State, name: str, step: str = "") -> State:
    """The state in another phase, as if everybody had taken their turns."""
    state = replace(state, phase=name, step=step, acting="")
    for key in state.seats:
        state = seat(state, key, active=name in ("action", "mythos"))
    return state


def to_next_round(state: State) -> State:
    """Play the rest of a round in which nothing else happens but encounters and blank tokens."""
    state = out(state, NextPhase())
    while state.phase == "monster":
        state = out(state, NextPhase())
    for key in state.playing:
        if not state.seats[key].active:
            state = out(state, Encounter(seat=key))
    state = out(state, NextPhase())
    for key in state.seats:
        state = seat(state, key, drawn=2)
    return out(state, NextPhase())
