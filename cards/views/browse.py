"""The cards page, which searches the whole catalogue at each keystroke."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.formats import number_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from cards.collections import selectors as collection_selectors
from cards.marks import marks_of
from cards.models import Collection
from cards.search import boxes, filters
from cards.search.page import PAGE, Browse, Line
from cards.search.vocabulary import NAMES
from cards.views import Request, remember, wants_part
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card

SORTS = {
    "": lazy("default order"),
    "title": lazy("by title"),
    "class": lazy("by class"),
    "level": lazy("by level"),
    "cost": lazy("by cost"),
    "type": lazy("by type"),
    "pack": lazy("by box"),
}
GROUPS = {
    "": lazy("automatic groups"),
    "class": lazy("grouped by class"),
    "type": lazy("grouped by type"),
    "level": lazy("grouped by level"),
    "pack": lazy("grouped by box"),
    "none": lazy("not grouped"),
}


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def card_list(request: Request) -> HttpResponse:
    visible = list(collection_selectors.collections_visible_to(request.user))
    usual = chosen_among(visible, request)
    owned = collection_selectors.copies_owned(usual) if usual else None
    browse = Browse(request.GET, owned=owned, marks=lambda: marks_of(request.user))
    page: dict[str, Any] = {
        "browse": browse,
        "runs": runs(browse),
        "more": ngettext("Show %(n)d more", "Show %(n)d more", n := min(PAGE, browse.left)) % {"n": n},
    }
    if wants_part(request) and request.htmx.target == "more":
        return render(request, "cards/_rows.html", page)
    number = len(browse.found)
    words = {"n": number_format(number, force_grouping=True)}
    page |= {
        "number": ngettext("%(n)s card", "%(n)s cards", number) % words,
        "show": ngettext("Show %(n)s card", "Show %(n)s cards", number) % words,
        "columns": columns(browse),
        "sorts": SORTS.items(),
        "groups": GROUPS.items(),
    }
    if wants_part(request):
        return remember(request, render(request, "cards/_found.html", page), browse.address())
    page |= {**offered(browse), "collections": visible, "usual": usual}
    return render(request, "cards/card_list.html", page)


def chosen_among(visible: list[Collection], request: Request) -> Collection | None:
    """Return the collection that “owned” refers to: the one in the URL, else the reader's usual one."""
    named = request.GET.get("collection", "")
    for collection in visible:
        if str(collection.pk) == named:
            return collection
    own = [collection for collection in visible if collection.owner_id == request.user.pk]
    return min(own or visible, key=lambda collection: (collection.created, collection.pk), default=None)


def offered(browse: Browse) -> dict[str, Any]:
    """Return the choices of the filters."""
    return {
        "chips": filters.chips(browse.values),
        "investigators": filters.investigators(browse.catalogue),
        "boxes": boxes.grouped(browse.catalogue),
        "traits": filters.values(browse.index, "trait"),
        "uses": filters.values(browse.index, "uses"),
        "owned_choices": [("", _("Any")), ("yes", _("Owned")), ("no", _("Not owned"))],
        "owned_choice": {True: "yes", False: "no", None: ""}[browse.query.owned],
        "packs": browse.values("pack"),
        "favourites": browse.query.favourite is True,
        "fields": " ".join(NAMES),
        "chosen": {name: ", ".join(sorted(browse.values(name))) for name in ("trait", "uses")},
    }


def columns(browse: Browse) -> list[tuple[str, str, bool]]:
    """Return the table's headings: label, URL that sorts by it, and whether the list is sorted by it."""
    heads = [
        ("title", _("Title")),
        ("class", _("Class")),
        ("level", _("Level")),
        ("type", _("Type and slot")),
    ]
    heads += [("", _("Traits")), ("", _("Icons")), ("pack", _("Box"))]
    return [
        (words, browse.sorted_by(sort) if sort else "", browse.query.sort == sort) for sort, words in heads
    ]


def runs(browse: Browse) -> list[tuple[Line, SafeString]]:
    """Return the rows under each heading as one string: they are too many to render in a template."""
    found: list[tuple[Line, list[str]]] = []
    drawn = Cells(browse)
    for line in browse.lines:
        if line.heading or not found:
            found.append((line, []))
        found[-1][1].append(drawn.row(line.card))
    return [(line, mark_safe("".join(rows))) for line, rows in found]


class Cells:
    """Renders rows of the table. What is the same for all readers is cached for each language."""

    def __init__(self, browse: Browse) -> None:
        self.browse = browse
        self.language = get_language() or ""
        self.own = escape(_("own"))
        self.free = self.limited = ""
        if browse.query.usable_by:
            self.free = format_html('<td class="own faint">{}</td>', _("unlimited"))
            self.limited = format_html('<td class="own">{}</td>', _("limited"))

    def row(self, card: Card) -> str:
        access = self.limited if card.code in self.browse.limited else self.free
        common = common_cells(self.browse.catalogue, card.code, self.language)
        return f"{common}{access}{self.owned(card)}</tr>"

    def owned(self, card: Card) -> str:
        if self.browse.owned is None:
            return ""
        return f'<td class="num own" data-word="{self.own}">{self.browse.owned.get(card.code, 0)}</td>'


@once_per_catalogue
def common_cells(catalogue: Catalogue, code: str, language: str) -> str:
    """Return the beginning of a card's row, which is the same for all readers of a language."""
    printing = catalogue.printings.get(code)
    pack = catalogue.packs.get(printing.pack) if printing else None
    with translation.override(language or None):
        return render_to_string("cards/_cells.html", {"card": catalogue.cards[code], "pack": pack})
