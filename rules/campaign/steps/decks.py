"""Steps on decks, experience, weaknesses and story cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.campaign.steps.step import Step
from rules.cards.model import Deck
from rules.outcome import Piles
from rules.upgrade.purchase import Departure, Purchase
from rules.weaknesses import Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckChosen(Step):
    """The deck that an investigator begins with; choosing again before it is played replaces the first."""

    kind: ClassVar[str] = "deck-chosen"
    seat: str
    deck: Deck
    experience: int = 0
    """The total cost of its cards, according to the verdict on it."""
    version: str = ""
    trauma: Mapping[str, int] = field(default_factory=dict)
    """How the player splits trauma whose kind a purchase leaves to choice: kind → amount."""
    branded: str = ""
    generated: str = ""
    """Ultimatum of Chaos: the seed that `rules.deck.random_deck` generated it from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsBought(Step):
    """All purchases of a seat since the last scenario; buying again before the next replaces them."""

    kind: ClassVar[str] = "cards-bought"
    seat: str
    deck: Deck
    """The deck after the purchases."""
    purchases: tuple[Purchase, ...] = ()
    departures: tuple[Departure, ...] = ()
    """As computed by `rules.upgrade`, from the seat's `baseline` to `deck`."""
    version: str = ""
    trauma: Mapping[str, int] = field(default_factory=dict)
    healed: Mapping[str, int] = field(default_factory=dict)
    """Trauma that a purchase makes the player suffer or heal, by their choice of kind."""
    branded: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckChanged(Step):
    """A change other than a purchase: by the campaign's instruction or a card's text."""

    kind: ClassVar[str] = "deck-changed"
    seat: str
    deck: Deck
    cause: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsExiled(Step):
    kind: ClassVar[str] = "cards-exiled"
    seat: str
    cards: Piles


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperienceAdjusted(Step):
    """Experience that the guide gives or takes in addition to a scenario's count: seat → amount."""

    kind: ClassVar[str] = "experience-adjusted"
    amounts: Mapping[str, int]
    cause: str
    earned: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaknessDrawn(Step):
    """A weakness drawn at random by the site, which computes the pool and creates the seed."""

    kind: ClassVar[str] = "weakness-drawn"
    seat: str
    draw: Draw
    cause: str = ""
    """Empty = one that the deck still has to draw; else the instruction that requires it."""
    traits: tuple[str, ...] = ()
    """The kinds of weakness that the instruction requires; empty = any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaknessDrawnByGroup(Step):
    """A weakness that the group drew at random from its own cards. The site cannot verify the draw."""

    kind: ClassVar[str] = "weakness-drawn-by-group"
    seat: str
    card: str
    cause: str = ""
    """Empty = one that the deck still has to draw; else the instruction that requires it."""
    traits: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    """The products of the group at that time, as known to the site; empty = every product."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaknessGained(Step):
    """A basic weakness named by an instruction or chosen, not drawn."""

    kind: ClassVar[str] = "weakness-gained"
    seat: str
    card: str
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaknessReplaced(Step):
    """A weakness turns into its follow-up."""

    kind: ClassVar[str] = "weakness-replaced"
    seat: str
    card: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaknessRemoved(Step):
    kind: ClassVar[str] = "weakness-removed"
    seat: str
    card: str
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BearerChange:
    card: str
    seat: str
    to: str = ""
    """The seat that receives the card from `seat`, if it is passed on."""
    lost: bool = False
    """The card leaves the campaign."""
    copies: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BearersChanged(Step):
    """Story assets and weaknesses gained, passed on or removed."""

    kind: ClassVar[str] = "bearers-changed"
    changes: tuple[BearerChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureLost(Step):
    """An effect removed a required card permanently (E-17)."""

    kind: ClassVar[str] = "signature-lost"
    seat: str
    card: str
    cause: str
