"""Purchases of a seat between two scenarios: their cost, and whether the seat can pay it. (Rulebook A7.)

Everything that a seat buys between two scenarios is one step, priced from the deck it began with
(`Seat.baseline`). Buying again takes the first purchases back, so that discounts count once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.campaign import entries as e
from rules.campaign.context import Case, Found, handles
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


def may_shop(state: CampaignState, seat: Seat) -> bool:
    """Return whether cards may be bought for this deck now.

    This includes the time before the first scenario, if the deck came unchanged from an earlier campaign.
    """
    times = (BETWEEN, READY, SETUP) if seat.keeps_deck else (BETWEEN, READY)
    return state.phase in times and seat.status == ACTIVE and in_play(state, seat)


@handles(CardsBought)
def buy(case: Case, step: CardsBought) -> Iterator[Found]:
    seat = case.seat(step.seat)
    if seat is None:
        yield from case.unknown_seats([step.seat])
        return
    yield from _shopping_time(case, seat)
    yield from case.inactive(seat)
    if seat.baseline is None or not in_play(case.state, seat):
        yield case.refuse(
            "step.order",
            _("{investigator} has not played yet. Choose a deck instead of buying cards."),
            seat=seat.id,
            investigator=seat.title,
        )
        return
    yield from _not_frozen(case, seat)
    yield from same_investigator(case, seat, step.deck)
    yield from _explained(case, seat, step)
    yield from take_back(seat)
    for purchase in step.purchases:
        yield from _fair(case, purchase)
        yield e.PurchaseEntry(seat.id, purchase)
    price = sum(purchase.price for purchase in step.purchases)
    if price and "ub.induction" in case.state.in_force:
        yield case.refuse(
            "ub.induction", _("Experience is not earned or spent in this campaign."), price=price
        )
    yield case.new_deck(seat.id, step.deck, BOUGHT, step.version)
    cards = [
        (card, 1)
        for purchase in step.purchases
        if purchase.way != MARK and (card := case.game.card(purchase.card))
    ]
    yield from pay(case, seat, price, cards, step.trauma, step.healed, 0, "purchase")
    if step.branded:
        yield e.BrandEntry(seat.id, step.branded)
    yield from unready(case.state)


def _shopping_time(case: Case, seat: Seat) -> Iterator[Violation]:
    phase = case.state.phase
    if phase == RESULTS:
        yield case.refuse("end.order", _("Record the experience of the scenario before buying cards."))
    elif phase not in (BETWEEN, READY) and not (phase == SETUP and seat.keeps_deck):
        yield case.refuse(
            "xp.timing-between-scenarios",
            _("Cards can be bought only between scenarios."),
            phase=phase,
            seat=seat.id,
        )


def _not_frozen(case: Case, seat: Seat) -> Iterator[Violation]:
    card = case.game.card(seat.investigator)
    if card and card.effects_of(effects.FREEZES_DECK):
        yield case.refuse(
            "xp.no-other-changes",
            _("{investigator}'s deck cannot change."),
            seat=seat.id,
            investigator=seat.title,
        )


def same_investigator(case: Case, seat: Seat, deck: Deck) -> Iterator[Violation]:
    if deck.investigator != seat.investigator and (
        case.game.card(deck.investigator) is not case.game.card(seat.investigator)
    ):
        yield case.refuse(
            "deck.one-investigator",
            _("This deck is {other}'s, not {investigator}'s."),
            seat=seat.id,
            investigator=seat.title,
            other=case.game.title(deck.investigator),
        )


def _explained(case: Case, seat: Seat, step: CardsBought) -> Iterator[Violation]:
    """Check that the deck after is the one before with exactly these exchanges (rule xp.no-other-changes)."""
    assert seat.baseline is not None
    expected = _both_piles(case, seat.baseline)
    for piles in (seat.outcome.exiled, seat.outcome.removed):
        expected.subtract(card_counts(piles.total, case.game))
    expected.update(card_counts(_exchanged(step.purchases, step.departures), case.game))
    found = _both_piles(case, step.deck)
    odd = sorted(code for code in expected.keys() | found.keys() if expected[code] != found[code])
    if odd:
        yield case.refuse(
            "xp.no-other-changes",
            _("These changes have no purchase or other reason: {cards}."),
            seat=seat.id,
            investigator=seat.title,
            cards=[case.game.title(code) for code in odd],
            codes=odd,
        )
    for purchase in step.purchases:
        card = case.game.card(purchase.card)
        if card and card.title in case.state.lost_allies:
            yield case.refuse(
                "ub.scream", _("{card} was lost for the rest of the campaign."), card=card.title, seat=seat.id
            )


def _both_piles(case: Case, deck: Deck) -> Counter[str]:
    return card_counts(deck.slots, case.game) + card_counts(deck.extra, case.game)


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


def _fair(case: Case, purchase: Purchase) -> Iterator[Violation]:
    yield from case.known_card(purchase.card)
    if purchase.price < 0:
        yield case.refuse("xp.no-refund", _("A purchase cannot give experience back."), price=purchase.price)
    if sum(reason.amount for reason in purchase.reasons) != purchase.price:
        yield case.refuse(
            "step.sum",
            _("The reasons for {card}'s price do not add up to {price}."),
            card=case.game.title(purchase.card),
            price=purchase.price,
        )
    lot = purchase.lot
    if lot and (not is_honest(lot) or case.game.card(lot.result) is not case.game.card(purchase.card)):
        yield case.refuse(
            "step.honest-draw",
            _("{card} does not match the seed and the pool of this draw."),
            card=case.game.title(purchase.card),
        )


def take_back(seat: Seat) -> Iterator[e.Entry]:
    """Take back the cost of the purchases so far, before the new ones are recorded."""
    if seat.outlay:
        yield e.ExperienceEntry(seat.id, seat.outlay, "taken-back", shopping=True)
    if seat.outlay_physical or seat.outlay_mental:
        yield e.TraumaEntry(seat.id, -seat.outlay_physical, -seat.outlay_mental, "taken-back", shopping=True)


def pay(
    case: Case,
    seat: Seat,
    price: int,
    cards: list[tuple[Card, int]],
    trauma: Mapping[str, int],
    healed: Mapping[str, int],
    start: int,
    reason: str,
) -> Iterator[Found]:
    """Record the price, and the effects of buying the cards (rule trauma.purchase-trauma)."""
    if case.state.mode == STANDALONE:
        return  # a standalone scenario has no ledger
    gained = physical = mental = chosen = heals = 0
    for card, copies in cards:
        for effect in card.effects_of(effects.ON_PURCHASE):
            gained += effect.get("experience", 0) * copies
            physical += effect.get("physical", 0) * copies
            mental += effect.get("mental", 0) * copies
            chosen += effect.get("trauma", 0) * copies
            heals += effect.get("heals_trauma", 0) * copies
    yield from _split(case, seat, trauma, healed, chosen, heals)
    if "ub.induction" in case.state.in_force:
        gained = 0
    if gained:
        yield e.ExperienceEntry(seat.id, gained, "xp.card-modifiers", shopping=True)
    available = seat.experience + seat.outlay + start + gained
    if price < 0 or price > available:
        yield case.refuse(
            "xp.spend-not-exceed",
            _("{investigator} has {available} experience; this costs {price}."),
            seat=seat.id,
            investigator=seat.title,
            available=available,
            price=price,
        )
    if price:
        yield e.ExperienceEntry(seat.id, -price, reason, shopping=True)
    physical += trauma.get(PHYSICAL, 0) - healed.get(PHYSICAL, 0)
    mental += trauma.get(MENTAL, 0) - healed.get(MENTAL, 0)
    if physical or mental:
        yield e.TraumaEntry(seat.id, physical, mental, "trauma.purchase-trauma", shopping=True)
        yield from threshold(
            case,
            seat,
            seat.physical - seat.outlay_physical + physical,
            seat.mental - seat.outlay_mental + mental,
        )


def _split(
    case: Case, seat: Seat, trauma: Mapping[str, int], healed: Mapping[str, int], chosen: int, heals: int
) -> Iterator[Violation]:
    yield from trauma_kinds(case, trauma)
    yield from trauma_kinds(case, healed)
    who = {"seat": seat.id, "investigator": seat.title}
    if sum(trauma.values()) != chosen or any(amount < 0 for amount in trauma.values()):
        yield case.refuse(
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
        yield case.refuse(
            "trauma.purchase-trauma",
            _("{investigator} does not have that much trauma to heal."),
            heals=heals,
            **who,
        )
