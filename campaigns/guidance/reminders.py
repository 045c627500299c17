"""Reminders on the pages of a campaign, which depend on its party, its decks and the scenario."""

from __future__ import annotations

from cards.reminders import Shown, reminded
from rules.campaign import CampaignState, Game
from rules.cards.model import Card
from rules.rulebook.coverage.reminder import EXPERIENCE, HARM, RESULT
from rules.rulebook.reminders import Occasion


def reminders_at(state: CampaignState, game: Game, where: str, scenario: str = "") -> list[Shown]:
    """Return the reminders of a page for this party. The default scenario is the last one played."""
    last = next((each for each in reversed(state.history) if each.is_scenario), None)
    scenario = scenario or (last.scenario if last else "")
    return reminded(
        Occasion(
            where=where,
            edition=state.edition,
            cards=_cards(state, game),
            scenario=scenario,
            mode=state.mode,
            ultimatums=state.in_force,
            players=len(state.active),
            side_story=game.is_side_story(state.campaign, scenario),
            replay=bool(last and last.replay and last.scenario == scenario),
        )
    )


def after_scenario(state: CampaignState, game: Game) -> dict[str, list[Shown]]:
    """Return the reminders of each part of the page after a scenario."""
    scenario = state.playing.scenario if state.playing else ""
    return {step: reminders_at(state, game, step, scenario) for step in (RESULT, EXPERIENCE, HARM)}


def _cards(state: CampaignState, game: Game) -> dict[str, Card]:
    """Return the cards of the party's decks, by their codes in the decks."""
    decks = [seat.deck for seat in state.active.values() if seat.deck]
    codes = dict.fromkeys(code for deck in decks for code in (*deck.slots, *deck.second_deck))
    return {code: card for code in codes if (card := game.card(code))}
