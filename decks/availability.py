"""The copies available for a deck: those in the boxes, less those in other decks and in the party's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from accounts.models import User
from cards.adapters import catalogue
from cards.collections.selectors import copies_owned, usual_collection
from cards.models import Collection
from decks.models import Deck, Mode
from decks.selectors import AnyUser, decks_on_table
from rules.cards.model import PLACEHOLDER

Slots = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Availability:
    """Copies of each card: owned, and used by other decks."""

    collection: Collection
    owned: Mapping[str, int]
    mine: Mapping[str, int]
    """Copies in the player's other decks on the table."""
    party: Mapping[str, int]
    """Copies in the other decks of the party."""
    both: Mapping[str, int]
    """Copies in either; a deck of the player that is also in the party counts once."""
    party_name: str = ""
    """The name of the deck's campaign, if it has one."""

    def used(self, *, mine: bool = True, party: bool = True) -> Mapping[str, int]:
        if mine and party:
            return self.both
        return self.mine if mine else self.party if party else {}

    def left(self, code: str, *, mine: bool = True, party: bool = True) -> int:
        """Return the copies left for this deck; negative if other decks need more than there are."""
        return self.owned.get(code, 0) - self.used(mine=mine, party=party).get(code, 0)


def collection_for(user: AnyUser, deck: Deck) -> Collection | None:
    """Return the collection of the deck's campaign, or that of the user."""
    party = deck.seat.party if deck.mode == Mode.CAMPAIGN and deck.seat else None
    return (party.collection if party else None) or usual_collection(user)


def availability_for(user: AnyUser, deck: Deck, collection: Collection | None = None) -> Availability | None:
    """Return what is available in the given collection, the campaign's or the user's; None without one."""
    party = deck.seat.party if deck.mode == Mode.CAMPAIGN and deck.seat else None
    collection = collection or collection_for(user, deck)
    owned = copies_owned(collection) if collection else {}
    if collection is None or not owned:
        return None
    mine: dict[int, list[Slots]] = {}
    if isinstance(user, User):
        rows = decks_on_table(user).exclude(pk=deck.pk).prefetch_related(None)
        for pk, slots, second in rows.values_list("pk", "working__slots", "working__second_deck"):
            mine[pk] = [slots or {}, second or {}]
    others = {pk: list(parts) for pk, parts in party.decks.items() if pk != deck.pk} if party else {}
    return Availability(
        collection,
        owned,
        mine=copies_used(_piles(mine)),
        party=copies_used(_piles(others)),
        both=copies_used(_piles({**mine, **others})),
        party_name=party.name if party else "",
    )


def _piles(decks: Mapping[int, Iterable[Slots]]) -> Iterable[Slots]:
    return (pile for piles in decks.values() for pile in piles)


def copies_used(piles: Iterable[Slots]) -> dict[str, int]:
    """Return the copies of every card in these piles, whatever printing they name."""
    cards = catalogue()
    used: Counter[str] = Counter()
    for pile in piles:
        for code, copies in pile.items():
            card = cards.resolve(code)
            if card and isinstance(copies, int) and copies > 0 and card.code != PLACEHOLDER:
                used[card.code] += min(copies, 99)
    return dict(used)
