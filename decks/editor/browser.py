"""The file of cards that the editor's JavaScript loads, one for each catalogue and taboo list.

The facts are stored in columns, with the cards in the usual order. This keeps the file small, and what the
rules say about all cards for one deck is a string with one sign for each card (`decks.editor.pool`).
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cards.models import CardText
from cards.search.index import usual_order
from cards.text.names import traits_of
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card

#: Part of the file's name. Change it with the structure of the file, so that browsers load the new one.
SHAPE = 1
NO_TABOO = "none"

TYPES = ("asset", "event", "skill", "treachery", "enemy", "story", "location", "key")
LETTERS = {"guardian": "g", "seeker": "s", "rogue": "r", "mystic": "m", "survivor": "v", "neutral": "n"}
ICONS = {"willpower": "w", "intellect": "i", "combat": "c", "agility": "a", "wild": "x"}

PLAYER, SIGNATURE, STORY, WEAKNESS, BASIC, BONDED = "p", "s", "t", "w", "b", "o"


@dataclass(frozen=True, slots=True)
class BrowserCards:
    """Every card that a deck can hold, in the order of the browser's file."""

    name: str
    """The name of the file, made from its content: a file of this name never changes."""
    cards: tuple[Card, ...]
    packed: bytes
    places: Mapping[str, int]
    """The position of each card, by its code."""


def browser_cards(catalogue: Catalogue, taboo: str = "") -> BrowserCards:
    """Return the file for a taboo list. It is made once for each catalogue."""
    return _pack(catalogue, taboo if taboo in catalogue.taboo_lists else "")


def file_named(catalogue: Catalogue, name: str) -> BrowserCards | None:
    """Return the file of this name; None if the catalogue does not have one, or not any more."""
    taboo, _dash, _digest = name.partition("-")
    if taboo != NO_TABOO and taboo not in catalogue.taboo_lists:
        return None
    found = browser_cards(catalogue, "" if taboo == NO_TABOO else taboo)
    return found if found.name == name else None


def kind_of(card: Card) -> str:
    """Return the kind of a card, by which the finder separates player cards, story cards and weaknesses."""
    if card.level is not None:
        return PLAYER
    if card.weakness == "basic":
        return BASIC
    if card.bonded_to:
        return BONDED
    if card.only and card.only.investigators:
        return SIGNATURE
    return WEAKNESS if card.weakness else STORY


@once_per_catalogue
def _pack(catalogue: Catalogue, taboo: str) -> BrowserCards:
    shelf = catalogue.under(taboo)
    held = [card for card in shelf.cards.values() if card.type != "investigator" and not card.hidden]
    cards = tuple(sorted(held, key=usual_order))
    text = json.dumps(columns(catalogue, cards), ensure_ascii=False, separators=(",", ":"))
    body = text.encode()
    taboo = shelf.taboo.code if shelf.taboo else NO_TABOO
    name = f"{taboo}-{hashlib.sha256(b'%d' % SHAPE + body).hexdigest()[:16]}"
    places = {card.code: place for place, card in enumerate(cards)}
    return BrowserCards(name, cards, gzip.compress(body, 9, mtime=0), places)


def columns(catalogue: Catalogue, cards: tuple[Card, ...]) -> dict[str, Any]:
    printed = [catalogue.printings.get(card.code) for card in cards]
    packs = list(dict.fromkeys(printing.pack for printing in printed if printing))
    numbers = {code: number for number, code in enumerate(packs)}
    return {
        "packs": [[code, catalogue.packs[code].title, catalogue.packs[code].title_de] for code in packs],
        "code": [card.code for card in cards],
        "title": [card.title for card in cards],
        "german": [card.title_de if card.title_de != card.title else "" for card in cards],
        "subtitle": [card.subtitle for card in cards],
        "kind": "".join(map(kind_of, cards)),
        "type": [TYPES.index(card.type) for card in cards],
        "classes": ["".join(LETTERS[name] for name in LETTERS if name in card.classes) for card in cards],
        "level": [card.level for card in cards],
        "cost": [card.cost for card in cards],
        "traits": [traits_of(card) for card in cards],
        "slots": [" ".join(slot for slot, n in card.slots.items() for _ in range(n)) for card in cards],
        "icons": ["".join(ICONS[icon] * card.icons.get(icon, 0) for icon in ICONS) for card in cards],
        "health": [card.health for card in cards],
        "sanity": [card.sanity for card in cards],
        "words": [" ".join(sorted(card.keywords)) for card in cards],
        "uses": [card.uses for card in cards],
        "pack": [numbers[printing.pack] if printing else -1 for printing in printed],
        "unique": "".join("1" if card.unique else "0" for card in cards),
        "taboo": [card.taboo_price for card in cards],
    }


def texts_for(codes: list[str], language: str) -> dict[str, str]:
    """Return the imported texts of the cards, in the reader's language or else in English."""
    found: dict[str, str] = {}
    rows = CardText.objects.filter(printing__in=codes, language__in={language, "en"}).exclude(text="")
    for code, spoken, text in rows.values_list("printing_id", "language", "text"):
        if code not in found or spoken == language:
            found[code] = text
    return found
