"""Benchmarks of growth: how the time of a verdict depends on the deck's size and the catalogue's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice
from typing import Any

from cards import adapters
from decks.checking import catalogue_at_hand
from decks.formats.arkhamdb import read_deck
from rules.cards.catalogue import Catalogue
from rules.deck.validate import judge

#: Slots in a deck: most decks have between 20 and 40; the largest investigators reach 60.
SLOTS = (15, 30, 60, 120)
#: How many times each card is in the catalogue.
TIMES = (1, 2, 4)


def benches() -> Iterator[tuple[str, str, Callable[[], int]]]:
    for slots in SLOTS:
        yield f"growth: judge {slots} slots", "deck", judging(catalogue_at_hand, slots)
    for times in TIMES:
        grown = partial(catalogue_of, times)
        yield f"growth: judge 30 slots, cards ×{times}", "deck", judging(grown, 30)
        yield f"growth: build the catalogue, cards ×{times}", "catalogue", building(times)


def deck_of(cards: Catalogue, slots: int) -> dict[str, Any]:
    """Return a deck of Roland Banks with this many different cards, one copy each."""
    titles: dict[str, str] = {}
    for code, card in cards.cards.items():
        if card.counts and not card.permanent and card.classes & {"guardian", "neutral"}:
            titles.setdefault(card.title, code)
    return {
        "investigator_code": "01001",
        "slots": {"01006": 1, "01007": 1, "01000": 1, **dict.fromkeys(islice(titles.values(), slots), 1)},
    }


def judging(catalogue: Callable[[], Catalogue], slots: int) -> Callable[[], int]:
    # Made on first use, because this benchmark may not be selected.
    made = cache(lambda: (cards := catalogue(), deck_of(cards, slots)))

    def once() -> int:
        cards, data = made()
        for _turn in range(100):
            judge(cards, read_deck(data))
        return 100

    return once


def building(times: int) -> Callable[[], int]:
    def once() -> int:
        catalogue_of(times)
        return 1

    return once


def catalogue_of(times: int) -> Catalogue:
    """Return a catalogue with each card this many times, under different codes."""
    cards, printings = adapters.card_facts(), adapters.printing_facts()
    for again in range(1, times):
        cards += [{**row, "code": f"{row['code']}-{again}"} for row in cards[: len(cards) // again]]
        printings += [
            {**row, "code": f"{row['code']}-{again}", "card": f"{row['card']}-{again}"}
            for row in printings[: len(printings) // again]
        ]
    return Catalogue.from_facts(
        cards=cards,
        printings=printings,
        packs=adapters.pack_facts(),
        taboo_lists=adapters.taboo_facts(),
        encounter_cards=adapters.encounter_facts(),
    )
