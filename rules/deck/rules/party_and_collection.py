"""Rules about a deck in relation to the other investigators in the party and to the collection.

(Rulebook A1, A2.)
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.cards.model import PLACEHOLDER
from rules.cards.ownership import copies_of
from rules.deck import triggers
from rules.deck.reading import Reading
from rules.deck.rule import Finding, error, rule, warning
from rules.deck.verdict import _


@rule("deck.distinct-investigators-in-group", triggers.PARTY)
def distinct_investigators(reading: Reading) -> Iterator[Finding]:
    # Compared by title, across products and parallel versions (E-02).
    front = reading.access.front
    if front.title in _titles(reading):
        yield error(
            _("Another player in the group already plays {title}."),
            interpretation="E-02",
            card=front.code,
            title=front.title,
        )


def _titles(reading: Reading) -> set[str]:
    return {reading.catalogue.investigator_titles(code) for code in reading.circumstances.party}


@rule("copies.unique-is-in-play-only", triggers.PARTY)
def unique_in_play(reading: Reading) -> Iterator[Finding]:
    titles = _titles(reading) | {reading.access.front.title}
    for code, card, _copies in reading.bought():
        if card.unique and card.title in titles:
            yield warning(
                _("{title} can't enter play while the group has the investigator {title}."),
                card=code,
                title=card.title,
            )


@rule("copies.other-investigators-decks", triggers.COLLECTION)
def owned_copies(reading: Reading) -> Iterator[Finding]:
    owned = reading.circumstances.collection or {}
    needed: dict[str, int] = {}
    codes: dict[str, str] = {}
    held = [(code, standing.card, copies) for code, standing, copies in reading.known()]
    for code, card, copies in sorted([*held, *reading.second_deck()], key=lambda row: row[0]):
        if card.code != PLACEHOLDER and card.code in reading.catalogue.printings_of:
            needed[card.code] = needed.get(card.code, 0) + copies
            codes.setdefault(card.code, code)
    for card_code, copies in sorted(needed.items()):
        have = copies_of(reading.catalogue, card_code, owned)
        if copies > have:
            yield warning(
                _("{title}: the deck uses {copies}, the collection has {owned}."),
                card=codes[card_code],
                title=reading.catalogue.cards[card_code].title,
                copies=copies,
                owned=have,
            )


RULES = (distinct_investigators, unique_in_play, owned_copies)
