"""Questions about conditions that only the players know and that prices depend on.

They come from the effects of the deck's cards: a discount or a mark with a `when` applies only if the players
record that it was met (`Outcome`). An answer that no card of the deck could cause is rejected.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.cards.catalogue import Catalogue
from rules.cards.effects import DISCOUNT, MARKS
from rules.cards.model import Card, Deck
from rules.deck.options import fits
from rules.deck.verdict import Violation, _
from rules.outcome import Outcome
from rules.rulebook.editions import Edition
from rules.upgrade.discounts import ATTACHED
from rules.upgrade.inventory import Holdings

#: More than can be counted on a card in one game.
MOST_COUNTED = 99


@dataclass(frozen=True, slots=True)
class PriceQuestion:
    """A question whether a card's condition was met, and how often."""

    card: str
    when: str
    """The condition, by its name in the card's effects."""
    most: int
    """How often it can have been met, or how much can have been counted."""
    per: int = 0
    """How many of the things counted make one discount; 0 if the number of times is counted."""
    attaches: bool = False
    """Whether it names another card, whose upgrade becomes cheaper instead of the card's own effect."""
    assets: tuple[str, ...] = ()
    """The cards of the deck that it can have been attached to."""


def questions_about(catalogue: Catalogue, deck: Deck) -> tuple[PriceQuestion, ...]:
    """Return one question for every card whose effect on prices depends on the players' answer, by code."""
    held = Holdings(catalogue.under(deck.taboo), deck)
    copies: dict[str, int] = {}
    for card, number in held.with_effects():
        copies[card.code] = copies.get(card.code, 0) + number
    return tuple(
        question
        for code, number in sorted(copies.items())
        if (question := _question(held, held.cards[code], number))
    )


def _question(held: Holdings, card: Card, copies: int) -> PriceQuestion | None:
    waiting = [effect for kind in (DISCOUNT, MARKS) for effect in card.effects_of(kind) if effect.get("when")]
    if not waiting:
        return None
    when = waiting[0]["when"]
    per = max(effect.get("per", 0) for effect in waiting)
    most = MOST_COUNTED if per else min(copies, *(effect.get("most", copies) for effect in waiting))
    if when != ATTACHED:
        return PriceQuestion(card.code, when, most, per)
    return PriceQuestion(card.code, when, most, per, attaches=True, assets=tuple(_attachable(held, card)))


def _attachable(held: Holdings, card: Card) -> Iterator[str]:
    """Yield the cards of the deck that the sheet of a customizable card allows to be named."""
    named = [box.among for box in card.customizations if box.among is not None]
    bought = {code for drawer in held.merchandise.values() for code in drawer}
    for code in sorted(bought):
        if any(fits(option, held.cards[code]) for option in named):
            yield code


def settled(catalogue: Catalogue, outcome: Outcome) -> Outcome:
    """Return the answers by the cards' own codes, without conditions that were not met."""
    if not outcome.conditions and not outcome.attached_to:
        return outcome
    conditions: dict[str, int] = {}
    for code, times in outcome.conditions.items():
        if times:
            own = _own(catalogue, code)
            conditions[own] = conditions.get(own, 0) + times
    attached = _own(catalogue, outcome.attached_to) if outcome.attached_to else ""
    return replace(outcome, conditions=conditions, attached_to=attached)


def _own(catalogue: Catalogue, code: str) -> str:
    card = catalogue.resolve(code)
    return card.code if card else code


def impossible_answers(
    catalogue: Catalogue, deck: Deck, outcome: Outcome, game: Edition
) -> Iterator[Violation]:
    """Yield violations for answers that are impossible with this deck; `outcome` is settled."""
    if not outcome.conditions and not outcome.attached_to:
        return

    def found(message: str, code: str, **facts: int) -> Violation:
        card = catalogue.resolve(code)
        return Violation(
            "xp.card-modifiers", message, {"card": code, "title": card.title if card else code, **facts}, game
        )

    questions = {question.card: question for question in questions_about(catalogue, deck)}
    for code, times in outcome.conditions.items():
        question = questions.get(code)
        if question is None:
            yield found(_("{title}: no condition of this card changes a price in this deck."), code)
        elif not 0 < times <= question.most:
            yield found(
                _("{title}: {times} times is too many; the maximum is {most}.")
                if times > 0
                else _("{title}: {times} is not a valid number of times."),
                code,
                times=times,
                most=question.most,
            )
    if outcome.attached_to and not any(
        outcome.attached_to in question.assets for question in questions.values()
    ):
        yield found(
            _("{title}: no card in this deck can be attached to it to make its upgrade cheaper."),
            outcome.attached_to,
        )
