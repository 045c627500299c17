"""A reminder: the pages that show a statement, and the conditions that call for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.rulebook.files import RulebookError, only

#: Pages, and parts of pages, that show reminders.
CARD, DECK, TRANSFER, NEXT, SETUP, TABLE, RESULT, EXPERIENCE, HARM, PURCHASES, DRAW = PLACES = (
    "card",  # a card's page
    "deck",  # a deck's page
    "transfer",  # on to a new campaign
    "next",  # the choice of the next scenario
    "setup",  # the scenario's sheet, before it begins
    "table",  # the same sheet, while the scenario is played
    "result",  # after the scenario: its resolution
    "experience",  # after the scenario: experience
    "harm",  # after the scenario: defeat and trauma
    "purchases",  # buying cards between scenarios
    "draw",  # drawing a random basic weakness
)


@dataclass(frozen=True, slots=True)
class CardWanted:
    """Conditions for a card. Each condition that is given must hold, by one of its values."""

    codes: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    weakness: bool = False
    unique: bool = False
    signature: bool = False


@dataclass(frozen=True, slots=True)
class Reminder:
    """The pages on which a statement is shown, and the conditions for it.

    Each condition that is given must hold.
    """

    where: frozenset[str]
    card: CardWanted | None = None
    """The card of the page, or one of the cards in the decks."""
    scenarios: frozenset[str] = frozenset()
    editions: frozenset[str] = frozenset()
    modes: frozenset[str] = frozenset()
    ultimatums: frozenset[str] = frozenset()
    """One of these is in force."""
    without: frozenset[str] = frozenset()
    """None of these ultimatums and boons is in force."""
    players: int = 1
    """The smallest number of players."""
    side_story: bool = False
    """The scenario is a side story."""
    replay: bool = False
    """The scenario was played before and is played again."""


SETS = frozenset({"scenarios", "editions", "modes", "ultimatums", "without"})
NUMBERS = frozenset({"players"})
FLAGS = frozenset({"side_story", "replay"})
CARD_SETS = frozenset({"codes", "keywords", "types"})
CARD_FLAGS = frozenset({"weakness", "unique", "signature"})


def read_reminder(row: Mapping[str, Any], where: str) -> Reminder:
    """Read `{"where": […], "when": {…}}`."""
    only(row, frozenset({"where", "when"}), frozenset({"where"}), where)
    if not row["where"] or not set(row["where"]) <= set(PLACES):
        raise RulebookError(f"{where}: a reminder is shown on some of {', '.join(PLACES)}")
    when = dict(row.get("when", {}))
    card = when.pop("card", None)
    only(when, SETS | NUMBERS | FLAGS, frozenset(), f"{where}, when")
    conditions: dict[str, Any] = {
        key: frozenset(value) if key in SETS else value for key, value in when.items()
    }
    wanted = None if card is None else _read_card(card, f"{where}, card")
    return Reminder(where=frozenset(row["where"]), card=wanted, **conditions)


def _read_card(row: Mapping[str, Any], where: str) -> CardWanted:
    only(row, CARD_SETS | CARD_FLAGS, frozenset(), where)
    if not row:
        raise RulebookError(f"{where}: say what the card must be")
    facts: dict[str, Any] = {
        key: frozenset(value) if key in CARD_SETS else value for key, value in row.items()
    }
    return CardWanted(**facts)
