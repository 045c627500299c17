"""Which deck is shown to somebody who has none? A legal one for the 2026 core set, of our own making."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from decks.adapters import version_fields
from decks.models import Deck, DeckVersion, Why
from decks.services.creation import begin
from rules import model

INVESTIGATOR = "12001"
SLOTS = {
    "12002": 1,
    "12003": 1,
    "01000": 1,
    "12016": 2,
    "12017": 2,
    "12018": 2,
    "12019": 2,
    "12020": 2,
    "12021": 1,
    "12022": 2,
    "12024": 2,
    "12025": 2,
    "12072": 1,
    "12074": 2,
    "12075": 2,
    "12078": 2,
    "12088": 2,
    "12089": 2,
    "12092": 2,
}


def _deck() -> Deck:
    return Deck(name=_("Grease and Gunpowder"), investigator=INVESTIGATOR)


def _content() -> model.Deck:
    return model.Deck(investigator=INVESTIGATOR, slots=SLOTS)


def as_example() -> Deck:
    """The example as a deck that nobody has saved."""
    deck = _deck()
    deck.working = DeckVersion(deck=deck, number=1, why=Why.CREATED, **version_fields(_content()))
    return deck


def save_example(owner: User) -> Deck:
    """A copy of one's own, to be changed at will."""
    deck = _deck()
    deck.owner = owner
    return begin(deck, _content(), why=Why.CLONED)
