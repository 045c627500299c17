"""Changes of decks: chosen at the start, changed by instructions, reduced by exile. (Rulebook A1, A3, A7.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.campaign import entries as e
from rules.campaign.context import Case, Found, handles
from rules.campaign.creation import starting_experience, weaknesses_of
from rules.campaign.earnings import cannot_earn
from rules.campaign.outcomes import exile
from rules.campaign.party import unready
from rules.campaign.purchases import has_played, in_play, pay, same_investigator, take_back
from rules.campaign.slots import CHOSEN, INSTRUCTION, copies_of
from rules.campaign.state import BETWEEN, READY, SCENARIO, SETUP, Seat
from rules.campaign.steps import CardsExiled, DeckChanged, DeckChosen, ExperienceAdjusted
from rules.cards.model import PLACEHOLDER, Card, Deck
from rules.deck.verdict import _


@handles(DeckChosen)
def choose(case: Case, step: DeckChosen) -> Iterator[Found]:
    seat = case.seat(step.seat)
    if seat is None:
        yield from case.unknown_seats([step.seat])
        return
    yield from case.inactive(seat)
    yield from case.only_in(
        (SETUP, BETWEEN, READY),
        "xp.timing-between-scenarios",
        _("Decks can be chosen only between scenarios."),
    )
    if in_play(case.state, seat):
        yield case.refuse(
            "xp.no-other-changes",
            _(
                "{investigator} has already played with this deck, so it cannot be exchanged. Buy "
                "cards for it instead."
            ),
            seat=seat.id,
            investigator=seat.title,
        )
    yield from same_investigator(case, seat, step.deck)
    yield from take_back(seat)
    for code, copies in seat.bought_at_creation.items():
        yield e.CreationEntry(seat.id, code, -copies)
    # Weaknesses that the first deck brought leave with it; those drawn for the seat stay.
    for code, copies in seat.brought.items():
        yield e.WeaknessEntry(seat.id, code, -copies, e.BROUGHT)
    drawn = Counter(seat.weaknesses)
    drawn.subtract(seat.brought)
    deck = _with_recorded(seat, drawn, step.deck)
    yield case.new_deck(seat.id, deck, CHOSEN, step.version)
    cards = _new_cards(case, deck)
    for card, copies in cards:
        if "creation-only" in card.keywords:
            yield e.CreationEntry(seat.id, card.code, copies)
    start = tuple(starting_experience(case, seat, deck, case.state.in_force))
    yield from start
    yield from pay(
        case, seat, step.experience, cards, step.trauma, {}, sum(entry.amount for entry in start), "creation"
    )
    if step.branded:
        yield e.BrandEntry(seat.id, step.branded)
    if step.generated != seat.generated:
        yield e.GeneratedEntry(seat.id, step.generated)
    yield from weaknesses_of(case, seat, deck, step.experience, drawn)
    yield from unready(case.state)


def _with_recorded(seat: Seat, drawn: Mapping[str, int], deck: Deck) -> Deck:
    """Return the deck with the recorded weaknesses and story cards, which stay when another is chosen."""
    slots = dict(deck.slots)
    for code, copies in drawn.items():
        missing = copies - slots.get(code, 0)
        for _turn in range(max(0, missing)):
            if slots.get(PLACEHOLDER, 0) > 0:
                slots[PLACEHOLDER] -= 1
            slots[code] = slots.get(code, 0) + 1
    for code, copies in seat.story.items():
        slots[code] = max(copies, slots.get(code, 0))
    if slots == deck.slots:
        return deck
    return replace(deck, slots={code: copies for code, copies in slots.items() if copies})


def _new_cards(case: Case, deck: Deck) -> list[tuple[Card, int]]:
    """Return the cards to pay for: at creation, every card of the deck."""
    return [
        (card, copies)
        for pile in (deck.slots, deck.extra)
        for code, copies in pile.items()
        if (card := case.game.card(code)) and copies > 0
    ]


@handles(DeckChanged)
def change(case: Case, step: DeckChanged) -> Iterator[Found]:
    """Change a deck by an instruction or a card's text, which must be named (rule xp.no-other-changes)."""
    seat = case.seat(step.seat)
    yield from case.under_way()
    if seat is None:
        yield from case.unknown_seats([step.seat])
        return
    yield from same_investigator(case, seat, step.deck)
    if not step.cause.strip():
        yield case.refuse(
            "xp.no-other-changes",
            _("A campaign deck changes only by purchases, instructions and card effects. Enter the cause."),
            seat=seat.id,
            investigator=seat.title,
        )
    for code, copies in seat.weaknesses.items():
        if copies_of(step.deck, code, case.game) < copies:
            yield case.refuse(
                "rbw.stays-all-campaign",
                _("{card} was drawn for this deck and cannot be removed."),
                seat=seat.id,
                card=case.game.title(code),
            )
    yield case.new_deck(seat.id, step.deck, INSTRUCTION, step.version, step.cause)
    yield from unready(case.state)


@handles(CardsExiled)
def exile_cards(case: Case, step: CardsExiled) -> Iterator[Found]:
    seat = case.seat(step.seat)
    yield from case.under_way()
    if seat is None:
        yield from case.unknown_seats([step.seat])
        return
    yield from exile(case, seat, step.cards)
    yield from unready(case.state)


@handles(ExperienceAdjusted)
def adjust(case: Case, step: ExperienceAdjusted) -> Iterator[Found]:
    yield from case.unknown_seats(step.amounts)
    yield from case.reason_given(step.cause)
    yield from case.under_way()
    if case.state.phase == SCENARIO and any(amount < 0 for amount in step.amounts.values()):
        yield case.refuse(
            "xp.timing-between-scenarios",
            _("Experience can be spent only between scenarios."),
            phase=SCENARIO,
        )
    if min(step.amounts.values(), default=0) < 0 < max(step.amounts.values(), default=0):
        yield case.refuse("xp.each-separately", _("Experience cannot be given to another investigator."))
    for id, amount in step.amounts.items():
        seat = case.seat(id)
        if seat is None:
            continue
        if amount > 0 and seat.joined and not has_played(case.state, seat):
            yield case.refuse(
                "party.joiner-zero",
                _("{investigator} starts without experience, as in a first scenario."),
                seat=id,
                investigator=seat.title,
            )
        barred = cannot_earn(case, seat.deck) if amount > 0 else ""
        if barred:
            yield case.refuse(
                barred, _("{investigator} cannot earn experience."), seat=id, investigator=seat.title
            )
        if amount < 0 and seat.experience + amount < 0:
            yield case.refuse(
                "xp.spend-not-exceed",
                _("{investigator} has {available} experience; this costs {price}."),
                seat=id,
                investigator=seat.title,
                available=seat.experience,
                price=-amount,
            )
        if amount:
            yield e.ExperienceEntry(id, amount, step.cause, earned=step.earned and amount > 0)
