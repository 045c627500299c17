"""What does an act write into the books? Typed entries, never edited or deleted; the state is their sum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.campaign.state import Fate, HouseRules
from rules.circumstances import Environment
from rules.model import Deck
from rules.prices.purchase import Purchase
from rules.weaknesses import Draw


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the books."""


@dataclass(frozen=True, slots=True)
class CampaignEntry(Entry):
    """What is played, and by which rules. A later one replaces it."""

    campaign: str
    title: str
    mode: str
    edition: str
    difficulty: str
    taboo: str
    environment: Environment | None
    house: HouseRules
    link: str


@dataclass(frozen=True, slots=True)
class PhaseEntry(Entry):
    phase: str
    next_scenario: str = ""


@dataclass(frozen=True, slots=True)
class UltimatumEntry(Entry):
    """An ultimatum or boon taken up or put down: for the campaign, the group's own, or for one scenario."""

    ultimatum: str
    active: bool = True
    scope: str = "campaign"
    """"campaign", "custom" or "scenario"."""


@dataclass(frozen=True, slots=True)
class SeatEntry(Entry):
    """A player sits down with an investigator."""

    seat: str
    player: str
    investigator: str
    title: str
    front: str = ""
    replaces: str = ""
    carried: bool = False
    total_before: int = 0


@dataclass(frozen=True, slots=True)
class InvestigatorEntry(Entry):
    """A card has taken the investigator's place."""

    seat: str
    investigator: str
    title: str


@dataclass(frozen=True, slots=True)
class StatusEntry(Entry):
    seat: str
    status: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ExperienceEntry(Entry):
    """Experience gained or spent. What is `earned` also counts toward the lifetime total."""

    seat: str
    amount: int
    reason: str
    card: str = ""
    earned: bool = False
    shopping: bool = False
    """Part of the shopping step, which a later one may replace."""


@dataclass(frozen=True, slots=True)
class TraumaEntry(Entry):
    seat: str
    physical: int
    mental: int
    reason: str
    card: str = ""
    shopping: bool = False


@dataclass(frozen=True, slots=True)
class ExileEntry(Entry):
    """Copies exiled; with a minus, exile that is settled because the next scenario has begun."""

    seat: str
    card: str
    copies: int
    extra: int = 0
    """How many of them left the second deck, as the players said."""


@dataclass(frozen=True, slots=True)
class TakenEntry(Entry):
    """Copies that an instruction took out of the deck; with a minus, settled by the next scenario."""

    seat: str
    card: str
    copies: int


BROUGHT = "in-the-deck"
"""Why a weakness is on record that nobody drew here: the deck brought it when it was chosen."""


@dataclass(frozen=True, slots=True)
class WeaknessEntry(Entry):
    """A basic weakness gained or removed, with the draw that shows it to be honest."""

    seat: str
    card: str
    copies: int
    reason: str
    draw: Draw | None = None
    by_group: bool = False
    """Drawn by the group from its own cards: nothing but its word shows that it was at random."""


@dataclass(frozen=True, slots=True)
class OwedEntry(Entry):
    """Random basic weaknesses that are to be drawn, or (minus) were."""

    seat: str
    weaknesses: int
    reason: str


@dataclass(frozen=True, slots=True)
class RequirementEntry(Entry):
    """More (or, with a minus, fewer) random basic weaknesses than the investigator prints are required."""

    seat: str
    weaknesses: int
    reason: str


@dataclass(frozen=True, slots=True)
class GoneEntry(Entry):
    """A weakness that was replaced and does not return to the pool."""

    card: str
    copies: int


@dataclass(frozen=True, slots=True)
class BearerEntry(Entry):
    """A story card gained or lost by its bearer; `granted` for a player card that the story gave."""

    seat: str
    card: str
    copies: int
    granted: bool = False


@dataclass(frozen=True, slots=True)
class SignatureEntry(Entry):
    """A required card removed for good."""

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class PurchaseEntry(Entry):
    """A card bought, with its price and the reasons for it; the experience is an ExperienceEntry."""

    seat: str
    purchase: Purchase


@dataclass(frozen=True, slots=True)
class CreationEntry(Entry):
    """Copies of a card that can only be bought at deck creation, and were; with a minus, no longer."""

    seat: str
    card: str
    copies: int


@dataclass(frozen=True, slots=True)
class KeptEntry(Entry):
    """The cards of a deck that came along from an earlier campaign as it was."""

    seat: str
    cards: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GeneratedEntry(Entry):
    """Was the starting deck drawn at random, and from which seed? Empty = it was chosen."""

    seat: str
    seed: str


@dataclass(frozen=True, slots=True)
class BrandEntry(Entry):
    """The spell that Eldritch Brand was put on."""

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class DeckEntry(Entry):
    """The deck as it stands from now on: a new version."""

    seat: str
    deck: Deck
    reason: str
    """"chosen", "bought", "exiled", "taken", "story", "weakness" or "instruction"."""
    version: str = ""
    cause: str = ""
    """The instruction or card, as a player named it."""


@dataclass(frozen=True, slots=True)
class LogEntry(Entry):
    """A note recorded."""

    note: str
    section: str
    text: str = ""
    key: str = ""
    number: int | None = None
    seat: str = ""


@dataclass(frozen=True, slots=True)
class CrossingEntry(Entry):
    """A note crossed out, or restored."""

    note: str
    crossed: bool = True


@dataclass(frozen=True, slots=True)
class CountEntry(Entry):
    """A counter moved, or a box ticked (+1) or cleared (−1)."""

    section: str
    key: str
    by: int
    seat: str = ""


@dataclass(frozen=True, slots=True)
class MemoryEntry(Entry):
    text: str = ""
    key: str = ""
    section: str = ""
    number: int | None = None
    seat: str = ""


@dataclass(frozen=True, slots=True)
class ResearchEntry(Entry):
    task: str
    seat: str
    value: int = 0


LENT = "for-one-game"
"""The reason of tokens that leave the bag when the game ends."""


@dataclass(frozen=True, slots=True)
class TokenChange(Entry):
    """Tokens put in (or taken from) the bag, or what a card holds sealed.

    With LENT as its reason, tokens are put in for the game on the table alone.
    """

    token: str
    by: int
    card: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RewardEntry(Entry):
    """A reward card unlocked by one seat; without a seat, by everybody who plays."""

    card: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class PriceEntry(Entry):
    """The group has paid a price that the guide asks once."""

    price: str


@dataclass(frozen=True, slots=True)
class AllyEntry(Entry):
    """An ally lost to the Ultimatum of the Scream, by title."""

    title: str


@dataclass(frozen=True, slots=True)
class BeginEntry(Entry):
    scenario: str
    lead: str
    seats: tuple[str, ...]
    side: bool = False


@dataclass(frozen=True, slots=True)
class ResultEntry(Entry):
    """A scenario has ended, or an interlude is over."""

    scenario: str
    kind: str
    resolution: str = ""
    replay: bool = False
    fates: Mapping[str, Fate] = field(default_factory=dict)
    lead: str = ""


@dataclass(frozen=True, slots=True)
class VictoryEntry(Entry):
    """The experience of the last scenario is counted; what was remembered is forgotten."""

    victory: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class EndEntry(Entry):
    result: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WaiverEntry(Entry):
    """A rule set aside for this act, with the group's reason."""

    rule: str
    note: str
