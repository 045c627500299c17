"""Reading of a card's dialog: marks on its upgrade sheet, and cards attached to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import QueryDict

from cards.text.names import SKILLS, SLOTS, title_of
from rules.cards.catalogue import Catalogue
from rules.cards.model import Box, Card, Tick
from rules.deck.options import fits

#: Separates several choices of one box, as in other programs.
BETWEEN = "^"


@dataclass(frozen=True, slots=True)
class BoxField:
    """A box of an upgrade sheet as the form shows it."""

    number: int
    box: Box
    marked: int
    chosen: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]
    """Values and labels to choose from; empty if any text is allowed."""
    text: str = ""
    """The line of the upgrade sheet, if it was imported."""

    @property
    def marks(self) -> list[tuple[int, bool]]:
        return [(mark, mark <= self.marked) for mark in range(1, self.box.price + 1)]

    @property
    def questions(self) -> list[str]:
        """One value for each choice, with what was chosen before."""
        return (
            [*self.chosen, *[""] * self.box.choices][: max(self.box.choices, 1)] if self.box.chooses else []
        )


def boxes_of(
    catalogue: Catalogue, card: Card, ticks: tuple[Tick, ...], lines: tuple[str, ...] = ()
) -> list[BoxField]:
    marked = {tick.box: tick for tick in ticks}
    found = []
    for number, box in enumerate(card.customizations):
        tick = marked.get(number)
        chosen = tuple(filter(None, tick.choice.split(BETWEEN))) if tick else ()
        choices = tuple(_choices(catalogue, box))
        line = lines[number] if number < len(lines) else ""
        found.append(BoxField(number, box, tick.experience if tick else 0, chosen, choices, line))
    return found


def _choices(catalogue: Catalogue, box: Box) -> Iterator[tuple[str, str]]:
    if box.chooses == "skill":
        yield from ((name, str(label)) for name, label in SKILLS.items() if name != "wild")
    elif box.chooses == "slot":
        yield from ((name, str(label)) for name, label in SLOTS.items())
    elif box.chooses == "card" and box.among is not None:
        cards = [card for card in catalogue.cards.values() if card.standard and fits(box.among, card)]
        yield from sorted({card.code: title_of(card) for card in cards}.items(), key=lambda pair: pair[1])


def read_ticks(given: QueryDict, card: Card) -> tuple[Tick, ...]:
    """Read `mark-2` for each mark on box 2, and `choice-2` for each choice of it."""
    ticks = []
    for number in range(len(card.customizations)):
        marks = len(given.getlist(f"mark-{number}"))
        chosen = [value.strip() for value in given.getlist(f"choice-{number}") if value.strip()]
        if marks or chosen:
            ticks.append(Tick(number, marks, BETWEEN.join(chosen)))
    return tuple(ticks)
