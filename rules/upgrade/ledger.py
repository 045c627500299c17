"""The ledger of one investigator's experience: all earnings and purchases, never edited.

Each investigator has one: experience cannot be given away (xp.each-separately), unspent experience is kept
(xp.unspent-carries), and nothing is refunded for a card that leaves (xp.no-refund).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck
from rules.deck.circumstances import ANYWHERE, DEFAULT_EDITION, Circumstances
from rules.deck.verdict import Violation, _
from rules.outcome import NO_OUTCOME, Outcome
from rules.rulebook.editions import edition
from rules.upgrade.apply import carried_out, without_removed
from rules.upgrade.purchase import Purchase, Step
from rules.upgrade.session import UpgradeSession


class Refused(Exception):
    """A purchase that the rules do not allow; `violations` give the reasons."""

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__(" ".join(map(str, self.violations)))


@dataclass(frozen=True, slots=True)
class Ledger:
    """An investigator's experience: starting experience, earnings, purchases."""

    starting: int = 0
    earned: tuple[int, ...] = ()
    purchases: tuple[Purchase, ...] = ()
    edition: str = DEFAULT_EDITION

    @property
    def spent(self) -> int:
        return sum(purchase.price for purchase in self.purchases)

    @property
    def total_earned(self) -> int:
        """The lifetime total, without the starting experience (xp.total-earned, E-28)."""
        return sum(self.earned)

    @property
    def balance(self) -> int:
        return self.starting + self.total_earned - self.spent

    def earn(self, experience: int) -> Ledger:
        """Record the experience from a scenario; it never reduces the earlier balance (E-23)."""
        return replace(self, earned=(*self.earned, max(0, experience)))

    def against(self, purchase: Purchase, *, playing: bool = False) -> Iterator[Violation]:
        """Yield the reasons against a purchase; `playing` = a scenario is in progress."""
        game = edition(self.edition)
        if playing:
            message = _("Cards can only be bought between scenarios. Finish the scenario first.")
            yield Violation("xp.timing-between-scenarios", message, {"card": purchase.card}, game)
        if purchase.price < 0:
            message = _("Spent experience can't be refunded.")
            yield Violation("xp.no-refund", message, {"card": purchase.card, "price": purchase.price}, game)
        if purchase.price > self.balance:
            yield Violation(
                "xp.spend-not-exceed",
                _("This costs {price} experience; you have {balance}."),
                {"card": purchase.card, "price": purchase.price, "balance": self.balance},
                game,
            )

    def buy(self, purchase: Purchase, *, playing: bool = False) -> Ledger:
        """Record a purchase; raise Refused if the ledger does not allow it."""
        if violations := [*self.against(purchase, playing=playing)]:
            raise Refused(violations)
        return replace(self, purchases=(*self.purchases, purchase))


def replay(
    catalogue: Catalogue,
    before: Deck,
    steps: Iterable[Step],
    ledger: Ledger,
    circumstances: Circumstances = ANYWHERE,
    outcome: Outcome = NO_OUTCOME,
    taboo: str | None = None,
) -> tuple[Deck, Ledger]:
    """Make the steps one by one, each priced again; return the deck and the ledger, or raise Refused."""
    session = UpgradeSession(catalogue, before, circumstances, outcome, taboo)
    deck = without_removed(catalogue, before, outcome)
    for step in steps:
        if isinstance(step, Purchase):
            quote = session.quote(
                step.way, step.card, replaces=step.replaces, place=step.place, ticks=step.ticks
            )
            violations = [*quote.violations, *ledger.against(quote.purchase)]
            if violations:
                raise Refused(violations)
            ledger = ledger.buy(quote.purchase)
            session.take(quote.purchase)
        else:
            if violations := [*session.refusals.of_departure(step)]:
                raise Refused(violations)
            session.leave(step)
        deck = carried_out(catalogue, deck, step)
    if violations := [*session.refusals.at_the_end()]:
        raise Refused(violations)
    return deck, ledger
