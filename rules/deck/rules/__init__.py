"""The rules of a deck, by section of the rulebook; `DECK_RULES` lists them in the order of their findings."""

from rules.deck.rule import DeckRule
from rules.deck.rules import (
    card_pool,
    composition,
    copies,
    creation_and_standalone,
    environments,
    keywords,
    malformed,
    options,
    party_and_collection,
    requirements,
    signatures,
    ultimatums,
    weaknesses,
)

DECK_RULES: tuple[DeckRule, ...] = (
    *malformed.RULES,
    *composition.RULES,
    *options.RULES,
    *requirements.RULES,
    *copies.RULES,
    *keywords.RULES,
    *signatures.RULES,
    *weaknesses.RULES,
    *creation_and_standalone.RULES,
    *environments.RULES,
    *card_pool.RULES,
    *ultimatums.RULES,
    *party_and_collection.RULES,
)
