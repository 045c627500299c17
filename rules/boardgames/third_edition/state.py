"""The state of a game of the Third Edition: everything on the table, as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.boardgames.third_edition.scenario import (
    ANOMALIES_CARD,
    MASSIVE,
    OUTBREAK_CARD,
    WATCHER,
    ArchiveCard,
    Investigator,
    MonsterKind,
    Scenario,
)

NEW, SETUP, PLAYING, WON, LOST, ABANDONED = "new", "setup", "playing", "won", "lost", "abandoned"
OVER = frozenset({WON, LOST, ABANDONED})

ACTION, MONSTER, ENCOUNTER, MYTHOS = "action", "monster", "encounter", "mythos"
#: The phases of a round in order (200).
PHASES = (ACTION, MONSTER, ENCOUNTER, MYTHOS)
ACTIVATION, ATTACK, READYING = "activation", "attack", "ready"
#: The steps of the monster phase in order (202.1).
STEPS = (ACTIVATION, ATTACK, READYING)

DEFEATED, DEVOURED, RETIRED = "defeated", "devoured", "retired"

#: Players of one game. The rules reference gives no number; the box says one to six.
MOST_PLAYERS = 6
#: Actions and tokens of a turn (201.1, 204.1), headlines (106.1), starting clues and doom (111.2a, 111.3a).
ACTIONS, DRAWS, HEADLINES, STARTING_CLUES, STARTING_DOOM = 2, 2, 13, 3, 1

ALLY, CONDITION, ITEM, SPELL, TALENT = "ally", "condition", "item", "spell", "talent"
#: The types of assets (408.1), and what of them can be traded (492.2).
ASSET_TYPES = (ALLY, CONDITION, ITEM, SPELL, TALENT)
TRADED = (ALLY, ITEM, SPELL)
BLESSED, CURSED, DARK_PACT = "blessed", "cursed", "dark pact"
#: The conditions (415.2).
CONDITIONS = (BLESSED, CURSED, DARK_PACT)


@dataclass(frozen=True, slots=True)
class Asset:
    name: str
    type: str
    health: int = 0
    sanity: int = 0
    damage: int = 0
    horror: int = 0
    hands: int = 0
    used: bool = False
    """Whether it was used since the action phase began."""
    locked: bool = False
    """Whether it was used and then traded, so that it waits for the next action phase (492.4)."""
    reckoning: bool = False


@dataclass(frozen=True, slots=True)
class Monster:
    """A monster on the board: engaged if `engaged` names seats, else exhausted or ready (453.2)."""

    kind: MonsterKind
    space: str
    damage: int = 0
    exhausted: bool = False
    engaged: tuple[str, ...] = ()
    attacker: str = ""
    """The seat whose attack action dealt damage last, for the remnant (409.7)."""

    @property
    def is_ready(self) -> bool:
        return not self.exhausted and not self.engaged

    @property
    def is_massive(self) -> bool:
        return MASSIVE in self.kind.keywords

    @property
    def is_watcher(self) -> bool:
        return WATCHER in self.kind.keywords

    def health(self, players: int) -> int:
        """Return its health with what elite adds for each investigator who started (424)."""
        return self.kind.health + self.kind.elite * players


@dataclass(frozen=True, slots=True)
class Seat:
    """A player and the investigator that they play; `investigator` is empty while they have none."""

    player: str = ""
    investigator: str = ""
    left: str = ""
    """How the last investigator left, while there is none."""
    facts: Investigator = field(default_factory=lambda: Investigator(""))
    next: Investigator | None = None
    """The new investigator, who joins with the next action phase (444.6c)."""
    space: str = ""
    damage: int = 0
    horror: int = 0
    money: int = 0
    clues: int = 0
    remnants: int = 0
    focus: frozenset[str] = frozenset()
    focus_owed: bool = False
    """Whether one focus token must be discarded (435.9)."""
    delayed: bool = False
    active: bool = True
    actions: tuple[str, ...] = ()
    """The actions performed this round (402.4)."""
    used: int = 0
    """Actions of this turn that count against the two (201.1)."""
    additional: int = 0
    """Additional actions that were granted and not performed yet (402.3)."""
    evaded: tuple[str, ...] = ()
    """Massive monsters that do not engage again until the additional action is over (451.5)."""
    drawn: int = 0
    """Mythos tokens drawn this phase."""
    casting: str = ""
    assets: Mapping[str, Asset] = field(default_factory=dict)

    @property
    def is_playing(self) -> bool:
        return bool(self.investigator)

    @property
    def is_beaten(self) -> bool:
        """Return whether damage or horror have reached health or sanity (444.6a)."""
        return self.is_playing and (self.damage >= self.facts.health or self.horror >= self.facts.sanity)

    def skill(self, name: str) -> int:
        """Return a skill's value with its focus token (435.6)."""
        return self.facts.skills.get(name, 0) + (name in self.focus)


@dataclass(frozen=True, slots=True)
class CodexCard:
    card: ArchiveCard
    flipped: bool = False
    resolved: tuple[int, ...] = ()
    """The thresholds that have taken effect, by their position."""


@dataclass(frozen=True, slots=True)
class Events:
    """Where the event cards are, besides those shuffled into neighborhood decks."""

    deck: int = 0
    discard: int = 0
    top: tuple[str, ...] = ()
    """The spaces marked on the top card of the discard pile; empty if they were not recorded yet."""


@dataclass(frozen=True, slots=True)
class Area:
    """The central area of a neighborhood (459.2)."""

    clues: int = 0
    events: int = 0
    """Event cards in the neighborhood's deck: one for each clue (412.4)."""
    anomaly: bool = False


@dataclass(frozen=True, slots=True)
class State:
    status: str = NEW
    scenario: Scenario = field(default_factory=Scenario)
    pool: tuple[Investigator, ...] = ()
    """The investigators that the group owns; empty if they are not known, and then none can run out."""
    players: int = 0
    seats: Mapping[str, Seat] = field(default_factory=dict)
    leader: str = ""
    round: int = 0
    phase: str = ""
    step: str = ""
    acting: str = ""
    """The seat whose turn of the action phase has begun and not ended."""
    setup_clues: int = 0
    setup_doom: int = 0
    scenario_doom: int = 0
    scenario_clues: int = 0
    doom: Mapping[str, int] = field(default_factory=dict)
    areas: Mapping[str, Area] = field(default_factory=dict)
    events: Events = field(default_factory=Events)
    cup: Mapping[str, int] = field(default_factory=dict)
    drawn: Mapping[str, int] = field(default_factory=dict)
    refills: int = 0
    token: str = ""
    """The mythos token that is being resolved."""
    token_seat: str = ""
    headlines: int = 0
    read_headlines: int = 0
    codex: Mapping[str, CodexCard] = field(default_factory=dict)
    monsters: Mapping[str, Monster] = field(default_factory=dict)
    monster_deck: Mapping[str, int] = field(default_factory=dict)
    attacked: tuple[str, ...] = ()
    """The attacks of this monster phase that are done: monster and seat."""
    markers: Mapping[str, int] = field(default_factory=dict)
    lost: Mapping[str, str] = field(default_factory=dict)
    """Investigators who cannot be chosen again, and why (444.7a)."""
    made: int = 0
    """Assets and monsters that were given an id so far."""
    ending: str = ""
    how: str = ""

    @property
    def has_outbreak(self) -> bool:
        return OUTBREAK_CARD in self.codex

    @property
    def has_anomalies(self) -> bool:
        return ANOMALIES_CARD in self.codex

    @property
    def unstable(self) -> tuple[str, ...]:
        """Return the unstable spaces (493); empty if the top discarded event is not known."""
        return self.events.top if self.events.discard else (self.scenario.start,)

    @property
    def order(self) -> tuple[str, ...]:
        """Return the seats in player order: the leader, then clockwise (464.1).

        Seats are numbered clockwise. A database may store the keys in another order, so they are sorted.
        """
        seats = tuple(sorted(self.seats))
        begin = seats.index(self.leader) if self.leader in seats else 0
        return seats[begin:] + seats[:begin]

    @property
    def playing(self) -> tuple[str, ...]:
        """Return the seats with an investigator, in player order."""
        return tuple(id for id in self.order if self.seats[id].is_playing)

    @property
    def available(self) -> tuple[Investigator, ...]:
        """Return the owned investigators who are not in use and were not lost (444.7a)."""
        used = {seat.investigator for seat in self.seats.values()}
        used |= {seat.next.name for seat in self.seats.values() if seat.next}
        return tuple(each for each in self.pool if each.name not in used and each.name not in self.lost)

    @property
    def drawer(self) -> str:
        """Return the seat that draws the next mythos token of the phase; empty when all have drawn."""
        return next((id for id in self.order if self.seats[id].drawn < DRAWS), "")

    @property
    def is_turn_over(self) -> bool:
        """Return whether the seat whose turn it is has performed all of its actions (201.1)."""
        seat = self.seats.get(self.acting)
        return bool(
            seat and seat.used >= ACTIONS and not (seat.additional or seat.focus_owed or seat.casting)
        )

    def may_act(self, id: str) -> bool:
        """Return whether no other seat is in the middle of its turn (201.2)."""
        return self.acting in ("", id) or self.is_turn_over

    def doom_in(self, neighborhood: str) -> int:
        tile = self.scenario.neighborhood(neighborhood)
        return sum(self.doom.get(space, 0) for space in tile.spaces) if tile else 0

    def engaged_with(self, seat: str) -> tuple[str, ...]:
        return tuple(id for id, monster in self.monsters.items() if seat in monster.engaged)

    def in_space(self, space: str) -> tuple[str, ...]:
        """Return the seats whose investigators are in a space, in player order."""
        return tuple(id for id in self.playing if self.seats[id].space == space)

    def attacks(self) -> Iterator[tuple[str, str]]:
        """Return the attacks of the monster attack step that are left: monster and seat (202.3a)."""
        for seat in self.playing:
            for id in self.engaged_with(seat):
                kind = self.monsters[id].kind
                if (kind.damage or kind.horror) and f"{id} {seat}" not in self.attacked:
                    yield id, seat
