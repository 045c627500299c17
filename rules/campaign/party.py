"""The party of a campaign: joining, leaving, returning, retiring, and the loss of investigators.

(Rulebook A8, A10.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.campaign import entries as e
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.facts import Game
from rules.campaign.outcomes import threshold
from rules.campaign.slots import STORY, with_card, with_granted, without_card, without_granted
from rules.campaign.state import (
    ACTIVE,
    BETWEEN,
    LEFT,
    LOST,
    MENTAL,
    PHYSICAL,
    READY,
    RETIRED,
    SETUP,
    CampaignState,
    Seat,
)
from rules.campaign.steps import (
    InvestigatorLost,
    SeatJoins,
    SeatLeaves,
    SeatRetires,
    SeatReturns,
    TraumaChanged,
)
from rules.cards import effects
from rules.cards.model import Deck
from rules.deck.verdict import Violation, _
from rules.weaknesses import products

MOST_SEATS = 4
SEATING = (SETUP, BETWEEN, READY)


def seating_time(context: StepContext) -> Iterator[Violation]:
    yield from context.only_in(
        SEATING, "party.join-leave-between", _("Investigators can join and leave only between scenarios.")
    )


def unready(state: CampaignState) -> Iterator[e.Entry]:
    """Leave the phase “ready”: after a change of party or decks, readiness must be checked again."""
    if state.phase == READY:
        yield e.PhaseEntry(BETWEEN if state.begun else SETUP, state.next_scenario)


@handles(SeatJoins)
def join(context: StepContext, step: SeatJoins) -> Iterator[Found]:
    state = context.state
    yield from seating_time(context)
    taken = tuple(context.new_seat(step.seat))
    if taken:
        yield from taken
        return
    if len(state.active) >= MOST_SEATS:
        yield context.refuse(
            "step.party-full", _("A party can have at most {most} investigators."), most=MOST_SEATS
        )
    card = context.game.card(step.investigator)
    if card is None or card.type != "investigator":
        yield context.refuse(
            "deck.one-investigator", _("The catalogue has no investigator {code}."), code=step.investigator
        )
        return
    if card.effects_of(effects.NOT_SELECTABLE):
        yield context.refuse(
            "deck.one-investigator",
            _("{investigator} cannot be chosen. Choose another investigator."),
            investigator=card.title,
        )
    yield from _unused(context, card.title, step.elsewhere)
    yield from _replacement(context, step)
    yield e.SeatEntry(step.seat, step.player, step.investigator, card.title, step.front, step.replaces)
    yield from unready(state)


def _unused(context: StepContext, title: str, elsewhere: Iterable[str]) -> Iterator[Violation]:
    """Check that the investigator's title is unique in the party and unused in this campaign (E-02, E-22)."""
    state = context.state
    if title in {seat.title for seat in state.active.values()}:
        yield context.refuse(
            "deck.distinct-investigators-in-group",
            _("{investigator} is already in the party. Choose another investigator."),
            interpretation="E-02",
            investigator=title,
        )
    elif title in {t for s in state.seats.values() if s.is_lost for t in (s.title, *s.former_titles)}:
        yield context.refuse(
            "trauma.removed-investigator-unusable",
            _("{investigator} was lost in this campaign. Choose another investigator."),
            interpretation="E-02",
            investigator=title,
        )
    elif title in state.used_titles or title in elsewhere:
        yield context.refuse(
            "party.joiner-unused-investigator",
            _("{investigator} was already used in this campaign. Choose another investigator."),
            interpretation="E-22",
            investigator=title,
        )


def _replacement(context: StepContext, step: SeatJoins) -> Iterator[Violation]:
    state = context.state
    old = state.seats.get(step.replaces)
    if step.replaces and (old is None or old.status not in LOST | {RETIRED}):
        yield context.refuse(
            "party.replacement-level0",
            _("Only an investigator who is lost or retired can be replaced."),
            seat=step.replaces,
        )
    elif old and any(seat.replaces == old.id for seat in state.seats.values()):
        yield context.refuse(
            "party.replacement-level0",
            _("{investigator} has already been replaced."),
            seat=old.id,
            investigator=old.title,
        )
    yield from _player_is_out(context, step.player)


def _player_is_out(context: StepContext, player: str) -> Iterator[Violation]:
    seats = context.state.seats.values()
    if any(seat.player == player and context.state.is_out(seat) for seat in seats):
        yield context.refuse(
            "ub.survival",
            _("A player who has lost an investigator is out of this campaign."),
            player=player,
        )


@handles(SeatLeaves)
def leave(context: StepContext, step: SeatLeaves) -> Iterator[Found]:
    seat = context.seat(step.seat)
    yield from seating_time(context)
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    yield from context.inactive(seat)
    yield e.StatusEntry(step.seat, LEFT, step.note)
    yield from hand_over(context, seat, step.bearers)
    yield from unready(context.state)


@handles(SeatReturns)
def come_back(context: StepContext, step: SeatReturns) -> Iterator[Found]:
    """Seat an investigator again as they left; nothing is earned for missed scenarios (E-38)."""
    seat = context.seat(step.seat)
    yield from seating_time(context)
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    if seat.status != LEFT:
        yield context.refuse(
            "trauma.removed-investigator-unusable" if seat.is_lost else "step.active-seat",
            _("{investigator} cannot come back: {status}."),
            seat=seat.id,
            investigator=seat.title,
            status=seat.status,
        )
    if len(context.state.active) >= MOST_SEATS:
        yield context.refuse(
            "step.party-full", _("A party can have at most {most} investigators."), most=MOST_SEATS
        )
    if context.edition.switches.survival_ends_player:
        yield from _player_is_out(context, seat.player)
    yield e.StatusEntry(step.seat, ACTIVE)
    yield from unready(context.state)


@handles(SeatRetires)
def retire(context: StepContext, step: SeatRetires) -> Iterator[Found]:
    """Retire an investigator; story cards pass on or are returned (rule party.return-campaign-cards)."""
    seat = context.seat(step.seat)
    yield from seating_time(context)
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    if seat.status not in (ACTIVE, LEFT):
        yield from context.inactive(seat)
    yield e.StatusEntry(step.seat, RETIRED, step.note)
    yield from hand_over(context, seat, step.bearers)
    for card, copies in seat.story.items():
        if card not in step.bearers and not is_unique(context.game, card):
            yield from bear(context, seat.id, card, -copies)
    yield from unready(context.state)


def is_unique(game: Game, code: str) -> bool:
    card = game.card(code)
    return bool(card and card.unique)


def hand_over(context: StepContext, seat: Seat, bearers: Mapping[str, str]) -> Iterator[Found]:
    """Pass story cards to new bearers (rule party.unique-campaign-card-passes)."""
    for card, heir in bearers.items():
        if not seat.story.get(card):
            yield context.refuse(
                "party.unique-campaign-card-passes",
                _("{investigator} does not have {card}."),
                investigator=seat.title,
                card=context.game.title(card),
            )
            continue
        if heir == seat.id or heir not in context.state.active:
            yield context.refuse(
                "party.unique-campaign-card-passes",
                _("Choose who of the remaining investigators gets {card}."),
                card=context.game.title(card),
                seat=heir,
            )
            continue
        yield from bear(context, seat.id, card, -seat.story[card])
        yield from bear(context, heir, card, seat.story[card])


def bear(
    context: StepContext, seat: str, card: str, copies: int, *, granted: bool = False
) -> Iterator[e.Entry]:
    """Add a story card to a deck or (minus) remove it, outside size and options (rule log.bearer)."""
    yield e.BearerEntry(seat, card, copies, granted)
    deck = context.deck(seat)
    if deck is not None:
        changed: Deck | None
        if copies > 0:
            changed = (with_granted if granted else with_card)(deck, card, copies)
        else:
            changed = (without_granted if granted else without_card)(deck, card, -copies, context.game)
        if changed is not None:
            yield context.new_deck(seat, changed, STORY)


def unborne(state: CampaignState, game: Game) -> Iterator[tuple[Seat, str]]:
    """Yield the unique story cards whose bearer no longer plays, while others do."""
    if state.active:
        for seat in state.seats.values():
            if seat.status != ACTIVE:
                for card in seat.story:
                    if is_unique(game, card):
                        yield seat, card


@handles(InvestigatorLost)
def lose(context: StepContext, step: InvestigatorLost) -> Iterator[Found]:
    seat = context.seat(step.seat)
    yield from context.under_way()
    yield from context.reason_given(step.cause)
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    yield from context.inactive(seat)
    if step.status not in LOST:
        yield context.refuse(
            "trauma.by-effect",
            _("The status must be killed, insane or devoured, not {status}."),
            status=step.status,
        )
    yield e.StatusEntry(step.seat, step.status, step.cause)
    yield from unready(context.state)


@handles(TraumaChanged)
def change_trauma(context: StepContext, step: TraumaChanged) -> Iterator[Found]:
    """Change trauma by an effect or an interlude; the printed thresholds apply (rules trauma.*-threshold)."""
    yield from context.under_way()
    yield from context.reason_given(step.cause)
    yield from context.unknown_seats(step.changes)
    for id, kinds in step.changes.items():
        seat = context.seat(id)
        if seat is None:
            continue
        yield from context.inactive(seat)
        yield from trauma_kinds(context, kinds)
        physical, mental = kinds.get(PHYSICAL, 0), kinds.get(MENTAL, 0)
        yield from not_below_zero(context, seat, physical, mental)
        yield e.TraumaEntry(id, physical, mental, step.cause)
        yield from threshold(
            context, seat, seat.physical + physical, seat.mental + mental, step.lost.get(id, "")
        )


def trauma_kinds(context: StepContext, kinds: Mapping[str, int]) -> Iterator[Violation]:
    for kind in kinds:
        if kind not in (PHYSICAL, MENTAL):
            yield context.refuse(
                "step.known-trauma", _("Trauma must be physical or mental, not {kind}."), kind=kind
            )


def not_below_zero(context: StepContext, seat: Seat, physical: int, mental: int) -> Iterator[Violation]:
    if seat.physical + physical < 0 or seat.mental + mental < 0:
        yield context.refuse(
            "trauma.recorded",
            _("{investigator} does not have that much trauma to heal."),
            seat=seat.id,
            investigator=seat.title,
            physical=seat.physical,
            mental=seat.mental,
        )


def selectable(state: CampaignState, game: Game, owned: Iterable[str]) -> tuple[str, ...]:
    """Return the investigators of these products that a new seat may choose: codes, by title.

    Several cards may have one title, for example an old one and a new one: all are offered, but only one of
    them can play.

    If none is left and no seat plays, the campaign is lost (rule party.no-investigators-left).
    """
    packs, used = products(game.catalogue, owned), state.used_titles
    found: dict[tuple[str, str], str] = {}
    for printing in game.catalogue.printings.values():
        card = game.catalogue.cards[printing.card]
        if (
            printing.pack in packs
            and card.type == "investigator"
            and card.title not in used
            and not card.effects_of(effects.NOT_SELECTABLE)
        ):
            found.setdefault((card.title, card.code), printing.code)
    return tuple(found[key] for key in sorted(found))
