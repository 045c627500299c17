"""Models of decks, their versions, purchases and edits."""

from decks.models.decks import Deck, DeckTag, Mode, Visibility
from decks.models.published import Like, PublishedCard, PublishedParty, Report
from decks.models.versions import DeckVersion, Edit, Purchase, Why

__all__ = [
    "Deck",
    "DeckTag",
    "DeckVersion",
    "Edit",
    "Like",
    "Mode",
    "PublishedCard",
    "PublishedParty",
    "Purchase",
    "Report",
    "Visibility",
    "Why",
]
