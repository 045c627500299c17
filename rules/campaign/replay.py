"""Application of steps: one step gives a new state or a refusal, a whole history gives its state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.campaign import (
    advancing,
    bag,
    decks,
    draws,
    gained_cards,
    guide_prices,
    logbook,
    party,
    purchases,
    resuming,
    scenarios,
    settings,
    steps,
)
from rules.campaign.context import HANDLES, Handler, Refusal, StepContext
from rules.campaign.entries import Entry, SeatEntry, StatusEntry, WaiverEntry
from rules.campaign.facts import Game
from rules.campaign.ledger import enter, post, working_copy
from rules.campaign.party_size import decks_that_fit
from rules.campaign.state import EMPTY, CampaignState
from rules.deck.verdict import Violation

#: The function that judges each kind of step, from the modules whose functions have the mark of `handles`.
HANDLERS: Mapping[type[steps.Step], Handler] = MappingProxyType(
    {
        kind: function
        for module in (
            bag,
            settings,
            decks,
            draws,
            gained_cards,
            logbook,
            party,
            guide_prices,
            advancing,
            scenarios,
            purchases,
            resuming,
        )
        for function in vars(module).values()
        if (kind := getattr(function, HANDLES, None))
    }
)

#: Reasons that mean the step makes no sense here; no house rule can waive them.
NONSENSE = "step."


@dataclass(frozen=True, slots=True)
class Judgement:
    """The entries that a step would make, and the reasons against it."""

    entries: tuple[Entry, ...]
    violations: tuple[Violation, ...]
    """Reasons to refuse it; those that the group waived are entries."""


def judge_step(state: CampaignState, step: steps.Step, game: Game, number: int | None = None) -> Judgement:
    """Judge a step without applying it."""
    context = StepContext(state, game, state.number + 1 if number is None else number)
    entries: list[Entry] = []
    against: list[Violation] = []
    waived: dict[str, WaiverEntry] = {}
    for found in HANDLERS[type(step)](context, step):
        if not isinstance(found, Violation):
            entries.append(found)
        elif found.rule.startswith(NONSENSE) or not _is_waived(found.rule, state, step):
            against.append(found)
        else:
            waived[found.rule] = WaiverEntry(found.rule, step.note)
    if not against and any(isinstance(entry, (SeatEntry, StatusEntry)) for entry in entries):
        entries += decks_that_fit(post(state, entries, context.number), game)
    return Judgement((*entries, *waived.values()), tuple(against))


def _is_waived(rule: str, state: CampaignState, step: steps.Step) -> bool:
    """Return whether the rule is waived for this step, with a note, or for the whole campaign (E-42)."""
    return rule in state.house.waived or (rule in step.waives and bool(step.note.strip()))


def apply(
    state: CampaignState, step: steps.Step, game: Game, number: int | None = None
) -> CampaignState | Refusal:
    """Return the state after the step, or every reason to refuse it.

    `number` is the step's own, if not the next.
    """
    judgement = judge_step(state, step, game, number)
    if judgement.violations:
        return Refusal(judgement.violations)
    return post(state, judgement.entries, state.number + 1 if number is None else number)


def entries_of(
    state: CampaignState, step: steps.Step, game: Game, number: int | None = None
) -> tuple[Entry, ...]:
    """Return the entries that an accepted step makes, before it is applied to `state`."""
    return judge_step(state, step, game, number).entries


NumberedStep = tuple[int, steps.Step]


class Unreplayable(ValueError):
    """A step in the history that makes no sense at its position: the history was tampered with."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(f"step {number}: {refusal}")
        self.number = number
        self.refusal = refusal


def replay(history: Iterable[NumberedStep], game: Game, start: CampaignState = EMPTY) -> CampaignState:
    """Return the state that recorded steps add up to.

    A step that was accepted once is not refused because the rules are stricter now: only a step that makes no
    sense at all raises Unreplayable.
    """
    state = working_copy(start)
    for number, step in history:
        enter(state, entries_again(state, step, game, number), number)
    return state


def entries_again(state: CampaignState, step: steps.Step, game: Game, number: int) -> tuple[Entry, ...]:
    """Return the entries of a step that was accepted once; raise Unreplayable if it makes no sense here."""
    judgement = judge_step(state, step, game, number)
    against = judgement.violations
    if against and (not judgement.entries or any(v.rule.startswith(NONSENSE) for v in against)):
        raise Unreplayable(number, Refusal(against))
    return judgement.entries


def is_sound(state: CampaignState) -> bool:
    """Return whether no number is below zero.

    The rules never let it happen, but imported entries may contain it.
    """
    numbers = [*state.bag.tokens.values(), *state.counts.values()]
    for seat in state.seats.values():
        numbers += [seat.experience, seat.physical, seat.mental, seat.owed]
        exiled, removed = seat.outcome.exiled, seat.outcome.removed
        piles = (exiled.deck, exiled.second_deck, removed.deck, removed.second_deck)
        for counts in (seat.weaknesses, seat.story, seat.granted, *piles):
            numbers += counts.values()
        numbers += seat.deck.slots.values() if seat.deck else ()
    return min(numbers, default=0) >= 0
