"""Helpers for views that make an edit: reading the request, and the answer to it.

They are the same for every button and form of the editor.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import User
from decks import selectors
from decks.editor.answers import answer
from decks.editor.history import change_text, edit_text
from decks.editor.page import EditorPage
from decks.errors import StaleEdit
from decks.models import Deck
from decks.services import Edited
from decks.services.editing import Author
from web.shared.errors import Refusal

#: Anchors of the page to which a plain form may return.
ANCHORS = ("cards", "deck", "verdict")


def deck_of(request: HttpRequest, deck_id: UUID) -> Deck:
    """Return a deck that the user may change, or answer 404."""
    deck = selectors.editable_deck(request.user, deck_id)
    if deck is None:
        raise Http404
    return deck


def in_place(request: HttpRequest) -> bool:
    """Return whether the request comes from the editor's script, rather than from a plain form."""
    return request.headers.get("X-Requested-With") == "fetch"


def author_of(request: HttpRequest, deck: Deck) -> Author:
    """Return user, revision seen and key of the request. StaleEdit if the user saw another version."""
    number, _dot, revision = request.POST.get("revision", "").partition(".")
    if revision.isdecimal() and deck.working is not None and number != str(deck.working.number):
        raise StaleEdit(
            _("This deck has a newer version. Reload the page, then try again."),
            revision=deck.working.revision,
            changes=[],
        )
    return {
        "by": request.user if isinstance(request.user, User) else None,
        "expected_revision": int(revision) if revision.isdecimal() and len(revision) < 10 else None,
        "key": request.POST.get("key", "")[:64],
    }


def edits(view: Callable[..., Edited | HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view that makes an edit: it answers with what changed, or redirects to the page."""

    @require_POST
    @never_cache
    @wraps(view)
    def edit(request: HttpRequest, deck_id: UUID, **more: Any) -> HttpResponse:
        deck = deck_of(request, deck_id)
        try:
            edited = view(request, deck, **more)
        except Refusal as refusal:
            return refused(request, deck, refusal)
        if isinstance(edited, HttpResponse):
            return edited
        if in_place(request):
            text = edit_text(edited.edit) if edited.edit else ""
            more = {"message": text}
            if edited.edit and edited.edit.kind == "weakness":
                more["notice"] = capfirst(text)
            return JsonResponse(answer(request, EditorPage(edited.deck, edited.examined), **more))
        return redirect(f"{reverse('deck-edit', args=[deck_id])}{anchor(request)}")

    return edit


def anchor(request: HttpRequest) -> str:
    """Return the anchor of the pane that the form was sent from."""
    back = request.POST.get("back", "")
    return f"#{back}" if back in ANCHORS else ""


def refused(request: HttpRequest, deck: Deck, refusal: Refusal) -> HttpResponse:
    """Answer that nothing was changed, with the reason and the changes made meanwhile."""
    stale = isinstance(refusal, StaleEdit)
    facts: dict[str, Any] = refusal.facts
    changes = (
        [change_text(change["kind"], change["facts"]) for change in facts.get("changes", ())] if stale else []
    )
    if not in_place(request):
        messages.warning(request, str(refusal.message) + (f" ({'; '.join(changes)})" if changes else ""))
        return redirect("deck-edit", deck.public_id)
    body: dict[str, Any] = {"error": str(refusal.message), "code": refusal.code, "changes": changes}
    if stale:
        body |= answer(request, EditorPage(deck_of(request, deck.public_id)))
    return JsonResponse(body, status=refusal.status)
