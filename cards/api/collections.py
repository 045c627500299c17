"""Collections as JSON: yours, and those that others share with you."""

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

from accounts.models import User
from cards import collections, selectors, transfer
from cards.models import Collection
from cards.serializers import (
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


def player(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


def with_contents(rows: QuerySet[Collection]) -> QuerySet[Collection]:
    return rows.prefetch_related("owned", "rewards")


class CollectionView(APIView):
    """What the views of one collection share: who may look, who may change, who may decide."""

    permission_classes = [IsAuthenticated]

    def visible(self, pk: int) -> Collection:
        return get_object_or_404(collections.collections_visible_to(player(self.request)), pk=pk)

    def editable(self, pk: int) -> Collection:
        return get_object_or_404(collections.collections_editable_by(player(self.request)), pk=pk)

    def own(self, pk: int) -> Collection:
        return get_object_or_404(collections.collections_of(player(self.request)), pk=pk)

    def answer(self, collection: Collection, code: int = status.HTTP_200_OK) -> Response:
        row = with_contents(Collection.objects.select_related("owner")).get(pk=collection.pk)
        return Response(CollectionSerializer(row, context={"request": self.request}).data, status=code)

    def read(self, serializer: type[Any]) -> dict[str, Any]:
        given = serializer(data=self.request.data)
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)


class CollectionList(ListAPIView[Collection], CollectionView):
    """Your collections, and those shared with you."""

    serializer_class = CollectionSerializer
    permission_classes = [IsAuthenticated]

    def get_queryset(self) -> QuerySet[Collection]:
        user = self.request.user
        return with_contents(
            collections.collections_visible_to(user if isinstance(user, User) else AnonymousUser())
        )

    @extend_schema(request=NameSerializer, responses={201: CollectionSerializer})
    def post(self, request: Request) -> Response:
        """Begin a collection."""
        name = self.read(NameSerializer)["name"]
        made = collections.create_collection(owner=player(request), name=name)
        return self.answer(made, status.HTTP_201_CREATED)


class CollectionDetail(CollectionView):
    @extend_schema(responses=CollectionSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """One collection."""
        return self.answer(self.visible(pk))

    @extend_schema(request=NameSerializer, responses=CollectionSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Call it otherwise."""
        found = self.own(pk)
        collections.rename_collection(collection=found, name=self.read(NameSerializer)["name"])
        return self.answer(found)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete it."""
        collections.delete_collection(self.own(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class CollectionPacks(CollectionView):
    @extend_schema(request=CountsSerializer, responses=CollectionSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Own so many boxes of these packs."""
        found = self.editable(pk)
        collections.set_boxes(collection=found, counts=self.read(CountsSerializer)["packs"])
        return self.answer(found)


class CollectionCycle(CollectionView):
    @extend_schema(request=CycleCountSerializer, responses=CollectionSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Own a whole cycle: the boxes in print, the old packs, or all."""
        found = self.editable(pk)
        collections.set_cycle(collection=found, **self.read(CycleCountSerializer))
        return self.answer(found)


class CollectionRewards(CollectionView):
    @extend_schema(request=RewardsSerializer, responses=CollectionSerializer)
    def put(self, request: Request, pk: int) -> Response:
        """Have exactly these rewards unlocked."""
        found = self.editable(pk)
        collections.set_rewards(collection=found, cards=self.read(RewardsSerializer)["rewards"])
        return self.answer(found)


class CollectionCopies(CollectionView):
    @extend_schema(responses=CopiesSerializer)
    def get(self, request: Request, pk: int, code: str) -> Response:
        """How many copies of this card are there, and in which boxes?"""
        found = self.visible(pk)
        card = selectors.resolve(code)
        if card is None:
            raise Http404
        boxes = collections.whereabouts(code, found)
        copies = sum(row.owned for row in boxes)
        return Response(CopiesSerializer({"card": card.code, "copies": copies, "boxes": boxes}).data)


class CollectionShares(CollectionView):
    @extend_schema(responses=ShareSerializer(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """With whom it is shared."""
        rows = self.own(pk).shares.select_related("user")
        return Response(ShareSerializer(rows, many=True).data)

    @extend_schema(request=ShareSerializer, responses={201: ShareSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Share it with a player, for reading or for editing.

        Whether there is a player of that name is not told: an invitation to nobody is never answered.
        """
        found = self.own(pk)
        given = self.read(ShareSerializer)
        share = collections.share_collection(
            collection=found, username=given["label"], may_edit=given.get("may_edit", False)
        )
        return Response(ShareSerializer(share).data, status=status.HTTP_201_CREATED)


class CollectionShareDetail(CollectionView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int, username: str) -> Response:
        """Share it no longer."""
        found = self.own(pk)
        collections.unshare_collection(get_object_or_404(collections.shares_called(found, username)))
        return Response(status=status.HTTP_204_NO_CONTENT)


class InvitationList(CollectionView):
    @extend_schema(responses=InvitationSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Collections that others would share with you."""
        rows = collections.invitations_of(player(request))
        return Response(InvitationSerializer(rows, many=True).data)


class InvitationDetail(CollectionView):
    @extend_schema(request=None, responses=CollectionSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Accept the invitation to a collection."""
        share = get_object_or_404(collections.invitations_of(player(request)), collection=pk)
        collections.accept_share(share)
        return self.answer(share.collection)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Turn the invitation down, or leave the collection."""
        share = get_object_or_404(collections.shares_with(player(request)), collection=pk)
        collections.unshare_collection(share)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CollectionExport(CollectionView):
    @extend_schema(responses=ExportSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """The whole collection, to be imported elsewhere."""
        return Response(transfer.export_collection(self.visible(pk)))


class CollectionImport(CollectionView):
    throttle_scope = "bulk"

    @extend_schema(request=ExportSerializer, responses={201: ImportedSerializer})
    def post(self, request: Request) -> Response:
        """A new collection from an export. What is not known here is left out, and named."""
        contents = transfer.sorted_out(request.data)
        made = transfer.import_as_new(owner=player(request), contents=contents)
        row = with_contents(Collection.objects.select_related("owner")).get(pk=made.pk)
        answer = {"collection": row, "unknown": contents.unknown}
        data = ImportedSerializer(answer, context={"request": request}).data
        return Response(data, status=status.HTTP_201_CREATED)
