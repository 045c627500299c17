"""Beginning and end of a scenario: when it may begin, and what its end changes.

(Rulebook A7, A9, A11, A18.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from rules.campaign import entries as e
from rules.campaign.advancing import check_name, check_price, uses_premade
from rules.campaign.bag import bag_at_end, bag_at_start, token_changes
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.earnings import earnings
from rules.campaign.facts import Game, ScenarioFacts
from rules.campaign.outcomes import settle
from rules.campaign.slots import INSTRUCTION, TAKEN
from rules.campaign.state import (
    BETWEEN,
    LOSS,
    READY,
    RESULTS,
    SCENARIO,
    SETUP,
    UNRESOLVED,
    WON,
    CampaignState,
)
from rules.campaign.steps import BeginScenario, CountExperience, EndScenario, InterludePlayed
from rules.cards.model import Deck
from rules.deck.circumstances import STANDALONE
from rules.deck.rules.ultimatums import is_ally_at_stake
from rules.deck.verdict import Violation, _


@handles(BeginScenario)
def begin(context: StepContext, step: BeginScenario) -> Iterator[Found]:
    state = context.state
    if state.phase != READY or state.next_scenario != step.scenario:
        yield context.refuse(
            "end.order",
            _("Set up this scenario first, with every deck legal and nothing left to do."),
            scenario=step.scenario,
        )
    premade = uses_premade(context, step.scenario)
    if step.lead not in state.active and not (premade and not step.lead):
        yield context.refuse(
            "setup.lead-investigator", _("Choose an active investigator as the lead investigator.")
        )
    if state.owes_an_ultimatum:
        yield context.refuse("ub.ultimatums", _("Ultimatum of Ultimatums: draw one for this scenario first."))
    yield from check_price(context, step.scenario)
    yield from token_changes(context, step.tokens, step.scenario)
    if premade:
        yield e.BeginEntry(step.scenario, "", (), False)
        yield e.PhaseEntry(SCENARIO, step.scenario)
        return
    price = context.game.price_of(state.campaign, step.scenario) if state.mode != STANDALONE else 0
    for seat in state.active.values():
        if price:
            yield e.ExperienceEntry(seat.id, -price, "side-story")
        for card, from_deck, from_second in seat.outcome.exiled:
            yield e.ExileEntry(seat.id, card, -from_deck - from_second, -from_second)
        for card, copies in seat.outcome.removed.total.items():
            yield e.TakenEntry(seat.id, card, -copies)
    yield from bag_at_start(context)
    side = context.game.is_side_story(state.campaign, step.scenario)
    yield e.BeginEntry(step.scenario, step.lead, tuple(state.active), side)
    yield e.PhaseEntry(SCENARIO, step.scenario)


@handles(EndScenario)
def finish(context: StepContext, step: EndScenario) -> Iterator[Found]:
    state = context.state
    playing = state.playing
    if state.phase != SCENARIO or playing is None:
        yield context.refuse("end.order", _("No scenario is being played. Start one first."))
        return
    facts = context.game.scenario(state.campaign, playing.scenario)
    yield from _check_completeness(context, step, playing.seats, facts)
    if facts and facts.premade:
        yield from _prologue(context, step)
        return
    fates = {id: step.fates[id] for id in playing.seats if id in step.fates}
    kind = "side" if playing.side else "scenario"
    yield e.ResultEntry(playing.scenario, kind, step.resolution, step.replay, fates, playing.lead)
    yield from bag_at_end(state)
    if state.mode == STANDALONE:
        yield from _score(step)
        return
    for id, fate in fates.items():
        yield from settle(context, state.seats[id], fate, earns=not step.replay)
    yield from _scream(context, step)
    if step.replay:
        yield from _counted(context, 0, 0)
    elif step.victory is not None:
        yield from _not_negative(context, step.victory)
        for id, fate in fates.items():
            yield from earnings(context, state.seats[id], fate, step.victory, step.bonus)
        yield from _counted(context, step.victory, step.bonus)
    else:
        yield e.PhaseEntry(RESULTS)


def _prologue(context: StepContext, step: EndScenario) -> Iterator[e.Entry]:
    """Record the end of a scenario with premade investigators: nothing happens to the party."""
    state = context.state
    assert state.playing is not None
    yield e.ResultEntry(state.playing.scenario, "prologue", step.resolution, step.replay)
    yield from bag_at_end(state)
    yield e.VictoryEntry(0)
    yield from _drawn_ultimatum_ends(state)
    yield e.PhaseEntry(BETWEEN if any(each.is_scenario for each in state.history) else SETUP)


def _check_completeness(
    context: StepContext, step: EndScenario, seats: tuple[str, ...], facts: ScenarioFacts | None
) -> Iterator[Violation]:
    if not step.resolution or (facts and facts.resolutions and step.resolution not in facts.resolutions):
        yield context.refuse(
            "end.resolution",
            _("Choose the resolution, or “No resolution”."),
            resolution=step.resolution,
            resolutions=list(facts.resolutions) if facts else [],
        )
    for id in seats:
        if id not in step.fates:
            yield context.refuse(
                "log.contents",
                _("Choose how the scenario ended for {investigator}."),
                seat=id,
                investigator=context.name(id),
            )
    for id in step.fates:
        if id not in seats:
            yield context.refuse(
                "step.known-seat", _("{seat} did not take part in this scenario."), seat=context.name(id)
            )


def _score(step: EndScenario) -> Iterator[e.Entry]:
    """Record the result of a standalone scenario, which has no ledger (rule trauma.standalone-moot).

    It is won or lost (standalone.win-loss), and its experience is a score (standalone.score-variant).
    """
    yield e.VictoryEntry(step.victory or 0, step.bonus)
    won = step.resolution not in UNRESOLVED if step.won is None else step.won
    yield e.EndEntry(WON if won else LOSS, step.resolution)


def _scream(context: StepContext, step: EndScenario) -> Iterator[Found]:
    """Remove allies lost to the Ultimatum of the Scream from every deck, in every level and printing."""
    if step.lost_allies and "ub.scream" not in context.state.in_force:
        yield context.refuse("ub.scream", _("The Ultimatum of the Scream is not in effect in this campaign."))
    titles: list[str] = []
    for code in step.lost_allies:
        card = context.game.card(code)
        if card is None or not is_ally_at_stake(card):
            yield context.refuse(
                "ub.scream",
                _("{card} is not a unique ally that can be lost: story assets and weaknesses stay."),
                card=context.game.title(code),
            )
        elif card.title not in (*context.state.lost_allies, *titles):
            titles.append(card.title)
            yield e.AllyEntry(card.title)
    for id in context.state.seats if titles else ():
        yield from _without_titles(context, id, titles)


def allies_at_stake(state: CampaignState, game: Game) -> frozenset[str]:
    """Return the cards in the decks that a scenario may remove permanently (ub.scream)."""
    if "ub.scream" not in state.in_force:
        return frozenset()
    decks = (seat.deck for seat in state.active.values() if seat.deck)
    held = (code for deck in decks for code in (*deck.slots, *deck.second_deck))
    return frozenset(code for code in held if (card := game.card(code)) and is_ally_at_stake(card))


def _without_titles(context: StepContext, seat: str, titles: list[str]) -> Iterator[e.Entry]:
    """Yield the deck and second deck without these allies. A lost signature leaves no place to refill."""
    deck = context.deck(seat)
    if deck is None:
        return
    gone = {
        code: card
        for code in dict.fromkeys((*deck.slots, *deck.second_deck))
        if (card := context.game.card(code)) and card.title in titles and is_ally_at_stake(card)
    }
    signatures = {code for code, card in gone.items() if card.level is None}
    if signatures:
        deck = _without(deck, signatures)
        yield context.new_deck(seat, deck, INSTRUCTION, cause="ub.scream")
    others = gone.keys() - signatures
    for code in sorted(others):
        yield e.TakenEntry(seat, code, deck.slots.get(code, 0) + deck.second_deck.get(code, 0))
    if others:
        yield context.new_deck(seat, _without(deck, others), TAKEN)


def _without(deck: Deck, gone: Collection[str]) -> Deck:
    return replace(
        deck,
        slots={code: copies for code, copies in deck.slots.items() if code not in gone},
        second_deck={code: copies for code, copies in deck.second_deck.items() if code not in gone},
    )


def _not_negative(context: StepContext, victory: int) -> Iterator[Violation]:
    if victory < 0:
        yield context.refuse(
            "xp.earn-victory-plus-bonus",
            _("The victory display cannot be worth less than 0."),
            victory=victory,
        )


def _counted(context: StepContext, victory: int, bonus: int) -> Iterator[e.Entry]:
    yield e.VictoryEntry(victory, bonus)
    yield from _drawn_ultimatum_ends(context.state)
    yield e.PhaseEntry(BETWEEN)


def _drawn_ultimatum_ends(state: CampaignState) -> Iterator[e.Entry]:
    """End what the Ultimatum of Ultimatums drew for one game; before the next one, another is drawn."""
    if state.drawn_ultimatum:
        yield e.UltimatumEntry(state.drawn_ultimatum, active=False, scope="scenario")


@handles(CountExperience)
def count(context: StepContext, step: CountExperience) -> Iterator[Found]:
    state = context.state
    if state.phase != RESULTS:
        yield context.refuse("end.order", _("The experience of every scenario is already recorded."))
        return
    yield from _not_negative(context, step.victory)
    for id, fate in state.history[-1].fates.items():
        yield from earnings(context, state.seats[id], fate, step.victory, step.bonus)
    yield from _counted(context, step.victory, step.bonus)


@handles(InterludePlayed)
def interlude(context: StepContext, step: InterludePlayed) -> Iterator[Found]:
    yield from context.only_in(
        (SETUP, BETWEEN, READY), "end.order", _("Interludes can be recorded only between scenarios.")
    )
    yield from context.unknown_seats(step.seats)
    found = context.game.scenario(context.state.campaign, step.interlude)
    unknown = _("This campaign has no interlude {scenario}.")
    if found is None:
        yield from check_name(context, step.interlude, unknown)
    elif found.kind == "scenario":
        yield context.refuse("step.known-scenario", unknown, scenario=step.interlude)
    yield e.ResultEntry(step.interlude, "interlude")
