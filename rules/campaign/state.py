"""State of a campaign: one frozen value, the sum of all entries that its steps made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.cards.model import Deck
from rules.chaos_bag import ChaosBag
from rules.deck.circumstances import CAMPAIGN, DEFAULT_EDITION, Environment
from rules.outcome import NO_CARDS, NO_OUTCOME, Outcome, Piles

# Phases, in the order in which a campaign goes through them.
NEW = "new"
SETUP = "setup"
"""Before the first scenario: seats, decks, weaknesses, ultimatums."""
READY = "ready"
"""Every deck is legal and all weaknesses are drawn: a scenario may begin."""
SCENARIO = "scenario"
RESULTS = "results"
"""A scenario has ended; its experience has not been counted yet."""
BETWEEN = "between"
"""Cards may be bought; players may join or leave."""
ENDED = "ended"

# The status of a seat's investigator.
ACTIVE, LEFT, RETIRED = "active", "left", "retired"
KILLED, INSANE, DEVOURED = "killed", "insane", "devoured"
LOST = frozenset({KILLED, INSANE, DEVOURED})
"""Cannot be used again in this campaign; devoured counts as killed (rule trauma.devoured-is-killed)."""
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
#: What a guide reads in place of a numbered resolution.
UNRESOLVED = frozenset(
    {NO_RESOLUTION, "no_resolution_resigned", "no_resolution_defeated", "investigator_defeat"}
)


def _none() -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The group's deviations from the rules (E-42)."""

    waived: frozenset[str] = frozenset()
    """Ids of rules that are not enforced in this campaign."""
    ancients_for_joiners: bool = True
    ancients_for_replacements: bool = False
    """Whether the Boon of the Ancients applies to seats that join later, and to replacements of lost
    investigators (E-24)."""


AS_PRINTED = HouseRules()


@dataclass(frozen=True, slots=True)
class Fate:
    """The end of a scenario for one investigator, as the players recorded it."""

    how: str = SURVIVED
    choice: str = ""
    """"physical" or "mental" if the player chooses the trauma."""
    lost: str = ""
    """"killed", "insane" or "devoured" by an effect; or the cause to record if two apply at once."""
    physical: int = 0
    mental: int = 0
    """Trauma that an effect or the resolution adds (or heals)."""
    osiris: str = ""
    """Boon of Osiris used: the kind of trauma suffered instead of a defeat."""
    exiled: Piles = NO_CARDS
    conditions: Mapping[str, int] = field(default_factory=_none)
    """Cards whose condition was met when the game ended, and how often."""
    mental_conditions: Mapping[str, int] = field(default_factory=_none)
    """How many of those times caused mental trauma, if the player chooses the kind."""
    attached_to: str = ""
    """The card whose upgrade is cheaper because of an attachment (The Raven Quill)."""
    experience: int = 0
    """A bonus or penalty of this investigator only."""

    @property
    def defeated(self) -> bool:
        return self.how in DEFEATS


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's investigator in this campaign.

    It is kept when the player leaves or the investigator dies (rule party.leaver-data-kept).
    """

    id: str
    player: str
    investigator: str
    title: str
    front: str = ""
    """The front that it joined with, if not the investigator's own; a deck names its front itself."""
    status: str = ACTIVE
    ends_player: bool = False
    """Whether it was lost in a scenario under the Ultimatum of Survival, so that its player is out."""
    physical: int = 0
    mental: int = 0
    experience: int = 0
    """The balance: experience that may still be spent."""
    earned: int = 0
    """Lifetime total of this campaign, without starting bonuses (rule xp.total-earned, E-28)."""
    total_before: int = 0
    """Running total of earlier campaigns (rule epic.xp-forfeited)."""
    weaknesses: Mapping[str, int] = field(default_factory=_none)
    brought: Mapping[str, int] = field(default_factory=_none)
    """The weaknesses that the deck contained when it was chosen; another deck contains others."""
    extra_weaknesses: int = 0
    """Random basic weaknesses required beyond the printed number: more by instruction, fewer if an ability
    removed one permanently."""
    owed: int = 0
    """Random basic weaknesses still to be drawn."""
    story: Mapping[str, int] = field(default_factory=_none)
    granted: Mapping[str, int] = field(default_factory=_none)
    """Player cards that the story gave outside limits and experience."""
    lost_signatures: tuple[str, ...] = ()
    deck: Deck | None = None
    version: str = ""
    """The deck version it came from, as named by the caller."""
    outcome: Outcome = NO_OUTCOME
    """What the last scenario did to the cards. Exiled and removed copies are here until the next begins."""
    baseline: Deck | None = None
    """The deck at the start of this upgrade; exiled and removed cards are still in it."""
    outlay: int = 0
    outlay_physical: int = 0
    outlay_mental: int = 0
    """The cost of this upgrade so far; buying again replaces it."""
    bought_at_creation: Mapping[str, int] = field(default_factory=_none)
    branded: str = ""
    generated: str = ""
    """Ultimatum of Chaos: the seed that the starting deck was drawn from; empty = it was chosen."""
    rewards: tuple[str, ...] = ()
    """Reward cards that its player unlocked here."""
    former_titles: tuple[str, ...] = ()
    """Titles of the investigator whose place a card has taken."""
    replaces: str = ""
    carried: bool = False
    """Whether the investigator came from an earlier campaign."""
    kept: Mapping[str, int] = field(default_factory=_none)
    """Copies that came with the deck, if the edition's transfer keeps it unchanged."""
    joined: int = 0
    """How many scenarios had been played before the seat joined."""

    @property
    def is_lost(self) -> bool:
        return self.status in LOST

    @property
    def keeps_deck(self) -> bool:
        """Whether the deck came unchanged from an earlier campaign. (Not so in Epic mode.)"""
        return bool(self.kept)

    @property
    def to_spend(self) -> int:
        """What this upgrade may cost in total: buying again takes back what was spent in it."""
        return self.experience + self.outlay

    @property
    def score(self) -> int:
        """Experience over all campaigns (rule epic.score)."""
        return self.total_before + self.earned


@dataclass(frozen=True, slots=True)
class Playing:
    """The scenario that is being played."""

    scenario: str
    lead: str
    seats: tuple[str, ...]
    side: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A finished scenario or interlude."""

    scenario: str
    step: int
    kind: str = "scenario"
    """"scenario", "side", "prologue" (played with premade investigators) or "interlude"."""
    resolution: str = ""
    victory: int | None = None
    """None until the experience is counted."""
    bonus: int = 0
    replay: bool = False
    fates: Mapping[str, Fate] = field(default_factory=dict)
    lead: str = ""

    @property
    def is_scenario(self) -> bool:
        """Whether the party's own investigators played it."""
        return self.kind not in ("interlude", "prologue")


@dataclass(frozen=True, slots=True)
class LogNote:
    """A phrase of the log, exactly as recorded (rules log.record-exact, log.cross-out)."""

    id: str
    step: int
    section: str
    text: str = ""
    key: str = ""
    number: int | None = None
    seat: str = ""
    scenario: str = ""
    """The last scenario begun before it was written, for the order on the sheet."""
    crossed: int = 0
    """The step that crossed it out; 0 = not crossed out."""


@dataclass(frozen=True, slots=True)
class OwnSection:
    """A section that the group has added to its log."""

    id: str
    title: str
    kind: str
    """"entries", "count", "checklist" or "names"."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Something remembered for this scenario only; with a seat it belongs to that investigator alone."""

    step: int
    text: str = ""
    key: str = ""
    section: str = ""
    number: int | None = None
    seat: str = ""


@dataclass(frozen=True, slots=True)
class ResearchTask:
    task: str
    seat: str
    step: int
    value: int = 0
    """The number recorded with it, such as the stone's difficulty."""


@dataclass(frozen=True, slots=True)
class Waiver:
    """A house rule used once: the step, the rule that would have refused it, and the reason."""

    step: int
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class CampaignState:
    number: int = 0
    """The number of the last step."""
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
    """The other half of a campaign played in two halves, as named by the caller."""
    ultimatums: tuple[str, ...] = ()
    custom_ultimatums: tuple[str, ...] = ()
    drawn_ultimatum: str = ""
    """Drawn by the Ultimatum of Ultimatums, for the current scenario."""
    seats: Mapping[str, Seat] = field(default_factory=dict)
    playing: Playing | None = None
    next_scenario: str = ""
    history: tuple[Played, ...] = ()
    notes: tuple[LogNote, ...] = ()
    counts: Mapping[str, int] = field(default_factory=_none)
    """Counters and ticks of the log by `rules.campaign.ledger.counter`."""
    sections: tuple[OwnSection, ...] = ()
    """The group's own sections of the log, oldest first."""
    memories: tuple[Memory, ...] = ()
    research: tuple[ResearchTask, ...] = ()
    bag: ChaosBag = field(default_factory=ChaosBag)
    rewards: tuple[str, ...] = ()
    """Reward cards that any player unlocked here."""
    lost_allies: tuple[str, ...] = ()
    """Titles of the allies lost to the Ultimatum of the Scream."""
    prices_paid: tuple[str, ...] = ()
    """Prices paid by the group since the last scenario, until the next begins."""
    gone_weaknesses: Mapping[str, int] = field(default_factory=_none)
    """Weaknesses replaced by a follow-up; they do not return to the pool."""
    waivers: tuple[Waiver, ...] = ()
    result: str = ""
    """"won" or "lost" when the campaign has ended."""

    @property
    def active(self) -> dict[str, Seat]:
        """The active seats, in seating order."""
        return {id: seat for id, seat in self.seats.items() if seat.status == ACTIVE}

    def rewards_of(self, seat: Seat) -> frozenset[str]:
        """Return the reward cards that a seat's player unlocked here, also with an earlier investigator."""
        own = [seat, *(other for other in self.seats.values() if seat.player and other.player == seat.player)]
        return frozenset(card for each in own for card in each.rewards)

    def is_out(self, seat: Seat) -> bool:
        """Return whether a seat's player may not go on with another investigator (ub.survival).

        Drawn for one scenario, the ultimatum holds for those who are lost in it, and for nobody else.
        """
        return seat.is_lost and (seat.ends_player or "ub.survival" in self.ultimatums)

    @property
    def in_force(self) -> frozenset[str]:
        """Ultimatums and boons that are in force now."""
        drawn = {self.drawn_ultimatum} if self.drawn_ultimatum else set()
        return frozenset(self.ultimatums) | drawn

    @property
    def owes_an_ultimatum(self) -> bool:
        """Whether one must be drawn before the next scenario begins (ub.ultimatums)."""
        return "ub.ultimatums" in self.ultimatums and not self.drawn_ultimatum

    @property
    def draws_decks(self) -> bool:
        """Whether the decks of new investigators are drawn at random (ub.chaos)."""
        return "ub.chaos" in self.in_force

    @property
    def begun(self) -> bool:
        """Whether a scenario has begun."""
        return bool(self.playing and self.playing.seats) or any(each.is_scenario for each in self.history)

    @property
    def used_titles(self) -> frozenset[str]:
        """Investigators used in this campaign, by title (E-02)."""
        return frozenset(title for seat in self.seats.values() for title in (seat.title, *seat.former_titles))


EMPTY = CampaignState()
