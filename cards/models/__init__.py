"""Models of the catalogue, of collections, and of marked cards."""

from cards.models.cards import Card, CardText, DeckOption, EncounterCard, Investigator, Printing
from cards.models.collections import Collection, CollectionShare, OwnedPack, UnlockedReward
from cards.models.marks import MarkedCard
from cards.models.products import CatalogueVersion, Cycle, EncounterSet, Pack
from cards.models.taboo import TabooEntry, TabooList

__all__ = [
    "Card",
    "CardText",
    "CatalogueVersion",
    "Collection",
    "CollectionShare",
    "Cycle",
    "DeckOption",
    "EncounterCard",
    "EncounterSet",
    "Investigator",
    "MarkedCard",
    "OwnedPack",
    "Pack",
    "Printing",
    "TabooEntry",
    "TabooList",
    "UnlockedReward",
]
