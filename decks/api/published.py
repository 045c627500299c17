"""API views of published decks: likes, and parties of decks that are published together."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import idempotency
from accounts.models import User
from decks import selectors, services
from decks.api.deck_view import DeckView, player
from decks.api.inputs import NoSurrogates
from decks.api.outputs import DeckRowSerializer
from decks.models import Deck, PublishedParty
from decks.models.decks import NAME_LENGTH
from decks.services.publishing import LONGEST_NOTES, MOST_IN_A_PARTY


class LikeSerializer(serializers.Serializer[Any]):
    liked = serializers.BooleanField(help_text="Whether you like the deck.")
    likes = serializers.IntegerField(help_text="How many players do.")


class PartySerializer(serializers.ModelSerializer[PublishedParty]):
    """Decks that were published together. Decks that are no longer public are left out."""

    id = serializers.UUIDField(source="public_id")
    owner = serializers.CharField(help_text="The player's name.")
    decks = DeckRowSerializer(source="shown", many=True)

    class Meta:
        model = PublishedParty
        fields = ["id", "name", "owner", "notes", "decks", "created"]


class PartyChanges(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=NAME_LENGTH, required=False, validators=[NoSurrogates()])
    notes = serializers.CharField(
        max_length=LONGEST_NOTES, required=False, allow_blank=True, validators=[NoSurrogates()]
    )


class NewParty(PartyChanges):
    decks = serializers.ListField(
        child=serializers.UUIDField(),
        min_length=2,
        max_length=MOST_IN_A_PARTY,
        help_text="Your own decks. Those that are not public yet are published.",
    )


def parties() -> QuerySet[PublishedParty]:
    """Return the parties with their public decks."""
    shown = Prefetch("decks", selectors.public_decks().order_by("pk"), to_attr="shown")
    return selectors.parties().prefetch_related(shown)


class DeckLike(DeckView):
    """Your like of a published deck. Only players with an account like decks, and only those of others."""

    permission_classes = [IsAuthenticated]
    throttle_scope = "bulk"

    def public(self, deck: UUID) -> Deck:
        return get_object_or_404(selectors.public_decks(), public_id=deck)

    @extend_schema(responses=LikeSerializer)
    def get(self, request: Request, deck: UUID) -> Response:
        """Return whether you like the deck, and how many players do."""
        found = self.public(deck)
        liked = selectors.likes(player(request), found)
        return Response({"liked": liked, "likes": found.likes})

    @extend_schema(request=None, responses=LikeSerializer)
    def put(self, request: Request, deck: UUID) -> Response:
        """Like the deck. Doing it again changes nothing."""
        return self._set(request, deck, liked=True)

    @extend_schema(responses={200: LikeSerializer})
    def delete(self, request: Request, deck: UUID) -> Response:
        """Take the like back."""
        return self._set(request, deck, liked=False)

    def _set(self, request: Request, deck: UUID, *, liked: bool) -> Response:
        likes = services.set_like(self.public(deck), user=player(request), liked=liked)
        return Response({"liked": liked, "likes": likes})


class PartyList(ListAPIView[PublishedParty], DeckView):
    """Parties: decks that players have published together."""

    queryset = PublishedParty.objects.none()
    serializer_class = PartySerializer
    permission_classes = [IsAuthenticatedOrReadOnly]
    also_answers = {"POST": (404,)}

    def get_queryset(self) -> QuerySet[PublishedParty]:
        return parties()

    @extend_schema()
    def get(self, request: Request) -> Response:
        """List the parties, newest first."""
        return self.list(request)

    @extend_schema(
        parameters=[idempotency.HEADER_PARAMETER], request=NewParty, responses={201: PartySerializer}
    )
    def post(self, request: Request) -> Response:
        """Publish two to four of your decks together."""
        given = self.given(NewParty)
        owner = player(request)
        codes = list(dict.fromkeys(given["decks"]))
        own = {deck.public_id: deck for deck in selectors.decks_of(owner).filter(public_id__in=codes)}
        party = services.publish_party(
            [get_object_or_404(Deck, pk=own[code].pk if code in own else 0) for code in codes],
            owner=owner,
            name=given.get("name", ""),
            notes=given.get("notes", ""),
            key=idempotency.header_key(request, owner),
        )
        return party_answer(party, status.HTTP_201_CREATED)


class PartyDetail(DeckView):
    """One party."""

    @extend_schema(responses=PartySerializer)
    def get(self, request: Request, party: UUID) -> Response:
        """Return a party with its public decks."""
        return party_answer(get_object_or_404(selectors.parties(), public_id=party))

    @extend_schema(request=PartyChanges, responses=PartySerializer)
    def patch(self, request: Request, party: UUID) -> Response:
        """Change the name or the notes of your party."""
        found = self._own(party)
        given = self.given(PartyChanges)
        changes = {"name": found.name, "notes": found.notes, **given}
        return party_answer(services.change_party(found, **changes))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, party: UUID) -> Response:
        """Delete the page of your party. Its decks stay published."""
        services.dissolve_party(self._own(party))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _own(self, party: UUID) -> PublishedParty:
        owner = self.request.user.pk if isinstance(self.request.user, User) else 0
        return get_object_or_404(selectors.parties(), public_id=party, owner=owner)


def party_answer(party: PublishedParty, code: int = status.HTTP_200_OK) -> Response:
    fresh = parties().get(pk=party.pk)
    return Response(PartySerializer(fresh).data, status=code)
