"""The rows of decks, their versions, what was bought for them, and the edits that can be undone."""

from decks.models.decks import Deck, DeckTag, Mode, Visibility
from decks.models.versions import DeckVersion, Edit, Purchase, Why

__all__ = ["Deck", "DeckTag", "DeckVersion", "Edit", "Mode", "Purchase", "Visibility", "Why"]
