"""Titles of cards, by code."""

from __future__ import annotations

from cards.adapters import catalogue
from cards.text.names import title_of


def card_title(code: str) -> str:
    card = catalogue().resolve(code)
    if card is None:
        scenario_card = catalogue().encounter_cards.get(code)
        return scenario_card.title if scenario_card else code
    return title_of(card)
