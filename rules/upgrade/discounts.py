"""Discounts on purchases, and the orders in which they can be used.

A discount applies to the first purchases of its kind between two scenarios. The player chooses the order, but
it is one order for all discounts: with Arcane Research and Down the Rabbit Hole, the first Spell upgraded
cannot be the third card upgraded if a Spell was among the first two. A schedule is one such order: which
kinds of purchase come first, and the discount on each of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.cards.effects import DISCOUNT, MARKS, SURCHARGE
from rules.cards.model import Card
from rules.outcome import Outcome
from rules.upgrade.budget import Budget
from rules.upgrade.inventory import Holdings

ON_UPGRADE, ON_NEW, ON_ANY, ON_REPURCHASE = "upgrade", "new", "any", "repurchase"

#: `of` an effect that marks boxes of any sheet that the player chooses; others mark their own.
ANY_SHEET = "any"
#: `when` of a discount that names the card it is for.
ATTACHED = "attached-to-the-asset"


@dataclass(frozen=True, slots=True)
class Source:
    """A discount after a scenario; copies of one card count as one."""

    card: str
    on: str
    by: int
    first: int
    traits: frozenset[str] = frozenset()
    title: str = ""

    def fits(self, kind: str, card: Card) -> bool:
        """Return whether it applies to this purchase. `card` is the one upgraded, or the new one."""
        return (
            self.on in (kind, ON_ANY)
            and (not self.traits or bool(self.traits & card.traits))
            and (not self.title or self.title == card.title)
        )


def sources_of(deck: Holdings, outcome: Outcome) -> tuple[Source, ...]:
    """Return the discounts of cards owned during the scenario; cards bought since then do not apply yet."""
    found = []
    for card, copies in _together(deck):
        for effect in card.effects_of(DISCOUNT):
            if effect["on"] == ON_REPURCHASE:
                continue
            times, title = copies, ""
            if effect.get("when") == ATTACHED:
                attached = deck.taboo_view.printed.get(outcome.attached_to)
                times, title = (1, attached.title) if attached else (0, "")
            elif "when" in effect.facts:
                met = _times_met(deck, outcome, card)
                times = met // effect["per"] if "per" in effect.facts else min(met, copies)
            if times > 0:
                traits = frozenset(effect.get("traits", ()))
                found.append(
                    Source(card.code, effect["on"], effect["by"] * times, effect["first"], traits, title)
                )
    return tuple(sorted(found, key=lambda source: (source.card, source.on)))


def surcharges_of(deck: Holdings) -> tuple[Source, ...]:
    """Return the effects that make new cards more expensive."""
    return tuple(
        Source(card.code, effect["on"], effect["by"] * copies, 0)
        for card, copies in _together(deck)
        for effect in card.effects_of(SURCHARGE)
    )


def free_marks_of(deck: Holdings, outcome: Outcome) -> tuple[dict[str, int], int]:
    """Return the boxes marked at no cost: by sheet, and how many on a sheet of choice (Refine)."""
    marks: dict[str, int] = {}
    for code, boxes in outcome.marks.items():
        card = deck.taboo_view.printed.get(code)
        marks[card.code if card else code] = boxes
    anywhere = 0
    for card, copies in _together(deck):
        for effect in card.effects_of(MARKS):
            times = min(_times_met(deck, outcome, card), copies, effect.get("most", copies))
            boxes = effect["boxes"] * times
            if effect["of"] == ANY_SHEET:
                anywhere += boxes
            elif not outcome.attached_to:
                # The Raven Quill marks itself if it does not make an upgrade cheaper.
                marks[card.code] = marks.get(card.code, 0) + boxes
    return marks, anywhere


def _times_met(deck: Holdings, outcome: Outcome, card: Card) -> int:
    """Return how often a card's condition was met, regardless of the printing that the players named."""
    found = (
        times
        for code, times in outcome.conditions.items()
        if (named := deck.taboo_view.printed.get(code)) and named.code == card.code
    )
    return sum(found)


def repurchase_discounts(copies: Iterable[tuple[Card, int]]) -> tuple[int, int, str]:
    """Return the discount on one exiled card, the number of discounts, and their card (Déjà Vu)."""
    most = uses = 0
    by = ""
    for card, held in copies:
        for effect in card.effects_of(DISCOUNT) if card.effects else ():
            if effect["on"] == ON_REPURCHASE:
                most += effect["by"] * held
                uses += effect["by"] * effect["first"] * held
                by = card.code
    return most, uses, by


def _together(deck: Holdings) -> list[tuple[Card, int]]:
    copies: dict[str, int] = {}
    for card, held in deck.with_effects():
        copies[card.code] = copies.get(card.code, 0) + held
    return [(deck.cards[code], held) for code, held in sorted(copies.items())]


def kind_of(sources: tuple[Source, ...], on: str, card: Card) -> int:
    """Return the discounts that a purchase would get, as bits.

    Purchases with the same bits are equal to a schedule.
    """
    return sum(1 << i for i, source in enumerate(sources) if source.fits(on, card))


Role = tuple[int, int]
"""A place in a schedule: the kind of purchase for it, and its discount."""
Schedule = tuple[Role, ...]


def schedules(sources: tuple[Source, ...], kinds: Iterable[int], budget: Budget) -> list[Schedule]:
    """Return every order in which the discounts can be used up, by kinds of purchase, without duplicates."""
    offered = sorted({kind for kind in kinds if kind})
    found: dict[tuple[Role, ...], Schedule] = {}

    def extend(path: Schedule, left: tuple[int, ...]) -> None:
        budget.spend()
        ended = True
        for kind in offered:
            used = [i for i, n in enumerate(left) if n and kind >> i & 1]
            if not used:
                continue
            ended = False
            rest = tuple(n - (i in used) for i, n in enumerate(left))
            extend((*path, (kind, sum(sources[i].by for i in used))), rest)
        if ended:
            found.setdefault(tuple(sorted(path)), path)

    extend((), tuple(source.first for source in sources))
    return list(found.values())
