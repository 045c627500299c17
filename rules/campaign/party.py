"""The party of a campaign: joining, leaving, returning, retiring, and the loss of investigators.

(Rulebook A8, A10.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.campaign import entries as e
from rules.campaign.context import Case, Found, handles
from rules.campaign.facts import Game
from rules.campaign.outcomes import threshold
from rules.campaign.slots import STORY, with_card, without_card
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
from rules.deck.verdict import Violation, _
from rules.weaknesses import products

MOST_SEATS = 4
SEATING = (SETUP, BETWEEN, READY)


def seating_time(case: Case) -> Iterator[Violation]:
    yield from case.only_in(
        SEATING, "party.join-leave-between", _("Investigators can join and leave only between scenarios.")
    )


def unready(state: CampaignState) -> Iterator[e.Entry]:
    """Leave the phase “ready”: after a change of party or decks, readiness must be checked again."""
    if state.phase == READY:
        yield e.PhaseEntry(BETWEEN if state.begun else SETUP, state.next_scenario)


@handles(SeatJoins)
def join(case: Case, step: SeatJoins) -> Iterator[Found]:
    state = case.state
    yield from seating_time(case)
    taken = tuple(case.new_seat(step.seat))
    if taken:
        yield from taken
        return
    if len(state.active) >= MOST_SEATS:
        yield case.refuse(
            "step.party-full", _("A party can have at most {most} investigators."), most=MOST_SEATS
        )
    card = case.game.card(step.investigator)
    if card is None or card.type != "investigator":
        yield case.refuse(
            "deck.one-investigator", _("The catalogue has no investigator {code}."), code=step.investigator
        )
        return
    if card.effects_of(effects.NOT_SELECTABLE):
        yield case.refuse(
            "deck.one-investigator",
            _("{investigator} cannot be chosen. Choose another investigator."),
            investigator=card.title,
        )
    yield from _unused(case, card.title, step.elsewhere)
    yield from _replacement(case, step)
    yield e.SeatEntry(step.seat, step.player, step.investigator, card.title, step.front, step.replaces)
    yield from unready(state)


def _unused(case: Case, title: str, elsewhere: Iterable[str]) -> Iterator[Violation]:
    """Check that the investigator's title is unique in the party and unused in this campaign (E-02, E-22)."""
    state = case.state
    if title in {seat.title for seat in state.active.values()}:
        yield case.refuse(
            "deck.distinct-investigators-in-group",
            _("{investigator} is already in the party. Choose another investigator."),
            interpretation="E-02",
            investigator=title,
        )
    elif title in {t for s in state.seats.values() if s.is_lost for t in (s.title, *s.former_titles)}:
        yield case.refuse(
            "trauma.removed-investigator-unusable",
            _("{investigator} was lost in this campaign. Choose another investigator."),
            interpretation="E-02",
            investigator=title,
        )
    elif title in state.used_titles or title in elsewhere:
        yield case.refuse(
            "party.joiner-unused-investigator",
            _("{investigator} was already used in this campaign. Choose another investigator."),
            interpretation="E-22",
            investigator=title,
        )


def _replacement(case: Case, step: SeatJoins) -> Iterator[Violation]:
    state = case.state
    old = state.seats.get(step.replaces)
    if step.replaces and (old is None or old.status not in LOST | {RETIRED}):
        yield case.refuse(
            "party.replacement-level0",
            _("Only an investigator who is lost or retired can be replaced."),
            seat=step.replaces,
        )
    elif old and any(seat.replaces == old.id for seat in state.seats.values()):
        yield case.refuse(
            "party.replacement-level0",
            _("{investigator} has already been replaced."),
            seat=old.id,
            investigator=old.title,
        )
    if "ub.survival" in state.in_force and any(
        seat.is_lost and seat.player == step.player for seat in state.seats.values()
    ):
        yield case.refuse(
            "ub.survival",
            _("A player who has lost an investigator is out of this campaign."),
            player=step.player,
        )


@handles(SeatLeaves)
def leave(case: Case, step: SeatLeaves) -> Iterator[Found]:
    seat = case.seat(step.seat)
    yield from seating_time(case)
    if seat is None:
        yield from case.unknown_seats([step.seat])
        return
    yield from case.inactive(seat)
    yield e.StatusEntry(step.seat, LEFT, step.note)
    yield from hand_over(case, seat, step.bearers)
    yield from unready(case.state)


@handles(SeatReturns)
def come_back(case: Case, step: SeatReturns) -> Iterator[Found]:
    """Seat an investigator again as they left; nothing is earned for missed scenarios (E-38)."""
    seat = case.seat(step.seat)
    yield from seating_time(case)
    if seat is None:
        yield from case.unknown_seats([step.seat])
        return
    if seat.status != LEFT:
        yield case.refuse(
            "trauma.removed-investigator-unusable" if seat.is_lost else "step.active-seat",
            _("{investigator} cannot come back: {status}."),
            seat=seat.id,
            investigator=seat.title,
            status=seat.status,
        )
    if len(case.state.active) >= MOST_SEATS:
        yield case.refuse(
            "step.party-full", _("A party can have at most {most} investigators."), most=MOST_SEATS
        )
    yield e.StatusEntry(step.seat, ACTIVE)
    yield from unready(case.state)


@handles(SeatRetires)
def retire(case: Case, step: SeatRetires) -> Iterator[Found]:
    """Retire an investigator; story cards pass on or are returned (rule party.return-campaign-cards)."""
    seat = case.seat(step.seat)
    yield from seating_time(case)
    if seat is None:
        yield from case.unknown_seats([step.seat])
        return
    if seat.status not in (ACTIVE, LEFT):
        yield from case.inactive(seat)
    yield e.StatusEntry(step.seat, RETIRED, step.note)
    yield from hand_over(case, seat, step.bearers)
    for card, copies in seat.story.items():
        if card not in step.bearers and not is_unique(case.game, card):
            yield from bear(case, seat.id, card, -copies)
    yield from unready(case.state)


def is_unique(game: Game, code: str) -> bool:
    card = game.card(code)
    return bool(card and card.unique)


def hand_over(case: Case, seat: Seat, bearers: Mapping[str, str]) -> Iterator[Found]:
    """Pass story cards to new bearers (rule party.unique-campaign-card-passes)."""
    for card, heir in bearers.items():
        if not seat.story.get(card):
            yield case.refuse(
                "party.unique-campaign-card-passes",
                _("{investigator} does not have {card}."),
                investigator=seat.title,
                card=case.game.title(card),
            )
            continue
        if heir == seat.id or heir not in case.state.active:
            yield case.refuse(
                "party.unique-campaign-card-passes",
                _("Choose who of the remaining investigators gets {card}."),
                card=case.game.title(card),
                seat=heir,
            )
            continue
        yield from bear(case, seat.id, card, -seat.story[card])
        yield from bear(case, heir, card, seat.story[card])


def bear(case: Case, seat: str, card: str, copies: int, *, granted: bool = False) -> Iterator[e.Entry]:
    """Add a story card to a deck or (minus) remove it, outside size and options (rule log.bearer)."""
    yield e.BearerEntry(seat, card, copies, granted)
    deck = case.deck(seat)
    if deck is not None:
        changed = (
            with_card(deck, card, copies) if copies > 0 else without_card(deck, card, -copies, case.game)
        )
        if changed is not None:
            yield case.new_deck(seat, changed, STORY)


def unborne(state: CampaignState, game: Game) -> Iterator[tuple[Seat, str]]:
    """Yield the unique story cards whose bearer no longer plays, while others do."""
    if state.active:
        for seat in state.seats.values():
            if seat.status != ACTIVE:
                for card in seat.story:
                    if is_unique(game, card):
                        yield seat, card


@handles(InvestigatorLost)
def lose(case: Case, step: InvestigatorLost) -> Iterator[Found]:
    seat = case.seat(step.seat)
    yield from case.under_way()
    yield from case.reason_given(step.cause)
    if seat is None:
        yield from case.unknown_seats([step.seat])
        return
    yield from case.inactive(seat)
    if step.status not in LOST:
        yield case.refuse(
            "trauma.by-effect",
            _("The status must be killed, insane or devoured, not {status}."),
            status=step.status,
        )
    yield e.StatusEntry(step.seat, step.status, step.cause)
    yield from unready(case.state)


@handles(TraumaChanged)
def change_trauma(case: Case, step: TraumaChanged) -> Iterator[Found]:
    """Change trauma by an effect or an interlude; the printed thresholds apply (rules trauma.*-threshold)."""
    yield from case.under_way()
    yield from case.reason_given(step.cause)
    yield from case.unknown_seats(step.changes)
    for id, kinds in step.changes.items():
        seat = case.seat(id)
        if seat is None:
            continue
        yield from case.inactive(seat)
        yield from trauma_kinds(case, kinds)
        physical, mental = kinds.get(PHYSICAL, 0), kinds.get(MENTAL, 0)
        yield from not_below_zero(case, seat, physical, mental)
        yield e.TraumaEntry(id, physical, mental, step.cause)
        yield from threshold(
            case, seat, seat.physical + physical, seat.mental + mental, step.lost.get(id, "")
        )


def trauma_kinds(case: Case, kinds: Mapping[str, int]) -> Iterator[Violation]:
    for kind in kinds:
        if kind not in (PHYSICAL, MENTAL):
            yield case.refuse(
                "step.known-trauma", _("Trauma must be physical or mental, not {kind}."), kind=kind
            )


def not_below_zero(case: Case, seat: Seat, physical: int, mental: int) -> Iterator[Violation]:
    if seat.physical + physical < 0 or seat.mental + mental < 0:
        yield case.refuse(
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
