"""One upgrade between two scenarios: which purchases are allowed now, and at what price.

`UpgradeSession` starts from the deck as it was taken into the scenario and from the results of the scenario.
`quote` prices one purchase in the current state and reports every rule against it; `take` makes it. The order
matters as it does in the game: the first upgrades get the discounts. In one upgrade a copy is bought or
upgraded once: a copy that was just bought is neither upgraded nor removed again (docs/prices.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.cards import effects
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card, Deck, Tick
from rules.deck.circumstances import ANYWHERE, CAMPAIGN, Circumstances
from rules.deck.verdict import Violation
from rules.outcome import NO_OUTCOME, Outcome
from rules.rulebook.editions import edition
from rules.upgrade import pricing, removals
from rules.upgrade.discounts import (
    ON_NEW,
    ON_UPGRADE,
    Source,
    free_marks_of,
    repurchase_discounts,
    sources_of,
    surcharges_of,
)
from rules.upgrade.inventory import Copies, Holdings, base_size, size_effects, swaps_of
from rules.upgrade.purchase import (
    DECK,
    GRANT,
    KEPT_LOWER,
    MARK,
    MYRIAD,
    NEW,
    OUT_OF_OPTIONS,
    OVER_LIMIT,
    PLACES,
    REFILL,
    REPURCHASE,
    SECOND_COPY,
    SECOND_DECK,
    SWAP,
    UPGRADE,
    Departure,
    Purchase,
    Reason,
    total_of,
)
from rules.upgrade.refusals import Refusals

#: Further copies of a myriad card that one purchase covers (myriad.free-extra-copies).
MYRIAD_COPIES = 2


@dataclass(frozen=True, slots=True)
class Quote:
    """A purchase with its price, and the violations of every rule against it."""

    purchase: Purchase
    violations: tuple[Violation, ...] = ()


class UpgradeSession:
    """The state of one upgrade between two scenarios."""

    def __init__(
        self,
        catalogue: Catalogue,
        before: Deck,
        circumstances: Circumstances = ANYWHERE,
        outcome: Outcome = NO_OUTCOME,
        taboo: str | None = None,
    ) -> None:
        self.game = edition(circumstances.edition)
        self.circumstances = circumstances
        self.outcome = outcome
        self.in_campaign = circumstances.mode == CAMPAIGN
        self.taboo_view = catalogue.under(before.taboo if taboo is None else taboo)
        self.start = Holdings(self.taboo_view, before)
        self.back = self.start.back
        self.investigator = self.taboo_view.printed.get(before.transformed or before.investigator)
        """The investigator who buys, or the card that took the investigator's place."""
        self.cards: dict[str, Card] = dict(self.start.cards)
        self.held: dict[str, Copies] = {place: dict(self.start.merchandise[place]) for place in PLACES}
        self.bought: dict[str, Copies] = {place: {} for place in PLACES}
        self.effective = {
            place: [code for code in held if self.cards[code].effects] for place, held in self.held.items()
        }
        """Cards with effects that were in each place at the start."""
        self.beside: Copies = dict(self.start.beside)
        self.marks = {code: dict(sheet) for code, sheet in self.start.marks.items()}
        self.marked: set[str] = set()
        """Upgrade sheets that were paid for in this step."""
        self.free_marks, self.free_anywhere = free_marks_of(self.start, outcome)
        self.exiled: dict[str, Copies] = {place: {} for place in PLACES}
        """Copies that may be bought again, by place and card."""
        self.vacated: Copies = dict.fromkeys(PLACES, 0)
        """Copies that left without a replacement and not because of another purchase."""
        self.refills: Copies = dict.fromkeys(PLACES, 0)
        self.sizes = {place: self.start.size(place) for place in PLACES}
        printed = self.sizes[DECK] - size_effects(self.start.with_effects())
        base = base_size(self.back, before, printed)
        self.base_size = printed if base is None else base
        self.knows_size = base is not None
        self.sources: tuple[Source, ...] = sources_of(self.start, outcome)
        self.left = [source.first for source in self.sources]
        self.surcharges = surcharges_of(self.start)
        self.least_for_upgrade = int(self.game.switches.upgrade_minimum_one)
        self.swapped = 0
        self.cheaper_repurchases = 0
        self.covered: dict[tuple[str, str, int], int] = {}
        """Further copies of myriad cards that are already paid for, by place, title and level."""
        self.second_copies: Copies = {}
        self.given_up: set[tuple[str, str]] = set()
        """Cards that left in this step, with their place."""
        self.branded: Copies = {}
        """The title that a brand bought in this step was put on, and the copies that it pushed out."""
        self.spent = 0
        self._remove_cards(outcome)
        self.started_with: Copies = dict(self.held[DECK])
        """The contents of the deck at the start of the upgrade."""
        self.refusals = Refusals(self)

    def _remove_cards(self, outcome: Outcome) -> None:
        for piles, exiled in ((outcome.exiled, True), (outcome.removed, False)):
            for printing, from_deck, from_second in piles:
                card = self.taboo_view.printed.get(printing)
                if card is None or card.level is None:
                    continue
                copies = from_deck + from_second
                for place, most in ((SECOND_DECK, from_second), (DECK, copies), (SECOND_DECK, copies)):
                    gone = min(most, copies, self.held[place].get(card.code, 0))
                    copies -= gone
                    self._drop(place, card.code, gone)
                    self.vacated[place] += gone * card.counts
                    if exiled and gone:
                        self.exiled[place][card.code] = self.exiled[place].get(card.code, 0) + gone
        # A card loses its upgrade sheet with its last copy.
        self.marks = {code: sheet for code, sheet in self.marks.items() if code in self.held[DECK]}

    # The current state.

    def card(self, code: str) -> Card:
        """Return the card of any printing's code; raise KeyError for an unknown code."""
        card = self.taboo_view.printed[code]
        return self.cards.setdefault(card.code, card)

    def copies(self, place: str = DECK) -> Copies:
        """Return the bought copies in the current state, without those kept beside the deck."""
        now = dict(self.held[place])
        for code, copies in self.bought[place].items():
            now[code] = now.get(code, 0) + copies
        return now

    def with_effects(self) -> Iterator[tuple[Card, int]]:
        """Yield every card that has effects, with its copies in the current state."""
        cards = self.cards
        for place in PLACES:
            held, bought = self.held[place], self.bought[place]
            for code in self.effective[place]:
                if code in held:
                    yield cards[code], held[code] + bought.get(code, 0)
            for code, copies in bought.items():
                if code not in held and cards[code].effects:
                    yield cards[code], copies
        for drawer in (self.beside, self.start.others, self.start.granted):
            for code, copies in drawer.items():
                if cards[code].effects:
                    yield cards[code], copies

    def size(self, place: str = DECK) -> int:
        return sum(copies for code, copies in self.copies(place).items() if self.cards[code].counts)

    def needed(self, place: str = DECK) -> int:
        """Return the size that the deck must have now."""
        if place == SECOND_DECK:
            facts = self.back.investigator if self.back else None
            return facts.second_deck.size if facts and facts.second_deck else self.sizes[SECOND_DECK]
        return self.base_size + size_effects(self.with_effects())

    def room(self, place: str = DECK) -> int:
        """Return the places to fill that no purchase emptied (deck.size-shortfall-free-level0)."""
        return self.needed(place) - (self.sizes[place] - self.vacated[place])

    def level(self, card: Card, ticks: Iterable[Tick] = ()) -> int:
        """Return the level; a customizable card's level is half its experience, rounded up.

        `ticks` is experience still to be put on its boxes.
        """
        marks = sum(self.marks.get(card.code, {}).values()) + sum(tick.experience for tick in ticks)
        return (marks + 1) // 2 if card.customizable else card.level or 0

    def swaps(self) -> int:
        """How many level 0 cards may be swapped at no cost (Adaptable)."""
        return swaps_of(self.with_effects())

    def giver_of(self, kind: str) -> str:
        return next((card.code for card, _copies in self.with_effects() if card.effects_of(kind)), "")

    # Prices.

    def quote(
        self,
        way: str,
        code: str,
        *,
        replaces: str = "",
        place: str = DECK,
        ticks: tuple[Tick, ...] = (),
    ) -> Quote:
        """Price one purchase in the current state, with the violations of every rule against it."""
        card = self.card(code)
        lower = self.card(replaces) if replaces else None
        reasons = self._reasons(way, card, lower, place, ticks)
        purchase = Purchase(way, code, total_of(reasons), reasons, replaces, place, ticks)
        return Quote(purchase, tuple(self.refusals.of(purchase, card, lower)))

    def _reasons(
        self, way: str, card: Card, lower: Card | None, place: str, ticks: tuple[Tick, ...]
    ) -> tuple[Reason, ...]:
        boxes = sum(tick.experience for tick in ticks)
        if way in (NEW, REPURCHASE):
            reductions = self._discounts(ON_NEW, card)
            if way == REPURCHASE:
                reductions += self._repurchase_discount(card, boxes, reductions)
            return pricing.new_card(
                card,
                boxes=boxes,
                surcharges=[Reason("surcharge", s.by, s.card) for s in self.surcharges],
                discounts=reductions,
                exiled=way == REPURCHASE,
            )
        if way == KEPT_LOWER and self.is_covered(card, place):
            return pricing.at_no_cost(card, "myriad")
        if way in (UPGRADE, KEPT_LOWER) and lower is not None:
            reductions = self._discounts(ON_UPGRADE, lower)
            beside = way == KEPT_LOWER
            return pricing.upgrade(
                lower, card, discounts=reductions, least=self.least_for_upgrade, beside=beside
            )
        if way == MARK:
            reductions = [] if card.code in self.marked else self._discounts(ON_UPGRADE, card)
            free = min(boxes, self.free_marks.get(card.code, 0) + self.free_anywhere)
            least = 0 if card.code in self.marked else self.least_for_upgrade
            return pricing.marks(boxes, free=free, discounts=reductions, least=least)
        if way == REFILL:
            return pricing.refill(card)
        if way == SWAP:
            return pricing.at_no_cost(card, "swap", self.giver_of(effects.SWAPS_LEVEL_0))
        if way == SECOND_COPY:
            return pricing.at_no_cost(card, "second-copy", self.giver_of(effects.SECOND_COPY_FREE))
        if way == MYRIAD:
            return pricing.at_no_cost(card, "myriad" if card.myriad else "sheet")
        if way == GRANT:
            return pricing.at_no_cost(card, "grant")
        raise ValueError(f"no price for the way {way!r}")

    def _discounts(self, on: str, card: Card) -> list[Reason]:
        return [
            Reason("discount", -source.by, source.card)
            for source, left in zip(self.sources, self.left, strict=True)
            if left and source.fits(on, card)
        ]

    def _repurchase_discount(self, card: Card, boxes: int, others: list[Reason]) -> list[Reason]:
        """Return the discount that is left, at most what makes a difference to the price."""
        most, uses, by = repurchase_discounts(self.with_effects())
        price = card.price + boxes + sum(s.by for s in self.surcharges) + total_of(others)
        useful = max(0, price - pricing.LEAST_FOR_NEW)
        amount = min(most, uses - self.cheaper_repurchases, useful)
        return [Reason("discount", -amount, by)] if amount > 0 else []

    # Changes.

    def take(self, purchase: Purchase) -> None:
        """Make the purchase. The caller decides whether the violations of its quote forbid it."""
        card = self.card(purchase.card)
        lower = self.card(purchase.replaces) if purchase.replaces else None
        way, place = purchase.way, purchase.place
        if way in (NEW, REPURCHASE):
            self._use_discounts(ON_NEW, card)
        elif way in (UPGRADE, KEPT_LOWER) and lower:
            if way == UPGRADE or not self.is_covered(card, place):
                self._use_discounts(ON_UPGRADE, lower)
            if lower.counts and not card.counts:
                self.vacated[place] += 1
            if lower.research and not lower.researched:
                self.second_copies[lower.code] = self.second_copies.get(lower.code, 0) + 1
        if way == REPURCHASE:
            self.exiled[place][card.code] = self.exiled[place].get(card.code, 0) - 1
            by = repurchase_discounts(self.with_effects())[2]
            self.cheaper_repurchases -= sum(
                r.amount for r in purchase.reasons if r.kind == "discount" and r.card == by
            )
        elif way == REFILL:
            self.refills[place] += 1
        elif way == SWAP:
            self.swapped += 1
        elif way == SECOND_COPY and lower:
            self.second_copies[lower.code] = self.second_copies.get(lower.code, 0) - 1
            if lower.counts and not card.counts:
                self.vacated[place] += 1
        self._cover(way, place, card)
        self._mark(purchase, card)
        if way == KEPT_LOWER and lower:
            self.beside[lower.code] = self.beside.get(lower.code, 0) + 1
        if lower:
            self._drop(place, lower.code, 1)
            if way not in (UPGRADE, KEPT_LOWER, SECOND_COPY):
                self.given_up.add((place, lower.code))
        if way == GRANT:
            self.start.granted[card.code] = self.start.granted.get(card.code, 0) + 1
        elif way != MARK:
            self.bought[place][card.code] = self.bought[place].get(card.code, 0) + 1
        self.spent += purchase.price

    def _use_discounts(self, on: str, card: Card) -> None:
        for i, source in enumerate(self.sources):
            if self.left[i] and source.fits(on, card):
                self.left[i] -= 1

    def _cover(self, way: str, place: str, card: Card) -> None:
        if card.myriad:
            key = (place, card.title, card.level or 0)
            if way == MYRIAD or (way == KEPT_LOWER and self.is_covered(card, place)):
                self.covered[key] = self.covered.get(key, 0) - 1
            elif way in (NEW, REPURCHASE, UPGRADE, KEPT_LOWER, REFILL):
                self.covered[key] = self.covered.get(key, 0) + MYRIAD_COPIES

    def is_covered(self, card: Card, place: str) -> bool:
        """Return whether a purchase in this step covers a further copy of this card."""
        return self.covered.get((place, card.title, card.level or 0), 0) > 0

    def _mark(self, purchase: Purchase, card: Card) -> None:
        if not purchase.ticks:
            return
        sheet = self.marks.setdefault(card.code, {})
        for tick in purchase.ticks:
            sheet[tick.box] = sheet.get(tick.box, 0) + tick.experience
        if purchase.way == MARK:
            boxes = sum(tick.experience for tick in purchase.ticks)
            own = min(boxes, self.free_marks.get(card.code, 0))
            free = min(boxes, own + self.free_anywhere)
            self.free_marks[card.code] = self.free_marks.get(card.code, 0) - own
            self.free_anywhere -= free - own
            if boxes > free and card.code not in self.marked:
                self._use_discounts(ON_UPGRADE, card)
        if purchase.price:
            self.marked.add(card.code)

    def leave(self, departure: Departure) -> None:
        """Take out a copy without a replacement."""
        card = self.card(departure.card)
        if departure.why == OVER_LIMIT and removals.is_branded_out(self, card, departure.place):
            self.branded[card.title] = self.branded.get(card.title, 0) + 1
        self._drop(departure.place, card.code, 1)
        self.given_up.add((departure.place, card.code))
        if departure.why in (OVER_LIMIT, OUT_OF_OPTIONS):
            self.vacated[departure.place] += card.counts

    def must_leave(self, card: Card, place: str = DECK) -> str:
        """Return the reason for which a rule now removes this copy from the deck; empty if none does."""
        return removals.reason_to_leave(self, card, place)

    def _drop(self, place: str, code: str, copies: int) -> None:
        held = self.held[place]
        if copies and code in held:
            held[code] -= copies
            if held[code] <= 0:
                del held[code]
