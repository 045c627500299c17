"""The actions of investigators: attack, evade, focus, gather, move, research, trade, ward, components."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.findings import _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.handling import (
    Table,
    able,
    afford,
    asset_of,
    handles,
    monster_of,
    number_of,
    refuse,
    space_of,
)
from rules.boardgames.third_edition.monsters import disengaged, engaged_now
from rules.boardgames.third_edition.possessions import MOST_ASSETS, focused, unfocused
from rules.boardgames.third_edition.scenario import ELUSIVE, LONGEST_NAME
from rules.boardgames.third_edition.state import TRADED, State
from rules.boardgames.third_edition.turns import (
    ATTACK,
    COMPONENT,
    EVADE,
    FOCUS,
    GATHER,
    MOVE,
    RESEARCH,
    TRADE,
    WARD,
    Action,
    begun,
)

#: Spaces of a move action, and dollars that add one each (455.2).
SPACES, DOLLARS = 2, 2
#: Doom removed by one ward for which a remnant is gained (494.3).
REMNANT_FOR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Action):
    """A monster in the space is attacked: damage for each success (409)."""

    kind: ClassVar[str] = "attack"
    monster: str
    successes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentAction(Action):
    """The action of a sheet or an asset; each component once per round (414.3)."""

    kind: ClassVar[str] = "component-action"
    component: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Evade(Action):
    """One monster is disengaged and exhausted for each success (429)."""

    kind: ClassVar[str] = "evade"
    monsters: tuple[str, ...]
    successes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus(Action):
    """A skill is focused; `discard` is the token that goes if there are too many (436)."""

    kind: ClassVar[str] = "focus"
    skill: str
    discard: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gather(Action):
    """One dollar is gained (437)."""

    kind: ClassVar[str] = "gather"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Action):
    """The investigator moves along spaces: two, and one more for each of two dollars (455.2)."""

    kind: ClassVar[str] = "move"
    spaces: tuple[str, ...]
    money: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Research(Action):
    """Clues go to the scenario sheet, up to one for each success (471.2)."""

    kind: ClassVar[str] = "research"
    successes: int
    clues: int


@dataclass(frozen=True, slots=True)
class Goods:
    """What one side of a trade gives (492.2)."""

    assets: tuple[str, ...] = ()
    money: int = 0
    clues: int = 0
    remnants: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Trade(Action):
    """Allies, items, spells, money, clues and remnants change hands in a space (492)."""

    kind: ClassVar[str] = "trade"
    partner: str
    gives: Goods = Goods()
    takes: Goods = Goods()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ward(Action):
    """One doom is removed from the space for each success (494)."""

    kind: ClassVar[str] = "ward"
    successes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Relocate(Command):
    """A component moves an investigator directly to a space (454.4)."""

    kind: ClassVar[str] = "relocate"
    seat: str
    space: str


@handles(Attack)
def attack(table: Table, command: Attack) -> Iterator[Found]:
    yield from begun(table, command, ATTACK)
    number_of(command.successes, "409.2", least=0)
    monster = monster_of(table, command.monster)
    if monster.space != table.state.seats[command.seat].space:
        refuse("attack.space", _("{monster} is in another space."), "409.2", monster=monster.kind.name)
    if not monster.exhausted and command.seat not in monster.engaged:
        yield from engaged_now(table, command.monster, command.seat)
    yield table.set("monsters", command.monster, "attacker", command.seat)
    yield table.add("monsters", command.monster, "damage", command.successes)


@handles(ComponentAction)
def component_action(table: Table, command: ComponentAction) -> Iterator[Found]:
    name = command.component.strip()
    if not name or len(name) > LONGEST_NAME:
        refuse("component.name", _("Name the component whose action it is."), "414.1")
    yield from begun(table, command, f"{COMPONENT} {name}")


@handles(Evade)
def evade(table: Table, command: Evade) -> Iterator[Found]:
    engaged = table.state.engaged_with(command.seat)
    yield from begun(table, command, EVADE)
    if not engaged:
        refuse("evade.engaged", _("Only an engaged investigator can evade."), "429.5")
    number_of(command.successes, "429.2", least=0)
    chosen = tuple(dict.fromkeys(command.monsters))
    if not set(chosen) <= set(engaged):
        refuse("evade.those", _("Choose monsters that are engaged with the investigator."), "429.2")
    if len(chosen) != min(command.successes, len(engaged)):
        refuse(
            "evade.successes",
            _("Successes: {successes}. Choose the monsters that are evaded: {number}."),
            "429.2",
            successes=command.successes,
            number=min(command.successes, len(engaged)),
        )
    for id in chosen:
        yield from disengaged(table, id, command.seat, exhaust=True)
    massive = tuple(id for id in chosen if table.state.monsters[id].is_massive)
    if not table.state.engaged_with(command.seat):
        yield table.add("seats", command.seat, "additional", 1)
        yield table.set("seats", command.seat, "evaded", massive)


@handles(Focus)
def focus(table: Table, command: Focus) -> Iterator[Found]:
    yield from begun(table, command, FOCUS)
    yield from focused(table, command.seat, command.skill)
    if command.discard:
        if not table.state.seats[command.seat].focus_owed:
            refuse("focus.within", _("No focus token has to be discarded."), "435.8")
        yield from unfocused(table, command.seat, command.discard)
        yield table.set("seats", command.seat, "focus_owed", False)


@handles(Gather)
def gather(table: Table, command: Gather) -> Iterator[Found]:
    yield from begun(table, command, GATHER)
    yield table.add("seats", command.seat, "money", 1)


def stops(state: State, space: str, seat: str) -> bool:
    """Return whether a monster in a space engages the investigator who moves there (455.3)."""
    return any(
        monster.space == space
        and not monster.exhausted
        and seat not in monster.engaged
        and (monster.is_massive or not monster.engaged)
        and ELUSIVE not in monster.kind.keywords
        for monster in state.monsters.values()
    )


@handles(Move)
def move(table: Table, command: Move) -> Iterator[Found]:
    yield from begun(table, command, MOVE)
    scenario = table.state.scenario
    here = table.state.seats[command.seat].space
    if not 0 <= command.money <= DOLLARS:
        refuse("move.money", _("Up to two dollars add one space each."), "455.2")
    afford(table.state.seats[command.seat].money, command.money, "money", "455.2")
    if not 1 <= len(command.spaces) <= SPACES + command.money:
        refuse(
            "move.spaces",
            _("This move reaches up to {number} spaces."),
            "455.2",
            number=SPACES + command.money,
        )
    for index, space in enumerate(command.spaces):
        if scenario.borders and space_of(table, space) not in scenario.adjacent(here):
            refuse("move.adjacent", _("{space} is not beside {other}."), "454.3", space=space, other=here)
        here = space_of(table, space)
        if index + 1 < len(command.spaces) and stops(table.state, space, command.seat):
            refuse("move.monster", _("A monster in {space} ends the movement."), "455.3", space=space)
    yield table.add("seats", command.seat, "money", -command.money)
    yield from moved(table, command.seat, here)


def moved(table: Table, id: str, space: str) -> Iterator[Found]:
    """Move an investigator; engaged monsters go along, except massive ones (428.8, 495.4)."""
    yield table.set("seats", id, "space", space)
    yield table.set("seats", id, "evaded", ())
    for monster in table.state.engaged_with(id):
        if table.state.monsters[monster].is_massive:
            yield from disengaged(table, monster, id, exhaust=False)
        else:
            yield table.set("monsters", monster, "space", space)


@handles(Relocate)
def relocate(table: Table, command: Relocate) -> Iterator[Found]:
    able(table, command.seat)
    yield from moved(table, command.seat, space_of(table, command.space))


@handles(Research)
def research(table: Table, command: Research) -> Iterator[Found]:
    yield from begun(table, command, RESEARCH)
    number_of(command.successes, "471.2", least=0)
    number_of(command.clues, "471.2", least=0)
    if command.clues > command.successes:
        refuse("research.successes", _("Each success researches one clue at most."), "471.2")
    afford(table.state.seats[command.seat].clues, command.clues, "clues", "470.2")
    yield table.add("seats", command.seat, "clues", -command.clues)
    yield table.add("scenario_clues", command.clues)


@handles(Trade)
def trade(table: Table, command: Trade) -> Iterator[Found]:
    yield from begun(table, command, TRADE)
    partner = able(table, command.partner)
    if command.partner == command.seat:
        refuse("trade.partner", _("A trade needs another investigator."), "492.2")
    if partner.space != table.state.seats[command.seat].space:
        refuse(
            "trade.space",
            _("{investigator} is in another space."),
            "492.2",
            investigator=partner.investigator,
        )
    if command.gives == Goods() == command.takes:
        refuse("trade.goods", _("Choose what changes hands."), "492.2")
    yield from _given(table, command.seat, command.partner, command.gives)
    yield from _given(table, command.partner, command.seat, command.takes)


def _given(table: Table, giver: str, taker: str, goods: Goods) -> Iterator[Found]:
    for what in ("money", "clues", "remnants"):
        number = number_of(getattr(goods, what), "492.2", least=0)
        afford(getattr(table.state.seats[giver], what), number, what, "492.2")
        yield table.add("seats", giver, what, -number)
        yield table.add("seats", taker, what, number)
    for id in dict.fromkeys(goods.assets):
        asset = asset_of(table, giver, id)
        if asset.type not in TRADED:
            refuse("trade.asset", _("{asset} cannot be traded."), "492.2", asset=asset.name)
        if len(table.state.seats[taker].assets) >= MOST_ASSETS:
            refuse("trade.room", _("There is no room for more cards."), "005.2")
        yield table.set("seats", giver, "assets", id, None)
        yield table.set("seats", taker, "assets", id, replace(asset, locked=asset.locked or asset.used))


@handles(Ward)
def ward(table: Table, command: Ward) -> Iterator[Found]:
    yield from begun(table, command, WARD)
    number_of(command.successes, "494.2", least=0)
    space = table.state.seats[command.seat].space
    removed = min(command.successes, table.state.doom.get(space, 0))
    yield table.add("doom", space, -removed)
    if removed >= REMNANT_FOR:
        yield table.add("seats", command.seat, "remnants", 1)
