"""What a campaign's page knows that reminders depend on: the table, its decks, and a scenario."""

from __future__ import annotations

from cards.reminding import Shown, reminded
from rules.campaign import CampaignState, Law
from rules.model import Card
from rules.reminders import Occasion
from rules.rulebook.coverage.reminder import EXPERIENCE, HARM, RESULT


def reminders_at(state: CampaignState, law: Law, where: str, scenario: str = "") -> list[Shown]:
    """The reminders of a place for this table. Without a scenario the last one played is meant."""
    last = next((each for each in reversed(state.history) if each.kind != "interlude"), None)
    scenario = scenario or (last.scenario if last else "")
    return reminded(
        Occasion(
            where=where,
            edition=state.edition,
            cards=_cards(state, law),
            scenario=scenario,
            mode=state.mode,
            ultimatums=state.in_force,
            players=len(state.active),
            side_story=law.is_side_story(state.campaign, scenario),
            replay=bool(last and last.replay and last.scenario == scenario),
        )
    )


def after_scenario(state: CampaignState, law: Law) -> dict[str, list[Shown]]:
    """The reminders of the steps after a scenario, by step."""
    scenario = state.playing.scenario if state.playing else ""
    return {step: reminders_at(state, law, step, scenario) for step in (RESULT, EXPERIENCE, HARM)}


def _cards(state: CampaignState, law: Law) -> dict[str, Card]:
    """The cards of the decks on the table, by the codes that stand in them."""
    decks = [seat.deck for seat in state.active.values() if seat.deck]
    codes = dict.fromkeys(code for deck in decks for code in (*deck.slots, *deck.extra))
    return {code: card for code in codes if (card := law.card(code))}
