"""The page of the example deck, which can be read like any other deck and copied."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from accounts import idempotency
from accounts.limits import costly
from accounts.services import user_for_saving
from decks.example import as_example, save_example
from decks.views.deck import draw, reading_context


@require_http_methods(["GET", "HEAD", "POST"])
@costly("bulk")
def deck_example(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        owner = user_for_saving(request)
        return redirect("deck-edit", save_example(owner, key=idempotency.form_key(request, owner)).public_id)
    return draw(request, {**reading_context(request, as_example(), mine=False), "example": True})
