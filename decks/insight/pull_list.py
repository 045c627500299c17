"""The pull list: the boxes from which the cards of a deck are taken, by box and number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from cards.adapters import catalogue
from cards.collections.selectors import packs_owned
from cards.models import Collection
from cards.search.index import pack_order
from decks.adapters import rules_deck
from decks.insight.figures import bonded_of
from decks.models import Deck
from rules.cards.catalogue import Catalogue
from rules.cards.model import PLACEHOLDER, Card, Pack
from rules.cards.ownership import boxes


@dataclass(frozen=True, slots=True)
class PullRow:
    """Copies of a card at one number in a box."""

    code: str
    card: Card
    position: int
    copies: int
    exact: bool = True
    """Whether the number is that of this box. A box of reprints has the numbers of the original packs."""
    bonded: bool = False
    """Whether the card is set aside, bonded to a card in the deck."""


@dataclass(frozen=True, slots=True)
class PullBox:
    pack: Pack
    rows: tuple[PullRow, ...]

    @property
    def copies(self) -> int:
        return sum(row.copies for row in self.rows)


@dataclass(frozen=True, slots=True)
class PullList:
    """What to take from each box, in order of box and number, and what no box has."""

    boxes: tuple[PullBox, ...]
    missing: tuple[PullRow, ...] = ()
    unknown: Mapping[str, int] | None = None
    """Copies of codes that the catalogue does not know."""

    @property
    def copies(self) -> int:
        return sum(box.copies for box in self.boxes)


def cards_needed(cards: Catalogue, deck: Deck) -> dict[str, int]:
    """Return the copies by printing in main and second deck, without placeholders, with the bonded cards."""
    version = deck.working
    assert version is not None
    needed: Counter[str] = Counter()
    for part in (version.slots, version.second_deck):
        for code, copies in part.items():
            if copies > 0 and code != PLACEHOLDER:
                needed[code] += min(copies, 99)
    held = {card.code for code in needed if (card := cards.resolve(code))}
    for row in bonded_of(cards, rules_deck(deck)):
        if row.card.code not in held:
            needed[row.card.code] += row.copies
    return dict(needed)


def pull_list(deck: Deck, collection: Collection | None = None) -> PullList:
    """Return the list by box and number; without a collection, from the boxes that the deck names."""
    cards = catalogue()
    owned = packs_owned(collection) if collection else {}
    held = boxes(cards)
    left = {(card, pack): n * owned.get(pack, 0) for card, packs in held.items() for pack, n in packs.items()}
    taken: dict[str, list[PullRow]] = {}
    missing: list[PullRow] = []
    unknown: dict[str, int] = {}
    for code, copies in sorted(cards_needed(cards, deck).items()):
        card = cards.resolve(code)
        if card is None:
            unknown[code] = copies
            continue
        if not owned:
            pack = _home(cards, code, card)
            taken.setdefault(pack, []).append(_row(cards, code, card, pack, copies))
            continue
        for pack in _best_first(cards, code, card, owned):
            number = min(copies, left.get((card.code, pack), 0))
            if number:
                left[card.code, pack] -= number
                copies -= number
                taken.setdefault(pack, []).append(_row(cards, code, card, pack, number))
        if copies:
            missing.append(_row(cards, code, card, _home(cards, code, card), copies))
    order = sorted(
        (cards.packs[pack] for pack in taken if pack in cards.packs), key=lambda p: pack_order(cards, p)
    )
    found = tuple(
        PullBox(pack, tuple(sorted(taken[pack.code], key=lambda row: (row.position, row.code))))
        for pack in order
    )
    return PullList(found, tuple(missing), unknown)


def _home(cards: Catalogue, code: str, card: Card) -> str:
    printing = cards.printings.get(code) or cards.printings.get(card.code)
    return printing.pack if printing else ""


def _best_first(cards: Catalogue, code: str, card: Card, owned: Mapping[str, int]) -> list[str]:
    """Return the owned boxes with the card: first the one that the deck names, then those in print."""
    held = [pack for pack in boxes(cards).get(card.code, {}) if owned.get(pack)]
    named = _home(cards, code, card)
    return sorted(
        held, key=lambda p: (p != named, cards.packs[p].replaced, pack_order(cards, cards.packs[p]))
    )


def _row(cards: Catalogue, code: str, card: Card, pack: str, copies: int) -> PullRow:
    printings = cards.printings_of.get(card.code, ())
    here = next((p for p in printings if p.pack == pack), None)
    if here:
        return PullRow(here.code, card, here.position, copies, bonded=bool(card.bonded_to))
    reprinted = cards.packs[pack].reprints if pack in cards.packs else ()
    old = next((p for p in printings if p.pack in reprinted), None) or cards.printings.get(code)
    return PullRow(code, card, old.position if old else 0, copies, exact=False, bonded=bool(card.bonded_to))
