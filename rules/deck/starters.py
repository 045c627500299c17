"""Starter decks as they are sold: all cards of level 0 in a box that has one investigator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card


@dataclass(frozen=True, slots=True)
class Starter:
    """The cards of level 0 that are sold with an investigator, which fill exactly one deck."""

    investigator: Card
    pack: str
    slots: Mapping[str, int]


@once_per_catalogue
def starter_decks(catalogue: Catalogue) -> Mapping[str, Starter]:
    """Return the starter decks by investigator. They follow from what is in each box, and how often."""
    contents: dict[str, list[tuple[Card, str, int]]] = {}
    for code, printings in catalogue.printings_of.items():
        for printing in printings:
            row = (catalogue.cards[code], printing.code, printing.quantity)
            contents.setdefault(printing.pack, []).append(row)
    found = {}
    for pack, rows in sorted(contents.items()):
        investigators = [card for card, _code, _copies in rows if card.investigator]
        slots = {code: copies for card, code, copies in rows if card.standard and card.level == 0}
        counted = sum(copies for card, code, copies in rows if code in slots and card.counts)
        if len(investigators) == 1 and (facts := investigators[0].investigator) and counted == facts.size:
            found[investigators[0].code] = Starter(investigators[0], pack, slots)
    return found
