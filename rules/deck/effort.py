"""The cost of reading a deck for a verdict, in parts of the deck: the unit of every budget for reading."""

from __future__ import annotations

from rules.cards.catalogue import Catalogue
from rules.cards.model import Choices, Deck, InvestigatorFacts
from rules.deck.options import apply_choices, possible_choices

#: What each reading costs besides the parts of the deck, and what each finding costs, in parts.
READING, FINDING = 20, 4


def readings_of(facts: InvestigatorFacts, choices: Choices) -> int:
    """Return how often a deck is read: once for each way to make the choices that are not recorded."""
    return sum(1 for _ in possible_choices(apply_choices(facts, choices).unmade, choices))


def parts_of(deck: Deck) -> int:
    """Return how many parts of a deck are read: slots, marked boxes and attached cards.

    If boxes are marked, each slot is looked up twice.
    """
    slots = len(deck.slots) + len(deck.second_deck) + len(deck.wish_list)
    marked = sum(map(len, deck.customizations.values()))
    return slots * (2 if marked else 1) + marked + sum(map(len, deck.attachments.values()))


def effort(catalogue: Catalogue, deck: Deck) -> int:
    """How many parts of the deck are read for a verdict, at worst: with a finding for each of them."""
    person = catalogue.resolve(deck.choices.back or deck.investigator)
    readings = readings_of(person.investigator, deck.choices) if person and person.investigator else 1
    return (READING + (1 + FINDING) * parts_of(deck)) * readings
