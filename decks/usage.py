"""The cards that a player's decks use: those of the decks on the table, which are built or played."""

from collections.abc import Iterator

from django.urls import reverse

from accounts.models import User
from cards.adapters import catalogue
from cards.collections.usage import Usage
from cards.text.names import class_of
from decks.selectors import decks_on_table


def decks_in_use(user: User) -> Iterator[Usage]:
    cards = catalogue()
    for deck in decks_on_table(user).prefetch_related(None).order_by("-pk"):
        investigator = cards.resolve(deck.investigator)
        icon = class_of(investigator) if investigator else "neutral"
        version = deck.working
        copies: dict[str, int] = {}
        for slots in (version.slots, version.second_deck) if version else ():
            for code, number in slots.items():
                if isinstance(number, int):
                    copies[code] = copies.get(code, 0) + number
        yield Usage(deck.name, reverse("deck-detail", args=[deck.public_id]), icon, copies)
