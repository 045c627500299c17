"""Parts of requests: cards, investigators and legal decks, and random changes of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from decks.formats.arkhamdb import read_deck
from rules.cards.catalogue import Catalogue
from rules.deck.validate import judge

Input = dict[str, Any]
FIXTURES = Path(__file__).parent.parent.parent / "tests" / "fixtures" / "decks"


class Materials:
    """Cards by their costly properties, and a random generator."""

    def __init__(self, catalogue: Catalogue, chance: Random) -> None:
        self.catalogue = catalogue
        self.chance = chance
        cards = [card for card in catalogue.cards.values() if card.level is not None]
        self.codes = [card.code for card in cards]
        self.helpers = [card.code for card in cards if card.effects]
        self.sheets = [card.code for card in cards if card.customizations]
        self.weaknesses = [card.code for card in catalogue.cards.values() if card.weakness]
        titles: dict[str, list[str]] = {}
        for card in cards:
            titles.setdefault(card.title, []).append(card.code)
        self.families = [codes for codes in titles.values() if len(codes) > 1]
        self.investigators = [card.code for card in catalogue.cards.values() if card.investigator is not None]
        fixtures = [json.loads(path.read_text("utf-8")) for path in sorted(FIXTURES.glob("*.json"))]
        self.legal_decks = [deck for deck in fixtures if judge(catalogue, read_deck(deck)).legal]

    def code(self) -> str:
        drawer = self.chance.choice(
            (self.codes, self.helpers, self.sheets, self.weaknesses, self.chance.choice(self.families))
        )
        return self.chance.choice(drawer)

    def legal_deck(self) -> Input:
        """Return a deck of the project's fixtures, without fields that a request does not need."""
        return self._plain(self.chance.choice(self.legal_decks))

    def first_deck(self) -> Input:
        """Return a deck that costs no experience."""
        levels = self.catalogue.cards
        while True:
            deck = self._plain(self.chance.choice(self.legal_decks))
            if not any(code in levels and levels[code].level for code in deck["slots"]):
                return deck

    def _plain(self, deck: Input) -> Input:
        return {key: deck[key] for key in ("investigator_code", "slots", "meta") if key in deck}

    def slots(self, slots: Mapping[str, int], most: int = 200) -> dict[str, int]:
        """Return these slots, with some of them changed."""
        changed = dict(slots)
        for _turn in range(self.chance.choice((1, 1, 2, 5, 20, 100))):
            if changed and self.chance.random() < 0.3:
                del changed[self.chance.choice(list(changed))]
            elif len(changed) < most:
                changed[self.code()] = self.chance.choice((1, 1, 2, 2, 3, 4, 6, 99))
        return changed

    def number(self, now: int, least: int, most: int) -> int:
        """Return another number within bounds: near, far, or at a bound."""
        found = self.chance.choice(
            (now + 1, now * 2, now * 4, now // 2, most, self.chance.randint(least, most))
        )
        return max(least, min(most, found))

    def meta(self, meta: Mapping[str, Any]) -> dict[str, Any]:
        """Return the meta that ArkhamDB writes beside the slots: sheets, a second deck, faces, choices."""
        changed = dict(meta)
        what = self.chance.random()
        if what < 0.4:
            card = self.catalogue.cards[self.chance.choice(self.sheets)]
            boxes = range(self.chance.choice((1, 3, 8, 12)))
            changed[f"cus_{card.code}"] = ",".join(f"{box}|{self.chance.randint(0, 6)}" for box in boxes)
        elif what < 0.6:
            changed["extra_deck"] = ",".join(self.code() for _card in range(self.chance.choice((1, 20, 200))))
        elif what < 0.7:
            changed["faction_selected"] = self.chance.choice(
                ("guardian", "seeker", "rogue", "mystic", "survivor")
            )
        elif what < 0.8:
            changed["alternate_back"] = self.chance.choice(self.investigators)
        elif what < 0.9:
            changed[f"attachments_{self.code()}"] = ",".join(self.code() for _card in range(20))
        elif changed:
            del changed[self.chance.choice(list(changed))]
        return changed
