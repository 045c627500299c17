"""The price of one purchase as a list of reasons, in the order of the rules; they add up to the price."""

from __future__ import annotations

from collections.abc import Iterable

from rules.cards.model import Card
from rules.upgrade.purchase import Reason, total_of

#: A new card costs at least this (xp.min-one-for-new-card).
LEAST_FOR_NEW = 1


def printed_price(card: Card) -> list[Reason]:
    """Return the level, doubled if exceptional, changed by the taboo list.

    (Rules xp.cost-equals-level, xp.taboo-adjustment.)
    """
    level = card.level or 0
    reasons = [Reason("level", level)]
    if card.exceptional and level:
        reasons.append(Reason("exceptional", level))
    if card.taboo_price:
        # Card.price is never negative.
        reasons.append(Reason("taboo", card.price - total_of(reasons)))
    return reasons


def new_card(
    card: Card,
    *,
    boxes: int = 0,
    surcharges: Iterable[Reason] = (),
    discounts: Iterable[Reason] = (),
    exiled: bool = False,
) -> tuple[Reason, ...]:
    """Price a card bought new, or bought again after exile; the minimum comes after all discounts (E-07)."""
    reasons = printed_price(card)
    if boxes:
        reasons.append(Reason("boxes", boxes))
    if exiled:
        reasons.append(Reason("repurchase"))
    reasons += (*surcharges, *discounts)
    return at_least(LEAST_FOR_NEW, reasons)


def upgrade(
    lower: Card, higher: Card, *, discounts: Iterable[Reason] = (), least: int, beside: bool = False
) -> tuple[Reason, ...]:
    """Price an upgrade: the difference of two versions, or the full price if the lower stays.

    (Rules xp.upgrade-difference, E-06.)
    """
    reasons = printed_price(higher)
    reasons.append(Reason("beside") if beside else Reason("difference", -lower.price, lower.code))
    reasons += discounts
    return at_least(least, reasons)


def marks(boxes: int, *, free: int = 0, discounts: Iterable[Reason] = (), least: int) -> tuple[Reason, ...]:
    """Price boxes of an upgrade sheet, bought together as one upgrade."""
    reasons = [Reason("boxes", boxes)]
    if free:
        reasons.append(Reason("marked", -free))
    if boxes <= free:
        return tuple(reasons)
    reasons += discounts
    return at_least(least, reasons)


def refill(card: Card) -> tuple[Reason, ...]:
    """Price a free level 0 card; a taboo increase is still paid (deck.size-shortfall-free-level0)."""
    return at_least(0, [*printed_price(card), Reason("refill")])


def at_no_cost(card: Card, kind: str, by: str = "") -> tuple[Reason, ...]:
    """Price a copy that costs nothing: swapped, a further copy, a second copy, a gift."""
    reasons = printed_price(card)
    return (*reasons, Reason(kind, -total_of(reasons), by))


def at_least(least: int, reasons: list[Reason]) -> tuple[Reason, ...]:
    price = total_of(reasons)
    if price < least:
        reasons.append(Reason("minimum" if least else "no-refund", least - price))
    return tuple(reasons)
