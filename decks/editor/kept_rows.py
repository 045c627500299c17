"""Rows of cards as HTML. A row is drawn once for everything that it shows, and kept.

A press of plus changes one or two rows of a deck, and the page of another deck has many of the same cards:
their rows are taken from here. A row that contains a player's own words is drawn each time.
"""

from __future__ import annotations

from collections.abc import Hashable
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from decks.editor.layout import MAIN, DeckRow
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card
from rules.memo import Recent

EDITED = "decks/editor/_row.html"
READ = "decks/reading/_read_row.html"
FOUND = "decks/editor/_pool_row.html"
#: Rows that are kept for each catalogue, of about 2 kB each.
MOST_KEPT = 3000
#: The deck in the addresses of a kept row. It is replaced by the deck whose page shows the row.
ANY_DECK = SimpleNamespace(public_id=UUID(int=0))


@once_per_catalogue
def kept_rows(catalogue: Catalogue) -> Recent[Hashable, tuple[Card | None, str]]:
    """The rows that are kept, each with its card, so that no other card gets the same identity."""
    return Recent(MOST_KEPT)


def row_html(catalogue: Catalogue, template: str, row: Any, deck_id: UUID, *shown: Hashable) -> SafeString:
    """Return a row with everything that is `shown` in it; the template knows `row` and `deck`."""
    card = row.card

    def draw() -> tuple[Card | None, str]:
        return card, get_template(template).render({"row": row, "deck": ANY_DECK})

    _card, html = kept_rows(catalogue).get((template, get_language(), id(card), *shown), draw)
    return SafeString(html.replace(str(ANY_DECK.public_id), str(deck_id)))


def deck_row_html(
    catalogue: Catalogue, template: str, row: DeckRow, deck: Any, *, texts: bool = False
) -> SafeString:
    """Return a row of a deck, in the editor or on the deck's page."""
    if row.annotation or texts or row.card is None:
        return SafeString(get_template(template).render({"row": row, "deck": deck, "show_texts": texts}))
    return row_html(
        catalogue,
        template,
        row,
        deck.public_id,
        row.code,
        row.where,
        row.copies,
        row.role,
        row.stop if template == EDITED and row.where == MAIN else "",
        tuple((mark.number, str(mark.text)) for mark in row.problems),
        row.ignored,
        row.spent,
        row.attached,
        row.most_attached,
        row.apart,
        row.unowned,
        row.upgrades,
    )
