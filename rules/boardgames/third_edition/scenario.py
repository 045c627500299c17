"""Scenario templates: what players enter once from their own scenario sheet, map and cards.

The rules reference names no scenario's contents, so nothing is shipped: map, cup, monster list and thresholds
are the group's own (docs/boardgames.md). Names are ids: a space, a monster or a card is known by its name or
number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.boardgames.findings import Refusal, _

DOOM, CLUES = "doom", "clues"
WON, LOST = "won", "lost"

SPREAD_DOOM, SPAWN_MONSTER, SPAWN_CLUE = "spread-doom", "spawn-monster", "spawn-clue"
READ_HEADLINE, GATE_BURST, RECKONING, BLANK = "read-headline", "gate-burst", "reckoning", "blank"
#: The kinds of mythos tokens (204.7–204.13).
TOKENS = (SPREAD_DOOM, SPAWN_MONSTER, SPAWN_CLUE, READ_HEADLINE, GATE_BURST, RECKONING, BLANK)

#: The types of street spaces (486.2).
STREETS = ("residential", "bridge", "scenic")
#: The skills (480.1).
SKILLS = ("influence", "lore", "observation", "strength", "will")
#: The keywords of monsters that are not numbers (447.3).
ELUSIVE, FEED, MASSIVE, WATCHER = "elusive", "feed", "massive", "watcher"
KEYWORDS = (ELUSIVE, FEED, MASSIVE, WATCHER)
#: Archive cards that the rules reference knows by number (461.1, 406.3).
OUTBREAK_CARD, ANOMALIES_CARD = "1", "2"
#: The key of a rumor headline in the codex (440.7).
RUMOR = "rumor"

#: A neighborhood tile has three spaces (459.2).
SPACES = 3
LONGEST_NAME = 60
MOST_PARTS = 60
"""More neighborhoods, streets, monsters or cards than any scenario has."""
MOST_NUMBER = 99


@dataclass(frozen=True, slots=True)
class Neighborhood:
    name: str
    spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Street:
    name: str
    type: str = "residential"


@dataclass(frozen=True, slots=True)
class MonsterKind:
    """A monster of the scenario's list; `quantity` includes those that begin on the board (104.2)."""

    name: str
    quantity: int = 1
    health: int = 1
    elite: int = 0
    """Further health for each investigator who started the game (424)."""
    damage: int = 0
    horror: int = 0
    attack: int = 0
    evade: int = 0
    remnant: bool = False
    keywords: tuple[str, ...] = ()
    epic: bool = False
    """An archive card, which returns to the archive (407.5g)."""


@dataclass(frozen=True, slots=True)
class StartingMonster:
    monster: str
    space: str


@dataclass(frozen=True, slots=True)
class Threshold:
    """What a card of the codex does at this number of tokens on the scenario sheet; players write it."""

    token: str
    number: int
    each: bool = False
    """Whether the number is for each investigator who started the game."""
    effect: str = ""
    spends: bool = False
    """Whether the tokens leave the scenario sheet."""
    adds: tuple[str, ...] = ()
    """The archive cards that join the codex."""
    removes: bool = False
    """Whether this card leaves the codex."""
    flips: bool = False
    ends: str = ""
    """Whether the game is won or lost."""

    def limit(self, players: int) -> int:
        return self.number * players if self.each else self.number


@dataclass(frozen=True, slots=True)
class ArchiveCard:
    number: str
    title: str = ""
    thresholds: tuple[Threshold, ...] = ()
    reckoning: bool = False
    back: tuple[Threshold, ...] = ()
    """The thresholds of the side that is down; they count when the card is turned over."""


@dataclass(frozen=True, slots=True)
class Investigator:
    """The values of an investigator sheet (444.2); starting money and cards are on its back."""

    name: str
    health: int = 1
    sanity: int = 1
    focus_limit: int = 1
    skills: Mapping[str, int] = field(default_factory=dict)
    roles: tuple[str, ...] = ()
    money: int = 0


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str = ""
    neighborhoods: tuple[Neighborhood, ...] = ()
    streets: tuple[Street, ...] = ()
    borders: tuple[tuple[str, ...], ...] = ()
    """Pairs of adjacent spaces (404.2). Without any, movement is not checked."""
    start: str = ""
    doom: Mapping[str, int] = field(default_factory=dict)
    cup: Mapping[str, int] = field(default_factory=dict)
    monsters: tuple[MonsterKind, ...] = ()
    placed: tuple[StartingMonster, ...] = ()
    events: int = 0
    cards: tuple[ArchiveCard, ...] = ()
    opening: tuple[str, ...] = ()
    """The archive cards that the final preparations add to the codex (111.4)."""
    anomalies: str = ""
    """The set of anomaly cards in use, if any (111.5)."""
    reckoning: bool = False
    note: str = ""

    @property
    def spaces(self) -> tuple[str, ...]:
        """Return the spaces of the neighborhoods, in the order of the map: where doom can lie (486.3)."""
        return tuple(space for tile in self.neighborhoods for space in tile.spaces)

    @property
    def street_names(self) -> tuple[str, ...]:
        return tuple(street.name for street in self.streets)

    @property
    def all_spaces(self) -> tuple[str, ...]:
        return (*self.spaces, *self.street_names)

    def neighborhood_of(self, space: str) -> Neighborhood | None:
        return next((tile for tile in self.neighborhoods if space in tile.spaces), None)

    def neighborhood(self, name: str) -> Neighborhood | None:
        return next((tile for tile in self.neighborhoods if tile.name == name), None)

    def adjacent(self, space: str) -> tuple[str, ...]:
        """Return the spaces that share a border with this one (404.2)."""
        beside = {name for pair in self.borders if space in pair for name in pair} - {space}
        return tuple(name for name in self.all_spaces if name in beside)

    def monster(self, name: str) -> MonsterKind | None:
        return next((kind for kind in self.monsters if kind.name == name), None)

    def card(self, number: str) -> ArchiveCard | None:
        return next((card for card in self.cards if card.number == number), None)


def problems(scenario: Scenario) -> Iterator[Refusal]:
    """Return what is impossible about a template, each with its rule; a game starts only without any."""
    yield from _map_problems(scenario)
    yield from _deck_problems(scenario)
    yield from _codex_problems(scenario)


def _problem(rule: str, sentence: str, citation: str, **facts: object) -> Refusal:
    return Refusal(f"scenario.{rule}", sentence, citation, facts)


def _bad_names(names: list[str]) -> list[str]:
    return [name for name in names if not name.strip() or len(name) > LONGEST_NAME]


def _map_problems(scenario: Scenario) -> Iterator[Refusal]:
    tiles = [tile.name for tile in scenario.neighborhoods]
    spaces = [*scenario.all_spaces]
    if not scenario.name.strip() or len(scenario.name) > LONGEST_NAME:
        yield _problem(
            "title", _("Give the scenario a name of up to {most} characters."), "101.1", most=LONGEST_NAME
        )
    if not tiles or len(tiles) + len(scenario.streets) > MOST_PARTS:
        yield _problem("neighborhoods", _("Enter the neighborhoods of the map."), "102.1")
    if _bad_names([*tiles, *spaces]):
        yield _problem(
            "names", _("Every place has a name of up to {most} characters."), "481.2", most=LONGEST_NAME
        )
    for name in sorted({name for name in spaces if spaces.count(name) > 1}):
        yield _problem("unique", _("There are two spaces named {space}."), "481.2", space=name)
    for name in sorted({name for name in tiles if tiles.count(name) > 1}):
        yield _problem(
            "unique", _("There are two neighborhoods named {neighborhood}."), "459.1", neighborhood=name
        )
    for tile in scenario.neighborhoods:
        if len(tile.spaces) != SPACES:
            yield _problem(
                "three-spaces",
                _("{neighborhood} has {number} spaces; a neighborhood has three."),
                "459.2",
                neighborhood=tile.name,
                number=len(tile.spaces),
            )
    for street in scenario.streets:
        if street.type not in STREETS:
            yield _problem("street-type", _("{street} has an unknown type."), "486.2", street=street.name)
    for pair in scenario.borders:
        if len(pair) != 2 or len(set(pair)) != 2 or not set(pair) <= set(spaces):
            yield _problem(
                "borders",
                _("A border is between two spaces of the map, not “{pair}”."),
                "404.2",
                pair=" – ".join(pair),
            )
    if scenario.start not in spaces:
        yield _problem("start", _("Choose the starting space from the map."), "476.3b")
    for space, number in scenario.doom.items():
        if space not in scenario.spaces or not 0 <= number <= MOST_NUMBER:
            yield _problem(
                "doom",
                _("Doom cannot be on {space}, which is not a neighborhood space."),
                "486.3",
                space=space,
            )


def _deck_problems(scenario: Scenario) -> Iterator[Refusal]:
    if sum(scenario.cup.values()) < 1:
        yield _problem("cup", _("Enter the tokens of the mythos cup."), "105.1")
    for token, number in scenario.cup.items():
        if token not in TOKENS or not 0 <= number <= MOST_NUMBER:
            yield _problem(
                "tokens",
                _("The mythos cup cannot have {number} of {token}."),
                "458.2",
                number=number,
                token=token,
            )
    if not 0 <= scenario.events <= MOST_NUMBER:
        yield _problem(
            "events", _("Enter the number of event cards, up to {most}."), "103.1", most=MOST_NUMBER
        )
    names = [kind.name for kind in scenario.monsters]
    if _bad_names(names) or len(names) > MOST_PARTS:
        yield _problem(
            "names", _("Every monster has a name of up to {most} characters."), "453.8a", most=LONGEST_NAME
        )
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield _problem(
            "unique", _("{monster} is in the monster list twice; raise its number."), "104.1", monster=name
        )
    for kind in scenario.monsters:
        numbers = (kind.quantity, kind.health, kind.elite, kind.damage, kind.horror)
        if (
            min(numbers) < 0
            or max(numbers) > MOST_NUMBER
            or max(abs(kind.attack), abs(kind.evade)) > MOST_NUMBER
        ):
            yield _problem(
                "monster-values", _("A value of {monster} is impossible."), "453.8", monster=kind.name
            )
        if not set(kind.keywords) <= set(KEYWORDS):
            yield _problem("keywords", _("{monster} has an unknown keyword."), "447.3", monster=kind.name)
    for each in scenario.placed:
        if each.space not in scenario.all_spaces:
            yield _problem(
                "placed",
                _("{monster} begins on a space that the map does not have."),
                "102.2",
                monster=each.monster,
            )
    for name in sorted({each.monster for each in scenario.placed}):
        placed = sum(each.monster == name for each in scenario.placed)
        found = scenario.monster(name)
        if found is None or placed > found.quantity:
            yield _problem(
                "placed-in-list",
                _("More of {monster} begin on the board than the monster list has."),
                "104.2",
                monster=name,
            )


def _codex_problems(scenario: Scenario) -> Iterator[Refusal]:
    numbers = [card.number for card in scenario.cards]
    if _bad_names(numbers) or len(numbers) > MOST_PARTS or RUMOR in numbers:
        yield _problem("card-number", _("Every archive card has its number."), "407.4")
    for number in sorted({number for number in numbers if numbers.count(number) > 1}):
        yield _problem("card-unique", _("Archive card {card} is entered twice."), "407.4", card=number)
    if _bad_names(list(scenario.opening)) or len(set(scenario.opening)) != len(scenario.opening):
        yield _problem("opening", _("Name each card of the first codex once."), "111.4b")
    for card in scenario.cards:
        yield from threshold_problems(card)


def threshold_problems(card: ArchiveCard) -> Iterator[Refusal]:
    """Return what is impossible about the thresholds of a card (407.5c, 407.5d)."""
    thresholds = (*card.thresholds, *card.back)
    if len(thresholds) > MOST_PARTS:
        yield _problem("thresholds", _("Card {card} has too many thresholds."), "407.5", card=card.number)
    for each in thresholds:
        if (
            each.token not in (DOOM, CLUES)
            or not 1 <= each.number <= MOST_NUMBER
            or each.ends not in ("", WON, LOST)
        ):
            yield _problem(
                "threshold",
                _("A threshold of card {card} counts doom or clues, from 1 to {most}."),
                "407.5c" if each.token == CLUES else "407.5d",
                card=card.number,
                most=MOST_NUMBER,
            )
