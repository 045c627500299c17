"""The page for sharing a deck: private, with a link, or public."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from decks import services
from decks.models import Deck, Visibility
from decks.views.deck import own_deck
from web.shared.errors import Refusal
from web.shared.qr import qr_code

STEPS = {
    "private": services.unshare,
    "unlisted": services.share,
    "rotate": services.rotate_link,
    "public": services.publish,
}


@require_http_methods(["GET", "HEAD", "POST"])
def deck_share(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    deck = own_deck(request, deck_id)
    if request.method == "POST":
        step = STEPS.get(request.POST.get("visibility", ""))
        if step is None:
            messages.error(request, _("Choose who can see the deck."))
        else:
            try:
                step(deck)
            except Refusal as refusal:
                messages.error(request, str(refusal.message))
        return redirect("deck-share", deck.public_id)
    link = (
        request.build_absolute_uri(reverse("deck-shared", args=[deck.share_token]))
        if deck.share_token
        else ""
    )
    context = {"deck": deck, "link": link, "code": qr_code(link), "address": _address(request, deck)}
    return render(request, "decks/reading/share.html", context)


def _address(request: HttpRequest, deck: Deck) -> str:
    """Return the deck's address for clients of ArkhamDB's API: by its number, or by the token of its link."""
    if not deck.share_token:
        return ""
    name = str(deck.pk) if deck.visibility == Visibility.PUBLIC else deck.share_token
    return request.build_absolute_uri(reverse("arkhamdb-deck", args=[name]))
