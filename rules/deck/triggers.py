"""Triggers: bits that connect the contents of a deck with the rules that have to be checked.

Each card carries the triggers that it raises as bits, computed once; reading a deck combines them with “or”.
Rules whose triggers do not occur in a deck are skipped. Because of this a verdict takes microseconds although
the rulebook has hundreds of rules.
"""

from __future__ import annotations

from itertools import count

from rules.cards import effects
from rules.cards.model import PLACEHOLDER as PLACEHOLDER_CODE
from rules.cards.model import Card

_bits = count()


def _trigger() -> int:
    return 1 << next(_bits)


# Raised by the deck as a whole.
UNREADABLE = _trigger()
CHOICES = _trigger()
SIZE = _trigger()
CROWDED = _trigger()
REQUIRED = _trigger()
RANDOM_WEAKNESS = _trigger()
AT_LEAST = _trigger()
IGNORED = _trigger()
SECOND_DECK = _trigger()
CUSTOMIZED = _trigger()
CARD_POOL = _trigger()
TABOO = _trigger()

# Raised by cards.
BARRED = _trigger()
LIMITED = _trigger()
BY_TAG = _trigger()
RESTRICTED = _trigger()
FORBIDDEN = _trigger()
FOREIGN = _trigger()
STORY = _trigger()
BONDED = _trigger()
GAINED_WEAKNESS = _trigger()
NOT_A_DECK_CARD = _trigger()
PLACEHOLDER = _trigger()
MODIFIED = _trigger()
RESEARCHED = _trigger()
REWARD = _trigger()
CREATION_ONLY = _trigger()
CAMPAIGN_ONLY = _trigger()
RESIZES = _trigger()
DEMANDS = _trigger()
THINS = _trigger()
GROUPED = _trigger()
BRANDS = _trigger()
ATTACHES = _trigger()
GRANTS = _trigger()
MYRIAD = _trigger()
SIGNATURE = _trigger()
BASIC = _trigger()
MULTIPLAYER_ONLY = _trigger()
SURPLUS = _trigger()

# Raised by the circumstances.
FREE_MODE = _trigger()
CREATION = _trigger()
STANDALONE = _trigger()
CAMPAIGN = _trigger()
ENVIRONMENT = _trigger()
COLLECTION = _trigger()
PARTY = _trigger()
ULTIMATUMS = _trigger()

EVERY = _trigger() - 1
"""All triggers together."""

_BY_KEYWORD = {
    "researched": RESEARCHED,
    "reward": REWARD,
    "creation-only": CREATION_ONLY,
    "campaign-only": CAMPAIGN_ONLY,
    "myriad": MYRIAD,
    "multiplayer-only": MULTIPLAYER_ONLY,
}
_BY_EFFECT = {
    effects.DECK_SIZE: RESIZES,
    effects.AT_LEAST: DEMANDS,
    effects.COPIES_PER_TITLE: THINS,
    effects.TRAIT_LIMIT: GROUPED,
    effects.BRANDED: BRANDS,
    effects.ATTACHES: ATTACHES,
    effects.GRANTS_OPTION: GRANTS,
    effects.FORBIDS: GRANTS,
}


def raised_by(card: Card) -> int:
    """The triggers that a card raises in every deck."""
    bits = FORBIDDEN if card.forbidden else 0
    if card.code == PLACEHOLDER_CODE:
        bits |= PLACEHOLDER
    for keyword in card.keywords:
        bits |= _BY_KEYWORD.get(keyword, 0)
    for effect in card.effects:
        bits |= _BY_EFFECT.get(effect.kind, 0)
    return bits
