"""API views that check decks for any program, without an account. Nothing is saved."""

from __future__ import annotations

from typing import Any

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.adapters import catalogue
from decks.api.lines import ABOUT_LINES, BODIES, MEDIA_TYPE, LinesView
from decks.api.outputs import VerdictSerializer, ViolationSerializer
from decks.checking import check, check_terms, check_together
from decks.errors import NotADeck
from decks.formats.errors import UnreadableDeck
from decks.text import error_text, verdict_with_text
from rules.deck.circumstances import FREE, MODES
from rules.rulebook.editions import DEFAULT, EDITIONS

TERMS = ("mode", "edition", "taboo", "environment")

#: Larger than any group that plays together.
MOST_DECKS = 16

PARAMETERS = [
    OpenApiParameter("mode", enum=MODES, default=FREE, description="What the deck is for."),
    OpenApiParameter("edition", enum=list(EDITIONS), default=DEFAULT, description="Whose rules."),
    OpenApiParameter("taboo", description="Judge by this list: its code, `newest` or `none`."),
    OpenApiParameter("environment", description="`current`, `legacy`, or `limited:` with up to three packs."),
]
EXAMPLE = OpenApiExample(
    "A deck", {"investigator_code": "01001", "slots": {"01006": 1, "01020": 2}, "meta": ""}, request_only=True
)


class CheckDeck(LinesView):
    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_scope = "check"

    @extend_schema(
        operation_id="check_deck",
        description=(
            "Judge a deck in ArkhamDB's JSON. "
            "Every problem is reported at once, with its rule and a citation." + ABOUT_LINES
        ),
        parameters=PARAMETERS,
        request=BODIES,
        examples=[EXAMPLE],
        responses={(200, "application/json"): VerdictSerializer, (200, MEDIA_TYPE): OpenApiTypes.STR},
    )
    def post(self, request: Request) -> Response | StreamingHttpResponse:
        cards = catalogue()
        terms = check_terms(cards, **{key: request.query_params.get(key, "") for key in TERMS})
        return self.answered(request.data, lambda deck: verdict_with_text(check(cards, deck, terms)))


class TogetherSerializer(serializers.Serializer[Any]):
    """Problems that only several decks in one party can have."""

    legal = serializers.BooleanField()
    violations = ViolationSerializer(many=True)
    warnings = ViolationSerializer(many=True)


class PartyVerdictSerializer(serializers.Serializer[Any]):
    decks = VerdictSerializer(many=True, help_text="The verdict on each deck, in the order given.")
    party = TogetherSerializer()


class CheckParty(APIView):
    """Judge decks that play together: each deck by itself, and what the group has to agree on."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_scope = "check"

    @extend_schema(
        operation_id="check_party",
        parameters=PARAMETERS,
        request={"application/json": {"type": "array", "items": {"type": "object"}, "maxItems": MOST_DECKS}},
        responses=PartyVerdictSerializer,
    )
    def post(self, request: Request) -> Response:
        cards = catalogue()
        terms = check_terms(cards, **{key: request.query_params.get(key, "") for key in TERMS})
        decks = request.data
        if not isinstance(decks, list) or not 0 < len(decks) <= MOST_DECKS:
            raise NotADeck(_("Send an array of decks, %(n)d at most.") % {"n": MOST_DECKS})
        try:
            each = [verdict_with_text(check(cards, deck, terms)) for deck in decks]
            together = verdict_with_text(check_together(cards, decks, terms))
        except UnreadableDeck as error:
            raise NotADeck(error_text(error)) from None
        return Response({"decks": each, "party": together})
