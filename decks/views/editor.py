"""The page of the deck editor, and the edits of its plus and minus buttons."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.adapters import catalogue
from cards.search.grammar import LONGEST_QUERY
from cards.text.names import SKILLS
from decks import services
from decks.availability import availability_for
from decks.editor import finder
from decks.editor.answers import answer, context_of
from decks.editor.browser import BrowserCards, browser_cards, file_named
from decks.editor.card_texts import BrowserTexts, browser_texts, texts_named
from decks.editor.page import EditorPage
from decks.editor.query import answer_to
from decks.editor.text import script_texts
from decks.forms.editor import CardEdit
from decks.markdown import notes_html
from decks.models import Deck
from decks.preferences import preferences_of
from decks.services import Edited
from decks.views.editor_edits import author_of, deck_of, edits, in_place
from rules.cards.model import Card


@require_safe
@never_cache
def deck_edit(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    deck = deck_of(request, deck_id)
    editor_page = EditorPage(deck)
    availability = availability_for(request.user, deck)
    usual = finder.preset(
        deck,
        availability,
        upgrading=editor_page.version.is_open,
        preferences=preferences_of(request.user),
    )
    query = finder.FinderQuery(request.GET, usual)
    pool = finder.Finder(editor_page, query, availability, request.user)
    page = {
        **editor_page.state(),
        "owned": availability.owned if availability else None,
        "mine": availability.mine if availability else {},
        "party": availability.party if availability else {},
        "both": availability.both if availability else {},
        "favourites": sorted(pool.favourites),
        "mode": deck.mode,
        "words": script_texts(),
        "urls": addresses(deck, editor_page),
    }
    context = {
        **context_of(editor_page),
        "page": page,
        "query": query,
        "filters": finder.choices(editor_page),
        "pool": pool,
        "blank": finder.row_with_placeholders(deck),
        "collection": availability.collection if availability else None,
        "party": availability.party_name if availability else "",
        "notes": notes_html(deck.notes) if deck.notes else "",
        "tags": [tag.name for tag in deck.tags.all()],
        **statline(editor_page.investigator),
    }
    return render(request, "decks/editor/editor.html", context)


def statline(investigator: Card | None) -> dict[str, Any]:
    if investigator is None:
        return {}
    rows = [(skill, investigator.skills[skill]) for skill in SKILLS if skill in investigator.skills]
    rows += [("health", investigator.health or 0), ("sanity", investigator.sanity or 0)]
    words = {**SKILLS, "health": _("health"), "sanity": _("sanity")}
    return {"statline": rows, "statline_text": ", ".join(f"{words[name]} {number}" for name, number in rows)}


def addresses(deck: Deck, editor_page: EditorPage) -> dict[str, str]:
    """Return the URLs for the browser; CODE is a placeholder for a card's code."""
    at = [deck.public_id]
    texts = browser_texts(editor_page.catalogue, deck.taboo)
    return {
        "cards": reverse("deck-cards", args=[editor_page.cards.name]),
        "texts": reverse("deck-card-texts", args=[texts.name]) if texts.html else "",
        "find": reverse("deck-edit-find", args=at),
        "slots": reverse("deck-edit-slots", args=at),
        "state": reverse("deck-edit-state", args=at),
        "undo": reverse("deck-edit-undo", args=at),
        "redo": reverse("deck-edit-redo", args=at),
        "why": reverse("deck-edit-why", args=[*at, "CODE"]),
        "take_out": reverse("deck-upgrade-take-out", args=at),
        "buy": reverse("deck-upgrade-buy", args=at),
        "options": reverse("deck-upgrade-options", args=[*at, "CODE"]),
    }


@require_safe
def deck_cards(request: HttpRequest, name: str) -> HttpResponse:
    """Return the browser's file of cards. Its name depends on its content, so it is cached for good."""
    return cached_for_good(request, name, file_named(catalogue(), name))


@require_safe
def deck_card_texts(request: HttpRequest, name: str) -> HttpResponse:
    """Return the browser's file of imported texts."""
    return cached_for_good(request, name, texts_named(catalogue(), name))


def cached_for_good(
    request: HttpRequest, name: str, found: BrowserCards | BrowserTexts | None
) -> HttpResponse:
    if found is None:
        raise Http404
    etag = f'"{name}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        coding, body = found.packed.best(request.headers.get("Accept-Encoding", ""))
        response = HttpResponse(body, content_type="application/json")
        if coding:
            response["Content-Encoding"] = coding
    response["ETag"] = etag
    patch_vary_headers(response, ["Accept-Encoding"])
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@require_safe
@never_cache
def deck_find(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Return the cards that a search finds, as a text with one sign for each card of the browser's file."""
    deck = deck_of(request, deck_id)
    cards = catalogue()
    found = answer_to(request.GET.get("q", "")[: LONGEST_QUERY + 1], deck, cards, request.user)
    if found.error:
        place = found.error.place
        return JsonResponse({"error": str(found.error), "start": place.start, "end": place.end})
    number = len(browser_cards(cards, deck.taboo).cards)
    signs = "".join("1" if place in found.places else "0" for place in range(number))
    return JsonResponse({"signs": signs, "instead": found.instead})


@edits
def deck_slots(request: HttpRequest, deck: Deck) -> Edited | HttpResponse:
    """Add or remove a copy, set their number, or move one from the side deck to the deck."""
    wish = CardEdit.read(request.POST, deck)
    # Without JavaScript, the page has not warned yet that there is no room.
    unwarned = wish.adds and not wish.anyway and not in_place(request)
    if unwarned and EditorPage(deck).stop(wish.card_code):
        return redirect("deck-edit-why", deck.public_id, wish.card_code)
    if wish.buys(deck) and not in_place(request):
        options = reverse("deck-upgrade-options", args=[deck.public_id, wish.card_code])
        return redirect(f"{options}?where={wish.where}")
    if wish.moves:
        return services.move_card(
            deck, code=wish.code, quantity=1, source="side", target="main", **author_of(request, deck)
        )
    author = author_of(request, deck)
    if wish.sets:
        return services.set_quantity(deck, code=wish.code, quantity=wish.quantity, where=wish.where, **author)
    return services.change_quantity(deck, code=wish.code, change=wish.quantity, where=wish.where, **author)


@edits
def deck_undo(request: HttpRequest, deck: Deck) -> Edited:
    return services.undo(deck, expected_revision=author_of(request, deck)["expected_revision"])


@edits
def deck_redo(request: HttpRequest, deck: Deck) -> Edited:
    return services.redo(deck, expected_revision=author_of(request, deck)["expected_revision"])


@require_safe
@never_cache
def deck_state(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Return the deck's current state for a window that was inactive; no content if it has not changed."""
    editor_page = EditorPage(deck_of(request, deck_id))
    if request.GET.get("revision") == editor_page.revision:
        return HttpResponse(status=204)
    return JsonResponse(answer(request, editor_page))
