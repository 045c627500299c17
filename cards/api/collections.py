"""API views of collections: the user's own, and those that others share with the user."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import idempotency
from accounts.models import User
from cards import selectors
from cards.api.outputs import (
    CollectionSerializer,
    CopiesSerializer,
    CountsSerializer,
    CycleCountSerializer,
    ExportSerializer,
    ImportedSerializer,
    InvitationSerializer,
    NameSerializer,
    RewardsSerializer,
    ShareSerializer,
)
from cards.collections import selectors as collection_selectors
from cards.collections import transfer
from cards.models import Collection
from cards.services import collections as collection_services


def player(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


def with_contents(rows: QuerySet[Collection]) -> QuerySet[Collection]:
    return rows.prefetch_related("owned", "rewards")


class CollectionView(APIView):
    """Base class of views of one collection: who may see, edit and own it."""

    permission_classes = [IsAuthenticated]

    def visible(self, pk: int) -> Collection:
        return get_object_or_404(collection_selectors.collections_visible_to(player(self.request)), pk=pk)

    def editable(self, pk: int) -> Collection:
        return get_object_or_404(collection_selectors.collections_editable_by(player(self.request)), pk=pk)

    def own(self, pk: int) -> Collection:
        return get_object_or_404(collection_selectors.collections_of(player(self.request)), pk=pk)

    def answer(self, collection: Collection, code: int = status.HTTP_200_OK) -> Response:
        row = with_contents(collection_selectors.collections()).get(pk=collection.pk)
        return Response(CollectionSerializer(row, context={"request": self.request}).data, status=code)

    def read(self, serializer: type[Any]) -> dict[str, Any]:
        given = serializer(data=self.request.data)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)


class CollectionList(ListAPIView[Collection], CollectionView):
    """List your collections and those shared with you."""

    serializer_class = CollectionSerializer
    permission_classes = [IsAuthenticated]

    def get_queryset(self) -> QuerySet[Collection]:
        user = self.request.user
        return with_contents(
            collection_selectors.collections_visible_to(user if isinstance(user, User) else AnonymousUser())
        )

    @extend_schema(
        parameters=[idempotency.HEADER_PARAMETER],
        request=NameSerializer,
        responses={201: CollectionSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a collection."""
        name = self.read(NameSerializer)["name"]
        key = idempotency.header_key(request, player(request))
        made = collection_services.create_collection(owner=player(request), name=name, key=key)
        return self.answer(made, status.HTTP_201_CREATED)


class CollectionDetail(CollectionView):
    @extend_schema(responses=CollectionSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return one collection."""
        return self.answer(self.visible(pk))

    @extend_schema(request=NameSerializer, responses=CollectionSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Rename the collection."""
        found = self.own(pk)
        collection_services.rename_collection(collection=found, name=self.read(NameSerializer)["name"])
        return self.answer(found)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete the collection."""
        collection_services.delete_collection(self.own(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class CollectionPacks(CollectionView):
    @extend_schema(request=CountsSerializer, responses=CollectionSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Set the number of boxes of these packs."""
        found = self.editable(pk)
        collection_services.set_boxes(collection=found, counts=self.read(CountsSerializer)["packs"])
        return self.answer(found)


class CollectionCycle(CollectionView):
    @extend_schema(request=CycleCountSerializer, responses=CollectionSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Set the number of boxes of a whole cycle: the boxes in print, the old packs, or all."""
        found = self.editable(pk)
        collection_services.set_cycle(collection=found, **self.read(CycleCountSerializer))
        return self.answer(found)


class CollectionRewards(CollectionView):
    @extend_schema(request=RewardsSerializer, responses=CollectionSerializer)
    def put(self, request: Request, pk: int) -> Response:
        """Set the unlocked rewards."""
        found = self.editable(pk)
        collection_services.set_rewards(collection=found, cards=self.read(RewardsSerializer)["rewards"])
        return self.answer(found)


class CollectionCopies(CollectionView):
    @extend_schema(responses=CopiesSerializer)
    def get(self, request: Request, pk: int, code: str) -> Response:
        """Return the number of copies of this card, and the boxes that hold them."""
        found = self.visible(pk)
        card = selectors.resolve(code)
        if card is None:
            raise Http404
        boxes = collection_selectors.whereabouts(code, found)
        copies = sum(row.owned for row in boxes)
        return Response(CopiesSerializer({"card": card.code, "copies": copies, "boxes": boxes}).data)


class CollectionShares(CollectionView):
    @extend_schema(responses=ShareSerializer(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the players with whom the collection is shared."""
        rows = self.own(pk).shares.select_related("user")
        return Response(ShareSerializer(rows, many=True).data)

    @extend_schema(request=ShareSerializer, responses={201: ShareSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Share the collection with a player, for reading or for editing.

        The answer does not reveal whether a player of that name exists: without one, the invitation stays
        open.
        """
        found = self.own(pk)
        given = self.read(ShareSerializer)
        share = collection_services.share_collection(
            collection=found, username=given["label"], may_edit=given.get("may_edit", False)
        )
        return Response(ShareSerializer(share).data, status=status.HTTP_201_CREATED)


class CollectionShareDetail(CollectionView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int, username: str) -> Response:
        """Stop sharing the collection with a player."""
        found = self.own(pk)
        collection_services.unshare_collection(
            get_object_or_404(collection_selectors.shares_called(found, username))
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


class InvitationList(CollectionView):
    @extend_schema(responses=InvitationSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List invitations to collections of other players."""
        rows = collection_selectors.invitations_of(player(request))
        return Response(InvitationSerializer(rows, many=True).data)


class InvitationDetail(CollectionView):
    @extend_schema(request=None, responses=CollectionSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Accept the invitation to a collection."""
        share = get_object_or_404(collection_selectors.invitations_of(player(request)), collection=pk)
        collection_services.accept_share(share)
        return self.answer(share.collection)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Decline the invitation, or leave the collection."""
        share = get_object_or_404(collection_selectors.shares_with(player(request)), collection=pk)
        collection_services.unshare_collection(share)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CollectionExport(CollectionView):
    @extend_schema(responses=ExportSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Export the whole collection, to be imported elsewhere."""
        return Response(transfer.export_collection(self.visible(pk)))


class CollectionImport(CollectionView):
    throttle_scope = "bulk"

    @extend_schema(
        parameters=[idempotency.HEADER_PARAMETER],
        request=ExportSerializer,
        responses={201: ImportedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create a collection from an export. Unknown codes are left out and listed."""
        contents = transfer.sorted_out(request.data)
        key = idempotency.header_key(request, player(request))
        made = collection_services.import_as_new(owner=player(request), contents=contents, key=key)
        row = with_contents(collection_selectors.collections()).get(pk=made.pk)
        answer = {"collection": row, "unknown": contents.unknown}
        data = ImportedSerializer(answer, context={"request": request}).data
        return Response(data, status=status.HTTP_201_CREATED)
