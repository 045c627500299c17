"""Where does a campaign stand? One frozen value, the sum of all entries that its acts made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.chaos import ChaosBag
from rules.circumstances import CAMPAIGN, DEFAULT_EDITION, Environment
from rules.model import Deck

# Phases, in the order in which a campaign goes through them.
NEW = "new"
SETUP = "setup"
"""Before the first scenario: seats, decks, weaknesses, ultimatums."""
READY = "ready"
"""Every deck is legal and nothing is owed: a scenario may begin."""
SCENARIO = "scenario"
RESULTS = "results"
"""A scenario has ended; its experience is not counted yet."""
BETWEEN = "between"
"""Cards may be bought; players may join or leave."""
ENDED = "ended"

# What became of a seat's investigator.
ACTIVE, LEFT, RETIRED = "active", "left", "retired"
KILLED, INSANE, DEVOURED = "killed", "insane", "devoured"
LOST = frozenset({KILLED, INSANE, DEVOURED})
"""Not to be used again in this campaign; devoured counts as killed (rule trauma.devoured-is-killed)."""
STATUSES = (ACTIVE, LEFT, RETIRED, KILLED, INSANE, DEVOURED)

# How a scenario ended for an investigator.
SURVIVED, RESIGNED = "survived", "resigned"
DAMAGE, HORROR, BOTH = "damage", "horror", "both"
EFFECT, EMPTY_DECK, LAST_AGENDA = "effect", "empty-deck", "last-agenda"
DEFEATS = frozenset({DAMAGE, HORROR, BOTH, EFFECT, EMPTY_DECK, LAST_AGENDA})
OUTCOMES = (SURVIVED, RESIGNED, DAMAGE, HORROR, BOTH, EFFECT, EMPTY_DECK, LAST_AGENDA)

PHYSICAL, MENTAL = "physical", "mental"

WON = "won"
LOSS = "lost"

NO_RESOLUTION = "no_resolution"


def _none() -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the group has agreed to play otherwise (E-42)."""

    waived: frozenset[str] = frozenset()
    """Ids of rules that refuse nothing in this campaign."""
    ancients_for_joiners: bool = True
    ancients_for_replacements: bool = False
    """Does the Boon of the Ancients hold for who joins later, for who follows a dead investigator (E-24)?"""


AS_PRINTED = HouseRules()


@dataclass(frozen=True, slots=True)
class Fate:
    """How a scenario ended for one investigator, as the players tell it."""

    how: str = SURVIVED
    choice: str = ""
    """"physical" or "mental", where the player chooses the trauma."""
    lost: str = ""
    """"killed", "insane" or "devoured" by an effect; or the cause to record where two apply at once."""
    physical: int = 0
    mental: int = 0
    """Trauma that an effect or the resolution adds (or heals)."""
    osiris: str = ""
    """Boon of Osiris used: the kind of trauma suffered instead of a defeat."""
    exiled: Mapping[str, int] = field(default_factory=_none)
    exiled_extra: Mapping[str, int] = field(default_factory=_none)
    """Those of the exiled copies that left the second deck, where both hold the card."""
    claims: Mapping[str, int] = field(default_factory=_none)
    """Cards whose end-of-game effect applied, and how often."""
    mental_claims: Mapping[str, int] = field(default_factory=_none)
    """How many of those claims brought mental trauma, where the player chooses the kind."""
    attached_to: str = ""
    """The card whose upgrade is cheaper for what was attached to it (The Raven Quill)."""
    experience: int = 0
    """A bonus or penalty of this investigator alone."""

    @property
    def defeated(self) -> bool:
        return self.how in DEFEATS


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's investigator in this campaign; kept when they leave or die (rule party.leaver-data-kept)."""

    id: str
    player: str
    investigator: str
    title: str
    front: str = ""
    """The face whose printed numbers count, where it is another than the investigator's own."""
    status: str = ACTIVE
    physical: int = 0
    mental: int = 0
    experience: int = 0
    """The balance: what may still be spent."""
    earned: int = 0
    """Lifetime total of this campaign, starting bonuses left out (rule xp.total-earned, E-28)."""
    total_before: int = 0
    """Running total of earlier campaigns (rule epic.xp-forfeited)."""
    weaknesses: Mapping[str, int] = field(default_factory=_none)
    brought: Mapping[str, int] = field(default_factory=_none)
    """Those of the weaknesses that the deck brought when it was chosen; another deck brings others."""
    extra_weaknesses: int = 0
    """Random basic weaknesses required beyond the printed number: more by instruction, fewer where an ability
    removed one for good."""
    owed: int = 0
    """Random basic weaknesses still to be drawn."""
    story: Mapping[str, int] = field(default_factory=_none)
    granted: Mapping[str, int] = field(default_factory=_none)
    """Player cards that the story gave outside limits and experience."""
    lost_signatures: tuple[str, ...] = ()
    deck: Deck | None = None
    version: str = ""
    """The deck version it came from, as the caller names it."""
    exiled: Mapping[str, int] = field(default_factory=_none)
    """Exiled in the last scenario, until the next begins."""
    exiled_extra: Mapping[str, int] = field(default_factory=_none)
    """Those of them that left the second deck."""
    taken: Mapping[str, int] = field(default_factory=_none)
    """Taken out of the deck by an instruction since the last scenario, until the next begins."""
    baseline: Deck | None = None
    """The deck that this shopping step began with; exiled and taken cards are still in it."""
    outlay: int = 0
    outlay_physical: int = 0
    outlay_mental: int = 0
    """What this shopping step has cost so far; buying anew takes its place."""
    bought_at_creation: Mapping[str, int] = field(default_factory=_none)
    branded: str = ""
    generated: str = ""
    """Ultimatum of Chaos: the seed that the starting deck was drawn from; empty = it was chosen."""
    rewards: tuple[str, ...] = ()
    """Reward cards that its player unlocked here."""
    former_titles: tuple[str, ...] = ()
    """Of the investigator that a card has taken the place of."""
    replaces: str = ""
    carried: bool = False
    """Did the investigator come from an earlier campaign?"""
    kept: Mapping[str, int] = field(default_factory=_none)
    """Copies that came along with the deck, where the edition's transfer keeps it as it was."""
    joined: int = 0
    """How many scenarios had been played before."""

    @property
    def is_lost(self) -> bool:
        return self.status in LOST

    @property
    def keeps_deck(self) -> bool:
        """Did the deck come along from an earlier campaign and stay as it was? (Not so in Epic mode.)"""
        return bool(self.kept)

    @property
    def to_spend(self) -> int:
        """What this shopping step may cost in all: buying anew takes back what was spent in it."""
        return self.experience + self.outlay

    @property
    def score(self) -> int:
        """Experience over all campaigns (rule epic.score)."""
        return self.total_before + self.earned


@dataclass(frozen=True, slots=True)
class Playing:
    """The scenario on the table."""

    scenario: str
    lead: str
    seats: tuple[str, ...]
    side: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario or interlude that is over."""

    scenario: str
    act: int
    kind: str = "scenario"
    """"scenario", "side" or "interlude"."""
    resolution: str = ""
    victory: int | None = None
    """None until the experience is counted."""
    bonus: int = 0
    replay: bool = False
    fates: Mapping[str, Fate] = field(default_factory=dict)
    lead: str = ""


@dataclass(frozen=True, slots=True)
class LogNote:
    """A phrase of the log, exactly as recorded (rules log.record-exact, log.cross-out)."""

    id: str
    act: int
    section: str
    text: str = ""
    key: str = ""
    number: int | None = None
    seat: str = ""
    scenario: str = ""
    """The last scenario begun before it was written, for the order of the sheet."""
    crossed: int = 0
    """The act that crossed it out; 0 = it stands."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Remembered for this scenario only; with a seat it belongs to that investigator alone."""

    act: int
    text: str = ""
    key: str = ""
    section: str = ""
    number: int | None = None
    seat: str = ""


@dataclass(frozen=True, slots=True)
class ResearchTask:
    task: str
    seat: str
    act: int
    value: int = 0
    """The number recorded beside it, such as the stone's difficulty."""


@dataclass(frozen=True, slots=True)
class Waiver:
    """A house rule used once: the act, the rule that would have refused it, and why."""

    act: int
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class CampaignState:
    number: int = 0
    """The act that led here."""
    phase: str = NEW
    campaign: str = ""
    title: str = ""
    mode: str = CAMPAIGN
    edition: str = DEFAULT_EDITION
    difficulty: str = ""
    taboo: str = ""
    environment: Environment | None = None
    house: HouseRules = AS_PRINTED
    link: str = ""
    """The other half of a campaign that is played in two, as the caller names it."""
    ultimatums: tuple[str, ...] = ()
    custom_ultimatums: tuple[str, ...] = ()
    drawn_ultimatum: str = ""
    """By the Ultimatum of Ultimatums, for the scenario at hand."""
    seats: Mapping[str, Seat] = field(default_factory=dict)
    playing: Playing | None = None
    next_scenario: str = ""
    history: tuple[Played, ...] = ()
    notes: tuple[LogNote, ...] = ()
    counts: Mapping[str, int] = field(default_factory=_none)
    """Counters and ticks of the log by `rules.campaign.log.counter`."""
    memories: tuple[Memory, ...] = ()
    research: tuple[ResearchTask, ...] = ()
    bag: ChaosBag = field(default_factory=ChaosBag)
    rewards: tuple[str, ...] = ()
    """Reward cards that somebody unlocked here."""
    lost_allies: tuple[str, ...] = ()
    """Titles (Ultimatum of the Scream)."""
    prices_paid: tuple[str, ...] = ()
    """By the group since the last scenario, until the next begins."""
    gone_weaknesses: Mapping[str, int] = field(default_factory=_none)
    """Replaced by a follow-up; they do not return to the pool."""
    waivers: tuple[Waiver, ...] = ()
    result: str = ""
    """"won" or "lost", when it has ended."""

    @property
    def active(self) -> dict[str, Seat]:
        """The seats that play, in seating order."""
        return {id: seat for id, seat in self.seats.items() if seat.status == ACTIVE}

    def rewards_of(self, seat: Seat) -> frozenset[str]:
        """Return the reward cards that a seat's player unlocked here, also with an earlier investigator."""
        own = [seat, *(other for other in self.seats.values() if seat.player and other.player == seat.player)]
        return frozenset(card for each in own for card in each.rewards)

    @property
    def in_force(self) -> frozenset[str]:
        """Ultimatums and boons that hold now."""
        drawn = {self.drawn_ultimatum} if self.drawn_ultimatum else set()
        return frozenset(self.ultimatums) | drawn

    @property
    def owes_an_ultimatum(self) -> bool:
        """Is one to be drawn before the next scenario begins (ub.ultimatums)?"""
        return "ub.ultimatums" in self.ultimatums and not self.drawn_ultimatum

    @property
    def draws_decks(self) -> bool:
        """Are the decks of new investigators drawn at random (ub.chaos)?"""
        return "ub.chaos" in self.in_force

    @property
    def begun(self) -> bool:
        """Has a scenario been begun?"""
        return self.playing is not None or any(each.kind != "interlude" for each in self.history)

    @property
    def used_titles(self) -> frozenset[str]:
        """Investigators used in this campaign, by title (E-02)."""
        return frozenset(title for seat in self.seats.values() for title in (seat.title, *seat.former_titles))


EMPTY = CampaignState()
