"""Triggers: bits that connect the contents of a deck with the rules that have to be checked.

Each card carries the triggers that it raises as bits, computed once; reading a deck combines them with “or”.
Rules whose triggers do not occur in a deck are skipped. Because of this a verdict takes microseconds although
the rulebook has hundreds of rules.
"""

from __future__ import annotations

from itertools import count

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
