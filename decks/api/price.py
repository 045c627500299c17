"""API view that prices an upgrade for any program, without an account. Nothing is saved."""

from __future__ import annotations

from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from cards.adapters import catalogue
from decks.api.lines import ABOUT_LINES, BODIES, MEDIA_TYPE, LinesView
from decks.api.outputs import ViolationSerializer
from decks.checking import check_terms
from decks.pricing import priced
from rules.rulebook.editions import DEFAULT, EDITIONS
from rules.upgrade.purchase import PLACES, WAYS

EXAMPLE = OpenApiExample(
    "An upgrade",
    {
        "before": {"investigator_code": "01001", "slots": {"01018": 2}},
        "after": {"investigator_code": "01001", "slots": {"01018": 1, "01028": 1}},
        "exiled": ["02115"],
    },
    request_only=True,
)

ABOUT_PRICES = """Price an upgrade between two decks in ArkhamDB's JSON.

If `before` is null, a new deck is priced. `exiled` and `removed` are copies by code for each pile that
they left: `{"deck": {"02115": 1}, "second_deck": {}}`. If the pile does not matter, a list of codes is
enough, one for each copy. `conditions` is the number of times that a card's condition was met (Pelt
Shipments in hand, offerings on the Green Man Medallion, Refine played). `attached_to` is the asset that
The Raven Quill makes cheaper, `marks` the boxes that were also marked at no cost, by card. `edition` may
be given in the body or as a parameter."""


class PriceReasonSerializer(serializers.Serializer[Any]):
    """A part of a price. The amounts of all reasons add up to the price."""

    kind = serializers.CharField()
    amount = serializers.IntegerField()
    card = serializers.CharField(required=False, help_text="The card that brings it.")
    text = serializers.CharField(help_text="A few words in the reader's language.")


class PricedBoxSerializer(serializers.Serializer[Any]):
    box = serializers.IntegerField()
    experience = serializers.IntegerField()


class PricedPurchaseSerializer(serializers.Serializer[Any]):
    card = serializers.CharField()
    replaces = serializers.CharField(allow_null=True, help_text="The card that left for it, or was upgraded.")
    price = serializers.IntegerField()
    reasons = PriceReasonSerializer(many=True)
    way = serializers.ChoiceField(WAYS)
    place = serializers.ChoiceField(PLACES, required=False)
    boxes = PricedBoxSerializer(many=True, required=False)


class DepartureSerializer(serializers.Serializer[Any]):
    """A card that left and was not replaced."""

    card = serializers.CharField()
    why = serializers.CharField()


class PricedUpgradeSerializer(serializers.Serializer[Any]):
    """The cheapest legal way from one deck to the next; `total` is null if there is none."""

    total = serializers.IntegerField(allow_null=True)
    purchases = PricedPurchaseSerializer(many=True, required=False)
    departures = DepartureSerializer(many=True, required=False)
    violations = ViolationSerializer(many=True, required=False, help_text="Why there is no legal way.")
    notes = ViolationSerializer(many=True, required=False)
    ignored = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Fields that are not known."
    )


class PriceUpgrade(LinesView):
    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_scope = "check"

    @extend_schema(
        operation_id="price_upgrade",
        description=ABOUT_PRICES + ABOUT_LINES,
        parameters=[
            OpenApiParameter("edition", enum=list(EDITIONS), default=DEFAULT, description="Whose rules.")
        ],
        request=BODIES,
        examples=[EXAMPLE],
        responses={(200, "application/json"): PricedUpgradeSerializer, (200, MEDIA_TYPE): OpenApiTypes.STR},
    )
    def post(self, request: Request) -> Response | StreamingHttpResponse:
        cards = catalogue()
        edition = request.query_params.get("edition", "")
        # A bad parameter refuses the request as a whole, not each of its lines.
        check_terms(cards, edition=edition)
        return self.answered(request.data, lambda upgrade: priced(cards, upgrade, edition=edition))
