"""API views of the cards that a user has marked: favourites and own tags."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from cards import selectors
from cards.marks import mark_of, marked_cards
from cards.models import MarkedCard
from cards.services.marks import MOST_TAGS, TAG_LENGTH, mark_card
from rules.cards.model import Card


class MarkSerializer(serializers.ModelSerializer[MarkedCard]):
    """Your marks on a card."""

    tags = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = MarkedCard
        fields = ["card", "favourite", "tags"]


class MarkChanges(serializers.Serializer[Any]):
    favourite = serializers.BooleanField(required=False)
    tags = serializers.ListField(
        child=serializers.CharField(max_length=TAG_LENGTH),
        max_length=MOST_TAGS,
        required=False,
        help_text="All tags of the card, in place of those that it has.",
    )


class MarkList(ListAPIView[MarkedCard]):
    """The cards that you have marked."""

    queryset = MarkedCard.objects.none()
    serializer_class = MarkSerializer
    permission_classes = [IsAuthenticated]

    def get_queryset(self) -> QuerySet[MarkedCard]:
        return marked_cards(self.request.user)


class CardMark(APIView):
    """Your favourite and tags on one card, by the code of any of its printings."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=MarkSerializer)
    def get(self, request: Request, code: str) -> Response:
        """Return your marks. A card without any is not a favourite and has no tags."""
        return self._answer(_card(code))

    @extend_schema(request=MarkChanges, responses=MarkSerializer)
    def patch(self, request: Request, code: str) -> Response:
        """Make the card a favourite, or not, or set its tags. What is not given stays."""
        card = _card(code)
        given = MarkChanges(data=request.data)
        given.is_valid(raise_exception=True)
        assert isinstance(request.user, User)
        mark_card(owner=request.user, code=card.code, **given.validated_data)
        return self._answer(card)

    def _answer(self, card: Card) -> Response:
        assert isinstance(self.request.user, User)
        return Response(MarkSerializer(mark_of(self.request.user, card.code)).data)


def _card(code: str) -> Card:
    card = selectors.resolve(code)
    if card is None:
        raise Http404
    return card
