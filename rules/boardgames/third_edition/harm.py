"""Damage, horror and delay, and investigators who leave the game and are replaced."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.findings import _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.handling import (
    MOST_AT_ONCE,
    ON_THE_TABLE,
    Table,
    able,
    asset_of,
    handles,
    investigator,
    number_of,
    refuse,
    seat_of,
)
from rules.boardgames.third_edition.scenario import LONGEST_NAME, SKILLS, Investigator
from rules.boardgames.third_edition.state import ALLY, DEFEATED, DEVOURED, RETIRED, Seat, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Suffer(Command):
    """An investigator suffers damage and horror; parts may go to one asset each (416.7, 442.7)."""

    kind: ClassVar[str] = "suffer"
    seat: str
    damage: int = 0
    horror: int = 0
    direct: bool = False
    damage_asset: str = ""
    damage_assigned: int = 0
    horror_asset: str = ""
    horror_assigned: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Recover(Command):
    """An investigator or one of their assets recovers health and sanity (416.5, 442.5)."""

    kind: ClassVar[str] = "recover"
    seat: str
    health: int = 0
    sanity: int = 0
    asset: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay(Command):
    """An investigator becomes delayed, perhaps as a cost (417.3)."""

    kind: ClassVar[str] = "delay"
    seat: str
    cost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Defeat(Command):
    """An investigator whose damage or horror is full is defeated (444.6)."""

    kind: ClassVar[str] = "defeat"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Devour(Command):
    """A component devours an investigator, who is defeated (419.1)."""

    kind: ClassVar[str] = "devour"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retire(Command):
    """A component retires an investigator (472.1)."""

    kind: ClassVar[str] = "retire"
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseInvestigator(Command):
    """A player chooses the investigator who joins with the next action phase (444.7)."""

    kind: ClassVar[str] = "choose-investigator"
    seat: str
    investigator: Investigator


@dataclass(frozen=True, slots=True)
class Harm:
    """Damage and horror that reach an investigator, and the assets that take a part."""

    damage: int = 0
    horror: int = 0
    damage_asset: str = ""
    damage_assigned: int = 0
    horror_asset: str = ""
    horror_assigned: int = 0
    direct: bool = False


def suffered(table: Table, seat: str, harm: Harm) -> Iterator[Found]:
    """Put damage and horror on the investigator and on the assets that take a part."""
    if not (0 <= harm.damage <= MOST_AT_ONCE and 0 <= harm.horror <= MOST_AT_ONCE):
        refuse("harm.number", _("Damage and horror are not negative."), "416.4")
    for asset, part, whole, citation in (
        (harm.damage_asset, harm.damage_assigned, harm.damage, "416.8"),
        (harm.horror_asset, harm.horror_assigned, harm.horror, "442.8"),
    ):
        if part and harm.direct:
            refuse("harm.direct", _("Direct damage and horror cannot be assigned to assets."), citation)
        if not 0 <= part <= whole or (part and not asset):
            refuse("harm.part", _("An asset takes some or all of it, no more."), "416.7")
    if harm.damage_assigned:
        yield from _assigned(table, seat, harm.damage_asset, "health", "damage", harm.damage_assigned)
    if harm.horror_assigned:
        yield from _assigned(table, seat, harm.horror_asset, "sanity", "horror", harm.horror_assigned)
    yield table.add("seats", seat, "damage", harm.damage - harm.damage_assigned)
    yield table.add("seats", seat, "horror", harm.horror - harm.horror_assigned)


def _assigned(table: Table, seat: str, id: str, limit: str, what: str, number: int) -> Iterator[Found]:
    asset = asset_of(table, seat, id)
    room = getattr(asset, limit) - getattr(asset, what)
    if number > room:
        refuse(
            f"harm.asset-{what}",
            _("{asset} can take {room} more; the rest goes to the investigator."),
            "416.12" if what == "damage" else "442.12",
            asset=asset.name,
            room=max(room, 0),
        )
    yield table.add("seats", seat, "assets", id, what, number)


@handles(Suffer, ON_THE_TABLE)
def suffer(table: Table, command: Suffer) -> Iterator[Found]:
    able(table, command.seat)
    harm = Harm(
        command.damage,
        command.horror,
        command.damage_asset,
        command.damage_assigned,
        command.horror_asset,
        command.horror_assigned,
        command.direct,
    )
    yield from suffered(table, command.seat, harm)


@handles(Recover, ON_THE_TABLE)
def recover(table: Table, command: Recover) -> Iterator[Found]:
    seat = able(table, command.seat)
    for number in (command.health, command.sanity):
        number_of(number, "416.5", least=0)
    if command.asset:
        asset = asset_of(table, command.seat, command.asset)
        path = ("seats", command.seat, "assets", command.asset)
        yield table.add(*path, "damage", -min(command.health, asset.damage))
        yield table.add(*path, "horror", -min(command.sanity, asset.horror))
    else:
        yield table.add("seats", command.seat, "damage", -min(command.health, seat.damage))
        yield table.add("seats", command.seat, "horror", -min(command.sanity, seat.horror))


@handles(Delay, ON_THE_TABLE)
def delay(table: Table, command: Delay) -> Iterator[Found]:
    seat = able(table, command.seat)
    if seat.delayed:
        if command.cost:
            refuse(
                "delayed.cost",
                _("{investigator} is delayed already, so it cannot be paid as a cost."),
                "417.5",
                investigator=seat.investigator,
            )
        refuse(
            "delayed.once",
            _("{investigator} is delayed already; nothing happens."),
            "417.4",
            investigator=seat.investigator,
        )
    yield table.set("seats", command.seat, "delayed", True)


def _leaves(table: Table, id: str, how: str) -> Iterator[Found]:
    """Take an investigator out of the game: monsters stay in the space, everything else is discarded."""
    seat = table.state.seats[id]
    for monster in table.state.engaged_with(id):
        found = table.state.monsters[monster]
        yield table.set(
            "monsters", monster, "engaged", tuple(other for other in found.engaged if other != id)
        )
        if how != RETIRED and not found.is_massive:
            yield table.set("monsters", monster, "exhausted", True)
    yield table.set("lost", seat.investigator, how)
    if table.state.acting == id:
        yield table.set("acting", "")
    yield table.set("seats", id, Seat(player=seat.player, left=how, drawn=seat.drawn, active=seat.active))
    if how != RETIRED:
        yield table.add("scenario_doom", 1)


@handles(Defeat)
def defeat(table: Table, command: Defeat) -> Iterator[Found]:
    seat = investigator(table, command.seat)
    if not seat.is_beaten:
        refuse(
            "defeat.full",
            _("{investigator} has {damage}/{health} damage and {horror}/{sanity} horror: not defeated."),
            "444.6a",
            investigator=seat.investigator,
            damage=seat.damage,
            health=seat.facts.health,
            horror=seat.horror,
            sanity=seat.facts.sanity,
        )
    yield from _leaves(table, command.seat, DEFEATED)


@handles(Devour)
def devour(table: Table, command: Devour) -> Iterator[Found]:
    investigator(table, command.seat)
    yield from _leaves(table, command.seat, DEVOURED)


@handles(Retire)
def retire(table: Table, command: Retire) -> Iterator[Found]:
    investigator(table, command.seat)
    yield from _leaves(table, command.seat, RETIRED)


def sensible(facts: Investigator) -> Investigator:
    """Return the values of an investigator that can be played."""
    numbers = (facts.health, facts.sanity)
    if not facts.name.strip() or len(facts.name) > LONGEST_NAME:
        refuse("investigator.name", _("Give the investigator a name."), "444.2a")
    if min(numbers) < 1 or max(numbers) > MOST_AT_ONCE or not 0 <= facts.money <= MOST_AT_ONCE:
        refuse(
            "investigator.health",
            _("{investigator} needs health and sanity."),
            "444.2e",
            investigator=facts.name,
        )
    if not 0 <= facts.focus_limit <= len(SKILLS):
        refuse("investigator.focus", _("The focus limit is from 0 to 5."), "444.2c")
    if not set(facts.skills) <= set(SKILLS) or any(not 0 <= number <= 20 for number in facts.skills.values()):
        refuse(
            "investigator.skills",
            _("The skills of {investigator} are impossible."),
            "444.2f",
            investigator=facts.name,
        )
    return facts


def is_free(state: State, name: str) -> bool:
    """Return whether nobody plays or has chosen this investigator."""
    return not any(
        name in (seat.investigator, seat.next.name if seat.next else "") for seat in state.seats.values()
    )


@handles(ChooseInvestigator)
def choose_investigator(table: Table, command: ChooseInvestigator) -> Iterator[Found]:
    seat = seat_of(table, command.seat)
    name = sensible(command.investigator).name
    if seat.is_playing:
        refuse(
            "seat.empty", _("{investigator} is still in the game."), "444.6c", investigator=seat.investigator
        )
    if name in table.state.lost:
        refuse(
            "investigator.lost",
            _("{investigator} was lost in this game ({how}) and cannot be chosen."),
            "444.7a",
            investigator=name,
            how=table.state.lost[name],
        )
    if not is_free(table.state, name):
        refuse("investigator.used", _("{investigator} is in use."), "444.7a", investigator=name)
    if table.state.pool and name not in {each.name for each in table.state.pool}:
        refuse(
            "investigator.owned",
            _("{investigator} is not among the investigators of this game."),
            "005.2",
            investigator=name,
        )
    yield table.set("seats", command.seat, "next", command.investigator)


def joined(table: Table, id: str) -> Iterator[Found]:
    """Bring the chosen investigator of a seat into the game, at the starting space (444.7c)."""
    seat = table.state.seats[id]
    facts = seat.next
    if facts is not None:
        fresh = Seat(
            player=seat.player,
            investigator=facts.name,
            facts=facts,
            space=table.state.scenario.start,
            money=facts.money,
        )
        yield table.set("seats", id, fresh)


def takes_feed(seat: Seat, harm: Harm) -> int:
    """Return the damage that feeds a monster: what was dealt to the investigator or to an ally (434.2)."""
    asset = seat.assets.get(harm.damage_asset)
    to_ally = harm.damage_assigned if asset and asset.type == ALLY else 0
    return harm.damage - harm.damage_assigned + to_ally
