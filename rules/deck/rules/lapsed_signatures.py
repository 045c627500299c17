"""Signature cards that are no longer required: lost permanently, or replaced with their investigator."""

from __future__ import annotations

from collections.abc import Mapping

from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.effects import FREEZES_DECK, ON_DEFEAT
from rules.cards.model import Card
from rules.deck.circumstances import FREE
from rules.deck.reading import Reading


def lapsed(reading: Reading) -> frozenset[str]:
    """Return the signatures that are no longer required.

    These are signatures lost permanently, allies lost to the Ultimatum of the Scream, and all of them once a
    card with a frozen deck took the investigator's place.
    """
    lost = lost_for_good(reading) | _lost_allies(reading)
    return lost | reading.access.signatures if usurper(reading) else lost


def lost_for_good(reading: Reading) -> frozenset[str]:
    """Return the signatures that an effect removed according to the log, if that ends the requirement."""
    ends = reading.edition.switches.lost_required_card_lapses
    return reading.circumstances.log.lost_signatures if ends else frozenset()


def _lost_allies(reading: Reading) -> frozenset[str]:
    """Return the signatures whose titles the log lists among the lost allies."""
    titles = reading.circumstances.log.lost_allies
    if not titles:
        return frozenset()
    cards = reading.catalogue.cards
    return frozenset(c for c in reading.access.signatures if c in cards and cards[c].title in titles)


def recorded_usurper(reading: Reading) -> Card | None:
    """Return the card that took the investigator's place with a frozen deck, according to the deck itself."""
    named = reading.deck.transformed
    heir = reading.catalogue.resolve(named) if named else None
    return heir if heir is not None and heir.effects_of(FREEZES_DECK) else None


def usurper(reading: Reading) -> Card | None:
    """Return the card that took the investigator's place, if that can have happened (E-44).

    It happens through a card that turns into the other when the investigator is defeated. A deck of unknown
    origin is trusted if its investigator can have had such a card and it is no longer in the deck. In a
    campaign the log records which signatures were lost with it; before a campaign, nothing can have happened.
    """
    heir = recorded_usurper(reading) if reading.circumstances.mode == FREE else None
    if heir is None:
        return None
    gates = _turning_into(reading.catalogue).get(heir.code, frozenset())
    access = reading.access
    access.learn(gates)
    held = {standing.card.code for _code, standing, _copies in reading.known()}
    for code in gates - held:
        standing = access.table[code].standing
        if standing.way.open and not standing.restricted:
            return heir
    return None


@once_per_catalogue
def _turning_into(catalogue: Catalogue) -> Mapping[str, frozenset[str]]:
    """Return the cards that turn into another when the investigator is defeated, by what they turn into."""
    found: dict[str, set[str]] = {}
    for card in catalogue.cards.values():
        for effect in card.effects_of(ON_DEFEAT):
            found.setdefault(effect["becomes"], set()).add(card.code)
    return {code: frozenset(cards) for code, cards in found.items()}
