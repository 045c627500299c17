"""The conditions of a card search, and the values that the filters of the page can have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

CLASSES = ("guardian", "seeker", "rogue", "mystic", "survivor", "neutral")
TYPES = ("investigator", "asset", "event", "skill", "treachery", "enemy", "story", "key", "location")
SLOTS = ("hand", "arcane", "accessory", "body", "ally", "head", "tarot", "none")
ICONS = ("willpower", "intellect", "combat", "agility", "wild")
WEAKNESSES = ("basic", "other", "any", "no")
KEYWORDS = (
    *("permanent", "exceptional", "myriad", "exile", "researched", "starting", "reward", "customizable"),
    *("bonded", "fast", "creation-only", "campaign-only", "multiplayer-only", "advanced", "replacement"),
    *("unique", "multiclass", "signature"),
)
TAGS = ("heals-horror", "heals-damage", "parley", "seal", "firearm")
SORTS = ("class", "title", "level", "cost", "type", "pack")
GROUPS = ("class", "type", "level", "pack", "none")
CHAPTERS = ("1", "2")

#: Longer than any title.
LONGEST_TEXT = 200


@dataclass(frozen=True)
class Query:
    """The conditions of a search: all must be met; of several values of one condition, any."""

    text: str = ""
    """Words and terms, as they are typed (`cards.search.grammar`)."""
    classes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    levels: frozenset[int | None] = frozenset()
    costs: frozenset[int | str | None] = frozenset()
    traits: frozenset[str] = frozenset()
    slots: frozenset[str] = frozenset()
    icons: Mapping[str, int] = field(default_factory=dict)
    uses: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    packs: frozenset[str] = frozenset()
    cycles: frozenset[str] = frozenset()
    chapters: frozenset[int] = frozenset()
    weakness: str = ""
    story: bool | None = None
    usable_by: str = ""
    owned: bool | None = None
    favourite: bool | None = None
    own_tags: frozenset[str] = frozenset()
    taboo: str = ""
    sort: str = ""
    group: str = ""
