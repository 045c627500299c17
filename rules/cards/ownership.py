"""Ownership: how many copies of a card a collection of products contains.

A box of reprints holds what its original packs held: their player cards, or their campaign cards. A
collection with both the old packs and the box has the copies of both: boxes are counted, not titles.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import PLACEHOLDER

Boxes = Mapping[str, Mapping[str, int]]


@once_per_catalogue
def boxes(catalogue: Catalogue) -> Boxes:
    """For every card, the packs that hold it and the copies in one of each. Compiled once."""
    reprinted_in: dict[tuple[str, str], list[str]] = {}
    for box in catalogue.packs.values():
        for pack in box.reprints:
            reprinted_in.setdefault((pack, box.reprint_type), []).append(box.code)
    found: dict[str, dict[str, int]] = {}
    for printing in catalogue.printings.values():
        if printing.card == PLACEHOLDER:
            continue
        kind = "campaign" if catalogue.cards[printing.card].encounter_set else "player"
        held = found.setdefault(printing.card, {})
        for pack in (printing.pack, *reprinted_in.get((printing.pack, kind), ())):
            held[pack] = held.get(pack, 0) + printing.quantity
    return MappingProxyType({code: MappingProxyType(held) for code, held in found.items()})


def copies_of(catalogue: Catalogue, card: str, owned: Mapping[str, int]) -> int:
    """Return the copies of one card in these products; `owned` gives the number of each pack."""
    held = boxes(catalogue).get(card, {})
    return sum(copies * owned.get(pack, 0) for pack, copies in held.items())


@once_per_catalogue
def contents(catalogue: Catalogue) -> Boxes:
    """For every pack, its cards and the copies of each. Compiled once."""
    packs: dict[str, dict[str, int]] = {}
    for card, held in boxes(catalogue).items():
        for pack, copies in held.items():
            packs.setdefault(pack, {})[card] = copies
    return MappingProxyType(packs)


def copies_owned(catalogue: Catalogue, owned: Mapping[str, int]) -> dict[str, int]:
    """Return the copies of every card that these products contain."""
    held = contents(catalogue)
    found: dict[str, int] = {}
    for pack, number in owned.items():
        for card, copies in held.get(pack, {}).items() if number else ():
            found[card] = found.get(card, 0) + copies * number
    return found
