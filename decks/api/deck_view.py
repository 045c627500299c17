"""Base class of the API views of decks: permissions, reading of input, and the answer to an edit."""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts.models import User
from decks import selectors
from decks.api.outputs import DeckSerializer, EditSerializer
from decks.models import Deck
from decks.services import Edited
from decks.services.editing import Author
from decks.text import verdict_with_text

Given = TypeVar("Given", bound="Serializer[Any]")


def player(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


def _found(deck: Deck | None) -> Deck:
    if deck is None:
        raise Http404
    return deck


class DeckView(APIView):
    """A view of one deck. A private deck of another user is answered like one that does not exist."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    def readable(self, deck: UUID) -> Deck:
        user = self.request.user if isinstance(self.request.user, User) else AnonymousUser()
        return _found(selectors.deck_for(user, deck))

    def editable(self, deck: UUID) -> Deck:
        """Return an own deck, or that of the user's seat in a campaign."""
        return _found(selectors.editable_deck(player(self.request), deck))

    def own(self, deck: UUID) -> Deck:
        return get_object_or_404(selectors.decks_of(player(self.request)), public_id=deck)

    def given(self, shape: type[Given]) -> dict[str, Any]:
        """Return the validated body of the request."""
        read = shape(data=self.request.data)
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)

    def author(self, given: dict[str, Any]) -> Author:
        """Return the author of an edit; its fields are taken out of `given`."""
        return Author(
            by=player(self.request),
            expected_revision=given.pop("revision", None),
            key=given.pop("key", ""),
        )

    def deck_answer(self, deck: Deck, status: int = 200) -> Response:
        fresh = selectors.decks().get(pk=deck.pk)
        return Response(DeckSerializer(fresh, context={"request": self.request}).data, status=status)

    def edited(self, edited: Edited) -> Response:
        return Response(
            {
                "revision": edited.revision,
                "edit": EditSerializer(edited.edit).data if edited.edit else None,
                "deck": DeckSerializer(edited.deck, context={"request": self.request}).data,
                "verdict": verdict_with_text(edited.verdict),
            }
        )
