"""The content of the collection page: the products, the figures, and the cards in the boxes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.http import QueryDict

from accounts.models import User
from cards import adapters
from cards.collections import selectors as collection_selectors
from cards.collections.selectors import CyclePacks, PackCount, Reader
from cards.collections.usage import Usage, Use, usages_of, uses
from cards.models import Collection, UnlockedReward
from cards.search.page import Browse
from cards.text import names
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card
from rules.cards.ownership import boxes, copies_owned
from rules.cards.ownership import contents as in_packs

#: The most cards shown for a search, and without one. The cards page shows all of them.
SHOWN, SHOWN_WITHOUT_SEARCH = 25, 8
#: With more decks than this, the table of copies in use shows only sums.
MOST_COLUMNS = 6
#: Cards in use that the page shows at first; the others are loaded when a user wants to see them.
FIRST_USES = 10
#: The parts of the cards in use that can be requested: those with conflicts, and all.
CONFLICTS, ALL = "conflicts", "all"
READ, EDIT, OWN = "read", "edit", "own"


@dataclass(frozen=True)
class ProductRow:
    """A box on the page, with a short name that does not repeat the cycle's."""

    code: str
    title: str
    short: str
    released: date | None
    cards: int
    """Player cards in one box."""
    count: int


@dataclass(frozen=True)
class CycleRow:
    """A cycle on the page. Its old packs are collapsed while none of them is owned."""

    code: str
    title: str
    boxes: list[ProductRow]
    old_packs: list[ProductRow]
    unfolded: bool

    @property
    def counted(self) -> list[ProductRow]:
        """The products that count for completeness: boxes hold the same cards as the old packs."""
        by_packs = self.old_owned and not any(each.count for each in self.boxes)
        return self.old_packs if by_packs or not self.boxes else self.boxes

    @property
    def owned(self) -> int:
        return sum(bool(each.count) for each in self.counted)

    @property
    def number(self) -> int:
        return len(self.counted)

    @property
    def old_owned(self) -> int:
        return sum(bool(each.count) for each in self.old_packs)

    @property
    def has_boxes(self) -> bool:
        return all(each.count for each in self.boxes)

    @property
    def has_packs(self) -> bool:
        return all(each.count for each in self.old_packs)


@dataclass(frozen=True)
class Figures:
    boxes: int
    cards: int
    titles: int


@dataclass(frozen=True)
class OwnedCard:
    """A card in the boxes: the number of copies, and where they are."""

    card: Card
    copies: int
    where: list[tuple[str, int]]


def role_of(collection: Collection, user: Reader) -> str:
    """Return what the reader may do with the collection: read, edit, or own."""
    if isinstance(user, User) and collection.owner_id == user.pk:
        return OWN
    return EDIT if collection_selectors.may_edit(collection, user) else READ


def sharers(collection: Collection) -> list[User]:
    """Return the other users who see the collection."""
    shares = collection.shares.filter(accepted=True).select_related("user")
    return [share.user for share in shares if share.user]


def cycles(collection: Collection | None, unfolded: str = "") -> list[CycleRow]:
    """Return all cycles, the newer chapter first; the old packs of `unfolded` are expanded."""
    cards = player_cards(adapters.catalogue())
    rows = sorted(
        collection_selectors.products_by_cycle(collection),
        key=lambda row: -max(each.pack.chapter for each in row.packs),
    )
    return [on_page(row, cards, row.cycle.code == unfolded) for row in rows]


def on_page(row: CyclePacks, cards: Mapping[str, int], touched: bool) -> CycleRow:
    title = names.pack_title(row.cycle)

    def product(each: PackCount) -> ProductRow:
        name = names.pack_title(each.pack)
        short = name.removeprefix(title).lstrip(" :–-") or name
        return ProductRow(
            each.pack.code, name, short, each.pack.released, cards.get(each.pack.code, 0), each.count
        )

    old = [product(each) for each in row.old_packs]
    unfolded = touched or any(each.count for each in old)
    return CycleRow(row.cycle.code, title, [product(each) for each in row.boxes], old, unfolded)


@once_per_catalogue
def player_cards(catalogue: Catalogue) -> Mapping[str, int]:
    """Return the number of player cards in each box."""
    return {
        pack: sum(copies for code, copies in held.items() if not catalogue.cards[code].encounter_set)
        for pack, held in in_packs(catalogue).items()
    }


@dataclass(frozen=True)
class Availability:
    """What a collection contains: boxes, and the copies of each card in them."""

    boxes: Mapping[str, int]
    copies: Mapping[str, int]


def availability(collection: Collection | None) -> Availability:
    owned = collection_selectors.packs_owned(collection) if collection else {}
    return Availability(owned, copies_owned(adapters.catalogue(), owned) if owned else {})


def figures(owned: Availability) -> Figures:
    """Return the number of boxes, and of player cards in them."""
    cards = adapters.catalogue().cards
    copies = {code: number for code, number in owned.copies.items() if not cards[code].encounter_set}
    titles = {cards[code].title for code in copies}
    return Figures(sum(owned.boxes.values()), sum(copies.values()), len(titles))


def owned_cards(owned: Availability, text: str) -> tuple[list[OwnedCard], int]:
    """Return the cards that match these words, with copies and boxes; and their total number."""
    catalogue = adapters.catalogue()
    parameters = QueryDict(mutable=True)
    parameters.update({"q": text, "owned": "yes", "sort": "" if text else "title"})
    found = Browse(parameters, owned=owned.copies).found.cards
    rows = [
        OwnedCard(card, owned.copies[card.code], where(catalogue, card, owned.boxes))
        for card in found[: SHOWN if text else SHOWN_WITHOUT_SEARCH]
    ]
    return rows, len(found)


def where(catalogue: Catalogue, card: Card, owned: Mapping[str, int]) -> list[tuple[str, int]]:
    held = boxes(catalogue).get(card.code, {})
    return [
        (names.pack_title(catalogue.packs[pack]), copies * owned[pack])
        for pack, copies in held.items()
        if owned.get(pack)
    ]


def rewards(collection: Collection | None) -> list[tuple[Card, UnlockedReward | None]]:
    """Return every reward, with the row by which it is unlocked here."""
    catalogue = adapters.catalogue()
    rows = {row.card_id: row for row in collection.rewards.all()} if collection else {}
    return [(card, rows.get(code)) for code, card in catalogue.cards.items() if card.reward]


@dataclass(frozen=True)
class InUse:
    """What is built with the cards of a collection, and what is left of them."""

    usages: list[Usage]
    rows: list[Use]
    tight: int
    """The number of cards of which none is left, or which several decks use."""
    part: str = ""
    """Which cards are shown: all, those with conflicts, or the first of these."""

    @property
    def everything(self) -> bool:
        return self.part == ALL

    @property
    def shown(self) -> list[Use]:
        if self.everything:
            return self.rows
        found = [row for row in self.rows if row.is_tight]
        return found if self.part == CONFLICTS else found[:FIRST_USES]

    @property
    def more(self) -> bool:
        """Whether there are more conflicts than are shown."""
        return not self.part and self.tight > FIRST_USES

    @property
    def short(self) -> list[Use]:
        return [row for row in self.rows if row.missing]

    @property
    def missing(self) -> int:
        return sum(row.missing for row in self.rows)

    @property
    def columns(self) -> list[Usage]:
        return self.usages if len(self.usages) <= MOST_COLUMNS else []


def in_use(owned: Availability, user: Reader, part: str = "") -> InUse | None:
    """Return the use of the cards; None if nothing is built yet."""
    usages = usages_of(user) if isinstance(user, User) and owned.boxes else []
    if not usages:
        return None
    rows = uses(adapters.catalogue(), usages, owned.copies, MOST_COLUMNS)
    return InUse(usages, rows, sum(row.is_tight for row in rows), part if part in (CONFLICTS, ALL) else "")
