"""Next steps of a campaign, and the questions that only the players can answer at a scenario's end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.campaign import course
from rules.campaign.course import Upcoming
from rules.campaign.facts import CampaignFacts, Game
from rules.campaign.outcomes import ALWAYS, NOT_DEFEATED
from rules.campaign.party import unborne
from rules.campaign.purchases import may_buy
from rules.campaign.state import (
    ENDED,
    NEW,
    READY,
    RESULTS,
    SCENARIO,
    CampaignState,
    Played,
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
    onward = tuple(_onward(state, game))
    if all(_is_the_end(state, game, step) for step in onward):
        # There is no scenario to prepare for, though a side story may still be played.
        yield from onward
        yield from _preparations(state, game)
    else:
        yield from _preparations(state, game)
        yield from onward


def _is_the_end(state: CampaignState, game: Game, step: NextStep) -> bool:
    epilogues = (game.scenario(state.campaign, id) for id in step.facts.get("interludes", ()))
    return step.do == "campaign-ended" or (
        step.do == "interlude-played" and all(found and found.kind == EPILOGUE for found in epilogues)
    )


def _preparations(state: CampaignState, game: Game) -> Iterator[NextStep]:
    followed = {seat.replaces for seat in state.seats.values()}
    lost = [seat for seat in state.seats.values() if seat.is_lost and seat.id not in followed]
    to_replace = [seat for seat in lost if not state.is_out(seat)]
    for seat in to_replace:
        yield NextStep("seat-joins", seat.id, {"replaces": seat.id, "player": seat.player})
    if not state.active and not to_replace:
        yield NextStep("seat-joins")
    for seat in state.active.values():
        if seat.deck is None:
            yield NextStep("deck-chosen", seat.id)
        if seat.owed:
            yield NextStep("weakness-drawn", seat.id, {"owed": seat.owed})
    for seat, card in unborne(state, game):
        yield NextStep("bearers-changed", seat.id, {"card": card})
    for seat in state.active.values():
        if seat.experience and may_buy(state, seat):
            yield NextStep("cards-bought", seat.id, {"experience": seat.experience})


def _onward(state: CampaignState, game: Game) -> Iterator[NextStep]:
    """Yield where the guide leads: to interludes, to scenarios, or to the end of the campaign."""
    ahead = upcoming(state, game)
    interludes = {each.id: each.optional for each in ahead if _is_interlude(state, game, each.id)}
    scenarios = tuple(each.id for each in ahead if each.id not in interludes)
    if interludes:
        optional = tuple(id for id, may_be_left_out in interludes.items() if may_be_left_out)
        yield NextStep("interlude-played", facts={"interludes": tuple(interludes), "optional": optional})
    if is_at_end(state, game):
        yield NextStep("campaign-ended")
    elif scenarios or not interludes:
        yield NextStep("advance", facts={"scenarios": scenarios})


def _is_interlude(state: CampaignState, game: Game, id: str) -> bool:
    facts = game.scenario(state.campaign, id)
    return facts is not None and facts.kind != "scenario"


def scenarios_next(state: CampaignState, game: Game) -> tuple[str, ...]:
    """Return the scenarios and interludes that the guide's order suggests, and nothing later."""
    return tuple(each.id for each in upcoming(state, game))


def upcoming(state: CampaignState, game: Game) -> tuple[Upcoming, ...]:
    """Return what the guide's order suggests next; the players decide. Nothing later is revealed."""
    if state.next_scenario:
        return (Upcoming(state.next_scenario),)
    guide = game.campaigns.get(state.campaign)
    last_named = state.history[-1] if state.history and game.is_open(state.campaign) else None
    if last_named and last_named.replay and not game.scenario(state.campaign, last_named.scenario):
        return (Upcoming(last_named.scenario),)
    if guide is None:
        return ()
    stops = _own_stops(state, guide)
    own = [each.scenario for each in stops]
    if stops and stops[-1].replay:
        return (Upcoming(own[-1]),)
    if own and guide.scenarios[own[-1]].kind == EPILOGUE:
        return ()
    leads_to = {id: guide.scenarios[id].next for id in own}
    following = course.upcoming(guide.course, own, leads_to)
    if guide.is_plain and own:
        following = _with_choices(guide, own, following)
    return following


def is_at_end(state: CampaignState, game: Game) -> bool:
    """Return whether the guide may be over: nothing is left of it, or nothing but what it may leave out."""
    guide = game.campaigns.get(state.campaign)
    if guide is None or guide.open or state.next_scenario:
        return False
    own = [each.scenario for each in _own_stops(state, guide)]
    if not own or course.is_on_map(guide.course, own):
        return False
    left = upcoming(state, game)
    return all(each.optional and guide.scenarios[each.id].kind == EPILOGUE for each in left)


def _own_stops(state: CampaignState, guide: CampaignFacts) -> list[Played]:
    return [each for each in state.history if each.scenario in guide.scenarios]


def _with_choices(guide: CampaignFacts, own: list[str], usual: tuple[Upcoming, ...]) -> tuple[Upcoming, ...]:
    """Return what follows in a file without a course: what the last scenario leads to, or what is left."""
    following = [id for id in guide.scenarios[own[-1]].next if id in guide.scenarios]
    if not following:
        on_the_way = any(own[-1] in leg.of for leg in guide.course)
        left = [id for each in own for id in guide.scenarios[each].next if id in guide.scenarios]
        following = [] if on_the_way and usual else [id for id in left if id not in own]
        following += [each.id for each in usual]
    # Scenarios that were already played may be played again, but come last.
    return tuple(Upcoming(id) for id in sorted(dict.fromkeys(following), key=own.__contains__))


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
    effects.STARTING_RESOURCES,
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
