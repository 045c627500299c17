"""The cards of the whole party compared with the shared collection.

It lists the cards of which there are not enough copies, and the cards to take from each product.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from campaigns.models import Campaign
from campaigns.party.collection import collection_of
from cards.collections import selectors as collection_selectors
from cards.search.index import first_pack
from cards.text.names import pack_title, title_of
from rules.campaign import CampaignState, Game, Seat
from rules.cards.model import PLACEHOLDER, Card
from rules.cards.ownership import boxes


@dataclass(frozen=True, slots=True)
class Conflict:
    """A card of which the party needs more copies than there are."""

    card: Card
    owned: int
    wanted: tuple[tuple[Seat, int], ...]

    @property
    def missing(self) -> int:
        return sum(copies for _seat, copies in self.wanted) - self.owned


@dataclass(frozen=True, slots=True)
class Pull:
    card: Card
    title: str
    copies: int
    position: int
    who: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class PartyCards:
    has_boxes: bool
    conflicts: tuple[Conflict, ...]
    boxes: tuple[tuple[str, tuple[Pull, ...]], ...]
    copies: int


def party_cards(campaign: Campaign, state: CampaignState, game: Game) -> PartyCards:
    cards = game.catalogue
    collection = collection_of(campaign)
    owned = collection_selectors.copies_owned(collection) if collection else {}
    packs = collection_selectors.packs_owned(collection) if collection else {}
    wanted: dict[str, list[tuple[Seat, int]]] = {}
    for seat in state.active.values():
        held: Counter[str] = Counter()
        for pile in (seat.deck.slots, seat.deck.second_deck) if seat.deck else ():
            for code, copies in pile.items():
                card = game.card(code)
                if card and card.code != PLACEHOLDER:
                    held[card.code] += copies
        for code, copies in held.items():
            wanted.setdefault(code, []).append((seat, copies))
    conflicts = [
        Conflict(cards.cards[code], owned.get(code, 0), tuple(rows))
        for code, rows in wanted.items()
        if collection and sum(n for _seat, n in rows) > owned.get(code, 0)
    ]
    held_in = boxes(cards)
    piles: dict[str, list[Pull]] = {}
    for code, rows in wanted.items():
        mine = [pack for pack in held_in.get(code, {}) if packs.get(pack)] if collection else []
        pack = mine[0] if mine else first_pack(cards, code)
        here = next((p for p in cards.printings_of.get(code, ()) if p.pack == pack), None)
        card = cards.cards[code]
        piles.setdefault(pack, []).append(
            Pull(card, title_of(card), sum(n for _seat, n in rows), here.position if here else 0, tuple(rows))
        )
    found = [
        (
            pack_title(cards.packs[pack]) if pack in cards.packs else pack,
            tuple(sorted(rows, key=lambda r: (r.position, r.title))),
        )
        for pack, rows in piles.items()
    ]
    return PartyCards(
        bool(collection),
        tuple(sorted(conflicts, key=lambda row: (-row.missing, row.card.title))),
        tuple(sorted(found, key=lambda row: row[0])),
        sum(n for rows in wanted.values() for _seat, n in rows),
    )
