"""The index of cards in published decks, kept while decks are published, edited and withdrawn."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F

from cards.adapters import catalogue
from decks.models import Deck, PublishedCard, Visibility
from rules.cards.model import PLACEHOLDER

MOST_COPIES = 99
#: Rows that one statement deletes; databases take a limited number of arguments.
DELETED_AT_ONCE = 5_000


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
    index_many([deck])


def index_many(decks: Iterable[Deck]) -> None:
    """Write the cards of many decks into the index, with as many queries as for one."""
    published = {deck.pk: deck for deck in decks if deck.visibility == Visibility.PUBLIC}
    if not published:
        return
    undated = [deck for deck in published.values() if deck.published_at is None]
    for deck in undated:
        # It was published before dates were kept.
        deck.published_at = deck.created
    if undated:
        Deck.objects.filter(pk__in=[deck.pk for deck in undated]).update(published_at=F("created"))
    rows = PublishedCard.objects.filter(deck__in=list(published))
    have = {
        (deck, card): (pk, copies)
        for pk, deck, card, copies in rows.values_list("pk", "deck", "card", "copies")
    }
    wanted = {
        (deck.pk, card): copies for deck in published.values() for card, copies in cards_of(deck).items()
    }
    outdated = [pk for place, (pk, copies) in have.items() if wanted.get(place) != copies]
    for begin in range(0, len(outdated), DELETED_AT_ONCE):
        PublishedCard.objects.filter(pk__in=outdated[begin : begin + DELETED_AT_ONCE]).delete()
    PublishedCard.objects.bulk_create(
        PublishedCard(deck_id=deck, card=card, copies=copies)
        for (deck, card), copies in wanted.items()
        if have.get((deck, card), (0, 0))[1] != copies
    )


def forget_cards(decks: Iterable[int]) -> None:
    """Remove decks from the index."""
    PublishedCard.objects.filter(deck__in=list(decks)).delete()
