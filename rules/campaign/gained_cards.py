"""Cards that a deck gains without a purchase: weaknesses, story cards, research, rewards. (A6, A13.)"""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign import entries as e
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.creation import is_basic
from rules.campaign.earnings import on_gain
from rules.campaign.outcomes import follow_up
from rules.campaign.party import bear, unready
from rules.campaign.slots import INSTRUCTION, WEAKNESS, with_card, with_weakness, without_card
from rules.campaign.state import Seat
from rules.campaign.steps import (
    BearerChange,
    BearersChanged,
    ResearchDone,
    RewardsUnlocked,
    SignatureLost,
    WeaknessGained,
    WeaknessRemoved,
    WeaknessReplaced,
)
from rules.cards import effects
from rules.cards.model import Card
from rules.deck.verdict import Violation, _
from rules.weaknesses import Draw


def join_deck(
    context: StepContext,
    seat: Seat,
    code: str,
    reason: str,
    draw: Draw | None = None,
    *,
    owed: bool = False,
    by_group: bool = False,
) -> Iterator[e.Entry]:
    """Add a weakness to the deck. Only one that had to be drawn replaces a placeholder."""
    yield e.WeaknessEntry(seat.id, code, 1, reason, draw, by_group)
    if not owed and is_basic(context, code):
        yield e.RequirementEntry(seat.id, 1, reason)
    deck = context.deck(seat.id)
    if deck is not None:
        held = with_weakness(deck, code) if owed else with_card(deck, code)
        yield context.new_deck(seat.id, held, WEAKNESS)
    yield from on_gain(context, seat, code)


@handles(WeaknessGained)
def gain_weakness(context: StepContext, step: WeaknessGained) -> Iterator[Found]:
    """Add a weakness that an instruction names; the pool does not matter."""
    seat = context.seat(step.seat)
    yield from context.under_way()
    yield from context.reason_given(step.cause)
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    yield from context.inactive(seat)
    card = context.game.card(step.card)
    if card is None or not card.weakness:
        yield context.refuse(
            "rbw.more-later", _("{card} is not a weakness."), card=context.game.title(step.card)
        )
    yield from join_deck(context, seat, step.card, step.cause)
    yield from unready(context.state)


@handles(WeaknessReplaced)
def replace_weakness(context: StepContext, step: WeaknessReplaced) -> Iterator[Found]:
    seat = context.seat(step.seat)
    yield from context.under_way()
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    yield from _holds(context, seat, step.card)
    card = context.game.card(step.card)
    follows = {effect["card"] for effect in card.effects_of(effects.REPLACED_BY)} if card else set()
    if step.by not in follows:
        yield context.refuse(
            "rbw.stays-all-campaign",
            _("{card} cannot be replaced by {by}."),
            seat=seat.id,
            card=context.game.title(step.card),
            by=context.game.title(step.by),
        )
    yield from follow_up(context, seat, step.card, step.by)
    yield from unready(context.state)


@handles(WeaknessRemoved)
def remove_weakness(context: StepContext, step: WeaknessRemoved) -> Iterator[Found]:
    """Remove a weakness permanently, which only an ability can do (rule rbw.stays-all-campaign)."""
    seat = context.seat(step.seat)
    yield from context.under_way()
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    yield from _holds(context, seat, step.card)
    if not step.cause.strip():
        yield context.refuse(
            "rbw.stays-all-campaign",
            _("{card} stays for the whole campaign unless an ability removes it. Enter the ability."),
            seat=seat.id,
            card=context.game.title(step.card),
        )
    yield e.WeaknessEntry(seat.id, step.card, -1, step.cause)
    if is_basic(context, step.card):
        yield e.RequirementEntry(seat.id, -1, step.cause)
    deck = context.deck(seat.id)
    rest = without_card(deck, step.card, 1, context.game) if deck else None
    if rest is not None:
        yield context.new_deck(seat.id, rest, WEAKNESS)
    yield from unready(context.state)


def _holds(context: StepContext, seat: Seat, code: str) -> Iterator[Violation]:
    if not seat.weaknesses.get(code):
        yield context.refuse(
            "step.held",
            _("{investigator} does not have {card}."),
            seat=seat.id,
            investigator=seat.title,
            card=context.game.title(code),
        )


@handles(BearersChanged)
def change_bearers(context: StepContext, step: BearersChanged) -> Iterator[Found]:
    yield from context.under_way()
    moved: dict[tuple[str, str], int] = {}
    for change in step.changes:
        yield from context.unknown_seats([change.seat, *([change.to] if change.to else [])])
        yield from context.known_card(change.card)
        if change.copies < 1:
            yield context.refuse(
                "step.count", _("{count} is not a valid number of copies."), count=change.copies
            )
            continue
        if change.seat in context.state.seats and (not change.to or change.to in context.state.seats):
            yield from _change_bearer(context, change, moved)
    yield from unready(context.state)


def _change_bearer(
    context: StepContext, change: BearerChange, moved: dict[tuple[str, str], int]
) -> Iterator[Found]:
    """Apply one change; `moved` has the effects of earlier changes of the same step, by seat and card."""
    seat = context.state.seats[change.seat]
    card = context.game.card(change.card)
    granted = bool(card and card.effects_of(effects.GRANTED_BY_STORY))
    if not change.to and not change.lost:
        yield from context.inactive(seat)
        if card and not is_story_card(card) and not granted:
            yield context.refuse(
                "story.only-by-instruction",
                _("{card} is not a story card. It must be bought or drawn."),
                card=card.title,
                seat=seat.id,
            )
        yield from bear(context, seat.id, change.card, change.copies, granted=granted)
        yield from on_gain(context, seat, change.card)
        _move(moved, seat.id, change.card, change.copies)
        return
    held = (seat.granted if granted else seat.story).get(change.card, 0)
    if held + moved.get((seat.id, change.card), 0) < change.copies:
        yield context.refuse(
            "log.bearer",
            _("{investigator} does not have {card}."),
            seat=seat.id,
            investigator=seat.title,
            card=context.game.title(change.card),
        )
        return
    yield from bear(context, seat.id, change.card, -change.copies, granted=granted)
    _move(moved, seat.id, change.card, -change.copies)
    if change.to and not change.lost:
        yield from context.inactive(context.state.seats[change.to])
        yield from bear(context, change.to, change.card, change.copies, granted=granted)
        _move(moved, change.to, change.card, change.copies)


def _move(moved: dict[tuple[str, str], int], seat: str, card: str, copies: int) -> None:
    moved[seat, card] = moved.get((seat, card), 0) + copies


def is_story_card(card: Card) -> bool:
    """Return whether the card is a story card (rule story.only-by-instruction).

    It has no level, and an encounter set or a weakness that is not basic.
    """
    if card.level is not None or card.weakness == "basic":
        return False
    return bool(card.encounter_set) or card.weakness == "other"


@handles(SignatureLost)
def lose_signature(context: StepContext, step: SignatureLost) -> Iterator[Found]:
    """Record a lost signature; the requirement lapses with it (E-17)."""
    seat = context.seat(step.seat)
    yield from context.under_way()
    yield from context.reason_given(step.cause)
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    deck = context.deck(seat.id)
    rest = without_card(deck, step.card, 1, context.game) if deck else None
    if rest is None:
        yield context.refuse(
            "signature.requirement-lapses",
            _("{investigator}'s deck does not contain {card}."),
            seat=seat.id,
            investigator=seat.title,
            card=context.game.title(step.card),
        )
        return
    yield e.SignatureEntry(seat.id, step.card)
    yield context.new_deck(seat.id, rest, INSTRUCTION, cause=step.cause)
    yield from unready(context.state)


@handles(ResearchDone)
def research(context: StepContext, step: ResearchDone) -> Iterator[Found]:
    """Record a finished task, which counts for the whole campaign (rule researched.any-investigator)."""
    yield from context.under_way()
    yield from context.unknown_seats([step.seat])
    if not step.task:
        yield context.refuse("researched.log-entry-needed", _("Choose the research task that was completed."))
    if step.seat in context.state.seats:
        yield e.ResearchEntry(step.task, step.seat, step.value)


@handles(RewardsUnlocked)
def unlock(context: StepContext, step: RewardsUnlocked) -> Iterator[Found]:
    """Unlock rewards permanently for the players who earned them.

    (Rules reward.locked-until-earned, reward.permanent-unlock; E-31.)
    """
    yield from context.under_way()
    yield from context.unknown_seats(step.seats)
    seats = [
        context.state.seats[id] for id in step.seats or context.state.active if id in context.state.seats
    ]
    for code in dict.fromkeys(step.cards):
        card = context.game.card(code)
        if card is None or not card.reward:
            yield context.refuse(
                "reward.locked-until-earned", _("{card} is not a reward card."), card=context.game.title(code)
            )
        elif seats:
            for seat in seats:
                if code not in seat.rewards:
                    yield e.RewardEntry(code, seat.id)
        elif code not in context.state.rewards:
            yield e.RewardEntry(code)
