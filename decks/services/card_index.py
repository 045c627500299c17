"""The index of cards in published decks, kept while decks are published, edited and withdrawn."""

from __future__ import annotations

from collections.abc import Iterable

from cards.adapters import catalogue
from decks.models import Deck, PublishedCard, Visibility
from rules.cards.model import PLACEHOLDER

MOST_COPIES = 99


def cards_of(deck: Deck) -> dict[str, int]:
    """Return the copies of each known card in a deck and its second deck, by the card's own code."""
    cards = catalogue()
    found: dict[str, int] = {}
    version = deck.working
    for slots in (version.slots, version.second_deck) if version else ():
        for code, copies in slots.items():
            card = cards.resolve(code)
            if card is not None and card.code != PLACEHOLDER and isinstance(copies, int) and copies > 0:
                found[card.code] = min(MOST_COPIES, found.get(card.code, 0) + copies)
    return found


def index_cards(deck: Deck) -> None:
    """Write the cards of a published deck into the index. Other decks are not in it."""
    if deck.visibility != Visibility.PUBLIC:
        return
    if deck.published_at is None:
        # It was published before dates were kept.
        deck.published_at = deck.created
        Deck.objects.filter(pk=deck.pk).update(published_at=deck.created)
    wanted = cards_of(deck)
    rows = PublishedCard.objects.filter(deck=deck)
    have = dict(rows.values_list("card", "copies"))
    if changed := [card for card, copies in have.items() if wanted.get(card) != copies]:
        rows.filter(card__in=changed).delete()
    PublishedCard.objects.bulk_create(
        PublishedCard(deck=deck, card=card, copies=copies)
        for card, copies in wanted.items()
        if have.get(card) != copies
    )


def forget_cards(decks: Iterable[int]) -> None:
    """Remove decks from the index."""
    PublishedCard.objects.filter(deck__in=list(decks)).delete()
