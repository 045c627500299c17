"""Titles of cards and scenarios, by code."""

from __future__ import annotations

from campaigns.campaign_rules import campaign_facts
from cards.adapters import catalogue
from cards.text.names import title_of


def card_title(code: str) -> str:
    card = catalogue().resolve(code)
    if card is None:
        scenario_card = catalogue().encounter_cards.get(code)
        return scenario_card.title if scenario_card else code
    return title_of(card)


def scenario_title(scenario: str) -> str:
    for facts in campaign_facts().values():
        for row in facts.get("scenarios", ()):
            if row["id"] == scenario:
                return str(row["title"])
    return scenario.replace("_", " ").capitalize()
