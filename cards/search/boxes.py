"""Boxes, cycles and investigators by their names, in either language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import translation

from cards.models import Cycle
from cards.search.normalization import words
from cards.text import names
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card
from rules.cards.ownership import boxes

#: A text that fits more investigators than this is a letter, not a name.
MOST_INVESTIGATORS = 8


def boxes_named(catalogue: Catalogue, text: str) -> list[str]:
    """Return the boxes with this code or title; else those whose titles, or cycles, have these words."""
    return _named(text, _box_words(catalogue))


def cycles_named(catalogue: Catalogue, text: str) -> list[str]:
    return _named(text, _cycle_words(catalogue))


def _named(text: str, known: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the code itself, else those with exactly this name, else those with all of the words."""
    if text.casefold() in known:
        return [text.casefold()]
    wanted = words(text)
    if not wanted:
        return []
    name = " " + " ".join(wanted)
    exact = [code for code, each in known.items() if name in each]
    if exact:
        return exact
    return [
        code
        for code, each in known.items()
        if any(all(f" {word}" in title for word in wanted) for title in each)
    ]


@once_per_catalogue
def _box_words(catalogue: Catalogue) -> Mapping[str, tuple[str, ...]]:
    """Return the titles of each box, then those of its cycle with its own, as words after spaces."""
    own_cycles = {code: (title, german) for code, title, german in _cycle_titles(catalogue)}
    found = {}
    for pack in catalogue.packs.values():
        both = tuple(filter(None, (pack.title, pack.title_de)))
        cycle = " ".join(own_cycles.get(pack.cycle, ()))
        found[pack.code] = tuple(_spaced(title) for title in (*both, *(f"{cycle} {title}" for title in both)))
    return found


@once_per_catalogue
def _cycle_words(catalogue: Catalogue) -> Mapping[str, tuple[str, ...]]:
    known = {pack.cycle for pack in catalogue.packs.values()}
    return {
        code: tuple(_spaced(title) for title in titles if title)
        for code, *titles in _cycle_titles(catalogue)
        if code in known
    }


def _spaced(title: str) -> str:
    return " " + " ".join(words(title))


def cycles(catalogue: Catalogue) -> dict[str, str]:
    """Return the titles of the cycles in the reader's language, in their order."""
    rows = _cycle_titles(catalogue)
    return {code: title_de if title_de and names.german() else title for code, title, title_de in rows}


def titles(catalogue: Catalogue) -> list[str]:
    """Return the titles of all boxes in the reader's language."""
    return [names.pack_title(pack) for pack in catalogue.packs.values()]


@once_per_catalogue
def _cycle_titles(catalogue: Catalogue) -> Sequence[tuple[str, str, str]]:
    return list(Cycle.objects.order_by("position", "code").values_list("code", "title", "title_de"))


def grouped(catalogue: Catalogue) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the cycles with their boxes: code and title of the cycle, code and title of each box."""
    found: dict[str, list[tuple[str, str]]] = {}
    for pack in catalogue.packs.values():
        found.setdefault(pack.cycle, []).append((pack.code, names.pack_title(pack)))
    own = cycles(catalogue)
    return [(code, own[code], found[code]) for code in own if code in found]


def with_player_cards(catalogue: Catalogue) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the cycles with those boxes that have cards with a level, of whatever printing."""
    held = _boxes_of_player_cards(catalogue)
    rows = [
        (code, title, [pack for pack in packs if pack[0] in held])
        for code, title, packs in grouped(catalogue)
    ]
    return [row for row in rows if row[2]]


@once_per_catalogue
def _boxes_of_player_cards(catalogue: Catalogue) -> frozenset[str]:
    cards = catalogue.cards
    return frozenset(
        box for code, found in boxes(catalogue).items() if cards[code].level is not None for box in found
    )


def investigators_named(catalogue: Catalogue, text: str) -> list[str]:
    """Return the investigators with this code or name; of several versions the original, unless it is named.

    “Daniela Reyes (2026)” and “roland parallel” name a version.
    """
    card = catalogue.resolve(text)
    if card and card.investigator:
        return [card.code]
    wanted = words(text)
    if not wanted:
        return []
    known = _investigator_words(catalogue)
    fitting = [row for row in known if all(f" {word}" in row[1] for word in wanted)]
    if exact := [row for row in fitting if row[2] == " ".join(wanted)]:
        fitting = exact
    originals = [row for row in fitting if not row[3]]
    return [code for code, *_rest in originals or fitting]


@once_per_catalogue
def _investigator_words(catalogue: Catalogue) -> Sequence[tuple[str, str, str, str]]:
    """Return code, searchable words, title, and the edition if it is not the original."""
    builders = [card for card in catalogue.investigators.values() if card.investigator and not card.hidden]
    with translation.override("en"):
        editions = {card.code: names.edition_of(card, catalogue) for card in builders}
    return [
        (
            card.code,
            _spaced(f"{card.title} {card.title_de} {card.subtitle} {editions[card.code]}"),
            " ".join(words(card.title)),
            editions[card.code],
        )
        for card in builders
    ]


def investigator_titles(catalogue: Catalogue) -> list[str]:
    return sorted({catalogue.cards[code].title for code, *_rest in _investigator_words(catalogue)})


def investigator_label(card: Card, catalogue: Catalogue) -> str:
    """Return a name such as “Daniela Reyes (2026)”."""
    edition = names.edition_of(card, catalogue)
    return f"{names.title_of(card)} ({edition})" if edition else names.title_of(card)
