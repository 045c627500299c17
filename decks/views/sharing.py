"""The page for sharing a deck: private, with a link, or public."""

from __future__ import annotations

from uuid import UUID

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from decks import services
from decks.views.deck import own_deck
from web.shared.errors import Refusal

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
    return render(request, "decks/reading/share.html", {"deck": deck, "link": link, "code": _code(link)})


def _code(link: str) -> SafeString:
    """Return the link as a QR code in SVG, without inline styles."""
    if not link:
        return SafeString("")
    drawn = segno.make(link, error="m")
    # segno's SVG has only numbers and paths, so it is safe.
    return SafeString(drawn.svg_inline(scale=4, svgclass="qr", lineclass="qr__ink", omitsize=True))
