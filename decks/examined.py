"""A saved deck with the findings of the rules, examined once for each request."""

from __future__ import annotations

from cards.adapters import catalogue
from decks.adapters import circumstances_of, rules_deck
from decks.models import Deck, DeckVersion
from rules.deck.validate import Examined


class ExaminedDeck(Examined):
    """A version of a deck with its circumstances and the findings of the rules, each computed once.

    Examine the deck again after an edit, which changes its rows.
    """

    def __init__(self, deck: Deck, version: DeckVersion | None = None) -> None:
        super().__init__(catalogue(), rules_deck(deck, version), circumstances_of(deck))
        self.deck = deck
        self.row = version or deck.working

    @property
    def version(self) -> DeckVersion:
        assert self.row is not None, "a deck has a working version from its creation on"
        return self.row
