"""Thousands of random decks for benchmarks: of all investigators, legal and not, as ArkhamDB's JSON.

Decks look like those that players build. They hold their investigator's signatures and a basic weakness, and
mostly cards that the investigator may take; some cards are from elsewhere, some are reprints, and some slots
have a copy too many. Cards that grant options (Versatile, In the Thick of It) come with the others.
Customizable cards have marked boxes, and every second deck names a taboo list. The same seed gives the same
decks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from decks.formats.meta import Meta, write_meta
from rules.cards.catalogue import Catalogue
from rules.cards.model import NO_CHOICES, PLACEHOLDER, Card, Choices, Tick
from rules.deck.access import Access, access_for
from rules.deck.options import apply_choices, possible_choices
from rules.deck.standing import STANDARD

#: Percent of the cards that may be any card of the game.
STRAYS = 2
#: Percent of the slots that have a copy too many.
TOO_MANY = 1


def random_decks(cards: Catalogue, many: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Yield this many decks. All investigators take part equally often."""
    chance = Random(seed)
    investigators = sorted(code for code, card in cards.investigators.items() if card.investigator)
    shuffled: list[str] = []
    makers = {code: _Maker(cards, cards.investigators[code]) for code in investigators}
    for number in range(many):
        if not shuffled:
            shuffled = chance.sample(investigators, len(investigators))
        yield {"id": number, **makers[shuffled.pop()].deck(chance)}


class _Maker:
    """Makes the decks of one investigator."""

    def __init__(self, cards: Catalogue, investigator: Card) -> None:
        self.cards = cards
        self.investigator = investigator
        self.printings = {code: [row.code for row in rows] for code, rows in cards.printings_of.items()}
        self.basic = sorted(
            card.code
            for card in cards.cards.values()
            if card.weakness == "basic" and card.code != PLACEHOLDER and not card.only
        )
        self.all = sorted(card.code for card in cards.cards.values() if card.standard)
        self.choices = self._possible_choices()
        self.open: dict[int, tuple[Access, Sequence[str], Sequence[str]]] = {}

    def _possible_choices(self) -> list[Choices]:
        facts = self.investigator.investigator
        assert facts is not None
        return list(possible_choices(apply_choices(facts, NO_CHOICES).unmade, NO_CHOICES))

    def deck(self, chance: Random) -> dict[str, Any]:
        access, new, later = self._access(chance)
        experience = chance.choice((0, 0, 0, 5, 12, 20, 35))
        slots = dict(access.expected or {})
        slots[chance.choice(self.basic)] = 1
        room = {index: line.limit or 0 for index, line in access.limited}
        titles: set[str] = set()
        left = access.size
        while left > 0:
            upgraded = later and experience > 0 and chance.random() < 0.4
            stray = chance.randrange(100) < STRAYS
            code = chance.choice(self.all if stray else later if upgraded else new)
            card = self.cards.cards[code]
            copies = min(left if card.counts else 2, card.limit, chance.choice((1, 2, 2)))
            lines = access.entry(card).standing.way.limited
            if card.title in titles or (lines and not stray and max(room[line] for line in lines) < copies):
                continue
            titles.add(card.title)
            if lines:
                room[max(lines, key=room.__getitem__)] -= copies
            if chance.randrange(100) < TOO_MANY:
                copies += 1
            slots[self._printing(chance, code)] = copies
            experience -= card.price * copies
            left -= copies if card.counts else 0
        found: dict[str, Any] = {
            "investigator_code": self.investigator.code,
            "investigator_name": self.investigator.title,
            "slots": dict(sorted(slots.items())),
            "meta": self._meta(chance, access, slots),
        }
        if self.cards.taboo_lists and chance.random() < 0.5:
            # Most decks name the newest list.
            lists = sorted(self.cards.taboo_lists)
            found["taboo_id"] = int(lists[-1] if chance.random() < 0.8 else chance.choice(lists))
        return found

    def _access(self, chance: Random) -> tuple[Access, Sequence[str], Sequence[str]]:
        """Return the investigator with choices made, the cards for a new deck, and those for later."""
        number = chance.randrange(len(self.choices))
        if number not in self.open:
            me = self.investigator
            access = access_for(
                self.cards, me, me, self.choices[number], "", creation=False, multiclass_spared=False
            )
            found = [
                card
                for card in (self.cards.cards[code] for code in self.all)
                if (standing := access.entry(card).standing).role == STANDARD
                and standing.way.open
                and not standing.restricted
            ]
            new = [card.code for card in found if not card.price]
            self.open[number] = (access, new, [card.code for card in found if card.price])
        return self.open[number]

    def _printing(self, chance: Random, code: str) -> str:
        """Return the code of any printing: reprints are as common as their originals."""
        return chance.choice(self.printings.get(code) or [code])

    def _meta(self, chance: Random, access: Access, slots: dict[str, int]) -> str:
        customizations = {}
        for code in slots:
            card = self.cards.resolve(code)
            if card is not None and card.customizable and chance.random() < 0.8:
                boxes = chance.sample(range(len(card.customizations)), k=min(3, len(card.customizations)))
                customizations[code] = tuple(
                    Tick(box, chance.randint(0, card.customizations[box].price)) for box in sorted(boxes)
                )
        # Now and then nobody recorded the choices.
        choices = access.choices if chance.random() < 0.9 else NO_CHOICES
        return json.dumps(write_meta(Meta(choices=choices, customizations=customizations)))
