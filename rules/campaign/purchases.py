"""Purchases of a seat between two scenarios: their cost, and whether the seat can pay it. (Rulebook A7.)

Everything that a seat buys between two scenarios is one step, priced from the deck it began with
(`Seat.baseline`). Buying again takes the first purchases back, so that discounts count once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.campaign import entries as e
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.outcomes import threshold
from rules.campaign.party import trauma_kinds, unready
from rules.campaign.slots import BOUGHT, card_counts
from rules.campaign.state import ACTIVE, BETWEEN, MENTAL, PHYSICAL, READY, RESULTS, SETUP, CampaignState, Seat
from rules.campaign.steps import CardsBought
from rules.cards import effects
from rules.cards.model import Card, Deck
from rules.chance import is_honest
from rules.deck.circumstances import STANDALONE
from rules.deck.verdict import Violation, _
from rules.upgrade.purchase import MARK, Departure, Purchase


def has_played(state: CampaignState, seat: Seat) -> bool:
    """Return whether this seat has played or begun a scenario. Until then its deck is being created."""
    if state.playing and seat.id in state.playing.seats:
        return True
    return any(seat.id in played.fates for played in state.history)


def in_play(state: CampaignState, seat: Seat) -> bool:
    """Return whether cards join this deck only by purchase, because it was played here or earlier."""
    return has_played(state, seat) or seat.keeps_deck


def may_buy(state: CampaignState, seat: Seat) -> bool:
    """Return whether cards may be bought for this deck now.

    This includes the time before the first scenario, if the deck came unchanged from an earlier campaign.
    """
    times = (BETWEEN, READY, SETUP) if seat.keeps_deck else (BETWEEN, READY)
    return state.phase in times and seat.status == ACTIVE and in_play(state, seat)


@handles(CardsBought)
def buy(context: StepContext, step: CardsBought) -> Iterator[Found]:
    seat = context.seat(step.seat)
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    yield from _time_of_purchases(context, seat)
    yield from context.inactive(seat)
    if seat.baseline is None or not in_play(context.state, seat):
        yield context.refuse(
            "step.order",
            _("{investigator} has not played yet. Choose a deck instead of buying cards."),
            seat=seat.id,
            investigator=seat.title,
        )
        return
    yield from _not_frozen(context, seat)
    yield from same_investigator(context, seat, step.deck)
    yield from _explained(context, seat, step)
    yield from take_back(seat)
    for purchase in step.purchases:
        yield from _fair(context, purchase)
        yield e.PurchaseEntry(seat.id, purchase)
    price = sum(purchase.price for purchase in step.purchases)
    if price and "ub.induction" in context.state.in_force:
        yield context.refuse(
            "ub.induction", _("Experience is not earned or spent in this campaign."), price=price
        )
    yield context.new_deck(seat.id, step.deck, BOUGHT, step.version)
    cards = [
        (card, 1)
        for purchase in step.purchases
        if purchase.way != MARK and (card := context.game.card(purchase.card))
    ]
    yield from pay(context, seat, price, cards, step.trauma, step.healed, 0, "purchase")
    if step.branded:
        yield e.BrandEntry(seat.id, step.branded)
    yield from unready(context.state)


def _time_of_purchases(context: StepContext, seat: Seat) -> Iterator[Violation]:
    phase = context.state.phase
    if phase == RESULTS:
        yield context.refuse("end.order", _("Record the experience of the scenario before buying cards."))
    elif phase not in (BETWEEN, READY) and not (phase == SETUP and seat.keeps_deck):
        yield context.refuse(
            "xp.timing-between-scenarios",
            _("Cards can be bought only between scenarios."),
            phase=phase,
            seat=seat.id,
        )


def _not_frozen(context: StepContext, seat: Seat) -> Iterator[Violation]:
    card = context.game.card(seat.investigator)
    if card and card.effects_of(effects.FREEZES_DECK):
        yield context.refuse(
            "xp.no-other-changes",
            _("{investigator}'s deck cannot change."),
            seat=seat.id,
            investigator=seat.title,
        )


def same_investigator(context: StepContext, seat: Seat, deck: Deck) -> Iterator[Violation]:
    if deck.investigator != seat.investigator and (
        context.game.card(deck.investigator) is not context.game.card(seat.investigator)
    ):
        yield context.refuse(
            "deck.one-investigator",
            _("This deck is {other}'s, not {investigator}'s."),
            seat=seat.id,
            investigator=seat.title,
            other=context.game.title(deck.investigator),
        )


def _explained(context: StepContext, seat: Seat, step: CardsBought) -> Iterator[Violation]:
    """Check that the deck after is the one before with exactly these exchanges (rule xp.no-other-changes)."""
    assert seat.baseline is not None
    expected = _both_piles(context, seat.baseline)
    for piles in (seat.outcome.exiled, seat.outcome.removed):
        expected.subtract(card_counts(piles.total, context.game))
    expected.update(card_counts(_exchanged(step.purchases, step.departures), context.game))
    found = _both_piles(context, step.deck)
    odd = sorted(code for code in expected.keys() | found.keys() if expected[code] != found[code])
    if odd:
        yield context.refuse(
            "xp.no-other-changes",
            _("These changes have no purchase or other reason: {cards}."),
            seat=seat.id,
            investigator=seat.title,
            cards=[context.game.title(code) for code in odd],
            codes=odd,
        )
    for purchase in step.purchases:
        card = context.game.card(purchase.card)
        if card and card.title in context.state.lost_allies:
            yield context.refuse(
                "ub.scream", _("{card} was lost for the rest of the campaign."), card=card.title, seat=seat.id
            )


def _both_piles(context: StepContext, deck: Deck) -> Counter[str]:
    return card_counts(deck.slots, context.game) + card_counts(deck.second_deck, context.game)


def _exchanged(purchases: tuple[Purchase, ...], departures: tuple[Departure, ...]) -> Mapping[str, int]:
    change: Counter[str] = Counter()
    for purchase in purchases:
        if purchase.way == MARK:
            continue
        change[purchase.card] += 1
        if purchase.replaces_another:
            change[purchase.replaces] -= 1
    for departure in departures:
        change[departure.card] -= 1
    return change


def _fair(context: StepContext, purchase: Purchase) -> Iterator[Violation]:
    yield from context.known_card(purchase.card)
    if purchase.price < 0:
        yield context.refuse(
            "xp.no-refund", _("A purchase cannot give experience back."), price=purchase.price
        )
    if sum(reason.amount for reason in purchase.reasons) != purchase.price:
        yield context.refuse(
            "step.sum",
            _("The reasons for {card}'s price do not add up to {price}."),
            card=context.game.title(purchase.card),
            price=purchase.price,
        )
    lot = purchase.lot
    if lot and (not is_honest(lot) or context.game.card(lot.result) is not context.game.card(purchase.card)):
        yield context.refuse(
            "step.honest-draw",
            _("{card} does not match the seed and the pool of this draw."),
            card=context.game.title(purchase.card),
        )


def take_back(seat: Seat) -> Iterator[e.Entry]:
    """Take back the cost of the purchases so far, before the new ones are recorded."""
    if seat.outlay:
        yield e.ExperienceEntry(seat.id, seat.outlay, "taken-back", with_purchases=True)
    if seat.outlay_physical or seat.outlay_mental:
        yield e.TraumaEntry(
            seat.id, -seat.outlay_physical, -seat.outlay_mental, "taken-back", with_purchases=True
        )


@dataclass(frozen=True, slots=True)
class PurchaseEffects:
    """What buying cards gives and costs besides experience (rule trauma.purchase-trauma)."""

    experience: int = 0
    physical: int = 0
    mental: int = 0
    chosen: int = 0
    """Trauma whose kind the player chooses."""
    heals: int = 0
    """Trauma that may be healed, of the kind that the player chooses."""


def effects_of_purchases(cards: Iterable[tuple[Card, int]]) -> PurchaseEffects:
    found: Counter[str] = Counter()
    for card, copies in cards:
        for effect in card.effects_of(effects.ON_PURCHASE):
            for name, fact in _EFFECT_FACTS.items():
                found[name] += effect.get(fact, 0) * copies
    return PurchaseEffects(**found)


_EFFECT_FACTS = {
    "experience": "experience",
    "physical": "physical",
    "mental": "mental",
    "chosen": "trauma",
    "heals": "heals_trauma",
}


def pay(
    context: StepContext,
    seat: Seat,
    price: int,
    cards: list[tuple[Card, int]],
    trauma: Mapping[str, int],
    healed: Mapping[str, int],
    start: int,
    reason: str,
) -> Iterator[Found]:
    """Record the price, and the effects of buying the cards (rule trauma.purchase-trauma)."""
    if context.state.mode == STANDALONE:
        return  # a standalone scenario has no ledger
    bought = effects_of_purchases(cards)
    yield from _split(context, seat, trauma, healed, bought.chosen, bought.heals)
    gained = 0 if "ub.induction" in context.state.in_force else bought.experience
    for card, copies in cards if gained else ():
        if given := effects_of_purchases([(card, copies)]).experience:
            yield e.ExperienceEntry(seat.id, given, "xp.card-modifiers", card.code, with_purchases=True)
    available = seat.experience + seat.outlay + start + gained
    if price < 0 or price > available:
        yield context.refuse(
            "xp.spend-not-exceed",
            _("{investigator} has {available} experience; this costs {price}."),
            seat=seat.id,
            investigator=seat.title,
            available=available,
            price=price,
        )
    if price:
        yield e.ExperienceEntry(seat.id, -price, reason, with_purchases=True)
    physical = bought.physical + trauma.get(PHYSICAL, 0) - healed.get(PHYSICAL, 0)
    mental = bought.mental + trauma.get(MENTAL, 0) - healed.get(MENTAL, 0)
    if physical or mental:
        yield e.TraumaEntry(seat.id, physical, mental, "trauma.purchase-trauma", with_purchases=True)
        yield from threshold(
            context,
            seat,
            seat.physical - seat.outlay_physical + physical,
            seat.mental - seat.outlay_mental + mental,
        )


def _split(
    context: StepContext,
    seat: Seat,
    trauma: Mapping[str, int],
    healed: Mapping[str, int],
    chosen: int,
    heals: int,
) -> Iterator[Violation]:
    yield from trauma_kinds(context, trauma)
    yield from trauma_kinds(context, healed)
    who = {"seat": seat.id, "investigator": seat.title}
    if sum(trauma.values()) != chosen or any(amount < 0 for amount in trauma.values()):
        yield context.refuse(
            "trauma.purchase-trauma",
            _(
                "{investigator} suffers {trauma} trauma from this purchase: split it into "
                "physical and mental."
            ),
            trauma=chosen,
            **who,
        )
    before = {PHYSICAL: seat.physical - seat.outlay_physical, MENTAL: seat.mental - seat.outlay_mental}
    if sum(healed.values()) > heals or any(
        not 0 <= amount <= before.get(kind, 0) for kind, amount in healed.items()
    ):
        yield context.refuse(
            "trauma.purchase-trauma",
            _("{investigator} does not have that much trauma to heal."),
            heals=heals,
            **who,
        )
