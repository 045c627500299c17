"""Concerns: bits that connect the contents of a deck with the rules that have to be checked.

Each card carries the concerns that it raises as bits, computed once; reading a deck combines them with “or”.
Rules whose concerns do not occur in a deck are skipped. Because of this a verdict takes microseconds although
the rulebook has hundreds of rules.
"""

from __future__ import annotations

from itertools import count

_bits = count()


def _concern() -> int:
    return 1 << next(_bits)


# Raised by the deck as a whole.
UNREADABLE = _concern()
CHOICES = _concern()
SIZE = _concern()
CROWDED = _concern()
REQUIRED = _concern()
RANDOM_WEAKNESS = _concern()
AT_LEAST = _concern()
IGNORED = _concern()
EXTRA = _concern()
CUSTOMIZED = _concern()
CARD_POOL = _concern()
TABOO = _concern()

# Raised by cards.
BARRED = _concern()
LIMITED = _concern()
BY_TAG = _concern()
RESTRICTED = _concern()
FORBIDDEN = _concern()
FOREIGN = _concern()
STORY = _concern()
BONDED = _concern()
GAINED_WEAKNESS = _concern()
NOT_A_DECK_CARD = _concern()
PLACEHOLDER = _concern()
MODIFIED = _concern()
RESEARCHED = _concern()
REWARD = _concern()
CREATION_ONLY = _concern()
CAMPAIGN_ONLY = _concern()
RESIZES = _concern()
DEMANDS = _concern()
THINS = _concern()
GROUPED = _concern()
BRANDS = _concern()
ATTACHES = _concern()
GRANTS = _concern()
MYRIAD = _concern()
SIGNATURE = _concern()
BASIC = _concern()
MULTIPLAYER_ONLY = _concern()
SURPLUS = _concern()

# Raised by the circumstances.
FREE_MODE = _concern()
CREATION = _concern()
STANDALONE = _concern()
CAMPAIGN = _concern()
ENVIRONMENT = _concern()
COLLECTION = _concern()
PARTY = _concern()
ULTIMATUMS = _concern()
