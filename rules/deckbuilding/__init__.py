"""The rules of a deck, by section of the rulebook; `DECK_RULES` lists them in the order of their findings."""

from rules.deckbuilding import (
    card_pool,
    composition,
    copies,
    environments,
    keywords,
    occasions,
    options,
    requirements,
    signatures,
    table,
    ultimatums,
    unread,
    weaknesses,
)
from rules.law import DeckRule

DECK_RULES: tuple[DeckRule, ...] = (
    *unread.RULES,
    *composition.RULES,
    *options.RULES,
    *requirements.RULES,
    *copies.RULES,
    *keywords.RULES,
    *signatures.RULES,
    *weaknesses.RULES,
    *occasions.RULES,
    *environments.RULES,
    *card_pool.RULES,
    *ultimatums.RULES,
    *table.RULES,
)
