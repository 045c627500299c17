"""Circumstances of a verdict: the mode, edition, party, collection and campaign log of a deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

FREE = "free"
"""A deck of unknown origin: its composition is judged; whatever depends on a campaign is only a note."""
CREATION = "creation"
"""A new campaign deck, with its starting experience."""
STANDALONE = "standalone"
CAMPAIGN = "campaign"
"""A deck between scenarios, with the facts of the campaign log."""
MODES = (FREE, CREATION, STANDALONE, CAMPAIGN)

DEFAULT_EDITION = "grimoire-1.1"

ORIGINAL, MODIFIED = "original", "modified"
VERSIONS = (ORIGINAL, MODIFIED)
"""Versions of a modified reprint, of which a group may choose one."""


def _none() -> Mapping[str, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Environment:
    """The products that a deck may be built from (rules env.*)."""

    kind: str
    """"current", "limited" or "legacy"."""
    expansions: tuple[str, ...] = ()
    """Limited: the player card expansions chosen, at most three."""
    as_of: str = ""
    """Current: the day (ISO) that decides which expansions are the newest; empty = the newest known."""
    any_investigator: bool = False
    """Limited's variant: investigators and their signatures may come from any expansion."""
    outside_allowed: bool = False
    """Whether the group has allowed parallel investigators and promotional cards."""
    versions: str = ""
    """Legacy: the versions of modified reprints that the group chose; empty = one of them in each deck."""

    @property
    def choice(self) -> str:
        """The kind with the chosen versions, for example “legacy:original”."""
        return f"{self.kind}:{self.versions}" if self.versions else self.kind


@dataclass(frozen=True, slots=True)
class LogFacts:
    """The facts of the campaign log that a deck's legality depends on."""

    research: frozenset[str] = frozenset()
    """Tasks recorded by any investigator of the campaign (researched.any-investigator)."""
    bearer_of: Mapping[str, int] = field(default_factory=_none)
    """Story cards and weaknesses that this investigator became the bearer of."""
    weaknesses: Mapping[str, int] = field(default_factory=_none)
    """Basic weaknesses drawn at random for this deck and recorded."""
    extra_weaknesses: int = 0
    """Random basic weaknesses required beyond the printed number: positive if an instruction added some,
    negative if a card ability removed some permanently."""
    lost_signatures: frozenset[str] = frozenset()
    """Required cards that an effect removed permanently (signature.requirement-lapses)."""
    lost_allies: frozenset[str] = frozenset()
    """Titles of allies lost to the Ultimatum of the Scream."""
    granted: Mapping[str, int] = field(default_factory=_none)
    """Copies that the story gave outside limits and experience (Ace of Rods)."""
    kept_beside: Mapping[str, int] = field(default_factory=_none)
    """Lower versions that earlier upgrades left in the deck (parallel Agnes Baker and "Skids" O'Toole)."""
    branded: str = ""
    """The Spell that was chosen for Eldritch Brand."""
    experience_earned: int = 0
    """All experience ever earned, for cards that grow with it (Lily Chen's Disciplines)."""
    bought_at_creation: Mapping[str, int] = field(default_factory=_none)
    kept: Mapping[str, int] = field(default_factory=_none)
    """Copies that came with the deck from an earlier campaign (FAQ 1.7's transfer)."""


NO_LOG = LogFacts()


@dataclass(frozen=True, slots=True)
class Circumstances:
    mode: str = FREE
    edition: str = DEFAULT_EDITION
    environment: Environment | None = None
    collection: Mapping[str, int] | None = None
    """Packs owned and how many of each; None = not checked."""
    rewards: frozenset[str] | None = None
    """Reward cards unlocked by this player; None = not known."""
    starting_experience: int = 0
    """Experience given by the campaign; the Boon of the Ancients, cards and investigators add to it."""
    ultimatums: frozenset[str] = frozenset()
    investigators: int | None = None
    """How many investigators play together, if known."""
    party: tuple[str, ...] = ()
    """Codes of the other seats' investigators."""
    log: LogFacts = NO_LOG
    generated: bool | None = None
    """Ultimatum of Chaos: whether the starting deck was generated and not changed; None = not known."""
    allow_researched_in_standalone: bool = False


ANYWHERE = Circumstances()
