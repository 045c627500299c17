"""Reminders: the statements of the books that a page brings to mind because something on it calls for them.

Where a statement is shown and when is data (`rules/rulebook/coverage`); here it is compared with an occasion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.circumstances import DEFAULT_EDITION
from rules.model import Card
from rules.rulebook.coverage import COVERAGE, Reminder, Statement
from rules.rulebook.coverage.reminder import CardWanted
from rules.rulebook.coverage.statement import REMINDER


def _no_cards() -> Mapping[str, Card]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Occasion:
    """A page, and what is known there. What is not known calls for nothing."""

    where: str
    edition: str = DEFAULT_EDITION
    cards: Mapping[str, Card] = field(default_factory=_no_cards)
    """The card of the page or the cards of the decks, by the code that stands there."""
    scenario: str = ""
    mode: str = ""
    ultimatums: frozenset[str] = frozenset()
    players: int = 1
    side_story: bool = False
    replay: bool = False


@dataclass(frozen=True, slots=True)
class Reminded:
    """A statement to bring to mind, and the cards that call for it."""

    statement: Statement
    cards: tuple[str, ...] = ()


def reminders(occasion: Occasion) -> tuple[Reminded, ...]:
    """The statements that the occasion calls for, in the order of the books, each of them once."""
    found: dict[str, Reminded] = {}
    for statement, reminder in COVERAGE.reminders:
        if statement.id in found or statement.states.get(occasion.edition) != REMINDER:
            continue
        if not holds(reminder, occasion):
            continue
        cards = calling(reminder.card, occasion) if reminder.card else ()
        if cards or reminder.card is None:
            found[statement.id] = Reminded(statement, cards)
    return tuple(found.values())


def holds(reminder: Reminder, occasion: Occasion) -> bool:
    """Return whether everything but the cards calls for the reminder."""
    return (
        occasion.where in reminder.where
        and (not reminder.scenarios or occasion.scenario in reminder.scenarios)
        and (not reminder.editions or occasion.edition in reminder.editions)
        and (not reminder.modes or occasion.mode in reminder.modes)
        and (not reminder.ultimatums or bool(reminder.ultimatums & occasion.ultimatums))
        and not reminder.without & occasion.ultimatums
        and occasion.players >= reminder.players
        and occasion.side_story >= reminder.side_story
        and occasion.replay >= reminder.replay
    )


def calling(wanted: CardWanted, occasion: Occasion) -> tuple[str, ...]:
    """The codes of the cards that fit."""
    return tuple(code for code, card in occasion.cards.items() if fits(wanted, code, card))


def fits(wanted: CardWanted, code: str, card: Card) -> bool:
    return (
        (not wanted.codes or bool(wanted.codes & {code, card.code}))
        and (not wanted.keywords or bool(wanted.keywords & card.keywords))
        and (not wanted.types or card.type in wanted.types)
        and bool(card.weakness) >= wanted.weakness
        and card.unique >= wanted.unique
        and is_signature(card) >= wanted.signature
    )


def is_signature(card: Card) -> bool:
    """Return whether the card belongs to certain investigators by name."""
    return bool(card.only and card.only.investigators)
