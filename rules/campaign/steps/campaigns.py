"""Steps that begin, configure and end a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.campaign.state import ACTIVE, AS_PRINTED, HouseRules
from rules.campaign.steps.log import LogChange
from rules.campaign.steps.step import Step
from rules.cards.model import Deck
from rules.chance import Lot
from rules.deck.circumstances import CAMPAIGN, DEFAULT_EDITION, Environment
from rules.outcome import NO_CARDS, Piles


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedSeat:
    """An investigator moving to another campaign, with everything that the edition lets it keep."""

    seat: str
    player: str
    investigator: str
    front: str = ""
    physical: int = 0
    mental: int = 0
    experience: int = 0
    total: int = 0
    weaknesses: Mapping[str, int] = field(default_factory=dict)
    owed: int = 0
    """Random basic weaknesses that were still to be drawn."""
    story: Mapping[str, int] = field(default_factory=dict)
    granted: Mapping[str, int] = field(default_factory=dict)
    lost_signatures: tuple[str, ...] = ()
    branded: str = ""
    deck: Deck | None = None
    exiled: Piles = NO_CARDS
    removed: Piles = NO_CARDS
    """Cards that left the deck at the end of the earlier campaign and have not been replaced yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """Everything that `rules.campaign.transfer` takes from an old campaign to start a new one."""

    edition: str
    difficulty: str
    """The difficulty of the old campaign (rule epic.difficulty-not-lower)."""
    seats: tuple[CarriedSeat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCampaign(Step):
    kind: ClassVar[str] = "start-campaign"
    campaign: str = ""
    """Id of the shipped facts; empty = the group's own campaign, with its own bag."""
    title: str = ""
    mode: str = CAMPAIGN
    scenario: str = ""
    """Standalone: the scenario that is played."""
    edition: str = DEFAULT_EDITION
    difficulty: str
    taboo: str = ""
    environment: Environment | None = None
    house: HouseRules = AS_PRINTED
    bag: Mapping[str, int] = field(default_factory=dict)
    """The tokens of a bag without a guide; empty = the guide's bag."""
    link: str = ""
    carried: Transfer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierScenario:
    """A scenario or an interlude that the group played before it recorded the campaign here."""

    scenario: str
    resolution: str = ""
    """Empty = the group does not name it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumedSeat:
    """An investigator in the middle of a campaign, as the group states it."""

    seat: str
    player: str
    investigator: str
    front: str = ""
    status: str = ACTIVE
    replaces: str = ""
    earned: int = 0
    """Experience earned so far, spent or not."""
    experience: int = 0
    """Experience that is not spent yet."""
    physical: int = 0
    mental: int = 0
    weaknesses: Mapping[str, int] = field(default_factory=dict)
    story: Mapping[str, int] = field(default_factory=dict)
    """Weaknesses and story cards that the deck does not contain yet; those in it are recorded as well."""
    deck: Deck | None = None
    """The deck as it is now; without one, a new deck is chosen later."""
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignResumed(Step):
    """Where the group is in a campaign that it began elsewhere: one opening balance for everything."""

    kind: ClassVar[str] = "campaign-resumed"
    played: tuple[EarlierScenario, ...] = ()
    next_scenario: str = ""
    """Empty = the one that follows in the guide."""
    seats: tuple[ResumedSeat, ...]
    log: tuple[LogChange, ...] = ()
    bag: Mapping[str, int] = field(default_factory=dict)
    """All tokens that are in the bag now; empty = the bag is as the guide begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged(Step):
    """Changed settings; None = unchanged."""

    kind: ClassVar[str] = "settings-changed"
    title: str | None = None
    difficulty: str | None = None
    taboo: str | None = None
    environment: Environment | None = None
    house: HouseRules | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UltimatumsChosen(Step):
    """All ultimatums and boons of the campaign, replacing those chosen before."""

    kind: ClassVar[str] = "ultimatums-chosen"
    chosen: tuple[str, ...] = ()
    custom: tuple[str, ...] = ()
    """The group's own, as reminders (rule ub.custom)."""
    agreed: frozenset[str] = frozenset()
    """Seats whose players agree (rule ub.optional-unanimous)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UltimatumDrawn(Step):
    """Ultimatum of Ultimatums: one for the next scenario, at random."""

    kind: ClassVar[str] = "ultimatum-drawn"
    lot: Lot


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignEnded(Step):
    kind: ClassVar[str] = "campaign-ended"
    result: str
    cause: str = ""
