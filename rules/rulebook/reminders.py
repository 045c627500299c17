"""Reminders: statements of the rulebooks that a page shows because something on it calls for them.

Data decides where a statement is shown and when (`rules/rulebook/coverage`); this module compares it with an
occasion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.cards.model import Card
from rules.deck.circumstances import DEFAULT_EDITION
from rules.rulebook.coverage import COVERAGE, Reminder, Statement
from rules.rulebook.coverage.reminder import CardWanted
from rules.rulebook.coverage.statement import REMINDER


def _no_cards() -> Mapping[str, Card]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Occasion:
    """A page, and the facts known there. Unknown facts call for nothing."""

    where: str
    edition: str = DEFAULT_EDITION
    cards: Mapping[str, Card] = field(default_factory=_no_cards)
    """The card of the page, or the cards of the decks, by the code used there."""
    scenario: str = ""
    mode: str = ""
    ultimatums: frozenset[str] = frozenset()
    players: int = 1
    side_story: bool = False
    replay: bool = False


@dataclass(frozen=True, slots=True)
class Reminded:
    """A statement to show, and the cards that call for it."""

    statement: Statement
    cards: tuple[str, ...] = ()


def reminders(occasion: Occasion) -> tuple[Reminded, ...]:
    """Return the statements that the occasion calls for, in the order of the books, each once."""
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
    """Return whether all conditions of the reminder hold, apart from its cards."""
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
    """Return the codes of the cards that match."""
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
