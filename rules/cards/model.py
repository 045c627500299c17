"""The values that the rules work with: cards, printings, options, decks.

Frozen and typed, almost without behaviour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

CLASSES = ("guardian", "seeker", "rogue", "mystic", "survivor")
SKILLS = ("willpower", "intellect", "combat", "agility")

#: Represents, in a deck, a random basic weakness that is still to be drawn.
PLACEHOLDER = "01000"

NOTHING: Mapping[str, Any] = MappingProxyType({})


def _nothing() -> Mapping[str, Any]:
    return NOTHING


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a card on decks, prices or earnings; `kind` is a key of `effects.VOCABULARY`."""

    kind: str
    facts: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.facts[key]

    def get(self, key: str, default: Any = None) -> Any:
        return self.facts.get(key, default)


@dataclass(frozen=True, slots=True)
class Option:
    """One line of an investigator's deckbuilding options. An empty field is not a condition."""

    classes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    slots: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    level: tuple[int, int] | None = None
    base_level: tuple[int, int] | None = None
    """The levels allowed while the deck is created, if they are narrower."""
    permanent: bool | None = None
    limit: int | None = None
    forbids: bool = False
    at_least: tuple[int, int] | None = None
    """A number of classes, and the number of cards that the deck must hold of each."""
    counts_only: bool = False
    choose_class: tuple[str, ...] = ()
    choose_option: tuple[Option, ...] = ()
    choose_size: tuple[int, ...] = ()
    size: int = 0
    """What choosing this option adds to the deck's size."""
    id: str = ""
    name: str = ""
    other: bool = True
    granted_by: str = ""
    """The card in the deck that grants this option."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """Cards of which a deck holds one: the signature, or a replacement for it."""

    any: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """One line of a customizable card's upgrade sheet."""

    price: int
    traits: frozenset[str] | None = None
    slots: Mapping[str, int] | None = None
    tags: frozenset[str] = frozenset()
    limit: int | None = None
    cost: int = 0
    health: int = 0
    sanity: int = 0
    chooses: str = ""
    choices: int = 0
    among: Option | None = None


@dataclass(frozen=True, slots=True)
class Research:
    """The task that unlocks the researched versions of a card; `source` is the version to be upgraded."""

    task: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Only:
    """The investigators, traits or classes whose decks may hold a card."""

    investigators: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CardTitle:
    """Title and subtitle of a card in one language."""

    title: str
    subtitle: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its facts, regardless of the product. A taboo list makes a changed copy of it."""

    code: str
    title: str
    type: str
    subtitle: str = ""
    title_de: str = ""
    subtitle_de: str = ""
    classes: frozenset[str] = frozenset()
    level: int | None = None
    cost: int | str | None = None
    traits: frozenset[str] = frozenset()
    slots: Mapping[str, int] = field(default_factory=_nothing)
    icons: Mapping[str, int] = field(default_factory=_nothing)
    skills: Mapping[str, int] = field(default_factory=_nothing)
    health: int | None = None
    sanity: int | None = None
    victory: int | None = None
    unique: bool = False
    hidden: bool = False
    keywords: frozenset[str] = frozenset()
    uses: str = ""
    tags: frozenset[str] = frozenset()
    weakness: str = ""
    """"basic", "other", or empty."""
    limit: int = 2
    title_limit: int | None = None
    limit_scope: str = ""
    only: Only | None = None
    encounter_set: str = ""
    bonded_to: tuple[str, ...] = ()
    bonded_copies: int = 0
    customizations: tuple[Box, ...] = ()
    research: Research | None = None
    parallel_of: str = ""
    same_as: str = ""
    back: str = ""
    effects: tuple[Effect, ...] = ()
    investigator: InvestigatorFacts | None = None
    taboo_price: int = 0
    forbidden: bool = False

    @property
    def exceptional(self) -> bool:
        return "exceptional" in self.keywords

    @property
    def myriad(self) -> bool:
        return "myriad" in self.keywords

    @property
    def permanent(self) -> bool:
        return "permanent" in self.keywords

    @property
    def reward(self) -> bool:
        return "reward" in self.keywords

    @property
    def researched(self) -> bool:
        return "researched" in self.keywords

    @property
    def customizable(self) -> bool:
        return bool(self.customizations)

    @property
    def standard(self) -> bool:
        """Whether players choose and buy it: whether it has a level (rule deck.level-less-cards)."""
        return self.level is not None

    @property
    def counts(self) -> bool:
        """Whether it counts toward deck size (rule deck.size-exclusions)."""
        return self.level is not None and "permanent" not in self.keywords

    @property
    def price(self) -> int:
        """Experience to buy one copy new, before minimum and discounts.

        (Rules exceptional.double-cost, xp.taboo-adjustment.)
        """
        if self.level is None:
            return 0
        return max(0, self.level * (2 if "exceptional" in self.keywords else 1) + self.taboo_price)

    def effects_of(self, kind: str) -> tuple[Effect, ...]:
        return tuple(effect for effect in self.effects if effect.kind == kind) if self.effects else ()


@dataclass(frozen=True, slots=True)
class SecondDeck:
    """A second deck of an investigator, such as parallel Jim Culver's spirits."""

    size: int
    required: tuple[Requirement, ...]
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class InvestigatorFacts:
    """The deckbuilding back of an investigator card."""

    size: int
    required: tuple[Requirement, ...] = ()
    random_weaknesses: int = 1
    options: tuple[Option, ...] = ()
    second_deck: SecondDeck | None = None


@dataclass(frozen=True, slots=True)
class Printing:
    """A card in a product."""

    code: str
    card: str
    pack: str
    position: int
    quantity: int
    modified: bool = False


@dataclass(frozen=True, slots=True)
class Pack:
    code: str
    title: str
    cycle: str
    chapter: int = 1
    position: int = 0
    released: str = ""
    replaced: bool = False
    reprints: tuple[str, ...] = ()
    reprint_type: str = ""
    title_de: str = ""
    expansion: str = ""
    """The environments' word for it: "deckbuilding" or "investigator", for expansions after the 2026 core
    set."""


@dataclass(frozen=True, slots=True)
class EncounterCard:
    """A scenario card that no deck may hold."""

    code: str
    title: str
    type: str
    encounter_set: str


@dataclass(frozen=True, slots=True)
class TabooEntry:
    """The changes that one taboo list makes to one card."""

    card: str
    price: int = 0
    exceptional: bool | None = None
    forbidden: bool = False
    limit: int | None = None
    campaign_only: bool = False
    modified: bool = False
    deck: InvestigatorFacts | None = None
    customizations: tuple[Box, ...] | None = None
    reworded: bool = False


@dataclass(frozen=True, slots=True)
class TabooList:
    code: str
    date: str
    entries: Mapping[str, TabooEntry]


@dataclass(frozen=True, slots=True)
class Tick:
    """Experience spent on one box of a customizable card, and the choice made with it."""

    box: int
    experience: int
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """The player's choices at deck creation."""

    front: str = ""
    back: str = ""
    classes: Mapping[str, str] = field(default_factory=_nothing)
    """Chosen class by the option's id; an option without an id uses "" as its key."""
    option: str = ""
    size: int | None = None


NO_CHOICES = Choices()


@dataclass(slots=True)
class Deck:
    """A deck as it was entered; none of it is trusted before it is judged.

    It is a value like the others and never changes once made. It is not frozen, because that would triple the
    cost of making one.
    """

    investigator: str
    slots: Mapping[str, int]
    wish_list: Mapping[str, int] = field(default_factory=_nothing)
    second_deck: Mapping[str, int] = field(default_factory=_nothing)
    ignored: Mapping[str, int] = field(default_factory=_nothing)
    """Copies that a card or an investigator keeps out of size and copy limits."""
    choices: Choices = NO_CHOICES
    customizations: Mapping[str, tuple[Tick, ...]] = field(default_factory=_nothing)
    attachments: Mapping[str, tuple[str, ...]] = field(default_factory=_nothing)
    taboo: str = ""
    card_pool: tuple[str, ...] = ()
    """Packs, cycles and cards that the deck is said to be built from."""
    transformed: str = ""
    """The card that took the investigator's place for the rest of the campaign, if any."""
    sealed: bool = False
    """Whether it comes with a sealed pool of cards, which is stored and not judged."""
    oddities: tuple[Mapping[str, Any], ...] = field(default=())
    """Input that could not be understood, as facts (`rules.deck.rules.malformed`)."""
