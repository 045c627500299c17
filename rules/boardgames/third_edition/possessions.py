"""What investigators have: tokens, focus, assets, conditions and spells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.dice import HANDS
from rules.boardgames.findings import _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.handling import (
    MOST_AT_ONCE,
    ON_THE_TABLE,
    Table,
    able,
    afford,
    asset_of,
    handles,
    investigator,
    new_id,
    number_of,
    refuse,
)
from rules.boardgames.third_edition.harm import Harm, suffered
from rules.boardgames.third_edition.scenario import LONGEST_NAME, SKILLS
from rules.boardgames.third_edition.state import ASSET_TYPES, CONDITION, CONDITIONS, SPELL, Asset, Seat

MOST_ASSETS = 40
"""More assets than an investigator has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTokens(Command):
    """An investigator gains money, clues and remnants, or with negative numbers spends or loses them."""

    kind: ClassVar[str] = "change-tokens"
    seat: str
    money: int = 0
    clues: int = 0
    remnants: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FocusSkill(Command):
    """A component focuses a skill, perhaps even if that exceeds the limit (435.4, 435.10)."""

    kind: ClassVar[str] = "focus-skill"
    seat: str
    skill: str
    beyond: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardFocus(Command):
    """A focus token is discarded, because the limit is exceeded or a component says so (435.9)."""

    kind: ClassVar[str] = "discard-focus"
    seat: str
    skill: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reroll(Command):
    """Focus tokens and clues are spent to reroll one die each (490.4a)."""

    kind: ClassVar[str] = "reroll"
    seat: str
    skills: tuple[str, ...] = ()
    clues: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GainAsset(Command):
    """An investigator gains a card: an ally, an item, a spell or a talent."""

    kind: ClassVar[str] = "gain-asset"
    seat: str
    name: str
    type: str
    health: int = 0
    sanity: int = 0
    hands: int = 0
    reckoning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Buy(Command):
    """An investigator buys an item or a spell at its value, or at half price, rounded up (411)."""

    kind: ClassVar[str] = "buy"
    seat: str
    name: str
    value: int
    half: bool = False
    type: str = "item"
    health: int = 0
    sanity: int = 0
    hands: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardAsset(Command):
    """A card leaves an investigator: to the bottom of its deck, or to its pile (408.10)."""

    kind: ClassVar[str] = "discard-asset"
    seat: str
    asset: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GainCondition(Command):
    """An investigator gains a condition, perhaps as a cost (415.4)."""

    kind: ClassVar[str] = "gain-condition"
    seat: str
    condition: str
    cost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAssets(Command):
    """Assets are used for a test: no more than two hands of them (490.2c)."""

    kind: ClassVar[str] = "use-assets"
    seat: str
    assets: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CastSpell(Command):
    """A spell is cast: its horror is suffered first, and remnants prevent one each (483.7–483.9)."""

    kind: ClassVar[str] = "cast-spell"
    seat: str
    asset: str
    horror: int = 0
    remnants: int = 0
    horror_asset: str = ""
    horror_assigned: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishSpell(Command):
    """The lore test and the effects of the spell are over."""

    kind: ClassVar[str] = "finish-spell"
    seat: str


def price(value: int, *, half: bool) -> int:
    """Return what a card costs; half rounds up (411.2, 439.1)."""
    return (value + 1) // 2 if half else value


@handles(ChangeTokens, ON_THE_TABLE)
def change_tokens(table: Table, command: ChangeTokens) -> Iterator[Found]:
    seat = able(table, command.seat)
    for what, number, citation in (
        ("money", command.money, "452.1"),
        ("clues", command.clues, "412.6"),
        ("remnants", command.remnants, "469.3"),
    ):
        number_of(abs(number), citation, least=0)
        if number < 0:
            afford(getattr(seat, what), -number, what, "400.1f")
        yield table.add("seats", command.seat, what, number)


def focused(table: Table, id: str, skill: str, *, beyond: bool = False) -> Iterator[Found]:
    """Focus a skill; beyond the limit, one token must then be discarded (435.5, 435.9)."""
    seat = investigator(table, id)
    if skill not in SKILLS:
        refuse("focus.skill", _("There is no such skill."), "480.1")
    if skill in seat.focus:
        refuse(
            "focus.once",
            _("{investigator} has focused {skill} already."),
            "435.5",
            investigator=seat.investigator,
            skill=skill,
        )
    yield table.set("seats", id, "focus", seat.focus | {skill})
    if len(seat.focus) + 1 > seat.facts.focus_limit and not beyond:
        yield table.set("seats", id, "focus_owed", True)


def unfocused(table: Table, id: str, skill: str) -> Iterator[Found]:
    seat = table.state.seats[id]
    if skill not in seat.focus:
        refuse(
            "focus.has",
            _("{investigator} has no focus on {skill}."),
            "435.7",
            investigator=seat.investigator,
            skill=skill,
        )
    yield table.set("seats", id, "focus", seat.focus - {skill})


@handles(FocusSkill, ON_THE_TABLE)
def focus_skill(table: Table, command: FocusSkill) -> Iterator[Found]:
    no_debt(able(table, command.seat))
    yield from focused(table, command.seat, command.skill, beyond=command.beyond)


def no_debt(seat: Seat) -> None:
    """Refuse another focus before the one too many is discarded."""
    if seat.focus_owed:
        refuse(
            "focus.owed",
            _("{investigator} must discard a focus token first."),
            "435.9",
            investigator=seat.investigator,
        )


@handles(DiscardFocus, ON_THE_TABLE)
def discard_focus(table: Table, command: DiscardFocus) -> Iterator[Found]:
    able(table, command.seat)
    yield from unfocused(table, command.seat, command.skill)
    yield table.set("seats", command.seat, "focus_owed", False)


@handles(Reroll)
def reroll(table: Table, command: Reroll) -> Iterator[Found]:
    seat = able(table, command.seat)
    number_of(command.clues, "490.4a", least=0)
    afford(seat.clues, command.clues, "clues", "490.4a")
    for skill in command.skills:
        yield from unfocused(table, command.seat, skill)
    yield table.add("seats", command.seat, "clues", -command.clues)
    if command.skills:
        yield table.set("seats", command.seat, "focus_owed", False)


def received(table: Table, seat: str, asset: Asset) -> Iterator[Found]:
    """Put a new card into an investigator's possession."""
    owner = able(table, seat)
    if asset.type not in ASSET_TYPES or asset.type == CONDITION:
        refuse("asset.type", _("A card is an ally, an item, a spell or a talent."), "408.1")
    if not asset.name.strip() or len(asset.name) > LONGEST_NAME:
        refuse(
            "asset.name", _("Give the card a name of up to {most} characters."), "408.4", most=LONGEST_NAME
        )
    if not (
        0 <= asset.health <= MOST_AT_ONCE and 0 <= asset.sanity <= MOST_AT_ONCE and 0 <= asset.hands <= HANDS
    ):
        refuse("asset.values", _("The values of {asset} are impossible."), "408.7", asset=asset.name)
    if len(owner.assets) >= MOST_ASSETS:
        refuse(
            "asset.room",
            _("{investigator} has no room for more cards."),
            "005.2",
            investigator=owner.investigator,
        )
    id, counted = new_id(table, "a")
    yield counted
    yield table.set("seats", seat, "assets", id, asset)


@handles(GainAsset, ON_THE_TABLE)
def gain_asset(table: Table, command: GainAsset) -> Iterator[Found]:
    asset = Asset(
        command.name,
        command.type,
        command.health,
        command.sanity,
        hands=command.hands,
        reckoning=command.reckoning,
    )
    yield from received(table, command.seat, asset)


@handles(Buy)
def buy(table: Table, command: Buy) -> Iterator[Found]:
    if command.type not in ("item", SPELL):
        refuse("buy.type", _("Only items and spells have a value."), "411.1")
    number_of(command.value, "411.1", least=0)
    cost = price(command.value, half=command.half)
    afford(able(table, command.seat).money, cost, "money", "411.1")
    yield table.add("seats", command.seat, "money", -cost)
    asset = Asset(command.name, command.type, command.health, command.sanity, hands=command.hands)
    yield from received(table, command.seat, asset)


@handles(DiscardAsset, ON_THE_TABLE)
def discard_asset(table: Table, command: DiscardAsset) -> Iterator[Found]:
    asset_of(table, command.seat, command.asset)
    yield table.set("seats", command.seat, "assets", command.asset, None)
    if table.state.seats[command.seat].casting == command.asset:
        yield table.set("seats", command.seat, "casting", "")


@handles(GainCondition, ON_THE_TABLE)
def gain_condition(table: Table, command: GainCondition) -> Iterator[Found]:
    seat = able(table, command.seat)
    if command.condition not in CONDITIONS:
        refuse("condition.known", _("The conditions are blessed, cursed and dark pact."), "415.2")
    if any(each.type == CONDITION and each.name == command.condition for each in seat.assets.values()):
        refuse(
            "condition.once",
            _("{investigator} has this condition already."),
            "415.5" if command.cost else "415.4",
            investigator=seat.investigator,
        )
    id, counted = new_id(table, "a")
    yield counted
    yield table.set("seats", command.seat, "assets", id, Asset(command.condition, CONDITION))


@handles(UseAssets)
def use_assets(table: Table, command: UseAssets) -> Iterator[Found]:
    able(table, command.seat)
    chosen = [asset_of(table, command.seat, id) for id in dict.fromkeys(command.assets)]
    for asset in chosen:
        if asset.locked:
            refuse(
                "asset.locked",
                _("{asset} was used before it was traded: not until the next action phase."),
                "492.4",
                asset=asset.name,
            )
    hands = sum(asset.hands for asset in chosen)
    if hands > HANDS:
        refuse("asset.hands", _("These assets need {hands} hands; a test allows two."), "490.2c", hands=hands)
    for id in dict.fromkeys(command.assets):
        yield table.set("seats", command.seat, "assets", id, "used", True)


@handles(CastSpell)
def cast_spell(table: Table, command: CastSpell) -> Iterator[Found]:
    seat = able(table, command.seat)
    spell = asset_of(table, command.seat, command.asset)
    if spell.type != SPELL:
        refuse("spell.type", _("{asset} is not a spell."), "483.7", asset=spell.name)
    if spell.locked:
        refuse(
            "asset.locked",
            _("{asset} was used before it was traded: not until the next action phase."),
            "492.4",
            asset=spell.name,
        )
    number_of(command.horror, "483.4", least=0)
    if not 0 <= command.remnants <= command.horror:
        refuse("spell.remnants", _("Each remnant prevents one horror, no more."), "483.9")
    afford(seat.remnants, command.remnants, "remnants", "483.9")
    yield table.add("seats", command.seat, "remnants", -command.remnants)
    harm = Harm(
        horror=command.horror - command.remnants,
        horror_asset=command.horror_asset,
        horror_assigned=command.horror_assigned,
    )
    yield from suffered(table, command.seat, harm)
    yield table.set("seats", command.seat, "assets", command.asset, "used", True)
    if not table.state.seats[command.seat].is_beaten:
        yield table.set("seats", command.seat, "casting", command.asset)


@handles(FinishSpell)
def finish_spell(table: Table, command: FinishSpell) -> Iterator[Found]:
    if not able(table, command.seat).casting:
        refuse("spell.casting", _("No spell is being cast."), "483.7")
    yield table.set("seats", command.seat, "casting", "")


def is_full(asset: Asset) -> bool:
    """Return whether an asset has suffered damage or horror equal to its health or sanity (408.8)."""
    return bool(asset.health and asset.damage >= asset.health) or bool(
        asset.sanity and asset.horror >= asset.sanity
    )


def refreshed(asset: Asset) -> Asset:
    """Return an asset at the beginning of an action phase: usable again."""
    return replace(asset, used=False, locked=False) if asset.used or asset.locked else asset
