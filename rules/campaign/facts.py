"""The catalogue's facts about campaigns: scenarios, prices, bags, log sections.

Campaigns are read from the shipped files (docs/catalogue.md). Keys that only pages need, such as
achievements, are read by the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from rules.campaign.course import Leg, read_leg
from rules.campaign.log_sections import LogSection, Supplies, read_section, read_supplies
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card, Deck
from rules.rulebook.editions import EDITIONS, Edition

if TYPE_CHECKING:
    from rules.campaign.state import Seat

SIDE = "side"
"""The campaign file that holds the side stories."""
LONGEST_NAME = 64
"""Of a scenario or interlude that the group names itself."""


@dataclass(frozen=True, slots=True)
class Price:
    """A purchase that a guide offers after a scenario, for experience."""

    id: str
    experience: int
    """The amount for each investigator who pays; for a group, the amount per investigator who took part."""
    by_group: bool = False
    """Whether the investigators pay together, split as they like, and only once."""
    resolutions: tuple[str, ...] = ()
    """The resolutions after which it is offered; empty = after every one."""
    points: bool = False
    """Other points of the campaign may replace experience; these are not recorded."""
    tokens: Mapping[str, int] = field(default_factory=dict)
    """Its effect on the bag."""
    cards_lost: tuple[str, ...] = ()
    """Cards that leave the decks of the payers."""
    heals: int = 0
    """Trauma healed, of a kind that the player chooses."""


@dataclass(frozen=True, slots=True)
class ScenarioFacts:
    id: str
    title: str
    kind: str = "scenario"
    """"scenario", "interlude" or "epilogue"."""
    price: int = 0
    """Experience that each investigator pays to play it as a side story."""
    resolutions: tuple[str, ...] = ()
    all_eliminated: str = ""
    """The resolution that is read if every investigator is eliminated; empty = the usual “no resolution”."""
    encounter_sets: tuple[str, ...] = ()
    encounter_sets_aside: tuple[str, ...] = ()
    random_sets: tuple[tuple[str, ...], ...] = ()
    """Encounter sets of which one is chosen at random from each group."""
    sets_when: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Sets that are used only at some `difficulties`, from a number of `investigators`, or in one
    `version`."""
    tokens_at_setup: Mapping[str, int] = field(default_factory=dict)
    """Tokens that the guide adds to the bag when the scenario is set up."""
    reference_card: str = ""
    challenge_of: str = ""
    """A challenge scenario: the investigator who must be in the party."""
    side_kind: str = ""
    """"side_story", "challenge", or "standalone": its booklet does not allow it in a campaign."""
    after: str = ""
    """A side story in parts: the part that must have been played."""
    premade: tuple[str, ...] = ()
    """A prologue that is played with these investigators, not with the party's own."""
    standalone: tuple[str, ...] = ()
    """Difficulties at which it may be played as a standalone game."""
    bags: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    next: tuple[str, ...] = ()
    prices: tuple[Price, ...] = ()
    may: Mapping[str, Any] = field(default_factory=dict)
    """What playing it may give (`rules.campaign.offered_gains`)."""


@dataclass(frozen=True, slots=True)
class CampaignFacts:
    id: str
    title: str
    kind: str = "campaign"
    bags: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    course: tuple[Leg, ...] = ()
    """The guide's order of scenarios and interludes, with its choices (`rules.campaign.course`)."""
    is_plain: bool = True
    """Whether the file has no course of its own. Its `order` is the course then, and the scenarios that
    follow another (`next`) come first."""
    scenarios: Mapping[str, ScenarioFacts] = field(default_factory=dict)
    log: Mapping[str, LogSection] = field(default_factory=dict)
    supplies: Supplies = field(default_factory=Supplies)
    side_stories_without_price: bool = False
    open: bool = False
    """The group may also play scenarios and interludes that are not described here, and names them."""
    tokens: frozenset[str] = frozenset()
    """Every token that its bags hold, or that its scenarios add or remove."""


def read_scenario(facts: Mapping[str, Any]) -> ScenarioFacts:
    return ScenarioFacts(
        id=facts["id"],
        title=facts["title"],
        kind=facts.get("kind", "scenario"),
        price=facts.get("price", 0),
        resolutions=tuple(facts.get("resolutions", ())),
        all_eliminated=facts.get("all_eliminated", ""),
        encounter_sets=tuple(facts.get("encounter_sets", ())),
        encounter_sets_aside=tuple(facts.get("encounter_sets_aside", ())),
        random_sets=tuple(tuple(group) for group in facts.get("random_sets", ())),
        sets_when=facts.get("sets_when", {}),
        tokens_at_setup=facts.get("tokens_at_setup", {}),
        reference_card=facts.get("reference_card", ""),
        challenge_of=facts.get("challenge_of", ""),
        side_kind=facts.get("side_kind", ""),
        after=facts.get("after", ""),
        premade=tuple(facts.get("premade", ())),
        standalone=tuple(facts.get("standalone", ())),
        bags=facts.get("bags", {}),
        next=tuple(facts.get("next", ())),
        prices=tuple(read_price(row) for row in facts.get("prices", ())),
        may=facts.get("may", {}),
    )


def read_price(facts: Mapping[str, Any]) -> Price:
    return Price(
        id=facts["id"],
        experience=facts["experience"],
        by_group=facts.get("by_group", False),
        resolutions=tuple(facts.get("resolutions", ())),
        points=facts.get("points", False),
        tokens=facts.get("tokens", {}),
        cards_lost=tuple(facts.get("cards_lost", ())),
        heals=facts.get("heals", 0),
    )


def read_campaign(facts: Mapping[str, Any]) -> CampaignFacts:
    """Read one of the shipped files."""
    return CampaignFacts(
        id=facts["id"],
        title=facts["title"],
        kind=facts.get("kind", "campaign"),
        bags=facts.get("bags", {}),
        course=tuple(read_leg(each) for each in facts.get("course") or facts.get("order", ())),
        is_plain=not facts.get("course"),
        scenarios={row["id"]: read_scenario(row) for row in facts.get("scenarios", ())},
        log={row["id"]: read_section(row) for row in facts.get("log", ())},
        supplies=read_supplies(facts),
        side_stories_without_price=facts.get("side_stories_without_price", False),
        open=facts.get("open", False),
        tokens=frozenset(_tokens(facts)),
    )


def _tokens(facts: Mapping[str, Any]) -> Iterator[str]:
    scenarios = facts.get("scenarios", ())
    for bags in (facts.get("bags", {}), *(row.get("bags", {}) for row in scenarios)):
        for bag in bags.values():
            yield from bag
    for row in scenarios:
        yield from row.get("tokens_at_setup", ())
        may = row.get("may", {})
        for tokens in (*may.get("tokens", ()), *may.get("tokens_lost", ())):
            yield from tokens


Value = TypeVar("Value")


class ById(Mapping[str, Value]):
    """Values that are listed, and others that are found only by their id."""

    def __init__(self, listed: Mapping[str, Value], find: Callable[[str], Value | None]) -> None:
        self._listed = listed
        self._find = find

    def __getitem__(self, id: str) -> Value:
        found = self._listed.get(id)
        found = self._find(id) if found is None else found
        if found is None:
            raise KeyError(id)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)


class Game:
    """Everything besides the state that judging a step depends on: cards, campaigns, editions."""

    def __init__(
        self,
        catalogue: Catalogue,
        campaigns: Iterable[CampaignFacts] = (),
        find: Callable[[str], CampaignFacts | None] = lambda _id: None,
    ) -> None:
        """`find` gives campaigns that are not listed, such as those of campaign files."""
        self.catalogue = catalogue
        self.campaigns: Mapping[str, CampaignFacts] = ById({each.id: each for each in campaigns}, find)

    @classmethod
    def from_facts(
        cls,
        catalogue: Catalogue,
        campaigns: Iterable[Mapping[str, Any]],
        find: Callable[[str], CampaignFacts | None] = lambda _id: None,
    ) -> Game:
        return cls(catalogue, [read_campaign(facts) for facts in campaigns], find)

    def edition(self, id: str) -> Edition | None:
        return EDITIONS.get(id)

    def scenario(self, campaign: str, id: str) -> ScenarioFacts | None:
        """Return a scenario of this campaign, or a side story; None for one of the group's own."""
        for name in (campaign, SIDE):
            facts = self.campaigns.get(name)
            if facts and id in facts.scenarios:
                return facts.scenarios[id]
        return None

    def is_open(self, campaign: str) -> bool:
        """Return whether the group names scenarios itself: in a campaign of its own, or in an open one."""
        facts = self.campaigns.get(campaign)
        return facts.open if facts else not campaign

    def is_side_story(self, campaign: str, id: str) -> bool:
        facts, side = self.campaigns.get(campaign), self.campaigns.get(SIDE)
        return bool(side and id in side.scenarios and not (facts and id in facts.scenarios))

    def price_of(self, campaign: str, scenario: str) -> int:
        """Return the experience that each investigator pays to play a scenario here."""
        facts = self.campaigns.get(campaign)
        found = self.scenario(campaign, scenario)
        if not found or not self.is_side_story(campaign, scenario):
            return 0
        return 0 if facts and facts.side_stories_without_price else found.price

    def bag(self, campaign: str, scenario: str, mode: str, difficulty: str) -> Mapping[str, int]:
        """Return the guide's bag (rule chaos.bag-from-guide); a standalone scenario may have its own."""
        if scenario and mode != "campaign":
            found = self.scenario(campaign, scenario)
            if found and difficulty in found.bags:
                return found.bags[difficulty]
        facts = self.campaigns.get(campaign)
        return facts.bags.get(difficulty, {}) if facts else {}

    def card(self, code: str) -> Card | None:
        """Return the card of any printing's code, or None."""
        return self.catalogue.resolve(code)

    def plays_own_deck(self, seat: Seat, deck: Deck) -> bool:
        """Return whether the deck is its investigator's own.

        A card that took the investigator's place (The Great Work) plays with another's deck.
        """
        return self.card(deck.investigator) is self.card(seat.investigator)

    def face_of(self, seat: Seat) -> Card | None:
        """Return the face whose printed numbers count: the front of the deck, once there is one."""
        deck = seat.deck
        if deck is not None and self.plays_own_deck(seat, deck):
            return self.card(deck.choices.front or seat.investigator)
        return self.card(seat.front or seat.investigator)

    def title(self, code: str) -> str:
        card = self.card(code) or self.catalogue.encounter_cards.get(code)
        return card.title if card else code
