"""The editor's list of cards for pages without JavaScript. With JavaScript the browser filters by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cards.search.engine import index
from cards.search.index import title_in
from cards.search.normalization import spellings, words
from cards.search.query import read_query
from cards.text import names as card_names
from decks.availability import Availability
from decks.editor.browser import BASIC, BONDED, PLAYER, SIGNATURE, STORY, WEAKNESS, kind_of
from decks.editor.layout import EXTRA, MAIN, SIDE
from decks.editor.page import EditorPage
from decks.editor.pool import CLOSED, ROOM
from rules.cards.model import Card

PAGE = 40
CLASS_PLACES = {name: place for place, name in enumerate(card_names.CLASSES)}
SLOT_PLACES = {name: place for place, name in enumerate(card_names.SLOTS)}
TYPE_PLACES = {"asset": 0, "event": 1, "skill": 2}

KINDS: tuple[tuple[str, str | Promise, str], ...] = (
    ("player", lazy("Player cards"), PLAYER),
    ("story", lazy("Signatures and story"), SIGNATURE + STORY + BONDED),
    ("weakness", lazy("Weaknesses"), WEAKNESS + BASIC),
)
GROUPS: tuple[tuple[str, str | Promise], ...] = (
    ("class", lazy("Class and type")),
    ("type", lazy("Type and slot")),
    ("level", lazy("Level")),
    ("cost", lazy("Cost")),
    ("pack", lazy("Box")),
    ("none", lazy("Title")),
)
KEYWORDS = ("fast", "permanent", "exceptional", "myriad", "exile", "researched", "customizable", "starting")
LISTS = ("class", "level", "type", "slot", "icon", "cost", "keyword")


@dataclass(frozen=True, slots=True)
class PoolRow:
    card: Card
    copies: int
    barred: bool
    stop: str
    left: str = ""


class Asked:
    """The search, as the controls of the finder show it."""

    def __init__(self, given: QueryDict) -> None:
        self.given = given
        self.q = given.get("q", "")[:200]
        self.unusable = bool(given.get("unusable"))
        self.owned = bool(given.get("owned"))
        self.mine, self.party = bool(given.get("mine")), bool(given.get("party"))
        self.trait = given.get("trait", "")[:60]
        self.pack = given.get("pack", "")[:20]
        self.kind = given.get("kind") if given.get("kind") in {name for name, *_ in KINDS} else "player"
        self.group = given.get("group") if given.get("group") in dict(GROUPS) else "class"
        self.to = given.get("to") if given.get("to") in (MAIN, SIDE, EXTRA) else MAIN
        for name in LISTS:
            setattr(self, name, given.getlist(name))


def choices(editor_page: EditorPage) -> dict[str, Any]:
    """Return the choices of the finder's controls."""
    shelf = index()
    packs = dict.fromkeys(
        shelf.first[card.code] for card in editor_page.cards.cards if kind_of(card) == PLAYER
    )
    known = [editor_page.catalogue.packs[code] for code in packs if code in editor_page.catalogue.packs]
    return {
        "classes": [(name, label) for name, label in card_names.CLASSES.items() if name != "multiclass"],
        "types": [(name, card_names.TYPES[name]) for name in ("asset", "event", "skill")],
        "slots": list(card_names.SLOTS.items()),
        "icons": list(card_names.SKILLS.items()),
        "keywords": [(name, card_names.KEYWORDS[name]) for name in KEYWORDS],
        "kinds": [(name, label) for name, label, _kinds in KINDS],
        "groups": GROUPS,
        "parts": parts_of(editor_page),
        "traits": sorted({trait for card in editor_page.cards.cards for trait in card.traits}),
        "packs": [(pack.code, card_names.pack_title(pack)) for pack in sorted(known, key=_newest_first)],
    }


def parts_of(editor_page: EditorPage) -> list[tuple[str, str]]:
    """Return the parts of the deck to which cards can be added."""
    parts = [(MAIN, _("Deck")), (SIDE, _("Side deck"))]
    return [*parts, (EXTRA, _("Second deck"))] if editor_page.has_extra else parts


def _newest_first(pack: Any) -> tuple[int, str]:
    return (-int(pack.released.replace("-", "") or 0), pack.code)


class Finder:
    """One page of the list of cards."""

    def __init__(
        self, editor_page: EditorPage, asked: Asked, availability: Availability | None = None
    ) -> None:
        self.editor_page = editor_page
        self.asked = asked
        self.availability = availability
        text = asked.given.get("page", "")
        self.page = int(text) if text.isdecimal() and len(text) < 5 else 1

    @cached_property
    def found(self) -> list[Card]:
        query, _errors = read_query(_without_words(self.asked.given), self.editor_page.catalogue)
        shelf = index()
        among = shelf.matching(query)
        kinds = self.kinds
        signs = self.editor_page.standing.signs
        wanted = words(self.asked.q)
        found = [
            card
            for place, card in enumerate(self.editor_page.cards.cards)
            if kind_of(card) in kinds
            and (self.asked.unusable or signs[place] != CLOSED or self.copies(card))
            and among >> shelf.place[card.code] & 1
            and (not self.asked.owned or self.availability is None or self.availability.owned.get(card.code))
            and (not wanted or answers(card, wanted))
        ]
        language = "de" if card_names.german() else "en"
        return sorted(found, key=lambda card: (self.place(card), title_in(card, language), card.level or 0))

    def copies(self, card: Card) -> int:
        return self.editor_page.held[self.asked.to or MAIN].get(card.code, 0)

    def place(self, card: Card) -> tuple[Any, ...]:
        """Return the sort key of the group that a card belongs to."""
        by = self.asked.group
        if by == "level":
            return (-1 if card.level is None else card.level,)
        if by == "cost":
            return (card.cost if isinstance(card.cost, int) else 99 if card.cost else -1,)
        if by == "pack":
            pack = self._pack(card)
            return _newest_first(pack) if pack else (0, "")
        if by == "none":
            return ()
        if by == "type":
            return (_type(card), min((SLOT_PLACES[slot] for slot in card.slots), default=99))
        return (CLASS_PLACES[_class(card)], _type(card))

    def heading(self, card: Card) -> str:
        """Return the heading of the group that a card belongs to."""
        by = self.asked.group
        if by == "level":
            return _("No level") if card.level is None else _("Level %(n)d") % {"n": card.level}
        if by == "cost":
            return _("No cost") if card.cost is None else _("Cost %(n)s") % {"n": card.cost}
        if by == "pack":
            pack = self._pack(card)
            return card_names.pack_title(pack) if pack else ""
        if by == "none":
            return ""
        if by == "type":
            slot = next((name for name in card_names.SLOTS if name in card.slots), "")
            return f"{plural(card.type)} · {card_names.SLOTS[slot]}" if slot else plural(card.type)
        facts = {"class": card_names.CLASSES[_class(card)], "types": plural(card.type).lower()}
        return _("%(class)s %(types)s") % facts

    def _pack(self, card: Card) -> Any:
        return self.editor_page.catalogue.packs.get(index().first.get(card.code, ""))

    @property
    def groups(self) -> list[tuple[str, list[PoolRow]]]:
        groups: dict[str, list[PoolRow]] = {}
        for card in self.found[(self.page - 1) * PAGE : self.page * PAGE]:
            groups.setdefault(self.heading(card), []).append(self.row(card))
        return list(groups.items())

    def row(self, card: Card) -> PoolRow:
        sign = self.editor_page.standing.signs[self.editor_page.places[card.code]]
        stop = "" if sign == ROOM else self.editor_page.stop(card.code)
        left = ""
        if self.availability is not None:
            here = self.editor_page.held[MAIN].get(card.code, 0)
            beside = self.availability.left(card.code, mine=self.asked.mine, party=self.asked.party)
            facts = {"left": max(0, beside - here), "owned": self.availability.owned.get(card.code, 0)}
            left = _("%(left)d of %(owned)d left") % facts if facts["owned"] else _("not owned")
        return PoolRow(card, self.copies(card), sign == CLOSED, stop if self.asked.to == MAIN else "", left)

    @property
    def count(self) -> str:
        signs = self.editor_page.standing.signs
        usable = sum(
            signs[place] != CLOSED and kind_of(card) in self.kinds
            for place, card in enumerate(self.editor_page.cards.cards)
        )
        return _("%(found)d of %(of)d cards") % {"found": len(self.found), "of": max(usable, len(self.found))}

    @property
    def kinds(self) -> str:
        return next(kinds for name, _label, kinds in KINDS if name == self.asked.kind)

    @property
    def pages(self) -> int:
        return -(-len(self.found) // PAGE)

    @property
    def previous(self) -> str:
        return self._address(self.page - 1) if self.page > 1 else ""

    @property
    def next(self) -> str:
        return self._address(self.page + 1) if self.page < self.pages else ""

    def _address(self, page: int) -> str:
        given = self.asked.given.copy()
        given["page"] = str(page)
        return f"?{given.urlencode()}#cards"


def answers(card: Card, wanted: Iterable[str]) -> bool:
    """Return whether each word begins a word of title, subtitle, traits or keywords, in either language."""
    said = spoken_of(card.title, card.title_de, card.subtitle, card.uses, *card.traits, *card.keywords)
    return all(f" {start}" in said for start in wanted)


@lru_cache(maxsize=4096)
def spoken_of(*names: str) -> str:
    """Return the searchable words of a card, each after a space."""
    return " ".join(["", *(word for name in names for word in spellings(name))])


def plural(kind: str) -> str:
    return {
        "asset": _("Assets"),
        "event": _("Events"),
        "skill": _("Skills"),
        "treachery": _("Treacheries"),
        "enemy": _("Enemies"),
    }.get(kind, str(card_names.TYPES.get(kind, kind)))


def _type(card: Card) -> int:
    return TYPE_PLACES.get(card.type, len(TYPE_PLACES))


def _class(card: Card) -> str:
    return "multiclass" if len(card.classes) > 1 else card_names.class_of(card)


def _without_words(given: QueryDict) -> QueryDict:
    rest = given.copy()
    for name in ("q", "group", "kind", "mine", "owned", "page", "party", "to", "unusable"):
        rest.pop(name, None)
    return rest
