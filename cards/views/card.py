"""The page of a card: its facts, related cards, boxes, and the investigators who may take it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards import adapters, card_page, images, selectors, taboo_history
from cards.collections import selectors as collection_selectors
from cards.errors import NotInCatalogue
from cards.marks import mark_of
from cards.related_rules import entries_about, entry_lines, keyword_entries, rules_about
from cards.reminders import reminded
from cards.text import names
from cards.text.html import shown
from cards.views import Request
from rules.cards.model import Card
from rules.rulebook.coverage.reminder import CARD
from rules.rulebook.reminders import Occasion


def find(code: str) -> Card:
    card = selectors.resolve(code)
    if card is None:
        raise NotInCatalogue(
            _("No card has the code “%(code)s”. Search for its title instead.") % {"code": code[:40]}
        )
    return card


@require_safe
def card_redirect(request: Request, code: str) -> HttpResponse:
    """Redirect from the address that the card has on ArkhamDB."""
    find(code)
    return redirect("card-detail", code, permanent=True)


@require_safe
def card_detail(request: Request, code: str) -> HttpResponse:
    card = find(code)
    if card.investigator:
        return redirect("investigator-detail", code)
    related = selectors.relations(card.code)
    assert related is not None
    return render(
        request,
        "cards/card_detail.html",
        {
            **common(request, card, code),
            "related": related,
            "ladder": card_page.ladder(card, related.versions),
            "takers": card_page.takers(card, related.takers) if card.standard else None,
            "copies": card_page.copies_text(card),
            "sheet": list(enumerate(card.customizations, 1)),
            "reminders": reminded(Occasion(CARD, cards={code: card})),
        },
    )


def common(request: Request, card: Card, code: str) -> dict[str, Any]:
    """Return what the pages of cards and of investigators have in common."""
    catalogue = adapters.catalogue()
    usual = collection_selectors.usual_collection(request.user)
    held = collection_selectors.whereabouts(card.code, usual)
    entries = {entry.taboo_list_id: entry for entry in selectors.taboo_history(card.code)}
    statuses = taboo_history.history(list(selectors.taboo_lists()), entries) if entries else []
    boxes = card_page.boxes(code, held)
    changed = next((box.printing.icons for box in boxes if box.here and box.printing), None)
    before, after = card_page.neighbours(code)
    printing = catalogue.printings.get(code)
    return {
        "card": card,
        "code": code,
        "pack": catalogue.packs.get(printing.pack) if printing else None,
        "printing": printing,
        "icons": card.icons if changed is None else changed,
        "slots": names.slot_names(card),
        "keywords": card_page.keywords(card),
        "rules": rules_about(catalogue, card),
        "in_books": entry_lines((*entries_about(catalogue, card), *keyword_entries(card)), names.language()),
        "usual": usual,
        "boxes": boxes,
        "owned": sum(row.owned for row in held),
        "holdings": card_page.holdings(card.code, request.user),
        "modified": any(each.modified for each in catalogue.printings_of.get(card.code, ())),
        "taboos": statuses,
        "taboo_spans": taboo_history.spans(statuses),
        "before": before,
        "after": after,
        "texts": texts(card.code, code),
        "pictures": images.faces_of(card, code),
        "mark": mark_of(request.user, card.code),
    }


def texts(card: str, code: str) -> list[tuple[Any, list[Any]]]:
    """Return the imported texts of the requested printing, else of every printing with another text."""
    found = selectors.texts(card, (get_language() or "en")[:2])
    own = [text for text in found if text.printing_id == code]
    distinct: dict[str, Any] = {text.text: text for text in reversed(own or found)}
    return [
        (text, [shown(part) for part in (text.text, text.back_text, text.sheet) if part])
        for text in reversed(distinct.values())
        if text.text or text.back_text or text.sheet
    ]
