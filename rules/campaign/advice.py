"""Warnings about steps that are allowed but may be a mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.campaign import steps
from rules.campaign.context import StepContext
from rules.campaign.facts import Game
from rules.campaign.slots import card_counts
from rules.campaign.state import DEFEATS, RESIGNED, UNRESOLVED, CampaignState
from rules.cards.model import PLACEHOLDER
from rules.chaos_bag import ELDER_SIGN
from rules.deck.verdict import Violation, _
from rules.rulebook.ultimatums import combination_warnings

CODEX = "codex"


def advise(state: CampaignState, step: steps.Step, game: Game) -> tuple[Violation, ...]:
    """Return warnings in the form of violations; none of them refuses the step."""
    adviser = _ADVISERS.get(type(step))
    return tuple(adviser(StepContext(state, game), step)) if adviser else ()


def _deck_chosen(context: StepContext, step: steps.DeckChosen) -> Iterator[Violation]:
    seat = context.seat(step.seat)
    if seat is None:
        return
    if (
        seat.deck
        and seat.weaknesses
        and _chosen_cards(context, step.deck.slots) != _chosen_cards(context, seat.deck.slots)
    ):
        yield context.refuse(
            "rbw.drawn-last",
            _("{investigator}'s weakness was drawn with a different deck; it stays."),
            interpretation="E-21",
            seat=seat.id,
            investigator=seat.title,
        )
    for code in step.deck.slots:
        card = context.game.card(code)
        if card and card.weakness == "basic" and card.code != PLACEHOLDER and code not in seat.weaknesses:
            yield _not_random(context, code)


def _chosen_cards(context: StepContext, slots: Mapping[str, int]) -> dict[str, int]:
    """Return the cards that the player chose: all except weaknesses."""
    counts = card_counts(slots, context.game)
    cards = {code: context.game.card(code) for code in counts}
    return {code: counts[code] for code, card in cards.items() if card is None or not card.weakness}


def _not_random(context: StepContext, code: str) -> Violation:
    return context.refuse("rbw.random", _("{card} was not drawn at random."), card=context.game.title(code))


def _weakness_drawn(
    context: StepContext, step: steps.WeaknessDrawn | steps.WeaknessDrawnByGroup
) -> Iterator[Violation]:
    seat = context.seat(step.seat)
    if seat and seat.deck is None:
        yield context.refuse(
            "rbw.drawn-last",
            _("Choose {investigator}'s other cards before you draw the weakness."),
            seat=seat.id,
            investigator=seat.title,
        )


def _weakness_gained(context: StepContext, step: steps.WeaknessGained) -> Iterator[Violation]:
    card = context.game.card(step.card)
    if card and card.weakness == "basic":
        yield _not_random(context, step.card)


def _settings(context: StepContext, step: steps.SettingsChanged) -> Iterator[Violation]:
    if step.difficulty not in (None, context.state.difficulty) and context.state.begun:
        yield context.refuse(
            "chaos.difficulty-four",
            _("The difficulty is normally chosen before the first scenario. The chaos bag does not change."),
        )


def _ultimatums(context: StepContext, step: steps.UltimatumsChosen) -> Iterator[Violation]:
    held = [code for seat in context.state.active.values() if seat.deck for code in seat.deck.slots]
    for combination in combination_warnings(step.chosen, held):
        yield context.refuse(
            min(combination.of),
            "{sentence}",
            interpretation=combination.interpretation,
            sentence=combination.sentence,
            sentence_de=combination.sentence_de,
        )


def _retires(context: StepContext, step: steps.SeatRetires) -> Iterator[Violation]:
    yield context.refuse(
        "party.replacement-level0",
        _("{investigator}'s player continues with a new level 0 deck, without experience or trauma."),
        interpretation="E-22",
        seat=step.seat,
        investigator=context.name(step.seat),
    )


def _tokens(context: StepContext, step: steps.TokensChanged) -> Iterator[Violation]:
    if step.tokens.get(ELDER_SIGN, 0) > 0 and "ub.broken-promises" in context.state.ultimatums:
        yield context.refuse(
            "ub.broken-promises", _("This puts the elder sign back, although the ultimatum removed it.")
        )


def _remembered(context: StepContext, step: steps.RememberedThat) -> Iterator[Violation]:
    if step.section == CODEX and any(
        memory.section == CODEX and memory.key == step.key for memory in context.state.memories
    ):
        yield context.refuse(
            "log.codex-once", _("Codex entry {key} was already resolved in this scenario."), key=step.key
        )


def _end(context: StepContext, step: steps.EndScenario) -> Iterator[Violation]:
    """Name the part of the guide that is read if everybody is out, if the facts have it."""
    gone = DEFEATS | {RESIGNED}
    if not step.fates or not step.resolution or any(fate.how not in gone for fate in step.fates.values()):
        return
    playing = context.state.playing
    facts = context.game.scenario(context.state.campaign, playing.scenario) if playing else None
    if facts and facts.all_eliminated:
        if step.resolution != facts.all_eliminated:
            yield context.refuse(
                "end.resolution",
                _("Every investigator was eliminated: this guide then reads {resolution}."),
                resolution=facts.all_eliminated,
            )
    elif step.resolution not in UNRESOLVED and (not facts or UNRESOLVED.intersection(facts.resolutions)):
        yield context.refuse(
            "end.resolution",
            _("Every investigator was eliminated: check whether the guide's “no resolution” applies."),
        )


def _begin(context: StepContext, step: steps.BeginScenario | steps.Advance) -> Iterator[Violation]:
    facts = context.game.scenario(context.state.campaign, step.scenario)
    if facts and facts.challenge_of:
        wanted = context.game.title(facts.challenge_of)
        if wanted not in {seat.title for seat in context.state.active.values()}:
            yield context.refuse(
                "standalone.setup-pointer",
                _("{scenario} is meant for {investigator}, who is not in the party."),
                scenario=facts.title,
                investigator=wanted,
            )


_ADVISERS: Mapping[type[steps.Step], Callable[[StepContext, Any], Iterator[Violation]]] = {
    steps.DeckChosen: _deck_chosen,
    steps.WeaknessDrawn: _weakness_drawn,
    steps.WeaknessDrawnByGroup: _weakness_drawn,
    steps.WeaknessGained: _weakness_gained,
    steps.SettingsChanged: _settings,
    steps.UltimatumsChosen: _ultimatums,
    steps.SeatRetires: _retires,
    steps.TokensChanged: _tokens,
    steps.RememberedThat: _remembered,
    steps.EndScenario: _end,
    steps.Advance: _begin,
    steps.BeginScenario: _begin,
}
