"""The experience of one investigator as an account: every gain and every price in order, with the balance."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby

from rules.campaign.entries import ExperienceEntry, PurchaseEntry
from rules.campaign.resuming import SPENT_BEFORE
from rules.upgrade.purchase import Purchase

PURCHASE, TAKEN_BACK = "purchase", "taken-back"
#: Reasons of entries that pay for something.
PAID = frozenset({PURCHASE, TAKEN_BACK, SPENT_BEFORE, "creation", "side-story", "guide-price"})

Written = tuple[int, ExperienceEntry | PurchaseEntry]
"""The number of a step, and an entry of it."""


@dataclass(frozen=True, slots=True)
class AccountLine:
    step: int
    amount: int
    balance: int
    """What is left after this line."""
    reason: str
    card: str = ""
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    lines: tuple[AccountLine, ...] = ()
    gained: int = 0
    """All that the investigator ever had to spend: earned, given at the start or by effects."""
    spent: int = 0
    """What was paid for cards, side stories and prices of the guide, without purchases that were replaced."""

    @property
    def left(self) -> int:
        return self.gained - self.spent


def account_of(entries: Iterable[Written], ended: Collection[int]) -> Account:
    """Return the account that these entries of one seat add up to, which are in order.

    `ended` are the numbers of the steps that ended a scenario for the seat: purchases before such a step
    cannot be replaced any more.
    """
    book = _Book()
    ends = sorted(ended)
    for number, some in groupby(entries, key=lambda each: each[0]):
        while ends and ends[0] <= number:
            book.gained_now = book.spent_now = 0
            ends.pop(0)
        written = [entry for _number, entry in some]
        bought = [entry.purchase for entry in written if isinstance(entry, PurchaseEntry)]
        for entry in written:
            if isinstance(entry, ExperienceEntry):
                book.enter(number, entry, bought)
    return Account(tuple(book.lines), book.gained, book.spent)


class _Book:
    """An account while it is added up."""

    def __init__(self) -> None:
        self.lines: list[AccountLine] = []
        self.gained = self.spent = 0
        self.gained_now = self.spent_now = 0
        """The same, but only with purchases that can still be replaced."""

    def enter(self, number: int, entry: ExperienceEntry, bought: list[Purchase]) -> None:
        if entry.with_purchases and entry.reason == TAKEN_BACK:
            self.gained -= self.gained_now
            self.spent -= self.spent_now
            self.gained_now = self.spent_now = 0
        elif entry.reason in PAID:
            self.spent -= entry.amount
            self.spent_now -= entry.amount if entry.with_purchases else 0
        else:
            self.gained += entry.amount
            self.gained_now += entry.amount if entry.with_purchases else 0
        if (
            entry.with_purchases
            and entry.reason == PURCHASE
            and sum(each.price for each in bought) == -entry.amount
        ):
            for each in bought:
                self._line(number, -each.price, PURCHASE, each.card, each.replaces)
        else:
            self._line(number, entry.amount, entry.reason, entry.card)

    def _line(self, number: int, amount: int, reason: str, card: str, replaces: str = "") -> None:
        before = self.lines[-1].balance if self.lines else 0
        self.lines.append(AccountLine(number, amount, before + amount, reason, card, replaces))
