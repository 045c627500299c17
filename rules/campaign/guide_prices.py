"""Prices that a guide offers after a scenario, and their payment. (Rulebook A7.)

A price is data (docs/catalogue.md). Some are paid by the group together, split as it likes; others by each
investigator who wants the offer.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign import entries as e
from rules.campaign.bag import token_changes
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.facts import Game, Price
from rules.campaign.party import bear, not_below_zero, unready
from rules.campaign.slots import WEAKNESS, without_card
from rules.campaign.state import BETWEEN, MENTAL, PHYSICAL, READY, CampaignState, Played, Seat
from rules.campaign.steps import PricePaid
from rules.deck.verdict import Violation, _


def last_scenario(state: CampaignState) -> Played | None:
    """Return the scenario that was played last, ignoring later interludes."""
    return next((each for each in reversed(state.history) if each.is_scenario), None)


def prices_open(state: CampaignState, game: Game) -> tuple[Price, ...]:
    """Return the prices offered after the last scenario's resolution that the group has not paid yet."""
    last = last_scenario(state)
    facts = game.scenario(state.campaign, last.scenario) if last else None
    if last is None or facts is None or last.replay or state.phase not in (BETWEEN, READY):
        return ()
    return tuple(
        price
        for price in facts.prices
        if last.resolution in (price.resolutions or (last.resolution,)) and price.id not in state.prices_paid
    )


def number_of_payers(state: CampaignState) -> int:
    """Return how many investigators pay a price of the group: those who played the last scenario.

    Who played a scenario before the campaign was continued here is not known; then everyone who plays pays.
    """
    last = last_scenario(state)
    return (len(last.fates) or len(state.active)) if last else 0


def whole_price(price: Price, investigators: int) -> int:
    """Return what a group pays together, or one investigator alone."""
    return price.experience * investigators if price.by_group else price.experience


@handles(PricePaid)
def pay(context: StepContext, step: PricePaid) -> Iterator[Found]:
    state = context.state
    yield from context.only_in(
        (BETWEEN, READY), "xp.timing-between-scenarios", _("Experience can be spent only between scenarios.")
    )
    yield from context.unknown_seats(step.shares)
    price = next((each for each in prices_open(state, context.game) if each.id == step.price), None)
    if price is None:
        yield context.refuse(
            "step.known-price",
            _("The guide does not offer {price} now: it belongs to another resolution or is already paid."),
            price=step.price,
        )
        return
    payers = [(seat, step.shares[id]) for id, seat in state.seats.items() if id in step.shares]
    yield from _shares(context, price, payers)
    for seat, share in payers:
        yield from _pays(context, seat, share)
        if not price.by_group:
            yield from _receives(context, price, seat, step.heals)
    if price.by_group:
        yield e.PriceEntry(price.id)
    yield from token_changes(context, price.tokens, price.id)
    yield from unready(state)


def _shares(context: StepContext, price: Price, payers: list[tuple[Seat, int]]) -> Iterator[Violation]:
    """Check that the shares of a group add up to its price, and that a single payer pays all of it.

    A guide may change after the price was paid: neither rule prevents a replay of the history.
    """
    paid = sum(share for _seat, share in payers)
    if any(share < 0 for _seat, share in payers) or not payers:
        yield context.refuse("step.count", _("Enter how much experience each investigator pays."))
    if price.by_group:
        whole = whole_price(price, number_of_payers(context.state))
        if paid > whole or (paid < whole and not price.points):
            yield context.refuse(
                "setup.per-investigator-base",
                _("The investigators pay {whole} experience together; these shares add up to {paid}."),
                whole=whole,
                paid=paid,
            )
        return
    for seat, share in payers:
        if share > price.experience or (share < price.experience and not price.points):
            yield context.refuse(
                "end.resolution",
                _("This costs {whole} experience; {investigator} pays {paid}."),
                seat=seat.id,
                investigator=seat.title,
                whole=price.experience,
                paid=share,
            )


def _pays(context: StepContext, seat: Seat, share: int) -> Iterator[Found]:
    yield from context.inactive(seat)
    if share > seat.experience:
        yield context.refuse(
            "xp.spend-not-exceed",
            _("{investigator} has {available} experience; this costs {price}."),
            seat=seat.id,
            investigator=seat.title,
            available=seat.experience,
            price=share,
        )
    if share and "ub.induction" in context.state.in_force:
        yield context.refuse(
            "ub.induction", _("Experience is not earned or spent in this campaign."), price=share
        )
    if share:
        yield e.ExperienceEntry(seat.id, -share, "guide-price")


def _receives(context: StepContext, price: Price, seat: Seat, kind: str) -> Iterator[Found]:
    """Yield what an investigator gets for the price: healed trauma, or a card that leaves the deck."""
    if price.heals:
        if kind not in (PHYSICAL, MENTAL):
            yield context.refuse(
                "step.known-trauma", _("Trauma must be physical or mental, not {kind}."), kind=kind
            )
        physical = -price.heals if kind == PHYSICAL else 0
        mental = -price.heals if kind == MENTAL else 0
        yield from not_below_zero(context, seat, physical, mental)
        yield e.TraumaEntry(seat.id, physical, mental, "guide-price")
    for card in price.cards_lost:
        yield from _loses(context, seat, card)


def _loses(context: StepContext, seat: Seat, card: str) -> Iterator[Found]:
    if seat.story.get(card):
        yield from bear(context, seat.id, card, -1)
    elif seat.weaknesses.get(card):
        yield e.WeaknessEntry(seat.id, card, -1, "guide-price")
        deck = context.deck(seat.id)
        rest = without_card(deck, card, 1, context.game) if deck else None
        if rest is not None:
            yield context.new_deck(seat.id, rest, WEAKNESS)
    else:
        yield context.refuse(
            "step.held",
            _("{investigator} does not have {card}."),
            seat=seat.id,
            investigator=seat.title,
            card=context.game.title(card),
        )
