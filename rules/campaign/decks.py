"""Changes of decks: chosen at the start, changed by instructions, reduced by exile. (Rulebook A1, A3, A7.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.campaign import entries as e
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.creation import creation_only, new_cards, starting_experience, weaknesses_of
from rules.campaign.earnings import cannot_earn
from rules.campaign.facts import Game
from rules.campaign.outcomes import exile
from rules.campaign.party import unready
from rules.campaign.purchases import has_played, in_play, pay, same_investigator, take_back
from rules.campaign.slots import CHOSEN, INSTRUCTION, copies_in_deck, lacking, with_card, with_weakness
from rules.campaign.state import BETWEEN, READY, SCENARIO, SETUP, Seat
from rules.campaign.steps import CardsExiled, DeckChanged, DeckChosen, ExperienceAdjusted
from rules.cards.model import Deck
from rules.deck.verdict import _


@handles(DeckChosen)
def choose(context: StepContext, step: DeckChosen) -> Iterator[Found]:
    seat = context.seat(step.seat)
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    yield from context.inactive(seat)
    yield from context.only_in(
        (SETUP, BETWEEN, READY),
        "xp.timing-between-scenarios",
        _("Decks can be chosen only between scenarios."),
    )
    if in_play(context.state, seat):
        yield context.refuse(
            "xp.no-other-changes",
            _(
                "{investigator} has already played with this deck, so it cannot be exchanged. Buy "
                "cards for it instead."
            ),
            seat=seat.id,
            investigator=seat.title,
        )
    yield from same_investigator(context, seat, step.deck)
    yield from take_back(seat)
    for code, copies in seat.bought_at_creation.items():
        yield e.CreationEntry(seat.id, code, -copies)
    # Weaknesses that the first deck brought leave with it; those drawn for the seat stay.
    for code, copies in seat.brought.items():
        yield e.WeaknessEntry(seat.id, code, -copies, e.BROUGHT)
    drawn = Counter(seat.weaknesses)
    drawn.subtract(seat.brought)
    deck = _with_recorded(context.game, seat, drawn, step.deck)
    yield context.new_deck(seat.id, deck, CHOSEN, step.version)
    cards = new_cards(context, deck)
    yield from creation_only(seat.id, cards)
    start = tuple(starting_experience(context, seat, deck, context.state.in_force))
    yield from start
    yield from pay(
        context,
        seat,
        step.experience,
        cards,
        step.trauma,
        {},
        sum(entry.amount for entry in start),
        "creation",
    )
    if step.branded:
        yield e.BrandEntry(seat.id, step.branded)
    if step.generated != seat.generated:
        yield e.GeneratedEntry(seat.id, step.generated)
    yield from weaknesses_of(context, seat, deck, step.experience, drawn)
    yield from unready(context.state)


def _with_recorded(game: Game, seat: Seat, drawn: Mapping[str, int], deck: Deck) -> Deck:
    """Return the deck with the recorded weaknesses and story cards, which stay when another is chosen."""
    whole = deck
    for code, copies in lacking(deck.slots, drawn, game).items():
        for _copy in range(copies):
            whole = with_weakness(whole, code)
    for code, copies in lacking(deck.slots, seat.story, game).items():
        whole = with_card(whole, code, copies)
    return whole


@handles(DeckChanged)
def change(context: StepContext, step: DeckChanged) -> Iterator[Found]:
    """Change a deck by an instruction or a card's text, which must be named (rule xp.no-other-changes)."""
    seat = context.seat(step.seat)
    yield from context.under_way()
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    yield from same_investigator(context, seat, step.deck)
    if not step.cause.strip():
        yield context.refuse(
            "xp.no-other-changes",
            _("A campaign deck changes only by purchases, instructions and card effects. Enter the cause."),
            seat=seat.id,
            investigator=seat.title,
        )
    for code, copies in seat.weaknesses.items():
        if copies_in_deck(step.deck, code, context.game) < copies:
            yield context.refuse(
                "rbw.stays-all-campaign",
                _("{card} was drawn for this deck and cannot be removed."),
                seat=seat.id,
                card=context.game.title(code),
            )
    yield context.new_deck(seat.id, step.deck, INSTRUCTION, step.version, step.cause)
    yield from unready(context.state)


@handles(CardsExiled)
def exile_cards(context: StepContext, step: CardsExiled) -> Iterator[Found]:
    seat = context.seat(step.seat)
    yield from context.under_way()
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    yield from exile(context, seat, step.cards)
    yield from unready(context.state)


@handles(ExperienceAdjusted)
def adjust(context: StepContext, step: ExperienceAdjusted) -> Iterator[Found]:
    yield from context.unknown_seats(step.amounts)
    yield from context.reason_given(step.cause)
    yield from context.under_way()
    if context.state.phase == SCENARIO and any(amount < 0 for amount in step.amounts.values()):
        yield context.refuse(
            "xp.timing-between-scenarios",
            _("Experience can be spent only between scenarios."),
            phase=SCENARIO,
        )
    if min(step.amounts.values(), default=0) < 0 < max(step.amounts.values(), default=0):
        yield context.refuse("xp.each-separately", _("Experience cannot be given to another investigator."))
    for id, amount in step.amounts.items():
        seat = context.seat(id)
        if seat is None:
            continue
        if amount > 0 and seat.joined and not has_played(context.state, seat):
            yield context.refuse(
                "party.joiner-zero",
                _("{investigator} starts without experience, as in a first scenario."),
                seat=id,
                investigator=seat.title,
            )
        barred = cannot_earn(context, seat.deck) if amount > 0 else ""
        if barred:
            yield context.refuse(
                barred, _("{investigator} cannot earn experience."), seat=id, investigator=seat.title
            )
        if amount < 0 and seat.experience + amount < 0:
            yield context.refuse(
                "xp.spend-not-exceed",
                _("{investigator} has {available} experience; this costs {price}."),
                seat=id,
                investigator=seat.title,
                available=seat.experience,
                price=-amount,
            )
        if amount:
            yield e.ExperienceEntry(id, amount, step.cause, earned=step.earned and amount > 0)
