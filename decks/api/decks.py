"""API views of decks: lists, one deck, copies, sharing and bulk actions."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import idempotency
from accounts.models import User
from decks import selectors, services
from decks.api import inputs
from decks.api.deck_view import DeckView, player
from decks.api.outputs import DeckRowSerializer, DeckSerializer
from decks.models import Deck, Mode, Visibility
from decks.selectors import SORTS, Wanted

SEARCH = [
    OpenApiParameter("q", description="Words of the name, or of the investigator's."),
    OpenApiParameter("investigator", description="A code."),
    OpenApiParameter("class", description="Classes of investigators, separated by commas."),
    OpenApiParameter("card", description="Codes that the deck holds, separated by commas."),
    OpenApiParameter("title", description="A title, or how it begins, of a card that the deck holds."),
    OpenApiParameter("tag", description="Tags, separated by commas."),
    OpenApiParameter("legal", bool),
    OpenApiParameter("mode", enum=Mode.values),
    OpenApiParameter("sort", enum=[name for name in SORTS if name]),
]
MINE = [
    OpenApiParameter("folder"),
    OpenApiParameter("archived", enum=["true", "false", "any"], default="false"),
    OpenApiParameter("visibility", enum=Visibility.values),
    OpenApiParameter("deleted", bool, description="Those that can still be brought back."),
]
SETTINGS = ("taboo", "edition", "environment", "card_pool", "mode")


def truth(text: str | None) -> bool | None:
    return {"true": True, "1": True, "false": False, "0": False}.get((text or "").lower())


def listed(text: str | None) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, (text or "").split(","))))


def wanted(request: Request, *, mine: bool) -> Wanted:
    query = request.query_params
    archived = query.get("archived")
    return Wanted(
        text=query.get("q", ""),
        investigator=query.get("investigator", ""),
        classes=listed(query.get("class")),
        cards=listed(query.get("card")),
        titles=tuple(filter(None, [query.get("title", "")[:60]])),
        tags=listed(query.get("tag")),
        folder=query.get("folder") if mine else None,
        archived=(None if archived == "any" else truth(archived) or False) if mine else None,
        legal=truth(query.get("legal")),
        mode=query.get("mode", ""),
        visibility=query.get("visibility", "") if mine else "",
        sort=query.get("sort", ""),
    )


class DeckList(ListAPIView[Deck], DeckView):
    """Your decks."""

    serializer_class = DeckRowSerializer
    permission_classes = [IsAuthenticated]

    def get_queryset(self) -> QuerySet[Deck]:
        if not isinstance(self.request.user, User):
            return Deck.objects.none()
        if truth(self.request.query_params.get("deleted")):
            return selectors.deleted_decks_of(self.request.user).prefetch_related("tags")
        return selectors.narrowed(selectors.decks_of(self.request.user), wanted(self.request, mine=True))

    @extend_schema(parameters=[*SEARCH, *MINE])
    def get(self, request: Request) -> Response:
        """List your decks, with search and sorting."""
        return self.list(request)

    @extend_schema(
        parameters=[idempotency.HEADER_PARAMETER], request=inputs.NewDeck, responses={201: DeckSerializer}
    )
    def post(self, request: Request) -> Response:
        """Create a deck. Its required cards are added automatically."""
        given = self.given(inputs.NewDeck)
        deck = services.create_deck(
            owner=player(request),
            investigator=given["investigator"],
            choices=inputs.choices_from(given),
            name=given.get("name", ""),
            signatures=given.get("signatures", ()),
            taboo=given.get("taboo", ""),
            edition=given["edition"],
            environment=given.get("environment", ""),
            card_pool=given.get("card_pool", ()),
            mode=given["mode"],
            weakness=given["weakness"],
            seed=given.get("seed", ""),
            key=idempotency.header_key(request, player(request)),
        )
        return self.deck_answer(deck, status.HTTP_201_CREATED)


class PublicDeckList(ListAPIView[Deck]):
    """Decks that players have published."""

    queryset = Deck.objects.none()
    serializer_class = DeckRowSerializer
    permission_classes = [AllowAny]

    def get_queryset(self) -> QuerySet[Deck]:
        return selectors.narrowed(selectors.public_decks(), wanted(self.request, mine=False))

    @extend_schema(parameters=SEARCH)
    def get(self, request: Request) -> Response:
        """List the public decks, with search and sorting."""
        return self.list(request)


class SharedDeck(DeckView):
    permission_classes = [AllowAny]

    @extend_schema(responses=DeckSerializer)
    def get(self, request: Request, token: str) -> Response:
        """Return the deck of a share link. The link is read-only."""
        deck = selectors.deck_by_token(token)
        return self.deck_answer(get_object_or_404(Deck, pk=deck.pk if deck else 0))


class DeckDetail(DeckView):
    @extend_schema(responses=DeckSerializer)
    def get(self, request: Request, deck: UUID) -> Response:
        """Return a deck with its cards."""
        return self.deck_answer(self.readable(deck))

    @extend_schema(request=inputs.DeckChanges, responses=DeckSerializer)
    @transaction.atomic
    def patch(self, request: Request, deck: UUID) -> Response:
        """Change the deck's name, settings, tags and folder: all of them, or none if one is refused."""
        found = self.own(deck)
        given = self.given(inputs.DeckChanges)
        author = self.author(given)
        merged = {"front": found.front, "back": found.back, "choices": found.choices, **given}
        chosen = inputs.choices_from(merged) if given.keys() & {"front", "back", "choices"} else None
        changes = {key: given[key] for key in SETTINGS if key in given}
        services.settle(
            found,
            name=given.get("name"),
            notes=given.get("notes"),
            choices=chosen,
            changes=changes,
            **author,
        )
        if "tags" in given:
            services.set_tags(found, tags=given["tags"])
        if "folder" in given:
            services.set_folder(found, folder=given["folder"])
        if "archived" in given:
            (services.archive if given["archived"] else services.unarchive)(found)
        if "built" in given:
            services.set_built(found, built=given["built"])
        return self.deck_answer(found)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, deck: UUID) -> Response:
        """Delete the deck. It can be restored for a while."""
        services.delete_deck(self.own(deck))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Undelete(DeckView):
    @extend_schema(request=None, responses=DeckSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Restore a deleted deck."""
        found = get_object_or_404(selectors.deleted_decks_of(player(request)), public_id=deck)
        return self.deck_answer(services.undelete_deck(found))


class Clone(DeckView):
    throttle_scope = "bulk"

    @extend_schema(
        parameters=[idempotency.HEADER_PARAMETER], request=inputs.CopyOptions, responses={201: DeckSerializer}
    )
    def post(self, request: Request, deck: UUID) -> Response:
        """Copy a deck that you may read. The copy is yours and private."""
        found = self.readable(deck)
        given = self.given(inputs.CopyOptions)
        version = get_object_or_404(found.versions, number=given["version"]) if "version" in given else None
        copy = services.clone_deck(
            found,
            owner=player(request),
            name=given.get("name", ""),
            version=version,
            key=idempotency.header_key(request, player(request)),
        )
        return self.deck_answer(copy, status.HTTP_201_CREATED)


class Share(DeckView):
    @extend_schema(request=None, responses=DeckSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Share the deck: everyone with its link can read it."""
        return self.deck_answer(services.share(self.own(deck)))

    @extend_schema(responses={200: DeckSerializer})
    def delete(self, request: Request, deck: UUID) -> Response:
        """Make the deck private. Its link stops working for good."""
        return self.deck_answer(services.unshare(self.own(deck)))


class RotateLink(DeckView):
    @extend_schema(request=None, responses=DeckSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Replace the deck's link. The old link stops working."""
        return self.deck_answer(services.rotate_link(self.own(deck)))


class Publish(DeckView):
    @extend_schema(request=None, responses=DeckSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Add the deck to the public list."""
        return self.deck_answer(services.publish(self.own(deck)))


class BulkAction(DeckView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "bulk"

    @extend_schema(
        request=inputs.Bulk,
        responses=inline_serializer("BulkAnswer", {"decks": serializers.IntegerField()}),
    )
    def post(self, request: Request) -> Response:
        """Apply one action to many of your decks."""
        given = self.given(inputs.Bulk)
        found = selectors.deleted_decks_of if given["action"] == "undelete" else selectors.decks_of
        mine = found(player(request)).filter(public_id__in=given["ids"])
        count = services.change_many(mine, action=given["action"], value=given.get("value", ""))
        return Response({"decks": count})
