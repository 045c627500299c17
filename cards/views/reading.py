"""What opens when the pointer is over a card's name: its facts, text and scans. And the scans themselves."""

from __future__ import annotations

from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import http_date, parse_http_date_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from cards import images, selectors
from cards.text import names
from cards.views import Request
from cards.views.card import find, texts

A_WEEK = 7 * 24 * 60 * 60


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
@cache_control(private=True, max_age=600)
def card_preview(request: Request, code: str) -> HttpResponse:
    card = find(code)
    related = selectors.relations(card.code)
    context = {
        "card": card,
        "code": code,
        "texts": texts(card.code, code)[:1],
        "faces": related.faces if related else (),
        "upgrade_sheet": list(enumerate(card.customizations, 1)),
        "skills": [name for name in names.SKILLS if name != "wild"],
        "pictures": images.faces_of(card, code),
    }
    return render(request, "cards/preview.html", context)


@require_safe
@cache_control(public=True, max_age=A_WEEK)
def card_image(request: Request, name: str) -> HttpResponseBase:
    """Send a scan from the operator's folder."""
    path = images.file_of(name)
    if path is None:
        raise Http404
    changed = int(path.stat().st_mtime)
    since = parse_http_date_safe(request.headers.get("If-Modified-Since", ""))
    response: HttpResponseBase
    if since is not None and changed <= since:
        response = HttpResponse(status=304)
    else:
        response = FileResponse(path.open("rb"), content_type=images.TYPES[path.suffix])
    response.headers["Last-Modified"] = http_date(changed)
    return response
