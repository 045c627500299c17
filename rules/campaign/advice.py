"""Warnings about steps that are allowed but may be a mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.campaign import steps as a
from rules.campaign.context import Case
from rules.campaign.facts import Game
from rules.campaign.slots import card_counts
from rules.campaign.state import DEFEATS, NO_RESOLUTION, RESIGNED, CampaignState
from rules.cards.model import PLACEHOLDER
from rules.chaos_bag import ELDER_SIGN
from rules.deck.verdict import Violation, _
from rules.rulebook.ultimatums import combination_warnings

CODEX = "codex"


def advise(state: CampaignState, step: a.Step, game: Game) -> tuple[Violation, ...]:
    """Return warnings in the form of violations; none of them refuses the step."""
    adviser = _ADVISERS.get(type(step))
    return tuple(adviser(Case(state, game), step)) if adviser else ()


def _deck_chosen(case: Case, step: a.DeckChosen) -> Iterator[Violation]:
    seat = case.seat(step.seat)
    if seat is None:
        return
    if (
        seat.deck
        and seat.weaknesses
        and _chosen_cards(case, step.deck.slots) != _chosen_cards(case, seat.deck.slots)
    ):
        yield case.refuse(
            "rbw.drawn-last",
            _("{investigator}'s weakness was drawn with a different deck; it stays."),
            interpretation="E-21",
            seat=seat.id,
            investigator=seat.title,
        )
    for code in step.deck.slots:
        card = case.game.card(code)
        if card and card.weakness == "basic" and card.code != PLACEHOLDER and code not in seat.weaknesses:
            yield _not_random(case, code)


def _chosen_cards(case: Case, slots: Mapping[str, int]) -> dict[str, int]:
    """Return the cards that the player chose: all except weaknesses."""
    counts = card_counts(slots, case.game)
    cards = {code: case.game.card(code) for code in counts}
    return {code: counts[code] for code, card in cards.items() if card is None or not card.weakness}


def _not_random(case: Case, code: str) -> Violation:
    return case.refuse("rbw.random", _("{card} was not drawn at random."), card=case.game.title(code))


def _weakness_drawn(case: Case, step: a.WeaknessDrawn | a.WeaknessDrawnByGroup) -> Iterator[Violation]:
    seat = case.seat(step.seat)
    if seat and seat.deck is None:
        yield case.refuse(
            "rbw.drawn-last",
            _("Choose {investigator}'s other cards before you draw the weakness."),
            seat=seat.id,
            investigator=seat.title,
        )


def _weakness_gained(case: Case, step: a.WeaknessGained) -> Iterator[Violation]:
    card = case.game.card(step.card)
    if card and card.weakness == "basic":
        yield _not_random(case, step.card)


def _settings(case: Case, step: a.SettingsChanged) -> Iterator[Violation]:
    if step.difficulty not in (None, case.state.difficulty) and case.state.begun:
        yield case.refuse(
            "chaos.difficulty-four",
            _("The difficulty is normally chosen before the first scenario. The chaos bag does not change."),
        )


def _ultimatums(case: Case, step: a.UltimatumsChosen) -> Iterator[Violation]:
    held = [code for seat in case.state.active.values() if seat.deck for code in seat.deck.slots]
    for combination in combination_warnings(step.chosen, held):
        yield case.refuse(
            min(combination.of),
            "{sentence}",
            interpretation=combination.interpretation,
            sentence=combination.sentence,
            sentence_de=combination.sentence_de,
        )


def _retires(case: Case, step: a.SeatRetires) -> Iterator[Violation]:
    yield case.refuse(
        "party.replacement-level0",
        _("{investigator}'s player continues with a new level 0 deck, without experience or trauma."),
        interpretation="E-22",
        seat=step.seat,
        investigator=case.name(step.seat),
    )


def _tokens(case: Case, step: a.TokensChanged) -> Iterator[Violation]:
    if step.tokens.get(ELDER_SIGN, 0) > 0 and "ub.broken-promises" in case.state.ultimatums:
        yield case.refuse(
            "ub.broken-promises", _("This puts the elder sign back, although the ultimatum removed it.")
        )


def _log(case: Case, step: a.LogWritten) -> Iterator[Violation]:
    guide = case.game.campaigns.get(case.state.campaign)
    for change in step.changes:
        section = guide.log.get(change.section or "campaign_notes") if guide else None
        known = section.entries | section.counts if section else frozenset()
        if change.do == "record" and known and change.key not in known:
            yield case.refuse(
                "log.record-exact",
                _("“{text}” does not match a phrase of this guide, so later checks may not find it."),
                text=change.text,
            )


def _remembered(case: Case, step: a.RememberedThat) -> Iterator[Violation]:
    if step.section == CODEX and any(
        memory.section == CODEX and memory.key == step.key for memory in case.state.memories
    ):
        yield case.refuse(
            "log.codex-once", _("Codex entry {key} was already resolved in this scenario."), key=step.key
        )


def _end(case: Case, step: a.EndScenario) -> Iterator[Violation]:
    gone = DEFEATS | {RESIGNED}
    everybody = bool(step.fates) and all(fate.how in gone for fate in step.fates.values())
    if everybody and step.resolution != NO_RESOLUTION:
        yield case.refuse(
            "end.resolution",
            _("Every investigator was eliminated: check whether the guide's “no resolution” applies."),
        )


def _begin(case: Case, step: a.BeginScenario | a.Advance) -> Iterator[Violation]:
    facts = case.game.scenario(case.state.campaign, step.scenario)
    if facts and facts.challenge_of:
        wanted = case.game.title(facts.challenge_of)
        if wanted not in {seat.title for seat in case.state.active.values()}:
            yield case.refuse(
                "standalone.setup-pointer",
                _("{scenario} is meant for {investigator}, who is not in the party."),
                scenario=facts.title,
                investigator=wanted,
            )


_ADVISERS: Mapping[type[a.Step], Callable[[Case, Any], Iterator[Violation]]] = {
    a.DeckChosen: _deck_chosen,
    a.WeaknessDrawn: _weakness_drawn,
    a.WeaknessDrawnByGroup: _weakness_drawn,
    a.WeaknessGained: _weakness_gained,
    a.SettingsChanged: _settings,
    a.UltimatumsChosen: _ultimatums,
    a.SeatRetires: _retires,
    a.TokensChanged: _tokens,
    a.LogWritten: _log,
    a.RememberedThat: _remembered,
    a.EndScenario: _end,
    a.Advance: _begin,
    a.BeginScenario: _begin,
}
