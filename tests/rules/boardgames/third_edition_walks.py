"""Random games of the Third Edition: half of the moves answer what the rules ask, the others are anything."""

from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from random import Random
from typing import Any

from rules.boardgames import Command, Correct, Played, command_from_json, play, play_out, replay
from rules.boardgames.third_edition import EDITION
from rules.boardgames.third_edition.actions import Goods
from rules.boardgames.third_edition.clues import SpawnClue
from rules.boardgames.third_edition.codex import AddThreshold, AddToCodex
from rules.boardgames.third_edition.cup import ChangeCup
from rules.boardgames.third_edition.doom import ONE_BY_ONE, TOGETHER, SpreadDoom
from rules.boardgames.third_edition.monsters import SpawnMonster
from rules.boardgames.third_edition.phases import NextPhase
from rules.boardgames.third_edition.questions import questions
from rules.boardgames.third_edition.scenario import SKILLS, TOKENS
from rules.boardgames.third_edition.setup import BeginPlay, Player, Start
from rules.boardgames.third_edition.state import ASSET_TYPES, CONDITIONS, State
from rules.codec import to_json
from tests.rules.boardgames.third_edition import NAMES, POOL, SCENARIO, person

OPENINGS = [(), ("1",), ("2",), ("1", "2"), ("1", "10"), ("2", "10"), ("1", "11"), ("2", "11")]
SEATS = ["1", "2", "3", "4"]
FEW = [0, 0, 1, 1, 2, 3]
ORDERS = ["", TOGETHER, ONE_BY_ONE]
WORDS = ["Lamp", "Rope", ""]
GOODS = [Goods(), Goods(money=1), Goods(clues=1), Goods(remnants=1)]
#: What the fields of commands are given, by their names.
VALUES: dict[str, list[Any]] = {
    "seat": SEATS,
    "partner": SEATS,
    "engaged": SEATS,
    "space": [*SCENARIO.all_spaces],
    "neighborhood": ["Harbor", "Hill"],
    "monster": [f"m{number}" for number in range(1, 30)],
    "investigator": [*POOL],
    "skill": [*SKILLS],
    "discard": [*SKILLS],
    "token": [*TOKENS],
    "condition": [*CONDITIONS],
    "type": [*ASSET_TYPES],
    "order": ORDERS,
    "effect": WORDS,
    "outcome": ["abandoned", "won", "lost", "draw"],
    "ending": ["10"],
    **dict.fromkeys(("name", "title", "component", "reason", "how"), WORDS),
    "gives": GOODS,
    "takes": GOODS,
}
#: What a threshold read from a card is given: its tokens are not those of the mythos cup.
THRESHOLD: dict[str, list[Any]] = {
    "token": ["doom", "clues"],
    "limit": [0, 1, 2, 3, 6],
    "ends": ["", "lost", "won"],
}
NUMBERED = {"add-threshold", "add-to-codex", "remove-from-codex", "flip-codex-card", "resolve-threshold"}
CORRECTED = [
    ("scenario_doom",),
    ("doom", "Pier"),
    ("seats", "1", "damage"),
    ("seats", "1", "facts", "focus_limit"),
    ("seats", "2", "facts", "skills", "lore"),
    ("seats", "3", "delayed"),
    ("areas", "Harbor", "clues"),
    ("areas", "Harbor", "anomaly"),
    ("events", "deck"),
    ("cup", "blank"),
    ("headlines",),
    ("monsters", "m1", "damage"),
    ("monster_deck", "Rat"),
    ("scenario",),
]
#: Commands that end a game, or change what is conserved on purpose.
LEFT_OUT = {"start", "finish", ChangeCup.kind, Correct.kind}


def opened(opening: tuple[str, ...]) -> tuple[list[Command], State]:
    """The commands of a set-up with these cards in the codex, and the state after them."""
    commands: list[Command] = [
        Start(
            scenario=replace(SCENARIO, opening=opening),
            players=tuple(Player("", person(name)) for name in NAMES[:3]),
            leader=1,
            pool=POOL,
        ),
        *(SpawnClue(neighborhood=name) for name in ("Harbor", "Hill", "Harbor")),
        SpreadDoom(spaces=("Pier",)),
        *(AddToCodex(number=number) for number in opening),
        BeginPlay(),
    ]
    return commands, replay(EDITION, commands)


def _value(state: State, kind: type[Command], name: str, hint: Any, random: Random) -> Any:
    if kind is SpawnMonster and name == "monster":
        return random.choice([kind.name for kind in SCENARIO.monsters])
    if kind is AddThreshold and name in THRESHOLD:
        return random.choice(THRESHOLD[name])
    if name == "number" and kind.kind in NUMBERED:
        return random.choice(["1", "2", "10", "11", "12", "rumor"])
    if name.endswith("asset"):
        return random.choice(["", *(key for seat in state.seats.values() for key in seat.assets)])
    if name in VALUES:
        return random.choice(VALUES[name])
    if "tuple" in str(hint):
        if name == "monsters":
            among = [*state.monsters]
        elif name == "assets":
            among = [key for seat in state.seats.values() for key in seat.assets]
        else:
            among = [*SKILLS] if name == "skills" else [*SCENARIO.all_spaces]
        most = 0 if name == "thresholds" else min(3, len(among))
        return tuple(random.sample(among, random.randint(0, most)))
    if hint in ("bool", bool):
        return random.random() < 0.5
    return random.choice(FEW) * random.choice([1, 1, 1, -1])


def anything(state: State, random: Random) -> Command:
    """Any command with any values that could be meant."""
    kind = EDITION.commands[random.choice(sorted(set(EDITION.commands) - LEFT_OUT))]
    values = {
        field.name: _value(state, kind, field.name, field.type, random)
        for field in fields(kind)
        if field.name != "note" and (field.default is MISSING or random.random() < 0.4)
    }
    return kind(**values)


def correction(random: Random) -> Command:
    value = random.choice([random.randint(-1, 8), random.random() < 0.5, "text"])
    return Correct(path=random.choice(CORRECTED), value=value)


def answer(state: State, random: Random) -> Command:
    """A command that answers one of the open questions, or moves on."""
    waiting = [*questions(state)]
    if not waiting or (random.random() < 0.5 and not any(question.blocks for question in waiting)):
        return NextPhase()
    question = random.choice(waiting)
    command = to_json(question.command)
    for name in question.fields:
        if name == "investigator":
            command[name] = to_json(random.choice(state.available or POOL))
        elif name == "space":
            command[name] = random.choice(state.scenario.all_spaces)
        elif name in ("event", "gained", "rumor"):
            command[name] = random.random() < 0.5
        elif name == "order":
            command[name] = random.choice(ORDERS[1:])
        elif question.among:
            chosen = random.choice(question.among)
            command[name] = [chosen] if name == "spaces" else chosen
    return command_from_json(EDITION, {"kind": question.command.kind, **command})


def moves(random: Random, number: int, *, corrections: bool = False) -> Iterator[tuple[State, Command]]:
    """Play a game with so many moves; the state before each, and the move, accepted or not."""
    state = opened(random.choice(OPENINGS))[1]
    for _ in range(number):
        chance = random.random()
        if corrections and chance < 0.1:
            command = correction(random)
        else:
            command = answer(state, random) if chance < 0.6 else anything(state, random)
        yield state, command
        played = play_out(EDITION, state, command) if random.random() < 0.5 else play(EDITION, state, command)
        if isinstance(played, tuple):
            state = played[-1].state
        elif isinstance(played, Played):
            state = played.state
