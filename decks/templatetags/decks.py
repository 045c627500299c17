"""Template tags for decks: messages of the rules with links to cards, citations, and names of cards."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from cards.adapters import catalogue
from cards.text.names import class_of, full_title, language, title_of
from decks.campaign_hook import Place, place_of
from decks.editor.card_texts import browser_texts
from decks.editor.finder import PoolRow
from decks.editor.kept_rows import EDITED, FOUND, READ, deck_row_html, row_html
from decks.editor.layout import DeckRow
from decks.editor.page import problems_text
from decks.editor.problems import codes_of
from decks.fact_text import fact_text
from decks.models import Deck
from decks.models.decks import Mode
from rules.cards.model import Card
from rules.deck.verdict import Verdict, Violation

register = template.Library()
register.filter("class_name", class_of)

#: Facts that are titles of cards.
TITLES = ("title", "titles", "named", "bought", "lower_title")


@register.simple_tag
def violation_text(violation: Violation, jump: bool = False) -> SafeString:
    """Return the message in the reader's language, with cards' names in bold or linked to their rows."""
    row = next(iter(codes_of(violation)), "") if jump else ""
    facts = {key: _fact(violation, key, value, row) for key, value in violation.facts.items()}
    text = conditional_escape(_(violation.message))
    return mark_safe(text.format(**facts))


def _fact(violation: Violation, key: str, value: Any, row: str) -> Any:
    if key not in TITLES:
        return value if isinstance(value, int) else conditional_escape(fact_text(key, value))
    name = _name(violation, value) if key == "title" else fact_text(key, value)
    if row and key == "title":
        return format_html('<a class="card-name" href="#row-{}">{}</a>', row, name)
    return format_html("<b>{}</b>", name)


def _name(violation: Violation, title: Any) -> Any:
    """Return the card's title in the reader's language, because the rules have English titles."""
    card = catalogue().resolve(str(violation.facts.get("card", "")))
    return title_of(card) if card and card.title == title else fact_text("title", title)


@register.simple_tag
def footnote(violation: Violation) -> SafeString:
    """Return the citation: document and page."""
    cite = violation.cite
    if cite is None:
        return SafeString("")
    places = format_html_join("; ", "{}", ((cite.at(place),) for place in cite.places[:2]))
    return format_html(
        '<cite lang="{0}">{1}</cite>, <span lang="{0}">{2}</span>{3}',
        cite.language,
        cite.document,
        places,
        cite.remark(language()),
    )


@register.filter
def problems_counted(verdict: Verdict) -> str:
    cards = {code for violation in verdict.violations for code in codes_of(violation)}
    return problems_text(verdict, len(cards))


@register.filter
def card_name(code: str) -> str:
    """Return title and level of a card by its code; the code itself if the catalogue does not know it."""
    card = catalogue().resolve(code)
    return full_title(card) if card else code


@register.filter
def imported_text(card: Card) -> SafeString:
    """Return the imported text of a card as HTML; empty if there is none."""
    return browser_texts(catalogue()).html.get(card.code, SafeString(""))


@register.simple_tag
def edited_row(row: DeckRow, deck: Deck) -> SafeString:
    """Return a row of the deck in the editor."""
    return deck_row_html(catalogue(), EDITED, row, deck)


@register.simple_tag
def read_row(row: DeckRow, deck: Deck, show_texts: bool = False) -> SafeString:
    """Return a row on the deck's page, with the card's text if that is wanted."""
    return deck_row_html(catalogue(), READ, row, deck, texts=bool(show_texts))


@register.simple_tag
def found_row(row: PoolRow, deck: Deck) -> SafeString:
    """Return a row of the list of cards."""
    return row_html(catalogue(), FOUND, row, deck.public_id, *row.shown)


@register.filter
def translated(message: str) -> str:
    """Return a message of the formats in the reader's language."""
    return _(message)


@register.filter
def is_in_play(deck: Deck) -> bool:
    """Return whether the deck is played in a campaign that continues."""
    return deck.mode == Mode.CAMPAIGN and deck.seat is not None and deck.seat.is_in_play


@register.simple_tag
def campaign_of(deck: Deck) -> Place | None:
    """Return the campaign that the deck is played in or built for: its name and address."""
    return place_of(deck) if deck.mode != Mode.FREE else None
