"""The party of a campaign: joining, leaving, returning, retiring, and the loss of investigators.

(Rulebook A8, A10.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.campaign import entries as e
from rules.campaign.context import Case, Found, handles
from rules.campaign.facts import Law
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
def join(case: Case, act: SeatJoins) -> Iterator[Found]:
    state = case.state
    yield from seating_time(case)
    taken = tuple(case.new_seat(act.seat))
    if taken:
        yield from taken
        return
    if len(state.active) >= MOST_SEATS:
        yield case.refuse(
            "act.table-full", _("A party can have at most {most} investigators."), most=MOST_SEATS
        )
    card = case.law.card(act.investigator)
    if card is None or card.type != "investigator":
        yield case.refuse(
            "deck.one-investigator", _("The catalogue has no investigator {code}."), code=act.investigator
        )
        return
    if card.effects_of(effects.NOT_SELECTABLE):
        yield case.refuse(
            "deck.one-investigator",
            _("{investigator} cannot be chosen. Choose another investigator."),
            investigator=card.title,
        )
    yield from _unused(case, card.title, act.elsewhere)
    yield from _replacement(case, act)
    yield e.SeatEntry(act.seat, act.player, act.investigator, card.title, act.front, act.replaces)
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


def _replacement(case: Case, act: SeatJoins) -> Iterator[Violation]:
    state = case.state
    old = state.seats.get(act.replaces)
    if act.replaces and (old is None or old.status not in LOST | {RETIRED}):
        yield case.refuse(
            "party.replacement-level0",
            _("Only an investigator who is lost or retired can be replaced."),
            seat=act.replaces,
        )
    elif old and any(seat.replaces == old.id for seat in state.seats.values()):
        yield case.refuse(
            "party.replacement-level0",
            _("{investigator} has already been replaced."),
            seat=old.id,
            investigator=old.title,
        )
    if "ub.survival" in state.in_force and any(
        seat.is_lost and seat.player == act.player for seat in state.seats.values()
    ):
        yield case.refuse(
            "ub.survival",
            _("A player who has lost an investigator is out of this campaign."),
            player=act.player,
        )


@handles(SeatLeaves)
def leave(case: Case, act: SeatLeaves) -> Iterator[Found]:
    seat = case.seat(act.seat)
    yield from seating_time(case)
    if seat is None:
        yield from case.unknown_seats([act.seat])
        return
    yield from case.inactive(seat)
    yield e.StatusEntry(act.seat, LEFT, act.note)
    yield from hand_over(case, seat, act.bearers)
    yield from unready(case.state)


@handles(SeatReturns)
def come_back(case: Case, act: SeatReturns) -> Iterator[Found]:
    """Seat an investigator again as they left; nothing is earned for missed scenarios (E-38)."""
    seat = case.seat(act.seat)
    yield from seating_time(case)
    if seat is None:
        yield from case.unknown_seats([act.seat])
        return
    if seat.status != LEFT:
        yield case.refuse(
            "trauma.removed-investigator-unusable" if seat.is_lost else "act.active-seat",
            _("{investigator} cannot come back: {status}."),
            seat=seat.id,
            investigator=seat.title,
            status=seat.status,
        )
    if len(case.state.active) >= MOST_SEATS:
        yield case.refuse(
            "act.table-full", _("A party can have at most {most} investigators."), most=MOST_SEATS
        )
    yield e.StatusEntry(act.seat, ACTIVE)
    yield from unready(case.state)


@handles(SeatRetires)
def retire(case: Case, act: SeatRetires) -> Iterator[Found]:
    """Retire an investigator; story cards pass on or are returned (rule party.return-campaign-cards)."""
    seat = case.seat(act.seat)
    yield from seating_time(case)
    if seat is None:
        yield from case.unknown_seats([act.seat])
        return
    if seat.status not in (ACTIVE, LEFT):
        yield from case.inactive(seat)
    yield e.StatusEntry(act.seat, RETIRED, act.note)
    yield from hand_over(case, seat, act.bearers)
    for card, copies in seat.story.items():
        if card not in act.bearers and not is_unique(case.law, card):
            yield from bear(case, seat.id, card, -copies)
    yield from unready(case.state)


def is_unique(law: Law, code: str) -> bool:
    card = law.card(code)
    return bool(card and card.unique)


def hand_over(case: Case, seat: Seat, bearers: Mapping[str, str]) -> Iterator[Found]:
    """Pass story cards to new bearers (rule party.unique-campaign-card-passes)."""
    for card, heir in bearers.items():
        if not seat.story.get(card):
            yield case.refuse(
                "party.unique-campaign-card-passes",
                _("{investigator} does not have {card}."),
                investigator=seat.title,
                card=case.law.title(card),
            )
            continue
        if heir == seat.id or heir not in case.state.active:
            yield case.refuse(
                "party.unique-campaign-card-passes",
                _("Choose who of the remaining investigators gets {card}."),
                card=case.law.title(card),
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
        changed = with_card(deck, card, copies) if copies > 0 else without_card(deck, card, -copies, case.law)
        if changed is not None:
            yield case.new_deck(seat, changed, STORY)


def unborne(state: CampaignState, law: Law) -> Iterator[tuple[Seat, str]]:
    """Yield the unique story cards whose bearer no longer plays, while others do."""
    if state.active:
        for seat in state.seats.values():
            if seat.status != ACTIVE:
                for card in seat.story:
                    if is_unique(law, card):
                        yield seat, card


@handles(InvestigatorLost)
def lose(case: Case, act: InvestigatorLost) -> Iterator[Found]:
    seat = case.seat(act.seat)
    yield from case.under_way()
    yield from case.reason_given(act.cause)
    if seat is None:
        yield from case.unknown_seats([act.seat])
        return
    yield from case.inactive(seat)
    if act.status not in LOST:
        yield case.refuse(
            "trauma.by-effect",
            _("The status must be killed, insane or devoured, not {status}."),
            status=act.status,
        )
    yield e.StatusEntry(act.seat, act.status, act.cause)
    yield from unready(case.state)


@handles(TraumaChanged)
def change_trauma(case: Case, act: TraumaChanged) -> Iterator[Found]:
    """Change trauma by an effect or an interlude; the printed thresholds apply (rules trauma.*-threshold)."""
    yield from case.under_way()
    yield from case.reason_given(act.cause)
    yield from case.unknown_seats(act.changes)
    for id, kinds in act.changes.items():
        seat = case.seat(id)
        if seat is None:
            continue
        yield from case.inactive(seat)
        yield from trauma_kinds(case, kinds)
        physical, mental = kinds.get(PHYSICAL, 0), kinds.get(MENTAL, 0)
        yield from not_below_zero(case, seat, physical, mental)
        yield e.TraumaEntry(id, physical, mental, act.cause)
        yield from threshold(case, seat, seat.physical + physical, seat.mental + mental, act.lost.get(id, ""))


def trauma_kinds(case: Case, kinds: Mapping[str, int]) -> Iterator[Violation]:
    for kind in kinds:
        if kind not in (PHYSICAL, MENTAL):
            yield case.refuse(
                "act.known-trauma", _("Trauma must be physical or mental, not {kind}."), kind=kind
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


def selectable(state: CampaignState, law: Law, owned: Iterable[str]) -> tuple[str, ...]:
    """Return the investigators of these products that a new seat may choose: codes, by title.

    Several cards may have one title, for example an old one and a new one: all are offered, but only one of
    them can play.

    If none is left and no seat plays, the campaign is lost (rule party.no-investigators-left).
    """
    packs, used = products(law.catalogue, owned), state.used_titles
    found: dict[tuple[str, str], str] = {}
    for printing in law.catalogue.printings.values():
        card = law.catalogue.cards[printing.card]
        if (
            printing.pack in packs
            and card.type == "investigator"
            and card.title not in used
            and not card.effects_of(effects.NOT_SELECTABLE)
        ):
            found.setdefault((card.title, card.code), printing.code)
    return tuple(found[key] for key in sorted(found))
