"""Benchmarks of prices: a typical upgrade, one with every discount, and larger ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice

from bench.measuring import Aim
from decks.checking import catalogue_at_hand
from decks.pricing import price
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card, Deck
from rules.outcome import Outcome, piles_of
from rules.upgrade.upgrade import price_upgrade

at_hand = cache(catalogue_at_hand)

ROLAND = {
    "01006": 1, "01007": 1, "01016": 2, "01017": 2, "01018": 2, "01019": 2, "01020": 2, "01021": 2,
    "01022": 2, "01023": 2, "01024": 2, "01025": 2, "01086": 2, "01087": 2, "01088": 2, "01089": 2,
    "01090": 2,
}  # fmt: skip
UPGRADED = {**ROLAND, "01018": 1, "01028": 1, "01089": 1, "01077": 1, "50001": 1, "01017": 1}

#: Down the Rabbit Hole, two Arcane Research, two Adaptable and Déjà Vu; Spells of many levels, two exiled.
SCHOLAR = {
    "08059": 1, "04109": 2, "02110": 2, "60531": 1, "01060": 2, "60408": 2, "05032": 2, "02028": 2,
    "05158": 2, "06245": 3, "02115": 2, "03197": 1, "08101": 2, "01061": 2, "01064": 2, "01086": 2,
    "01087": 2, "01088": 2, "01089": 2,
}  # fmt: skip
STUDIED = {
    "08059": 1, "04109": 2, "02110": 2, "60531": 1, "02154": 1, "02306": 1, "60426": 1, "60431": 1,
    "05032": 1, "05280": 1, "51007": 1, "02233": 1, "05158": 1, "05322": 1, "11090": 3, "02115": 2,
    "60429": 1, "08101": 1, "08103": 1, "01061": 2, "01065": 2, "01090": 2, "01091": 2, "01092": 2,
    "06167": 1, "01093": 2, "01067": 2, "01080": 1,
}  # fmt: skip

#: Cards that make others cheaper: Down the Rabbit Hole, two Arcane Research, two Adaptable, two Déjà Vu.
DISCOUNTS = {"08059": 1, "04109": 2, "02110": 2, "60531": 2}
#: Titles upgraded at once: a player upgrades one to five, and has no more than 25.
TITLES = (1, 5, 10, 25)
AIMS = {"prices: a usual upgrade, from JSON": Aim(cpu_ms=0.3)}


def benches() -> Iterator[tuple[str, str, Callable[[], int]]]:
    yield "prices: a usual upgrade", "upgrade", upgrade("01001", ROLAND, UPGRADED)
    yield "prices: a usual upgrade, from JSON", "upgrade", from_json("01001", ROLAND, UPGRADED)
    yield "prices: every discount at once", "upgrade", upgrade("01004", SCHOLAR, STUDIED, "02115", "02115")
    for titles in TITLES:
        yield f"prices: {titles} titles upgraded", "upgrade", upgrading(titles, {})
    for titles in TITLES:
        yield f"prices: {titles} titles upgraded, discounts", "upgrade", upgrading(titles, DISCOUNTS)


def from_json(investigator: str, before: dict[str, int], after: dict[str, int]) -> Callable[[], int]:
    """Return a function that prices one upgrade, from a line of JSON."""
    decks = [{"investigator_code": investigator, "slots": slots} for slots in (before, after)]
    line = json.dumps({"before": decks[0], "after": decks[1]})

    def once() -> int:
        assert price(at_hand(), json.loads(line)).is_legal
        return 1

    return once


def upgrading(titles: int, helpers: Mapping[str, int]) -> Callable[[], int]:
    # Made on first use, because this benchmark may not be selected.
    made = cache(lambda: upgrade("01004", *upgraded(at_hand(), titles, helpers)))
    return lambda: made()()


def upgraded(
    cards: Catalogue, titles: int, helpers: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return a deck with two copies of this many titles, and the deck with one copy of each upgraded."""
    versions = ([card for card in cards.by_title[title] if card.counts] for title in sorted(cards.by_title))
    levels = (sorted(kin, key=lambda card: card.level or 0) for kin in versions)
    chosen = [
        (kin[0].code, kin[-1].code) for kin in islice((kin for kin in levels if _is_plain(kin)), titles)
    ]
    before, after = dict(helpers), dict(helpers)
    for low, high in chosen:
        before[low] = 2
        after |= {low: 1, high: 1}
    return before, after


def _is_plain(versions: list[Card]) -> bool:
    """Return whether a title has several levels and no special rules."""
    return len({card.level for card in versions}) > 1 and not any(
        card.keywords or card.effects or card.customizable or card.research or card.limit != 2
        for card in versions
    )


def upgrade(
    investigator: str, before: dict[str, int], after: dict[str, int], *exiled: str
) -> Callable[[], int]:
    """Return a function that prices one upgrade."""
    decks = Deck(investigator, before), Deck(investigator, after)
    outcome = Outcome(exiled=piles_of(exiled))

    def once() -> int:
        found = price_upgrade(at_hand(), *decks, outcome=outcome)
        assert found.is_legal, [str(violation) for violation in found.violations]
        return 1

    return once
