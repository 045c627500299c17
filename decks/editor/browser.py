"""The file of cards that the editor's JavaScript loads, one for each catalogue, taboo list and language.

The facts are stored in columns, with the cards in the usual order. This keeps the file small, and what the
rules say about all cards for one deck is a string with one sign for each card (`decks.editor.pool`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language

from cards.search.index import usual_order
from cards.search.normalization import words
from cards.text import names as card_names
from cards.titles import reader_language, title_in
from decks.editor.facets import EVERY, Column, Groups, facet_columns, groups_of, kind_of
from decks.editor.looks import PIECES, Look, facts_of, looks_of, other_subtitle, other_title
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card
from web.shared.packed import Packed

NO_TABOO = "none"
FIRST_SIGN = ord("#")
#: The position of the subtitle in the other language among the names of a card.
OTHER_SUBTITLE = 6


@dataclass(frozen=True, slots=True)
class BrowserCards:
    """Every card that a deck can hold, in the order of the browser's file."""

    name: str
    """The name of the file, made from its content: a file of this name never changes."""
    cards: tuple[Card, ...]
    packed: Packed
    places: Mapping[str, int]
    """The position of each card, by its code."""
    kinds: Column
    facets: Mapping[str, Column]
    groups: Mapping[str, Groups]
    ranks: tuple[int, ...]
    """The position of each card in the order of titles."""
    looks: tuple[Look, ...]
    names: tuple[tuple[str, ...], ...]
    """The texts of each card in which the finder looks for words."""


def browser_cards(catalogue: Catalogue, taboo: str = "") -> BrowserCards:
    """Return the file for a taboo list in the active language. It is made once for each catalogue."""
    chosen = taboo if taboo in catalogue.taboo_lists else ""
    return _pack(catalogue, chosen, get_language() or settings.LANGUAGE_CODE)


def file_named(catalogue: Catalogue, name: str) -> BrowserCards | None:
    """Return the file of this name; None if the catalogue does not have one, or not any more."""
    taboo, _dash, rest = name.partition("-")
    language, _dash, _digest = rest.rpartition("-")
    if language not in dict(settings.LANGUAGES) or (taboo != NO_TABOO and taboo not in catalogue.taboo_lists):
        return None
    found = _pack(catalogue, "" if taboo == NO_TABOO else taboo, language)
    return found if found.name == name else None


@once_per_catalogue
def _pack(catalogue: Catalogue, taboo: str, language: str) -> BrowserCards:
    with translation.override(language):
        return _pack_in(catalogue, taboo, language)


def _pack_in(catalogue: Catalogue, taboo: str, language: str) -> BrowserCards:
    taboo_view = catalogue.under(taboo)
    held = [card for card in taboo_view.cards.values() if card.type != "investigator" and not card.hidden]
    cards = tuple(sorted(held, key=usual_order))
    kinds = Column.of_texts(map(kind_of, cards))
    facets = facet_columns(catalogue, cards)
    groups = groups_of(catalogue, cards)
    looks = looks_of(cards)
    spoken = reader_language(catalogue, language)
    titles = [" ".join(words(title_in(catalogue, card, spoken))) for card in cards]
    ranks = {
        place: rank
        for rank, place in enumerate(
            sorted(range(len(cards)), key=lambda place: (titles[place], cards[place].level or 0, place))
        )
    }
    names = tuple(
        (
            card_names.title_of(card),
            other_title(card),
            card_names.subtitle_of(card),
            look.traits,
            card.uses,
            keywords,
            other_subtitle(card),
        )
        for card, look, keywords in zip(cards, looks, facets["keyword"].texts, strict=True)
    )
    columns = Columns()
    file = {
        "code": [card.code for card in cards],
        "title": [title for title, *_rest in names],
        "other": [other for _title, other, *_rest in names],
        "subtitle": [subtitle for _title, _other, subtitle, *_rest in names],
        "other_subtitle": [names_of[OTHER_SUBTITLE] for names_of in names],
        "uses": columns.add(Column.of_texts(card.uses for card in cards)),
        "kind": columns.add(kinds),
        "suffix": columns.add(Column.of_texts(map(_suffix, cards))),
        "facts": columns.add(Column.of_texts(map(facts_of, cards))),
        "look": {
            name: columns.add(Column.of_texts(getattr(look, name) for look in looks)) for name in PIECES
        },
        "facets": {name: {**columns.add(facet), "every": name in EVERY} for name, facet in facets.items()},
        "groups": {
            name: {**columns.add(each.headings), "ranks": each.ranks} for name, each in groups.items()
        },
        "columns": columns.sequences,
    }
    body = json.dumps(file, ensure_ascii=False, separators=(",", ":")).encode()
    listed = taboo_view.taboo.code if taboo_view.taboo else NO_TABOO
    return BrowserCards(
        name=f"{listed}-{language}-{hashlib.sha256(body).hexdigest()[:16]}",
        cards=cards,
        packed=Packed(body),
        places={card.code: place for place, card in enumerate(cards)},
        kinds=kinds,
        facets=facets,
        groups=groups,
        ranks=tuple(ranks[place] for place in range(len(cards))),
        looks=tuple(looks),
        names=names,
    )


class Columns:
    """Columns of the file. Columns that differ only in their values share the positions.

    The positions are a text with one sign for each card: `#` for the first value, then those that follow it.
    """

    def __init__(self) -> None:
        self._places: dict[tuple[int, ...], int] = {}

    def add(self, column: Column) -> dict[str, Any]:
        return {"values": column.values, "of": self._places.setdefault(column.of, len(self._places))}

    @property
    def sequences(self) -> list[str]:
        return ["".join(chr(FIRST_SIGN + place) for place in sequence) for sequence in self._places]


def _suffix(card: Card) -> str:
    """Return what follows the title in the full title: the level."""
    return card_names.full_title(card).removeprefix(card_names.title_of(card))
