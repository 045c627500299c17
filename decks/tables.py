"""At which table is a deck played? Other apps know: a campaign has a log, a party and rules of its own.

An app that seats decks names its answer in `AppConfig.ready()`:

    tables.register(circumstances_of_seated)
    tables.register_place(place_of)
    tables.register_party(party_of)
    tables.register_lender(borrowed)
    tables.register_play(is_in_play)

It is asked about many decks at once, and answers with the circumstances of those that it has seated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cards.models import Collection
from decks.models import Deck
from rules.circumstances import Circumstances

Answer = Mapping[int, Circumstances]
"""Circumstances by the deck's primary key."""
Asked = Callable[[Sequence[Deck]], Answer]

Place = tuple[str, str]
"""The table's name, and the address of its page."""
Lead = Callable[[Deck], Place | None]


@dataclass(frozen=True, slots=True)
class Party:
    """Who else sits there, and from which boxes they build."""

    name: str
    decks: Mapping[int, Sequence[Mapping[str, int]]]
    """The piles of every deck at the table, by the deck's primary key."""
    collection: Collection | None = None


Company = Callable[[Deck], Party | None]

Lender = Callable[[Deck], Mapping[str, int]]
"""The cards of a deck that belong to the table: code → copies."""
Watch = Callable[[Deck], bool]

_tables: list[Asked] = []
_leads: list[Lead] = []
_companies: list[Company] = []
_lenders: list[Lender] = []
_watches: list[Watch] = []


def register(ask: Asked) -> None:
    if ask not in _tables:
        _tables.append(ask)


def seated(decks: Sequence[Deck]) -> Answer:
    """The circumstances of those decks that sit at a table."""
    found: dict[int, Circumstances] = {}
    for ask in _tables:
        found.update(ask(decks))
    return found


def register_place(lead: Lead) -> None:
    if lead not in _leads:
        _leads.append(lead)


def place_of(deck: Deck) -> Place | None:
    """The table that the deck sits at, for the way back to it."""
    return next((place for lead in _leads if (place := lead(deck))), None)


def register_party(company: Company) -> None:
    if company not in _companies:
        _companies.append(company)


def party_of(deck: Deck) -> Party | None:
    """The decks at the deck's table, itself among them."""
    return next((party for company in _companies if (party := company(deck))), None)


def register_lender(lender: Lender) -> None:
    if lender not in _lenders:
        _lenders.append(lender)


def borrowed(deck: Deck) -> dict[str, int]:
    """Cards that a table has lent to the deck, and that do not go elsewhere with it."""
    return {code: copies for lender in _lenders for code, copies in lender(deck).items()}


def register_play(watch: Watch) -> None:
    if watch not in _watches:
        _watches.append(watch)


def is_in_play(deck: Deck) -> bool:
    """Has the deck been played at a table that goes on? Then its cards change by the table's record only."""
    return any(watch(deck) for watch in _watches)
