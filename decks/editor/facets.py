"""What the editor's list of cards can be filtered and grouped by.

The server (`decks.editor.finder`) and the browser use the columns made here; the browser gets them in its
file (`decks.editor.browser`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cards.search.index import first_pack
from cards.text import names
from decks.editor.looks import keywords_of
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card, Pack
from rules.cards.ownership import boxes

PLAYER, STORY, WEAKNESS = "player", "story", "weakness"
KINDS: tuple[tuple[str, str | Promise], ...] = (
    (PLAYER, lazy("Player cards")),
    (STORY, lazy("Signatures and story")),
    (WEAKNESS, lazy("Weaknesses")),
)
GROUPS: tuple[tuple[str, str | Promise], ...] = (
    ("class", lazy("Class and type")),
    ("type", lazy("Type and slot")),
    ("level", lazy("Level")),
    ("cost", lazy("Cost")),
    ("pack", lazy("Box")),
    ("none", lazy("Title")),
)
FACETS = ("class", "level", "type", "slot", "icon", "cost", "keyword", "pack")
#: A card must have every wanted value; of other facets, one of them.
EVERY = ("icon", "keyword")
FIVE_OR_MORE = "5-99"

CLASS_PLACES = {name: place for place, name in enumerate(names.CLASSES)}
SLOT_PLACES = {name: place for place, name in enumerate(names.SLOTS)}
TYPE_PLACES = {"asset": 0, "event": 1, "skill": 2}


@dataclass(frozen=True, slots=True)
class Column:
    """A text for each card. Texts that many cards share are stored once."""

    values: tuple[str, ...]
    of: tuple[int, ...]
    """For each card the position of its text among the values."""

    @classmethod
    def of_texts(cls, texts: Iterable[str]) -> Column:
        places: dict[str, int] = {}
        of = tuple([places.setdefault(text, len(places)) for text in texts])
        return cls(tuple(places), of)

    @property
    def words(self) -> set[str]:
        return {word for text in self.values for word in text.split()}

    @property
    def texts(self) -> Iterator[str]:
        return (self.values[place] for place in self.of)


@dataclass(frozen=True, slots=True)
class Groups:
    """The heading of each card."""

    headings: Column
    ranks: tuple[int, ...]
    """For each heading its position in the page."""


def kind_of(card: Card) -> str:
    """Return the kind of a card, by which the finder separates player cards, story cards and weaknesses."""
    if card.level is not None:
        return PLAYER
    if card.weakness == "basic":
        return WEAKNESS
    if card.bonded_to or (card.only and card.only.investigators):
        return STORY
    return WEAKNESS if card.weakness else STORY


def facets_of(card: Card, packs: list[str]) -> dict[str, list[str]]:
    """Return the values of a card, by the names of the finder's controls."""
    costs = [] if card.cost is None else [str(card.cost)]
    return {
        "class": names.classes_of(card),
        "level": [] if card.level is None else [str(card.level)],
        "type": [card.type],
        "slot": list(card.slots) or (["none"] if card.type == "asset" else []),
        "icon": [name for name in names.SKILLS for _each in range(card.icons.get(name, 0))],
        "cost": [*costs, FIVE_OR_MORE] if isinstance(card.cost, int) and card.cost >= 5 else costs,
        "keyword": keywords_of(card),
        "pack": packs,
    }


def facet_columns(catalogue: Catalogue, cards: Sequence[Card]) -> dict[str, Column]:
    """Return the values of all cards; several values of one card are separated by spaces."""
    rows = [facets_of(card, list(boxes(catalogue).get(card.code, ()))) for card in cards]
    return {name: Column.of_texts([" ".join(row[name]) for row in rows]) for name in FACETS}


Place = tuple[tuple[Any, ...], str]


def groups_of(catalogue: Catalogue, cards: Sequence[Card]) -> dict[str, Groups]:
    """Return the headings of all cards for every way to group them."""
    plurals = {name: plural(name) for name in names.TYPES}
    return {
        name: _groups([_place(catalogue, card, name, plurals) for card in cards]) for name, _label in GROUPS
    }


def _groups(places: Sequence[Place]) -> Groups:
    headings = Column.of_texts([heading for _key, heading in places])
    order = {heading: rank for rank, (_key, heading) in enumerate(sorted(set(places)))}
    return Groups(headings, tuple(order[heading] for heading in headings.values))


def _place(catalogue: Catalogue, card: Card, by: str, plurals: Mapping[str, str]) -> Place:
    """Return the sort key and the heading of a card's group."""
    if by == "level":
        return (-1 if card.level is None else card.level,), _level(card)
    if by == "cost":
        return (card.cost if isinstance(card.cost, int) else 99 if card.cost else -1,), _cost(card)
    if by == "pack":
        pack = catalogue.packs.get(first_pack(catalogue, card.code))
        return (newest_first(pack), names.pack_title(pack)) if pack else ((0, ""), "")
    if by == "none":
        return (), ""
    kind, types = TYPE_PLACES.get(card.type, len(TYPE_PLACES)), plurals[card.type]
    if by == "type":
        slot = next((name for name in names.SLOTS if name in card.slots), "")
        heading = f"{types} · {names.SLOTS[slot]}" if slot else types
        return (kind, card.type, SLOT_PLACES.get(slot, len(SLOT_PLACES))), heading
    name = "multiclass" if len(card.classes) > 1 else names.class_of(card)
    heading = _("%(class)s %(types)s") % {"class": names.CLASSES[name], "types": names.within(types)}
    return (CLASS_PLACES[name], kind, card.type), heading


def _level(card: Card) -> str:
    return _("No level") if card.level is None else _("Level %(n)d") % {"n": card.level}


def _cost(card: Card) -> str:
    return _("No cost") if card.cost is None else _("Cost %(n)s") % {"n": card.cost}


def newest_first(pack: Pack) -> tuple[int, str]:
    return (-int(pack.released.replace("-", "") or 0), pack.code)


def plural(kind: str) -> str:
    return names.types_in_plural().get(kind, str(names.TYPES.get(kind, kind)))
