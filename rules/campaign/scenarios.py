"""Beginning and end of a scenario: when it may begin, and what its end changes.

(Rulebook A7, A9, A11, A18.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from rules.campaign import entries as e
from rules.campaign.bag import bag_at_end, bag_at_start
from rules.campaign.context import Case, Found, handles
from rules.campaign.earnings import earnings
from rules.campaign.facts import Game, ScenarioFacts
from rules.campaign.outcomes import settle
from rules.campaign.party import unborne
from rules.campaign.slots import INSTRUCTION, TAKEN
from rules.campaign.state import (
    BETWEEN,
    LOSS,
    NO_RESOLUTION,
    READY,
    RESULTS,
    SCENARIO,
    SETUP,
    WON,
    CampaignState,
)
from rules.campaign.steps import Advance, BeginScenario, CountExperience, EndScenario, InterludePlayed
from rules.cards.model import Deck
from rules.deck.circumstances import STANDALONE
from rules.deck.rules.ultimatums import is_ally_at_stake
from rules.deck.verdict import Violation, _


@handles(Advance)
def advance(case: Case, step: Advance) -> Iterator[Found]:
    """Advance to the next scenario, also after a loss (rule log.advance), if everything is in order."""
    state = case.state
    if state.phase == RESULTS:
        yield case.refuse("end.order", _("Record the experience of the last scenario first."))
    else:
        yield from case.only_in(
            (SETUP, BETWEEN, READY), "end.order", _("A scenario is being played. Record its result first.")
        )
    yield from _known_scenario(case, step.scenario)
    yield from _party_is_ready(case, step)
    yield from _can_pay(case, step.scenario)
    yield e.PhaseEntry(READY, step.scenario)


def _known_scenario(case: Case, id: str) -> Iterator[Violation]:
    found = case.game.scenario(case.state.campaign, id)
    if not id or (case.state.campaign and found is None):
        yield case.refuse("step.known-scenario", _("This campaign has no scenario {scenario}."), scenario=id)
    elif found and found.kind != "scenario":
        yield case.refuse(
            "step.known-scenario",
            _("{title} is not a scenario. Record it as an interlude."),
            title=found.title,
        )


def _party_is_ready(case: Case, step: Advance) -> Iterator[Violation]:
    state = case.state
    if not state.active:
        yield case.refuse("party.no-investigators-left", _("There are no investigators. Add one first."))
    for seat in state.active.values():
        who = {"seat": seat.id, "investigator": seat.title}
        broken = step.verdicts.get(seat.id)
        if seat.deck is None:
            yield case.refuse(
                "end.deck-must-be-legal", _("{investigator} has no deck yet. Choose one."), **who
            )
        elif broken is None:
            yield case.refuse(
                "end.deck-must-be-legal", _("{investigator}'s deck has not been checked."), **who
            )
        elif broken:
            yield case.refuse(
                "end.deck-must-be-legal",
                _("{investigator}'s deck is not legal: {broken}."),
                broken=list(broken),
                **who,
            )
        if seat.owed > 0:
            yield case.refuse(
                "rbw.one-required",
                _("{investigator} still has to draw {owed} random basic weakness."),
                owed=seat.owed,
                **who,
            )
    for seat, card in unborne(state, case.game):
        yield case.refuse(
            "party.unique-campaign-card-passes",
            _("{card} needs a new bearer in place of {investigator}."),
            seat=seat.id,
            investigator=seat.title,
            card=case.game.title(card),
            code=card,
            chosen_by=case.edition.switches.bearer_chosen_by,
        )


def _can_pay(case: Case, scenario: str) -> Iterator[Violation]:
    """Check that each investigator can pay the experience that a side story costs."""
    price = case.game.price_of(case.state.campaign, scenario)
    if case.state.mode == STANDALONE:
        return
    for seat in case.state.active.values():
        if seat.experience < price:
            yield case.refuse(
                "xp.spend-not-exceed",
                _("{investigator} has {experience} experience; this side story costs {price}."),
                seat=seat.id,
                investigator=seat.title,
                experience=seat.experience,
                price=price,
            )


@handles(BeginScenario)
def begin(case: Case, step: BeginScenario) -> Iterator[Found]:
    state = case.state
    if state.phase != READY or state.next_scenario != step.scenario:
        yield case.refuse(
            "end.order",
            _("Set up this scenario first, with every deck legal and nothing left to do."),
            scenario=step.scenario,
        )
    if step.lead not in state.active:
        yield case.refuse(
            "setup.lead-investigator", _("Choose an active investigator as the lead investigator.")
        )
    if state.owes_an_ultimatum:
        yield case.refuse("ub.ultimatums", _("Ultimatum of Ultimatums: draw one for this scenario first."))
    yield from _can_pay(case, step.scenario)
    price = case.game.price_of(state.campaign, step.scenario) if state.mode != STANDALONE else 0
    for seat in state.active.values():
        if price:
            yield e.ExperienceEntry(seat.id, -price, "side-story")
        for card, from_deck, from_second in seat.outcome.exiled:
            yield e.ExileEntry(seat.id, card, -from_deck - from_second, -from_second)
        for card, copies in seat.outcome.removed.total.items():
            yield e.TakenEntry(seat.id, card, -copies)
    yield from bag_at_start(case)
    side = case.game.is_side_story(state.campaign, step.scenario)
    yield e.BeginEntry(step.scenario, step.lead, tuple(state.active), side)
    yield e.PhaseEntry(SCENARIO, step.scenario)


@handles(EndScenario)
def finish(case: Case, step: EndScenario) -> Iterator[Found]:
    state = case.state
    playing = state.playing
    if state.phase != SCENARIO or playing is None:
        yield case.refuse("end.order", _("No scenario is being played. Start one first."))
        return
    facts = case.game.scenario(state.campaign, playing.scenario)
    yield from _told_in_full(case, step, playing.seats, facts)
    fates = {id: step.fates[id] for id in playing.seats if id in step.fates}
    kind = "side" if playing.side else "scenario"
    yield e.ResultEntry(playing.scenario, kind, step.resolution, step.replay, fates, playing.lead)
    yield from bag_at_end(state)
    if state.mode == STANDALONE:
        yield from _score(step)
        return
    for id, fate in fates.items():
        yield from settle(case, state.seats[id], fate, earns=not step.replay)
    yield from _scream(case, step)
    if step.replay:
        yield from _counted(case, 0, 0)
    elif step.victory is not None:
        yield from _not_negative(case, step.victory)
        for id, fate in fates.items():
            yield from earnings(case, state.seats[id], fate, step.victory, step.bonus)
        yield from _counted(case, step.victory, step.bonus)
    else:
        yield e.PhaseEntry(RESULTS)


def _told_in_full(
    case: Case, step: EndScenario, seats: tuple[str, ...], facts: ScenarioFacts | None
) -> Iterator[Violation]:
    if not step.resolution or (facts and facts.resolutions and step.resolution not in facts.resolutions):
        yield case.refuse(
            "end.resolution",
            _("Choose the resolution, or “No resolution”."),
            resolution=step.resolution,
            resolutions=list(facts.resolutions) if facts else [],
        )
    for id in seats:
        if id not in step.fates:
            yield case.refuse(
                "log.contents",
                _("Choose how the scenario ended for {investigator}."),
                seat=id,
                investigator=case.name(id),
            )
    for id in step.fates:
        if id not in seats:
            yield case.refuse(
                "step.known-seat", _("{seat} did not take part in this scenario."), seat=case.name(id)
            )


def _score(step: EndScenario) -> Iterator[e.Entry]:
    """Record the result of a standalone scenario, which has no ledger (rule trauma.standalone-moot).

    It is won or lost (standalone.win-loss), and its experience is a score (standalone.score-variant).
    """
    yield e.VictoryEntry(step.victory or 0, step.bonus)
    won = step.resolution != NO_RESOLUTION if step.won is None else step.won
    yield e.EndEntry(WON if won else LOSS, step.resolution)


def _scream(case: Case, step: EndScenario) -> Iterator[Found]:
    """Remove allies lost to the Ultimatum of the Scream from every deck, in every level and printing."""
    if step.lost_allies and "ub.scream" not in case.state.in_force:
        yield case.refuse("ub.scream", _("The Ultimatum of the Scream is not in effect in this campaign."))
    titles: list[str] = []
    for code in step.lost_allies:
        card = case.game.card(code)
        if card is None or not is_ally_at_stake(card):
            yield case.refuse(
                "ub.scream",
                _("{card} is not a unique ally that can be lost: story assets and weaknesses stay."),
                card=case.game.title(code),
            )
        elif card.title not in (*case.state.lost_allies, *titles):
            titles.append(card.title)
            yield e.AllyEntry(card.title)
    for id in case.state.seats if titles else ():
        yield from _without_titles(case, id, titles)


def allies_at_stake(state: CampaignState, game: Game) -> frozenset[str]:
    """Return the cards in the decks that a scenario may remove permanently (ub.scream)."""
    if "ub.scream" not in state.in_force:
        return frozenset()
    decks = (seat.deck for seat in state.active.values() if seat.deck)
    held = (code for deck in decks for code in (*deck.slots, *deck.extra))
    return frozenset(code for code in held if (card := game.card(code)) and is_ally_at_stake(card))


def _without_titles(case: Case, seat: str, titles: list[str]) -> Iterator[e.Entry]:
    """Yield the deck and second deck without these allies. A lost signature leaves no place to refill."""
    deck = case.deck(seat)
    if deck is None:
        return
    gone = {
        code: card
        for code in dict.fromkeys((*deck.slots, *deck.extra))
        if (card := case.game.card(code)) and card.title in titles and is_ally_at_stake(card)
    }
    signatures = {code for code, card in gone.items() if card.level is None}
    if signatures:
        deck = _without(deck, signatures)
        yield case.new_deck(seat, deck, INSTRUCTION, cause="ub.scream")
    others = gone.keys() - signatures
    for code in sorted(others):
        yield e.TakenEntry(seat, code, deck.slots.get(code, 0) + deck.extra.get(code, 0))
    if others:
        yield case.new_deck(seat, _without(deck, others), TAKEN)


def _without(deck: Deck, gone: Collection[str]) -> Deck:
    return replace(
        deck,
        slots={code: copies for code, copies in deck.slots.items() if code not in gone},
        extra={code: copies for code, copies in deck.extra.items() if code not in gone},
    )


def _not_negative(case: Case, victory: int) -> Iterator[Violation]:
    if victory < 0:
        yield case.refuse(
            "xp.earn-victory-plus-bonus",
            _("The victory display cannot be worth less than 0."),
            victory=victory,
        )


def _counted(case: Case, victory: int, bonus: int) -> Iterator[e.Entry]:
    yield e.VictoryEntry(victory, bonus)
    if case.state.drawn_ultimatum:
        yield e.UltimatumEntry(case.state.drawn_ultimatum, active=False, scope="scenario")
    yield e.PhaseEntry(BETWEEN)


@handles(CountExperience)
def count(case: Case, step: CountExperience) -> Iterator[Found]:
    state = case.state
    if state.phase != RESULTS:
        yield case.refuse("end.order", _("The experience of every scenario is already recorded."))
        return
    yield from _not_negative(case, step.victory)
    for id, fate in state.history[-1].fates.items():
        yield from earnings(case, state.seats[id], fate, step.victory, step.bonus)
    yield from _counted(case, step.victory, step.bonus)


@handles(InterludePlayed)
def interlude(case: Case, step: InterludePlayed) -> Iterator[Found]:
    yield from case.only_in(
        (SETUP, BETWEEN, READY), "end.order", _("Interludes can be recorded only between scenarios.")
    )
    found = case.game.scenario(case.state.campaign, step.interlude)
    if not step.interlude or (case.state.campaign and (found is None or found.kind == "scenario")):
        yield case.refuse(
            "step.known-scenario", _("This campaign has no interlude {scenario}."), scenario=step.interlude
        )
    yield e.ResultEntry(step.interlude, "interlude")
