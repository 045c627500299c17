"""Entries: the typed changes that a step records.

They are never edited or deleted; the state is their sum.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.campaign.state import Fate, HouseRules
from rules.cards.model import Deck
from rules.deck.circumstances import Environment
from rules.upgrade.purchase import Purchase
from rules.weaknesses import Draw


@dataclass(frozen=True, slots=True)
class Entry:
    """One change that a step records."""


@dataclass(frozen=True, slots=True)
class CampaignEntry(Entry):
    """The campaign and its settings. A later one replaces it."""

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
    """An ultimatum or boon added or removed: for the campaign, the group's own, or for one scenario."""

    ultimatum: str
    active: bool = True
    scope: str = "campaign"
    """"campaign", "custom" or "scenario"."""


@dataclass(frozen=True, slots=True)
class SeatEntry(Entry):
    """A player takes a seat with an investigator."""

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
    card: str = ""
    """The card that caused it, if one did."""


@dataclass(frozen=True, slots=True)
class ExperienceEntry(Entry):
    """Experience gained or spent. If `earned`, it also counts toward the lifetime total."""

    seat: str
    amount: int
    reason: str
    card: str = ""
    earned: bool = False
    with_purchases: bool = False
    """Part of the purchases between two scenarios, which later ones may replace."""


@dataclass(frozen=True, slots=True)
class TraumaEntry(Entry):
    seat: str
    physical: int
    mental: int
    reason: str
    card: str = ""
    with_purchases: bool = False


@dataclass(frozen=True, slots=True)
class ExileEntry(Entry):
    """Copies exiled; with a minus, copies settled because the next scenario has begun."""

    seat: str
    card: str
    copies: int
    from_second_deck: int = 0
    """How many of them left the second deck, as the players recorded."""


@dataclass(frozen=True, slots=True)
class TakenEntry(Entry):
    """Copies that an instruction took out of the deck; with a minus, settled by the next scenario."""

    seat: str
    card: str
    copies: int


BROUGHT = "in-the-deck"
"""The reason of a recorded weakness that was not drawn here: the deck contained it when it was chosen."""


@dataclass(frozen=True, slots=True)
class WeaknessEntry(Entry):
    """A basic weakness gained or removed, with the draw that proves it."""

    seat: str
    card: str
    copies: int
    reason: str
    draw: Draw | None = None
    by_group: bool = False
    """Drawn by the group from its own cards: the site cannot verify that it was random."""


@dataclass(frozen=True, slots=True)
class OwedEntry(Entry):
    """Random basic weaknesses that are still to be drawn; with a minus, that were drawn."""

    seat: str
    weaknesses: int
    reason: str


@dataclass(frozen=True, slots=True)
class RequirementEntry(Entry):
    """More (or, with a minus, fewer) random basic weaknesses required than the investigator prints."""

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
    """A required card removed permanently."""

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class PurchaseEntry(Entry):
    """A card bought, with its price and the reasons for it; the experience is an ExperienceEntry."""

    seat: str
    purchase: Purchase


@dataclass(frozen=True, slots=True)
class CreationEntry(Entry):
    """Copies bought of a card that can only be bought at deck creation; with a minus, no longer."""

    seat: str
    card: str
    copies: int


@dataclass(frozen=True, slots=True)
class KeptEntry(Entry):
    """The cards of a deck that came unchanged from an earlier campaign."""

    seat: str
    cards: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GeneratedEntry(Entry):
    """The seed from which the starting deck was drawn at random; empty = it was chosen."""

    seat: str
    seed: str


@dataclass(frozen=True, slots=True)
class BrandEntry(Entry):
    """The Spell that Eldritch Brand was put on."""

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class DeckEntry(Entry):
    """The deck from now on: a new version."""

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
    """A counter changed, or a box ticked (+1) or cleared (−1)."""

    section: str
    key: str
    by: int
    seat: str = ""


@dataclass(frozen=True, slots=True)
class SectionEntry(Entry):
    """A section of the group's own: added, renamed, or removed with everything in it."""

    section: str
    title: str
    section_kind: str
    removed: bool = False


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
    """Tokens added to (or taken from) the bag, or the tokens sealed on a card.

    With LENT as its reason, tokens are added for the current game only.
    """

    token: str
    by: int
    card: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RewardEntry(Entry):
    """A reward card unlocked by one seat; without a seat, by everyone who plays."""

    card: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class PriceEntry(Entry):
    """The group has paid a price that the guide offers once."""

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
    """The experience of the last scenario is counted; everything remembered is forgotten."""

    victory: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class EndEntry(Entry):
    result: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WaiverEntry(Entry):
    """A rule waived for this step, with the group's reason."""

    rule: str
    note: str
