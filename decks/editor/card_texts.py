"""The file of imported card texts that the editor's JavaScript loads after the cards, if there are any."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import unescape

from django.conf import settings
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cards.models import CardText, TabooEntry
from cards.text.html import shown
from rules.cards.catalogue import Catalogue, once_per_catalogue
from web.shared.packed import Packed

#: The labels of drawn icons are words of the text.
LABEL = re.compile(r'aria-label="([^"]*)"')
TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class BrowserTexts:
    """The text of every card in one language, or else in English."""

    name: str
    """The name of the file, made from its content."""
    packed: Packed
    html: Mapping[str, SafeString]
    """Texts with drawn icons, by the code of the card."""
    words: Mapping[str, str]
    """The same without markup, for the finder."""
    sheets: Mapping[str, tuple[SafeString, ...]]
    """The lines of upgrade sheets, by the code of the card."""


def browser_texts(catalogue: Catalogue, taboo: str = "") -> BrowserTexts:
    """Return the texts in the active language under a taboo list. They are read once for each catalogue."""
    known = taboo if taboo in catalogue.taboo_lists else ""
    return _pack(catalogue, get_language() or settings.LANGUAGE_CODE, known)


def texts_named(catalogue: Catalogue, name: str) -> BrowserTexts | None:
    """Return the file of this name; None if the catalogue does not have one, or not any more."""
    start, _dash, _digest = name.rpartition("-")
    language, _dot, taboo = start.partition(".")
    is_known = language in dict(settings.LANGUAGES) and (not taboo or taboo in catalogue.taboo_lists)
    found = _pack(catalogue, language, taboo) if is_known else None
    return found if found and found.name == name else None


@once_per_catalogue
def _pack(catalogue: Catalogue, language: str, taboo: str) -> BrowserTexts:
    with translation.override(language):
        html, sheets = _texts(catalogue, language)
        html |= _texts_under(taboo, html)
    body = json.dumps(html, ensure_ascii=False, separators=(",", ":")).encode()
    return BrowserTexts(
        name=f"{language}{'.' * bool(taboo)}{taboo}-{hashlib.sha256(body).hexdigest()[:16]}",
        packed=Packed(body),
        html=html,
        words={code: plain(text) for code, text in html.items()},
        sheets=sheets,
    )


def _texts(
    catalogue: Catalogue, language: str
) -> tuple[dict[str, SafeString], dict[str, tuple[SafeString, ...]]]:
    """Return the texts of cards and the lines of their upgrade sheets."""
    rows = CardText.objects.filter(language__in={language, "en"}).order_by("printing_id")
    columns = ("printing_id", "language", "text", "back_text", "sheet")
    best: dict[str, tuple[bool, bool]] = {}
    texts: dict[str, SafeString] = {}
    sheets: dict[str, tuple[SafeString, ...]] = {}
    for printing, spoken, front, back, sheet in rows.values_list(*columns).iterator():
        card = catalogue.resolve(printing)
        if card is None or card.type == "investigator" or not (front or back):
            continue
        # The reader's language is better than English, and the first printing than a later one.
        rank = (spoken == language, printing == card.code)
        if card.code not in best or rank > best[card.code]:
            best[card.code] = rank
            texts[card.code] = in_html((front, back))
            if sheet:
                sheets[card.code] = tuple(
                    shown(line.lstrip("□ ")) for line in sheet.splitlines() if line.strip()
                )
    return texts, sheets


def _texts_under(taboo: str, html: Mapping[str, SafeString]) -> dict[str, SafeString]:
    """Return the texts that a taboo list changes: its words, and what is printed."""
    entries = TabooEntry.objects.filter(taboo_list=taboo).exclude(text="") if taboo else ()
    label = format_html('<p class="label">{}</p>', _("Taboo list"))
    return {
        entry.card_id: mark_safe(label + shown(entry.text) + "<hr>" + html.get(entry.card_id, ""))
        for entry in entries
    }


def in_html(parts: Iterable[str]) -> SafeString:
    """Return front and back of a card as HTML, with a line between them."""
    return mark_safe("<hr>".join(shown(part) for part in parts if part))


def plain(html: str) -> str:
    """Return the words of a text, as the browser reads them from the same HTML."""
    return unescape(TAG.sub(" ", LABEL.sub(r">\1<", html)))
