"""What does an upgrade cost? Asked by any program, with no account; nothing is saved."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.adapters import catalogue
from decks.api.serializers import ViolationSerializer
from decks.checking import question
from decks.errors import NotADeck
from decks.formats.errors import Unreadable
from decks.pricing import price, upgrade_in_words
from decks.wording import error_in_words
from rules.editions import DEFAULT, EDITIONS
from rules.prices.purchase import PLACES, WAYS

EXAMPLE = OpenApiExample(
    "An upgrade",
    {
        "before": {"investigator_code": "01001", "slots": {"01018": 2}},
        "after": {"investigator_code": "01001", "slots": {"01018": 1, "01028": 1}},
        "exiled": ["02115"],
    },
    request_only=True,
)


class PriceReasonSerializer(serializers.Serializer[Any]):
    """A part of a price; the amounts of all reasons add up to it."""

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
    """The cheapest lawful way from one deck to the next; `total` is null where there is none."""

    total = serializers.IntegerField(allow_null=True)
    purchases = PricedPurchaseSerializer(many=True, required=False)
    departures = DepartureSerializer(many=True, required=False)
    violations = ViolationSerializer(many=True, required=False, help_text="Why there is no lawful way.")
    notes = ViolationSerializer(many=True, required=False)


class PriceUpgrade(APIView):
    """Price an upgrade: two decks in ArkhamDB's JSON, and what happened in between. With `null` before, a new
    deck is priced.

    `exiled` and `lost` are lists of codes, one for each copy; `exiled_extra` names those of the exiled that
    left the second deck, where both hold the card; `happened` says how often a card's condition
    came true (Pelt Shipments in hand, offerings on the Green Man Medallion, Refine played), `attached_to`
    which asset The Raven Quill makes cheaper, `marks` which boxes were marked at no cost besides, by card.
    `edition` may stand here or in the address.
    """

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_scope = "check"

    @extend_schema(
        operation_id="price_upgrade",
        parameters=[
            OpenApiParameter("edition", enum=list(EDITIONS), default=DEFAULT, description="Whose rules.")
        ],
        request=OpenApiTypes.OBJECT,
        examples=[EXAMPLE],
        responses=PricedUpgradeSerializer,
    )
    def post(self, request: Request) -> Response:
        cards = catalogue()
        told = request.data.get("edition") if isinstance(request.data, dict) else None
        terms = question(cards, edition=request.query_params.get("edition") or str(told or ""))
        try:
            upgrade = price(cards, request.data, edition=terms.circumstances.edition)
        except Unreadable as error:
            raise NotADeck(error_in_words(error)) from None
        return Response(upgrade_in_words(cards, upgrade))
