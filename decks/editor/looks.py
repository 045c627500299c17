"""How the editor shows a card: the small pieces of HTML that its row in the list of cards consists of.

One template draws the rows (`decks/editor/_pool_row.html`), on the server and in the browser: the page holds
it with placeholders, and the browser's file of cards holds the pieces that take their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from cards.templatetags.cards import apart, class_icons, coin, marks, pips, skill_icons
from cards.text import names
from rules.cards.model import Card

#: The skill icons have a column of the row to themselves.
NO_SKILLS = SafeString("<span></span>")


@dataclass(frozen=True, slots=True)
class Look:
    """Pieces of HTML for one card. Many cards share most of them."""

    css: str
    coin: str
    pips: str
    apart: str
    marks: str
    classes: str
    type: str
    traits: str
    skills: str


PIECES = tuple(field.name for field in fields(Look))
#: What the browser replaces with the pieces of a card.
PLACEHOLDERS = Look(**{name: f"{{{name}}}" for name in PIECES})


def looks_of(cards: Iterable[Card]) -> list[Look]:
    """Return the looks of many cards. A piece that several cards share is made once."""
    made: dict[tuple[object, ...], str] = {}

    def once(make: Callable[[Card], str], card: Card, *facts: object) -> str:
        """Return a piece that depends on these facts alone."""
        key = (make, *facts)
        if key not in made:
            made[key] = make(card)
        return made[key]

    return [
        Look(
            css=once(names.class_css, card, card.classes),
            coin=once(coin, card, card.type, card.weakness, card.permanent, card.cost, card.classes),
            pips=once(pips, card, card.level),
            apart=apart(card),
            marks=once(marks, card, card.keywords),
            classes=once(class_icons, card, card.classes),
            type=once(_type, card, card.type, card.weakness, *card.slots.items()),
            traits=escape(names.traits_of(card)),
            skills=once(_skills, card, *card.icons.items()),
        )
        for card in cards
    ]


def _type(card: Card) -> str:
    return escape(names.type_and_slot(card))


def _skills(card: Card) -> str:
    return skill_icons(card.icons) or NO_SKILLS


def other_title(card: Card) -> str:
    """Return the German title on English pages, and the English one on others; empty if it is the same."""
    if names.reads_english():
        return names.curled(card.title_de, "„“") if card.title_de != card.title else ""
    return names.curled(card.title) if names.is_translated(card) else ""


def other_subtitle(card: Card) -> str:
    """Return the German subtitle on English pages, and the English one on others; empty if it is the same."""
    if names.reads_english():
        return card.subtitle_de if card.subtitle_de != card.subtitle else ""
    return card.subtitle if names.is_subtitle_translated(card) else ""


def facts_of(card: Card) -> str:
    """Return what a row does not show: health, sanity, uses, keywords and the price of the taboo list."""
    taboo = card.taboo_price
    parts = [
        f"{_('health')} {card.health}" if card.health is not None else "",
        f"{_('sanity')} {card.sanity}" if card.sanity is not None else "",
        _("Uses (%(kind)s)") % {"kind": names.uses_name(card.uses)} if card.uses else "",
        *(str(names.KEYWORDS.get(name, name)) for name in keywords_of(card)),
        _("Taboo list: %(n)s experience") % {"n": f"+{taboo}" if taboo > 0 else f"−{-taboo}"}
        if taboo
        else "",
    ]
    return " · ".join(filter(None, parts))


def keywords_of(card: Card) -> list[str]:
    return [*sorted(card.keywords), *(["unique"] if card.unique else [])]
