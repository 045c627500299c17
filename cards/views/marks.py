"""Favourites and tags: the form on the page of a card and in the editor's dialog."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts.services import user_for_saving
from cards.marks import mark_of
from cards.services.marks import mark_card
from cards.views import Request, wants_part
from cards.views.card import find


@require_POST
def card_mark(request: Request, code: str) -> HttpResponse:
    """Make a card a favourite, or not, or set its tags."""
    card = find(code)
    owner = user_for_saving(request)
    favourite = request.POST.get("favourite")
    tags = request.POST.get("tags")
    mark_card(
        owner=owner,
        code=card.code,
        favourite=None if favourite is None else favourite == "yes",
        tags=None if tags is None else tags.split(","),
    )
    if wants_part(request):
        return render(request, "cards/_mark.html", {"card": card, "mark": mark_of(owner, card.code)})
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    return redirect(back) if safe else redirect("card-detail", card.code)
