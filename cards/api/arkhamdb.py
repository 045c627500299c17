"""The addresses of ArkhamDB's public API for cards, so that its clients can read them here.

Answers are those of ArkhamDB: plain JSON without pages, to anyone, from any origin. The paths work with and
without `.json` and the slash at the end, because clients use all of these.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable

from django.http import Http404, HttpResponse, HttpResponseNotModified
from drf_spectacular.utils import extend_schema
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from cards.adapters import catalogue
from cards.arkhamdb_cards import arkhamdb_cards, packed_cards

#: Seconds for which clients may cache an answer, as on ArkhamDB.
SECONDS_CACHED = 600


class AlwaysJSON(DefaultContentNegotiation):
    """Content negotiation that ignores the `Accept` header, as ArkhamDB does."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


class PublicView(APIView):
    """A view that answers everyone alike: no session and no key is read."""

    authentication_classes = []
    permission_classes = [AllowAny]
    content_negotiation_class = AlwaysJSON


def json_answer(request: Request, body: bytes, *, seconds: int = 0, packed: bool = False) -> HttpResponse:
    """Return JSON with a tag of its content, or 304 if the client has it.

    Clients may keep it for some seconds. By default they ask each time whether it has changed.
    """
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    # A proxy that compresses an answer makes its tag a weak one.
    known = request.headers.get("If-None-Match", "").replace("W/", "")
    if tag in (each.strip() for each in known.split(",")):
        answer: HttpResponse = HttpResponseNotModified()
    else:
        zipped = packed and "gzip" in request.headers.get("Accept-Encoding", "")
        content = body if zipped or not packed else gzip.decompress(body)
        answer = HttpResponse(content, content_type="application/json")
        if zipped:
            answer["Content-Encoding"] = "gzip"
    answer["ETag"] = tag
    answer["Cache-Control"] = f"public, max-age={seconds}" if seconds else "no-cache"
    if packed:
        answer["Vary"] = "Accept-Encoding"
    return answer


@extend_schema(exclude=True)
class Card(PublicView):
    def get(self, request: Request, code: str) -> HttpResponse:
        """Return one card by the code of a printing."""
        found = arkhamdb_cards(catalogue()).card(code)
        if found is None:
            raise Http404
        return json_answer(request, found, seconds=SECONDS_CACHED)


@extend_schema(exclude=True)
class CardList(PublicView):
    def get(self, request: Request) -> HttpResponse:
        """List all player cards, and with `encounter=1` those of scenarios, too."""
        encounter = request.query_params.get("encounter", "") not in ("", "0")
        return json_answer(request, packed_cards(catalogue(), encounter), seconds=SECONDS_CACHED, packed=True)


@extend_schema(exclude=True)
class CardsOfPack(PublicView):
    def get(self, request: Request, code: str) -> HttpResponse:
        """List the player cards of one pack."""
        found = arkhamdb_cards(catalogue()).of_pack(code)
        if found is None:
            raise Http404
        return json_answer(request, found, seconds=SECONDS_CACHED)
