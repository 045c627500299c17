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
    columns = ("name", "public_id", "investigator", "working__slots", "working__second_deck")
    rows = decks_on_table(user).select_related(None).prefetch_related(None).order_by("-pk")
    for name, public_id, code, *piles in rows.values_list(*columns):
        investigator = cards.resolve(code)
        icon = class_of(investigator) if investigator else "neutral"
        copies: dict[str, int] = {}
        for slots in piles:
            for card, number in (slots or {}).items():
                if isinstance(number, int):
                    copies[card] = copies.get(card, 0) + number
        yield Usage(name, reverse("deck-detail", args=[public_id]), icon, copies)
