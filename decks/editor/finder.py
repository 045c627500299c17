"""The editor's list of cards as the server shows it: the first page, and every page without JavaScript.

The browser filters, too (`static/js/editor/finder.js`), by the same columns (`decks.editor.facets`).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from cards.search import boxes as box_names
from cards.search.grammar import LONGEST_QUERY, QueryError
from cards.search.normalization import spellings, words
from cards.search.vocabulary import NAMES
from cards.text import names as card_names
from decks.availability import Availability
from decks.editor.card_texts import browser_texts
from decks.editor.facets import EVERY, FACETS, GROUPS, KINDS, PLAYER, Column
from decks.editor.kept_rows import ANY_DECK
from decks.editor.layout import MAIN, SECOND_DECK, WISH_LIST
from decks.editor.looks import PLACEHOLDERS, Look
from decks.editor.page import EditorPage
from decks.editor.pool import CLOSED, ROOM
from decks.editor.prices import price_of
from decks.editor.query import Answer, answer_to, favourites_of, is_plain
from decks.models import Deck, Mode
from decks.preferences import USUAL, Preferences
from decks.selectors import AnyUser
from rules.cards.model import Card

PAGE = 40
KEYWORDS = ("fast", "permanent", "exceptional", "myriad", "exile", "researched", "customizable", "starting")


@dataclass(frozen=True, slots=True)
class PoolRow:
    code: str
    title: str
    name: str
    """Title and level."""
    address: str
    look: Look
    copies: int = 0
    barred: bool = False
    stop: str = ""
    left: str = ""
    price: str = ""
    short: str = ""
    card: Card | None = None

    @property
    def shown(self) -> tuple[Hashable, ...]:
        """What the row shows besides its card."""
        return (self.copies, self.barred, self.stop, self.left, self.price, self.short)


@cache
def any_address() -> str:
    """Return the address of the card CODE in a kept row."""
    return reverse("deck-edit-card", args=[ANY_DECK.public_id, "CODE"])


def row_with_placeholders(deck: Deck) -> PoolRow:
    """Return the row in which the browser replaces the {placeholders} by the facts of a card."""
    address = reverse("deck-edit-card", args=[deck.public_id, "CODE"]).replace("CODE", "{code}")
    return PoolRow("{code}", "{title}", "{name}", address, PLACEHOLDERS)


def preset(
    deck: Deck,
    availability: Availability | None,
    *,
    upgrading: bool,
    preferences: Preferences = USUAL,
) -> QueryDict:
    """Return the filters of a deck that has just been opened: level 0 for a new campaign, and own cards."""
    usual = QueryDict(mutable=True)
    if deck.mode == Mode.CREATION and not upgrading:
        usual["level"] = "0"
    if availability is not None and preferences.owned:
        usual["owned"] = "yes"
    if preferences.group != USUAL.group:
        usual["group"] = preferences.group
    return usual


class FinderQuery:
    """The search, as the controls of the finder show it. Without any parameter the preset filters hold."""

    def __init__(self, given: QueryDict, usual: QueryDict | None = None) -> None:
        given = given or usual or given
        self.given = given
        self.q = given.get("q", "")[:LONGEST_QUERY]
        self.favourite = bool(given.get("favourite"))
        self.unusable = bool(given.get("unusable"))
        self.owned = bool(given.get("owned"))
        self.affordable = bool(given.get("affordable"))
        self.mine, self.party = bool(given.get("mine")), bool(given.get("party"))
        self.trait = given.get("trait", "")[:60]
        self.kind = given.get("kind") if given.get("kind") in dict(KINDS) else PLAYER
        self.group = given.get("group") if given.get("group") in dict(GROUPS) else "class"
        self.to = given.get("to") if given.get("to") in (MAIN, WISH_LIST, SECOND_DECK) else MAIN
        self.facets = {name: [value for value in given.getlist(name) if value] for name in FACETS}


def choices(editor_page: EditorPage) -> dict[str, Any]:
    """Return the choices of the finder's controls."""
    return {
        "classes": [(name, label) for name, label in card_names.CLASSES.items() if name != "multiclass"],
        "types": [(name, card_names.TYPES[name]) for name in ("asset", "event", "skill")],
        "slots": list(card_names.SLOTS.items()),
        "icons": list(card_names.SKILLS.items()),
        "keywords": [(name, card_names.KEYWORDS[name]) for name in KEYWORDS],
        "kinds": KINDS,
        "groups": GROUPS,
        "parts": parts_of(editor_page),
        "traits": sorted({trait for card in editor_page.cards.cards for trait in card.traits}),
        "boxes": box_names.with_player_cards(editor_page.catalogue),
        "fields": " ".join(NAMES),
    }


def parts_of(editor_page: EditorPage) -> list[tuple[str, str]]:
    """Return the parts of the deck to which cards can be added."""
    parts = [(MAIN, _("Deck")), (WISH_LIST, _("Side deck"))]
    return [*parts, (SECOND_DECK, _("Second deck"))] if editor_page.has_second_deck else parts


class Finder:
    """One page of the list of cards."""

    def __init__(
        self,
        editor_page: EditorPage,
        query: FinderQuery,
        availability: Availability | None = None,
        user: AnyUser | None = None,
    ) -> None:
        self.editor_page = editor_page
        self.query = query
        self.availability = availability
        self.user = user or AnonymousUser()
        text = query.given.get("page", "")
        self.page = int(text) if text.isdecimal() and len(text) < 5 else 1

    @cached_property
    def answer(self) -> Answer:
        """The answer to a search that is more than words."""
        return answer_to(self.query.q, self.editor_page.deck, self.editor_page.catalogue, self.user)

    @cached_property
    def error(self) -> QueryError | None:
        return None if is_plain(self.query.q) else self.answer.error

    @cached_property
    def favourites(self) -> frozenset[str]:
        return favourites_of(self.user)

    @cached_property
    def found(self) -> list[int]:
        """The positions of the cards that are wanted, in the order of the page."""
        cards = self.editor_page.cards
        places = self.of_this_kind(closed=self.query.unusable)
        for name, wanted in self.query.facets.items():
            column = cards.facets[name]
            if known := [value for value in wanted if value in column.words]:
                fitting = fitting_values(column, known, every=name in EVERY)
                places = [place for place in places if column.of[place] in fitting]
        if trait := self.query.trait.strip().lower():
            places = [place for place in places if trait in cards.names[place][TRAITS].lower()]
        if self.query.owned and self.availability is not None:
            places = [place for place in places if self.availability.owned.get(cards.cards[place].code)]
        if self.query.affordable and self.editor_page.version.is_open:
            left = self.editor_page.version.experience_left
            costs = {place: price_of(self.editor_page.prices[place]) for place in places}
            places = [place for place in places if (cost := costs[place]) is not None and cost <= left]
        if self.query.favourite:
            places = [place for place in places if cards.cards[place].code in self.favourites]
        if not is_plain(self.query.q):
            places = [place for place in places if place in self.answer.places]
        elif start := words(self.query.q):
            texts = browser_texts(self.editor_page.catalogue, self.editor_page.deck.taboo).words
            places = [
                place
                for place in places
                if answers((*cards.names[place], texts.get(cards.cards[place].code, "")), start)
            ]
        group = cards.groups[self.query.group or "class"]
        return sorted(places, key=lambda place: (group.ranks[group.headings.of[place]], cards.ranks[place]))

    def of_this_kind(self, *, closed: bool) -> list[int]:
        """Return the cards that may be in the deck or are in it; with `closed` the others too."""
        cards, signs, held = self.editor_page.cards, self.editor_page.standing.signs, self.editor_page.held
        return [
            place
            for place, own in enumerate(cards.kinds.of)
            if cards.kinds.values[own] == self.query.kind
            and (
                closed
                or signs[place] != CLOSED
                or held[MAIN].get(code := cards.cards[place].code)
                or held[self.query.to or MAIN].get(code)
            )
        ]

    def copies(self, card: Card) -> int:
        return self.editor_page.held[self.query.to or MAIN].get(card.code, 0)

    @property
    def groups(self) -> list[tuple[str, list[PoolRow]]]:
        headings = self.editor_page.cards.groups[self.query.group or "class"].headings
        groups: dict[str, list[PoolRow]] = {}
        for place in self.found[(self.page - 1) * PAGE : self.page * PAGE]:
            rows = groups.setdefault(headings.values[headings.of[place]], [])
            rows.append(self.row(self.editor_page.cards.cards[place], self.editor_page.cards.looks[place]))
        return list(groups.items())

    def row(self, card: Card, look: Look) -> PoolRow:
        sign = self.editor_page.standing.signs[self.editor_page.places[card.code]]
        stop = "" if sign == ROOM else self.editor_page.stop(card.code)
        left = ""
        if self.availability is not None:
            here = self.editor_page.held[MAIN].get(card.code, 0)
            beside = self.availability.left(card.code, mine=self.query.mine, party=self.query.party)
            owned = self.availability.owned.get(card.code, 0)
            text = _("{left} of {owned} left") if owned else _("not owned")
            left = text.format(left=max(0, beside - here), owned=owned)
        return PoolRow(
            card.code,
            card_names.title_of(card),
            card_names.full_title(card),
            any_address().replace("CODE", card.code),
            look,
            self.copies(card),
            sign == CLOSED,
            stop if self.query.to == MAIN else "",
            left,
            *self._price(card),
            card,
        )

    def _price(self, card: Card) -> tuple[str, str]:
        """Return the price of a card while the deck is upgraded, and how much is missing, as texts."""
        prices = self.editor_page.prices
        cost = price_of(prices[self.editor_page.places[card.code]]) if prices else None
        if cost is None or self.query.to == WISH_LIST:
            return "", ""
        short = cost - self.editor_page.version.experience_left
        missing = _("{n} XP short").format(n=short) if short > 0 else ""
        return ", ".join(filter(None, (_("{n} XP").format(n=cost), missing))), missing

    @property
    def count(self) -> str:
        signs = self.editor_page.standing.signs
        all_shown = self.query.unusable
        usable = sum(all_shown or signs[place] != CLOSED for place in self.of_this_kind(closed=True))
        return _("{found} of {of} cards").format(found=len(self.found), of=max(usable, len(self.found)))

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
        given = self.query.given.copy()
        given["page"] = str(page)
        return f"?{given.urlencode()}#cards"


#: The position of the traits among the names of a card.
TRAITS = 3


def fitting_values(column: Column, wanted: Collection[str], *, every: bool) -> set[int]:
    """Return the positions of the values that have one of the wanted words, or every one."""
    enough = all if every else any
    return {
        place for place, text in enumerate(column.values) if enough(word in text.split() for word in wanted)
    }


def answers(names: tuple[str, ...], wanted: Iterable[str]) -> bool:
    """Return whether each word begins a word of title, subtitle, traits, keywords or text."""
    text = searchable_text(names)
    return all(f" {start}" in text for start in wanted)


@lru_cache(maxsize=4096)
def searchable_text(names: tuple[str, ...]) -> str:
    """Return the searchable words of a card, each after a space."""
    return " ".join(["", *(word for name in names for word in spellings(name))])
