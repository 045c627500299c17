"""The state of a game of the 2nd edition: the investigators, the board, and the Ancient One."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

UPKEEP, MOVEMENT, ARKHAM, OTHER_WORLD, MYTHOS = "upkeep", "movement", "arkham", "other-world", "mythos"
PHASES = (UPKEEP, MOVEMENT, ARKHAM, OTHER_WORLD, MYTHOS)

NEW, SETUP, PLAYING, BATTLE, WON, LOST_GAME, ABANDONED = (
    *("", "setup", "playing", "battle"),
    *("won", "lost", "abandoned"),
)
ENDED = (WON, LOST_GAME, ABANDONED)

ACTIVE, DEVOURED, ELIMINATED = "active", "devoured", "eliminated"

COMMON, UNIQUE, SPELL, SKILL, ALLY = "common", "unique", "spell", "skill", "ally"
REVOLVER, WAGON = "revolver", "wagon"
CARD_KINDS = (COMMON, UNIQUE, SPELL, SKILL, ALLY, REVOLVER, WAGON)
#: The cards of which half are lost by an insane or unconscious investigator (p16).
ITEMS = (COMMON, UNIQUE, SPELL, REVOLVER, WAGON)

RETAINER, LOAN, MEMBERSHIP, BLESSING, CURSE, DEPUTY = (
    *("retainer", "loan", "membership"),
    *("blessing", "curse", "deputy"),
)
#: How many cards of each special kind are in the box (p2); blessings and curses share theirs. Of the three
#: Deputy cards, one is the Deputy of Arkham; the Revolver and the Wagon count as items (p16).
SPECIAL = {RETAINER: 8, LOAN: 8, MEMBERSHIP: 8, BLESSING: 8, CURSE: 8, DEPUTY: 1}

LOST, JAIL, POLICE = "Lost in Time and Space", "Jail Cell", "Police Station"
ASYLUM, HOSPITAL = "Arkham Asylum", "St. Mary's Hospital"
#: The shops that close at a terror level, and the street to which everybody there moves (p20).
CLOSURES = {
    3: ("General Store", "Rivertown"),
    6: ("Curiositie Shoppe", "Northside"),
    9: ("Ye Olde Magick Shoppe", "Uptown"),
}

GATES, ALLIES, HIGHEST_TERROR, SEALS_TO_WIN, MOST_DOOM_TOKENS = 16, 11, 10, 6, 20
MONSTERS, MASKS = 60, 5
MOST_PLAYERS = 8


@dataclass(frozen=True, slots=True)
class AncientOne:
    """What a game must know of its Ancient One; the players enter or choose it."""

    name: str = ""
    doom: int = 10
    """The highest number of the doom track."""
    combat: int = 0
    masks: bool = False
    """Whether the five Mask monsters are in the cup (p5)."""


@dataclass(frozen=True, slots=True)
class Investigator:
    """What a game must know of an investigator sheet."""

    name: str
    sanity: int = 5
    stamina: int = 5
    focus: int = 2
    home: str = ""
    clues: int = 0
    money: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """A card in front of a player; without a name it only counts."""

    kind: str
    name: str = ""
    exhausted: bool = False


@dataclass(frozen=True, slots=True)
class Gate:
    """An open gate, with what its marker says."""

    world: str = ""
    modifier: int = 0
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player with the investigator of the moment. Trophies stay with the player (p17)."""

    player: str = ""
    investigator: str = ""
    status: str = ACTIVE
    sanity: int = 0
    max_sanity: int = 0
    stamina: int = 0
    max_stamina: int = 0
    focus: int = 0
    sliders: tuple[int, ...] = (1, 1, 1)
    """The stops of Speed/Sneak, Fight/Will and Lore/Luck, each 1 to 4."""
    before: tuple[int, ...] = ()
    """The stops at the beginning of the last Upkeep in which they were moved."""
    adjusted: int = 0
    """The Upkeep in which the sliders were moved last; see `State.upkeep`."""
    clues: int = 0
    money: int = 0
    cards: tuple[Card, ...] = ()
    special: Mapping[str, int] = field(default_factory=dict)
    """Special cards, with the turn in which each was received."""
    defaulted: int = 0
    """Bank Loans that were defaulted on."""
    gate_trophies: int = 0
    monster_trophies: int = 0
    place: str = ""
    area: int = 0
    """1 or 2 in an Other World, otherwise 0."""
    explored: bool = False
    """Whether there is an explored marker, at the gate where the investigator is."""
    delayed: bool = False
    delayed_at: int = 0
    """The moment of the delay: phases since the beginning."""
    lost_turn: int = 0
    former: tuple[str, ...] = ()
    """The investigators that this player had before."""

    @property
    def is_active(self) -> bool:
        return self.status == ACTIVE

    @property
    def items(self) -> tuple[int, ...]:
        """The positions of the cards that count as items."""
        return tuple(index for index, card in enumerate(self.cards) if card.kind in ITEMS)

    @property
    def is_lost(self) -> bool:
        return self.place == LOST


@dataclass(frozen=True, slots=True)
class State:
    """A whole game."""

    status: str = NEW
    turn: int = 0
    phase: str = UPKEEP
    first: str = ""
    order: tuple[str, ...] = ()
    """The seats, clockwise."""
    seats: Mapping[str, Seat] = field(default_factory=dict)
    ancient: AncientOne = AncientOne()
    carries: bool = False
    """Whether successes above the number carry over in the final battle; by the book they are lost."""
    doom: int = 0
    terror: int = 0
    allies: int = ALLIES
    unstable: tuple[str, ...] = ()
    gates: Mapping[str, Gate] = field(default_factory=dict)
    sealed: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()
    clues: Mapping[str, int] = field(default_factory=dict)
    arkham: int = 0
    sky: int = 0
    outskirts: int = 0
    removed: int = 0
    """Monsters that left the game."""
    environment: str = ""
    rumor: str = ""
    signs_played: int = 0
    omen: str = ""
    """Why the Ancient One awakens, if the state alone does not say it."""
    awakened_by: str = ""
    tally: int = 0
    battle_round: int = 0
    done: frozenset[str] = frozenset()
    """What is ticked off in the checklist of the phase."""
    not_sane: int = 0
    """Surviving investigators that the group does not count as sane."""
    how: str = ""
    """How the game was won or lost."""

    @property
    def players(self) -> int:
        """The players who began; later losses do not change a limit."""
        return len(self.order)

    @property
    def active(self) -> tuple[str, ...]:
        return tuple(id for id in self.order if self.seats[id].is_active)

    @property
    def monsters(self) -> int:
        """The monsters that count towards the limit: streets, locations and the Sky (p18)."""
        return self.arkham + self.sky

    @property
    def gate_trophies(self) -> int:
        return sum(seat.gate_trophies for seat in self.seats.values())

    @property
    def monster_trophies(self) -> int:
        return sum(seat.monster_trophies for seat in self.seats.values())

    @property
    def gate_pile(self) -> int:
        return GATES - len(self.gates) - self.gate_trophies

    @property
    def cup_size(self) -> int:
        return MONSTERS if self.ancient.masks else MONSTERS - MASKS

    @property
    def cup(self) -> int:
        return self.cup_size - self.monsters - self.outskirts - self.monster_trophies - self.removed

    @property
    def moment(self) -> int:
        """The phases since the beginning."""
        return self.turn * len(PHASES) + PHASES.index(self.phase)

    @property
    def upkeep(self) -> int:
        """The Upkeeps since the beginning; each round of the final battle begins with another one (p22)."""
        return self.turn + self.battle_round

    def held(self, special: str) -> int:
        """Return how many cards of this special kind players have."""
        return sum(special in seat.special for seat in self.seats.values())
