"""Next steps of a campaign, and the questions that only the players can answer at a scenario's end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.campaign.facts import Game
from rules.campaign.outcomes import ALWAYS, NOT_DEFEATED
from rules.campaign.party import unborne
from rules.campaign.purchases import may_shop
from rules.campaign.state import (
    ENDED,
    NEW,
    READY,
    RESULTS,
    SCENARIO,
    CampaignState,
    Seat,
)
from rules.cards import effects
from rules.cards.model import Effect

EPILOGUE = "epilogue"


@dataclass(frozen=True, slots=True)
class NextStep:
    """Something to do next: the kind of the step, and the seat."""

    do: str
    seat: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


def next_steps(state: CampaignState, game: Game) -> tuple[NextStep, ...]:
    """Return what has to be done before the campaign can continue, in order."""
    return tuple(_steps(state, game))


def _steps(state: CampaignState, game: Game) -> Iterator[NextStep]:
    if state.phase == NEW:
        yield NextStep("start-campaign")
    elif state.phase == SCENARIO:
        yield NextStep("end-scenario", facts={"scenario": state.playing.scenario if state.playing else ""})
    elif state.phase == RESULTS:
        yield NextStep("count-experience")
    elif state.phase == READY:
        if state.owes_an_ultimatum:
            yield NextStep("ultimatum-drawn")
        yield NextStep("begin-scenario", facts={"scenario": state.next_scenario})
    elif state.phase != ENDED:
        yield from _between(state, game)


def _between(state: CampaignState, game: Game) -> Iterator[NextStep]:
    for seat in state.seats.values():
        replaced = any(other.replaces == seat.id for other in state.seats.values())
        if seat.is_lost and not replaced and "ub.survival" not in state.in_force:
            yield NextStep("seat-joins", seat.id, {"replaces": seat.id, "player": seat.player})
    if not state.active:
        yield NextStep("seat-joins")
    for seat in state.active.values():
        if seat.deck is None:
            yield NextStep("deck-chosen", seat.id)
        if seat.owed:
            yield NextStep("weakness-drawn", seat.id, {"owed": seat.owed})
    for seat, card in unborne(state, game):
        yield NextStep("bearers-changed", seat.id, {"card": card})
    for seat in state.active.values():
        if seat.experience and may_shop(state, seat):
            yield NextStep("cards-bought", seat.id, {"experience": seat.experience})
    yield NextStep("advance", facts={"scenarios": scenarios_next(state, game)})


def scenarios_next(state: CampaignState, game: Game) -> tuple[str, ...]:
    """Return the scenarios that the guide's order suggests; the players decide. Nothing later is revealed."""
    if state.next_scenario:
        return (state.next_scenario,)
    guide = game.campaigns.get(state.campaign)
    last_named = state.history[-1] if state.history and game.is_open(state.campaign) else None
    if last_named and last_named.replay and not game.scenario(state.campaign, last_named.scenario):
        return (last_named.scenario,)
    if guide is None:
        return ()
    stops = [each for each in state.history if each.scenario in guide.scenarios]
    if not stops:
        return guide.order[:1]
    own = [each.scenario for each in stops]
    if stops[-1].replay:
        return (own[-1],)
    last = guide.scenarios[own[-1]]
    if last.kind == EPILOGUE:
        return ()
    following = [id for id in last.next if id in guide.scenarios]
    if not following and last.id in guide.order[:-1]:
        following = [guide.order[guide.order.index(last.id) + 1]]
    if not following:
        # Alternatives that were open and not taken, then the next one in the usual order.
        left = [id for earlier in own for id in guide.scenarios[earlier].next if id in guide.scenarios]
        following = [id for id in dict.fromkeys(left) if id not in own]
        for course in (guide.order, guide.course):
            place = max((course.index(id) + 1 for id in own if id in course), default=0)
            if course[place:]:
                following.append(course[place])
                break
    # Scenarios that were already played may be played again, but come last.
    return tuple(sorted(dict.fromkeys(following), key=own.__contains__))


@dataclass(frozen=True, slots=True)
class EffectQuestion:
    """A question for the players at a scenario's end: whether, and how often, a card's condition was met."""

    seat: str
    card: str
    effect: Effect
    copies: int

    @property
    def when(self) -> str:
        return str(self.effect.get("when", ""))

    @property
    def chooses_trauma(self) -> bool:
        """Return whether the player chooses the kind of trauma (`Fate.mental_conditions`)."""
        return bool(self.effect.get("trauma"))


_END_OF_GAME_EFFECTS = (
    effects.EARNS,
    effects.SUFFERS,
    effects.IS_LOST,
    effects.EXILED_WHEN,
    effects.REPLACED_BY,
)


def questions(state: CampaignState, game: Game) -> tuple[EffectQuestion, ...]:
    """Return the end-of-game effects in the decks in play (rule trauma.end-of-game-weaknesses).

    A yes goes into `Fate.conditions`, or for "exiled-when" into `Fate.exiled`. Effects that may apply to
    anyone are asked for every investigator. Questions about prices are separate (`rules.upgrade.conditions`).
    """
    seats = [state.seats[id] for id in (state.playing.seats if state.playing else ())]
    own = {seat.id: tuple(_questions(seat, game)) for seat in seats}
    return tuple(question for seat in seats for question in (*own[seat.id], *_of_others(seat, own)))


def _of_others(seat: Seat, own: Mapping[str, tuple[EffectQuestion, ...]]) -> Iterator[EffectQuestion]:
    """Yield the questions about effects of cards in other decks on this investigator."""
    known = {question.card for question in own[seat.id]}
    for question in (each for id, mine in own.items() if id != seat.id for each in mine):
        if question.effect.get("anyone") and question.card not in known:
            known.add(question.card)
            yield replace(question, seat=seat.id)


def _questions(seat: Seat, game: Game) -> Iterator[EffectQuestion]:
    for code, copies in seat.deck.slots.items() if seat.deck else ():
        card = game.card(code)
        for effect in card.effects if card else ():
            depends_on_play = effect.kind == effects.REPLACED_BY or effect.get("when") not in (
                None,
                ALWAYS,
                NOT_DEFEATED,
            )
            if effect.kind in _END_OF_GAME_EFFECTS and depends_on_play:
                yield EffectQuestion(seat.id, code, effect, copies)
