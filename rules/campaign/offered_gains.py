"""Gains that a scenario or interlude may offer, as far as the state decides; the players decide the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.campaign.facts import Game, ScenarioFacts
from rules.campaign.state import CampaignState

NOTHING: Mapping[str, Any] = {}


def may_bring(state: CampaignState, facts: ScenarioFacts | None) -> Mapping[str, Any]:
    """Return what the guide may give here, at this difficulty and with these tokens in the bag.

    The keys are those of `may` in docs/catalogue.md.
    """
    may = facts.may if facts else NOTHING
    if state.difficulty not in may.get("difficulties", (state.difficulty,)):
        return NOTHING
    instead: Mapping[str, Any] = may.get("instead", NOTHING)
    wanted = instead.get("bag", NOTHING)
    if wanted and all(state.bag.tokens.get(token, 0) == copies for token, copies in wanted.items()):
        return instead
    return may


@dataclass(frozen=True, slots=True)
class CardDue:
    """A card that the guide gives to an investigator for the tokens sealed on them."""

    seat: str
    card: str
    token: str
    sealed: int


def cards_due(state: CampaignState, game: Game) -> tuple[CardDue, ...]:
    """Return the cards that investigators gain if the scenario ends with the bag in its current state.

    Call it before the end, when sealed tokens return. An investigator who has the card does not gain another.
    """
    return tuple(_due(state, game))


def _due(state: CampaignState, game: Game) -> Iterator[CardDue]:
    if state.playing is None:
        return
    may = may_bring(state, game.scenario(state.campaign, state.playing.scenario))
    for rule in may.get("cards_by_seal", ()):
        for id in state.playing.seats:
            seat = state.seats[id]
            sealed = state.bag.sealed.get(seat.investigator, {}).get(rule["token"], 0)
            held = (
                {code for pile in (seat.deck.slots, seat.story) for code in pile} if seat.deck else seat.story
            )
            if sealed >= rule["least"] and rule["card"] not in held:
                yield CardDue(id, rule["card"], rule["token"], sealed)
