"""Titles of cards in other languages than English: the shipped German ones, and those of every import."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import get_language

from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card, CardTitle

ENGLISH, GERMAN = "en", "de"


@once_per_catalogue
def titles_by_language(catalogue: Catalogue) -> Mapping[str, Mapping[str, CardTitle]]:
    """Return the titles by language and code of the card. A shipped title comes before an imported one."""
    shipped = {
        code: CardTitle(card.title_de, card.subtitle_de)
        for code, card in catalogue.cards.items()
        if card.title_de
    }
    imported = catalogue.imported_titles
    return {**imported, GERMAN: {**imported.get(GERMAN, {}), **shipped}}


def reader_language(catalogue: Catalogue, language: str = "") -> str:
    """Return the language in which the reader gets titles: the page's own if there are titles in it."""
    wanted = (language or get_language() or ENGLISH).lower()
    if wanted.startswith((ENGLISH, GERMAN)):
        return wanted[:2]
    known = titles_by_language(catalogue)
    return next((each for each in (wanted, wanted.partition("-")[0]) if each in known), ENGLISH)


def title_in(catalogue: Catalogue, card: Card, language: str) -> str:
    """Return the title of a card in a language, else in English."""
    found = titles_by_language(catalogue).get(language, {}).get(card.code)
    return found.title if found else card.title
