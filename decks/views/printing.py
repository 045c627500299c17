"""Pages for printing: the deck sheet, and the pull list."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards.collections import selectors as collection_selectors
from decks.editor.page import EditorPage
from decks.insight.figures import bonded_of
from decks.insight.pull_list import pull_list
from decks.markdown import notes_html
from decks.models import Deck
from decks.views.deck import deck_behind, own_deck, readable_deck
from decks.views.editor import statline


@require_safe
def deck_print(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    return _paper(request, readable_deck(request, deck_id), reverse("deck-detail", args=[deck_id]))


@require_safe
def deck_shared_print(request: HttpRequest, token: str) -> HttpResponse:
    return _paper(request, deck_behind(token), reverse("deck-shared", args=[token]))


def _paper(request: HttpRequest, deck: Deck, back: str) -> HttpResponse:
    editor_page = EditorPage(deck)
    context = {
        "deck": deck,
        "back": back,
        "editor_page": editor_page,
        "verdict": editor_page.verdict,
        "judged_by": editor_page.judged_by,
        "notes": notes_html(deck.notes) if deck.notes else "",
        "bonded": bonded_of(editor_page.catalogue, editor_page.rules_deck),
        **statline(editor_page.investigator),
    }
    return render(request, "decks/reading/print.html", context)


@require_safe
def deck_pull(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    deck = own_deck(request, deck_id)
    collections = list(collection_selectors.collections_visible_to(request.user))
    chosen = request.GET.get("collection", "")
    collection = next((each for each in collections if str(each.pk) == chosen), None)
    if collection is None and chosen != "none":
        collection = collection_selectors.usual_collection(request.user)
    context = {
        "deck": deck,
        "collections": collections,
        "collection": collection,
        "pull": pull_list(deck, collection),
    }
    return render(request, "decks/reading/pull.html", context)
