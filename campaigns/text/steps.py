"""Titles of cards, by code."""

from __future__ import annotations

from cards.adapters import catalogue
from cards.text.names import distinction, title_of


def card_title(code: str) -> str:
    """Return the title of a card, and the subtitle of a weakness that has namesakes."""
    card = catalogue().resolve(code)
    if card is None:
        scenario_card = catalogue().encounter_cards.get(code)
        return scenario_card.title if scenario_card else code
    return f"{title_of(card)}, {apart}" if card.weakness and (apart := distinction(card)) else title_of(card)
