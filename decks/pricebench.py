"""How long does an upgrade take to price? A usual one, and one with every discount there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from decks.checking import catalogue_at_hand
from rules.model import Deck
from rules.prices.aftermath import Aftermath
from rules.prices.upgrade import price_upgrade

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


def benches() -> Iterator[tuple[str, str, Callable[[], int]]]:
    yield "prices: a usual upgrade", "upgrade", upgrade("01001", ROLAND, UPGRADED)
    yield "prices: every discount at once", "upgrade", upgrade("01004", SCHOLAR, STUDIED, "02115", "02115")


def upgrade(
    investigator: str, before: dict[str, int], after: dict[str, int], *exiled: str
) -> Callable[[], int]:
    """Price one upgrade, again and again."""
    decks = Deck(investigator, before), Deck(investigator, after)
    aftermath = Aftermath(exiled={code: exiled.count(code) for code in exiled})

    def once() -> int:
        found = price_upgrade(at_hand(), *decks, aftermath=aftermath)
        assert found.lawful, [str(violation) for violation in found.violations]
        return 1

    return once
