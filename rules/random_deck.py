"""How is a starting deck made at random? Among all cards that the investigator may take. (Rule ub.chaos.)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.catalogue import Catalogue
from rules.chance import Chance
from rules.chaos import counted
from rules.circumstances import Circumstances
from rules.judge import judge, pool, why
from rules.model import Deck


class NotEnoughCards(ValueError):
    """What the investigator may take from these boxes does not fill a deck."""


def random_deck(
    catalogue: Catalogue,
    deck: Deck,
    circumstances: Circumstances,
    chance: Chance,
    owned: Mapping[str, int] | None = None,
) -> Deck:
    """Fill a deck with level 0 cards, each physical copy as likely as any other.

    `deck` holds what is not drawn: investigator, choices, signatures, weaknesses. `owned` are copies by card,
    None for as many as a deck may hold. The same seed gives the same deck.
    """
    circumstances = replace(circumstances, generated=True)
    copies: list[str] = []
    for code, row in sorted(pool(catalogue, deck, circumstances).cards.items()):
        if row.open and not row.card.level:
            held = row.limit if owned is None else min(row.limit, owned.get(code, 0))
            copies += [code] * held
    figures = judge(catalogue, deck, circumstances).figures
    while copies and figures.size < figures.size_needed:
        code = copies.pop(chance.below(len(copies)))
        if not why(catalogue, deck, code, circumstances):
            deck = replace(deck, slots=counted(deck.slots, code, 1))
            figures = judge(catalogue, deck, circumstances).figures
    if figures.size < figures.size_needed:
        raise NotEnoughCards(deck.investigator)
    return deck
