"""The interface through which decks learn about the campaign they are played in.

Campaigns are built on decks, so decks cannot import them. The campaigns app calls `use` once, in
`AppConfig.ready()`, with the path of a module that finds the seats of many decks at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from rules.deck.circumstances import Circumstances

if TYPE_CHECKING:
    from accounts.models import User
    from cards.models import Collection
    from decks.models import Deck


@dataclass(frozen=True, slots=True)
class Place:
    """The campaign page where the player of a deck continues: its name and address."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Party:
    """The decks that play together, and the collection that they are built from."""

    name: str
    decks: Mapping[int, Sequence[Mapping[str, int]]]
    """The main and the second deck of everyone in the campaign, by the deck's primary key."""
    collection: Collection | None = None


@dataclass(frozen=True, slots=True)
class Experience:
    """Experience over the whole history of a deck; what is left is the difference."""

    earned: int
    spent: int

    @property
    def left(self) -> int:
        return self.earned - self.spent


class DeckSeat(Protocol):
    """A deck's seat in a campaign. Each property is computed on first use."""

    @property
    def circumstances(self) -> Circumstances | None:
        """What the verdict on the deck depends on, also after the campaign; None if the seat has no deck."""

    @property
    def place(self) -> Place: ...

    @property
    def party(self) -> Party:
        """All decks of the campaign, including this one."""

    @property
    def borrowed(self) -> Mapping[str, int]:
        """Cards that belong to the campaign and do not leave it with the deck, by code."""

    @property
    def experience_left(self) -> int:
        """What the campaign leaves the deck's investigator to spend; unfinished purchases are not paid."""

    @property
    def experience(self) -> Experience:
        """All that the investigator gained, spent and has left in the campaign."""

    @property
    def is_in_play(self) -> bool:
        """Whether the deck was played in a campaign that continues, so that only the campaign changes it."""


class CampaignHook(Protocol):
    def seats_of(self, decks: Sequence[Deck]) -> Mapping[int, DeckSeat]:
        """Return the seats of those decks that have one, by the deck's primary key."""

    def place_of_new(self, deck: Deck) -> Place | None:
        """Return the place of the seat that a new deck is built for and does not have yet."""

    def plays(self, user: User, deck: Deck) -> bool:
        """Return whether the user has the seat of this deck, and may change it like its owner."""


class CampaignUpgrades(Protocol):
    """Upgrades that a campaign opened: to finish one is to record its purchases in the campaign."""

    def finish(
        self,
        deck: Deck,
        *,
        by: User | None,
        revision: int | None = None,
        trauma: Mapping[str, int] | None = None,
        healed: Mapping[str, int] | None = None,
    ) -> None: ...

    def discard(self, deck: Deck) -> None: ...


_paths: dict[str, str] = {}


def use(hook: str, upgrades: str) -> None:
    """Set the modules of the campaigns app. They are imported when the first deck is looked up."""
    _paths.update(hook=hook, upgrades=upgrades)


def _hook() -> CampaignHook | None:
    return cast("CampaignHook", import_module(_paths["hook"])) if _paths else None


def _upgrades() -> CampaignUpgrades | None:
    return cast("CampaignUpgrades", import_module(_paths["upgrades"])) if _paths else None


def upgrade_in_campaign(deck: Deck) -> CampaignUpgrades | None:
    """Return what finishes the open upgrade of a deck, if a campaign opened it; None for any other deck."""
    version = deck.working
    if version is None or version.campaign_version_id is None or not version.is_open:
        return None
    return _upgrades() if deck.seat is not None else None


def seats_of(decks: Sequence[Deck]) -> Mapping[int, DeckSeat]:
    hook = _hook()
    return hook.seats_of(decks) if hook else {}


def place_of(deck: Deck) -> Place | None:
    """Return where the player of the deck continues; None outside of campaigns."""
    if deck.seat is not None:
        return deck.seat.place
    hook = _hook()
    return hook.place_of_new(deck) if hook else None


def plays(user: User, deck: Deck) -> bool:
    hook = _hook()
    return hook is not None and hook.plays(user, deck)


def look_up_seats(decks: Sequence[Deck]) -> None:
    """Look up the seats of many decks at once and set `deck.seat` on each."""
    found = seats_of(decks)
    for deck in decks:
        deck.seat = found.get(deck.pk)
