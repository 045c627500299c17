"""The example deck for visitors without decks: a legal one for the 2026 core set, made for this site."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from decks.adapters import version_fields
from decks.models import Deck, DeckVersion, Why
from decks.services.creation import begin
from rules.cards import model

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
    """Return the example as an unsaved deck."""
    deck = _deck()
    deck.working = DeckVersion(deck=deck, number=1, why=Why.CREATED, **version_fields(_content()))
    return deck


@transaction.atomic
def save_example(owner: User, *, key: IdempotencyKey = NO_KEY) -> Deck:
    """Save a copy of the example that its owner can edit."""
    if earlier := key.claim(owner, Deck):
        return earlier[0]
    deck = _deck()
    deck.owner = owner
    begin(deck, _content(), why=Why.CLONED)
    key.save_result(deck)
    return deck
