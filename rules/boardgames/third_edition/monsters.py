"""Monsters on the board: spawned, moved, engaged, exhausted, attacking, damaged and defeated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.findings import _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.doom import settle
from rules.boardgames.third_edition.handling import (
    ON_THE_TABLE,
    Table,
    able,
    handles,
    investigator,
    monster_of,
    new_id,
    number_of,
    refuse,
    space_of,
)
from rules.boardgames.third_edition.harm import Harm, suffered, takes_feed
from rules.boardgames.third_edition.scenario import ELUSIVE, FEED, MASSIVE, SPAWN_MONSTER
from rules.boardgames.third_edition.state import ATTACK, MONSTER, READYING, Monster, State

READY, ENGAGED, EXHAUSTED = "ready", "engaged", "exhausted"
MOST_MONSTERS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class SpawnMonster(Command):
    """The bottom monster of the deck, or an epic one of the archive, appears in a space (453.5)."""

    kind: ClassVar[str] = "spawn-monster"
    monster: str
    space: str
    exhausted: bool = False
    engaged: str = ""
    """The seat with which it spawns engaged, if the text says so (453.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveMonster(Command):
    """A ready monster moves to a space."""

    kind: ClassVar[str] = "move-monster"
    monster: str
    space: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EngageMonster(Command):
    """A monster and an investigator engage each other (427.1)."""

    kind: ClassVar[str] = "engage-monster"
    monster: str
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisengageMonster(Command):
    """An investigator disengages a monster, which is ready, or exhausted too (421.1, 432.2)."""

    kind: ClassVar[str] = "disengage-monster"
    monster: str
    seat: str
    exhaust: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExhaustMonster(Command):
    """A component exhausts a monster (432.1)."""

    kind: ClassVar[str] = "exhaust-monster"
    monster: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyMonsters(Command):
    """Every exhausted monster readies, in the monster ready step (202.4a)."""

    kind: ClassVar[str] = "ready-monsters"


@dataclass(frozen=True, slots=True, kw_only=True)
class MonsterAttack(Command):
    """An engaged monster deals its damage and horror; parts may be prevented or go to assets (202.3a)."""

    kind: ClassVar[str] = "monster-attack"
    monster: str
    seat: str
    prevented_damage: int = 0
    prevented_horror: int = 0
    damage_asset: str = ""
    damage_assigned: int = 0
    horror_asset: str = ""
    horror_assigned: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageMonster(Command):
    """A component deals damage to a monster, or with a negative number heals it (416.13, 416.14)."""

    kind: ClassVar[str] = "damage-monster"
    monster: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DefeatMonster(Command):
    """A monster is defeated or discarded: to the top of its deck, or to the archive (453.11, 407.5g)."""

    kind: ClassVar[str] = "defeat-monster"
    monster: str


@handles(SpawnMonster, ON_THE_TABLE)
def spawn_monster(table: Table, command: SpawnMonster) -> Iterator[Found]:
    state = table.state
    kind = state.scenario.monster(command.monster)
    space = space_of(table, command.space)
    if kind is None:
        refuse(
            "monster.listed", _("{monster} is not in the monster list."), "476.4b", monster=command.monster
        )
    if len(state.monsters) >= MOST_MONSTERS:
        refuse("monster.room", _("There is no room for more monsters."), "005.2")
    if kind.epic:
        if any(each.kind.name == kind.name for each in state.monsters.values()):
            refuse("monster.epic", _("{monster} is on the board already."), "407.5e", monster=kind.name)
    else:
        yield from settle(table, SPAWN_MONSTER)
        if not state.monster_deck.get(kind.name, 0):
            refuse(
                "monster.deck",
                _("The monster deck has no {monster} left, so none appears."),
                "005.2",
                monster=kind.name,
            )
        yield table.add("monster_deck", kind.name, -1)
    if command.exhausted and MASSIVE in kind.keywords:
        refuse("monster.massive", _("A massive monster cannot be exhausted."), "451.5")
    engaged: tuple[str, ...] = ()
    if command.engaged:
        seat = able(table, command.engaged)
        engaged, space = (command.engaged,), seat.space
    id, counted = new_id(table, "m")
    yield counted
    exhausted = command.exhausted and not engaged
    yield table.set("monsters", id, Monster(kind, space, exhausted=exhausted, engaged=engaged))


@handles(MoveMonster)
def move_monster(table: Table, command: MoveMonster) -> Iterator[Found]:
    monster = monster_of(table, command.monster)
    if monster.engaged:
        refuse("monster.engaged", _("An engaged monster stays with its investigator."), "428.8")
    yield table.set("monsters", command.monster, "space", space_of(table, command.space))


@handles(EngageMonster)
def engage_monster(table: Table, command: EngageMonster) -> Iterator[Found]:
    monster = monster_of(table, command.monster)
    seat = able(table, command.seat)
    if command.seat in monster.engaged:
        refuse("monster.engaged-already", _("They are engaged already."), "428.12")
    if monster.space != seat.space:
        refuse(
            "monster.space",
            _("{monster} is in {space}, not in the space of {investigator}."),
            "467.5",
            monster=monster.kind.name,
            space=monster.space,
            investigator=seat.investigator,
        )
    yield from engaged_now(table, command.monster, command.seat)


def engaged_now(table: Table, id: str, seat: str) -> Iterator[Found]:
    """Engage a monster: it leaves another investigator, unless it is massive (428.11, 451.2)."""
    monster = table.state.monsters[id]
    yield table.set("monsters", id, "exhausted", False)
    others = monster.engaged if monster.is_massive else ()
    yield table.set("monsters", id, "engaged", (*others, seat))
    evaded = table.state.seats[seat].evaded
    yield table.set("seats", seat, "evaded", tuple(other for other in evaded if other != id))


def disengaged(table: Table, id: str, seat: str, *, exhaust: bool) -> Iterator[Found]:
    """Disengage a monster; a massive one cannot be exhausted (451.5)."""
    monster = table.state.monsters[id]
    yield table.set("monsters", id, "engaged", tuple(other for other in monster.engaged if other != seat))
    if exhaust and not monster.is_massive:
        yield table.set("monsters", id, "exhausted", True)


@handles(DisengageMonster)
def disengage_monster(table: Table, command: DisengageMonster) -> Iterator[Found]:
    monster = monster_of(table, command.monster)
    investigator(table, command.seat)
    if command.seat not in monster.engaged:
        refuse("monster.not-engaged", _("Only an engaged monster can be disengaged."), "421.2")
    if command.exhaust and monster.is_massive:
        refuse("monster.massive", _("A massive monster cannot be exhausted."), "451.5")
    yield from disengaged(table, command.monster, command.seat, exhaust=command.exhaust)


@handles(ExhaustMonster, ON_THE_TABLE)
def exhaust_monster(table: Table, command: ExhaustMonster) -> Iterator[Found]:
    monster = monster_of(table, command.monster)
    if monster.is_massive:
        refuse("monster.massive", _("A massive monster cannot be exhausted."), "451.5")
    if monster.exhausted:
        refuse("monster.exhausted", _("{monster} is exhausted already."), "453.2", monster=monster.kind.name)
    yield table.set("monsters", command.monster, "engaged", ())
    yield table.set("monsters", command.monster, "exhausted", True)


@handles(ReadyMonsters)
def ready_monsters(table: Table, command: ReadyMonsters) -> Iterator[Found]:
    if table.state.phase != MONSTER or table.state.step != READYING:
        refuse("monster.ready-step", _("Monsters ready in the monster ready step."), "202.4a")
    exhausted = [id for id, monster in table.state.monsters.items() if monster.exhausted]
    if not exhausted:
        refuse("monster.none-exhausted", _("No monster is exhausted."), "202.4a")
    for id in exhausted:
        yield table.set("monsters", id, "exhausted", False)


@handles(MonsterAttack)
def monster_attack(table: Table, command: MonsterAttack) -> Iterator[Found]:
    state = table.state
    monster = monster_of(table, command.monster)
    seat = able(table, command.seat)
    if state.phase != MONSTER or state.step != ATTACK:
        refuse("monster.attack-step", _("Monsters attack in the monster attack step."), "202.3a")
    if command.seat not in monster.engaged:
        refuse("monster.attacks-engaged", _("Only engaged monsters deal damage and horror."), "202.3d")
    mark = f"{command.monster} {command.seat}"
    if mark in state.attacked:
        refuse(
            "monster.attack-once",
            _("{monster} has attacked this phase."),
            "202.3a",
            monster=monster.kind.name,
        )
    if not (
        0 <= command.prevented_damage <= monster.kind.damage
        and 0 <= command.prevented_horror <= monster.kind.horror
    ):
        refuse("harm.prevented", _("No more can be prevented than is dealt."), "465.1")
    first = next(state.attacks(), ("", ""))[1]
    if first and first != command.seat and (monster.kind.damage or monster.kind.horror):
        refuse(
            "monster.attack-order",
            _("Monsters attack in player order: those of {investigator} are next."),
            "202.3a",
            investigator=state.seats[first].investigator,
        )
    harm = Harm(
        monster.kind.damage - command.prevented_damage,
        monster.kind.horror - command.prevented_horror,
        command.damage_asset,
        command.damage_assigned,
        command.horror_asset,
        command.horror_assigned,
    )
    yield table.set("attacked", (*state.attacked, mark))
    yield from suffered(table, command.seat, harm)
    if FEED in monster.kind.keywords:
        yield table.add("monsters", command.monster, "damage", -min(monster.damage, takes_feed(seat, harm)))


@handles(DamageMonster, ON_THE_TABLE)
def damage_monster(table: Table, command: DamageMonster) -> Iterator[Found]:
    monster = monster_of(table, command.monster)
    number_of(abs(command.number), "416.13")
    yield table.add("monsters", command.monster, "damage", max(command.number, -monster.damage))
    yield table.set("monsters", command.monster, "attacker", "")


def is_beaten(state: State, monster: Monster) -> bool:
    """Return whether a monster has suffered damage equal to or exceeding its health (453.9)."""
    health = monster.health(state.players)
    return health > 0 and monster.damage >= health


@handles(DefeatMonster, ON_THE_TABLE)
def defeat_monster(table: Table, command: DefeatMonster) -> Iterator[Found]:
    monster = monster_of(table, command.monster)
    yield table.set("monsters", command.monster, None)
    if not monster.kind.epic:
        yield table.add("monster_deck", monster.kind.name, 1)
    attacker = table.state.seats.get(monster.attacker)
    if is_beaten(table.state, monster) and monster.kind.remnant and attacker and attacker.is_playing:
        yield table.add("seats", monster.attacker, "remnants", 1)


def must_engage(state: State, id: str) -> tuple[str, ...]:
    """Return the seats of which a monster engages one, or all if it is massive (467.5, 451.2)."""
    monster = state.monsters[id]
    if monster.exhausted or (ELUSIVE in monster.kind.keywords and not monster.engaged):
        return ()
    if monster.engaged and not monster.is_massive:
        return ()
    return tuple(
        seat
        for seat in state.in_space(monster.space)
        if seat not in monster.engaged
        and not state.seats[seat].is_beaten
        and not (monster.is_massive and id in state.seats[seat].evaded)
    )
