"""The form for what a guide sells after a scenario: each price as text, with a field for each payer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.forms.fields import number
from campaigns.text import names
from campaigns.text.steps import card_title
from rules.campaign import Price, Seat, steps
from rules.campaign.guide_prices import whole_price
from rules.campaign.state import MENTAL, PHYSICAL


@dataclass(frozen=True, slots=True)
class Payer:
    """A seat that may pay, and the value entered for it."""

    seat: Seat
    field: str
    paid: str
    heals_field: str
    heals: str


@dataclass(frozen=True, slots=True)
class Sale:
    """A price as a page shows it."""

    price: Price
    text: str
    whole: int
    after: str
    """The resolutions after which it is offered; empty means all of them."""
    payers: list[Payer]


def sales(prices: Iterable[Price], seats: Iterable[Seat], given: QueryDict, investigators: int) -> list[Sale]:
    found = list(seats)
    return [
        Sale(
            price,
            price_text(price),
            whole_price(price, investigators),
            _(" or ").join(map(names.resolution_name, price.resolutions)),
            [
                Payer(
                    seat,
                    share_field(price.id, seat.id),
                    given.get(share_field(price.id, seat.id), ""),
                    heals_field(price.id, seat.id),
                    given.get(heals_field(price.id, seat.id), ""),
                )
                for seat in found
            ],
        )
        for price in prices
    ]


def price_text(price: Price) -> str:
    """Return what is sold, as the heading of a form."""
    parts = []
    for token, by in price.tokens.items():
        facts = {"n": abs(by), "token": names.token_name(token)}
        out = ngettext(
            "%(n)d %(token)s token removed from the bag", "%(n)d %(token)s tokens removed from the bag", -by
        )
        into = ngettext(
            "%(n)d %(token)s token added to the bag", "%(n)d %(token)s tokens added to the bag", by
        )
        parts.append((out if by < 0 else into) % facts)
    parts += [_("%(card)s removed from the deck") % {"card": card_title(card)} for card in price.cards_lost]
    if price.heals:
        parts.append(ngettext("%(n)d trauma healed", "%(n)d trauma healed", price.heals) % {"n": price.heals})
    return ", ".join(parts)


def read(given: QueryDict, prices: Iterable[Price], seats: Iterable[Seat]) -> Iterator[steps.PricePaid]:
    """The prices that were paid. A price that the group shares is one step; otherwise each payer has one."""
    found = list(seats)
    for price in prices:
        shares = {
            seat.id: number(given, share_field(price.id, seat.id), least=0, what=_("Experience"))
            for seat in found
            if given.get(share_field(price.id, seat.id), "").strip()
        }
        if price.by_group and any(shares.values()):
            yield steps.PricePaid(price=price.id, shares=shares)
        if not price.by_group:
            for seat in found:
                if seat.id in shares:
                    kind = given.get(heals_field(price.id, seat.id), "") if price.heals else ""
                    heals = kind if kind in (PHYSICAL, MENTAL) else ""
                    yield steps.PricePaid(price=price.id, shares={seat.id: shares[seat.id]}, heals=heals)


def share_field(price: str, seat: str) -> str:
    """Return the name of the field for what a seat pays of a price."""
    return f"price-{price}-{seat}"


def heals_field(price: str, seat: str) -> str:
    """Return the name of the field for the kind of trauma that a seat heals by a price."""
    return f"price-heals-{price}-{seat}"
