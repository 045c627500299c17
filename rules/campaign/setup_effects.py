"""Effects on setup that a seat has: those of the investigator's faces, and of the cards in the deck."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign.facts import Game
from rules.campaign.state import Seat
from rules.cards.model import Card, Effect
from rules.deck.faces import setup_effects


def cards_of(seat: Seat, game: Game) -> Iterator[tuple[Card, int]]:
    """Yield the cards of the deck with their copies."""
    for code, copies in seat.deck.slots.items() if seat.deck else ():
        card = game.card(code)
        if card:
            yield card, copies


def effects_on_setup(seat: Seat, game: Game, kind: str) -> Iterator[tuple[Card, Effect, int]]:
    """Yield the effects of one kind, each with its card and the copies of it."""
    front, back = game.face_of(seat), game.card(seat.investigator)
    if seat.deck and game.card(seat.deck.investigator) is back:
        back = game.card(seat.deck.choices.back or seat.investigator)
    for card, effect in setup_effects(front, back, kind):
        yield card, effect, 1
    for card, copies in cards_of(seat, game):
        for effect in card.effects_of(kind):
            yield card, effect, copies
