"""An example deck, for who wants to look before building: read like any other, and copied to be changed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts.limits import costly
from accounts.services import user_for_saving
from decks.example import as_example, save_example
from decks.views.reading import draw, reading_context


@require_http_methods(["GET", "HEAD", "POST"])
@costly("bulk")
def deck_example(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return redirect("deck-edit", save_example(user_for_saving(request)).public_id)
    return draw(request, {**reading_context(request, as_example(), mine=False), "example": True})
