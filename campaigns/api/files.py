"""API views of campaign files: import, list, change, share, delete, and files to begin with."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import idempotency
from campaigns import described, selectors
from campaigns.api.base import CampaignView, player, valid
from campaigns.models import CampaignFile
from campaigns.services import campaign_files
from decks.models import Visibility


class CampaignFileSerializer(serializers.ModelSerializer[CampaignFile]):
    id = serializers.UUIDField(source="public_id", read_only=True)
    title = serializers.CharField(source="guide.title", read_only=True)
    campaign = serializers.CharField(
        source="guide_id", read_only=True, help_text="The `campaign` of a `start-campaign` that plays it."
    )
    owner = serializers.CharField(source="owner.username", read_only=True)

    class Meta:
        model = CampaignFile
        fields = ["id", "title", "campaign", "owner", "visibility", "created", "changed"]
        read_only_fields = fields


class CampaignFileDetailSerializer(CampaignFileSerializer):
    file = serializers.JSONField(source="guide.facts", read_only=True, help_text="Its content.")

    class Meta(CampaignFileSerializer.Meta):
        fields = [*CampaignFileSerializer.Meta.fields, "file"]
        read_only_fields = fields


class NewCampaignFileSerializer(serializers.Serializer[dict[str, Any]]):
    file = serializers.DictField(help_text="The campaign, in the format of the shipped ones.")


class SharedAsSerializer(serializers.Serializer[dict[str, Any]]):
    visibility = serializers.ChoiceField(choices=Visibility.choices)


class CampaignFileList(ListAPIView[CampaignFile]):
    serializer_class = CampaignFileSerializer
    permission_classes = [IsAuthenticated]
    throttle_scope = "bulk"

    def get_queryset(self) -> QuerySet[CampaignFile]:
        if getattr(self, "swagger_fake_view", False):
            return CampaignFile.objects.none()
        if self.request.query_params.get("public") in ("1", "true"):
            return selectors.public_files()
        return selectors.files_of(player(self.request))

    @extend_schema(
        operation_id="campaign_files",
        parameters=[OpenApiParameter("public", bool, description="Those that players have published.")],
    )
    def get(self, request: Request) -> Response:
        """Your campaign files, or those that players have published."""
        return self.list(request)

    @extend_schema(
        operation_id="import_campaign_file",
        parameters=[idempotency.HEADER_PARAMETER],
        request=NewCampaignFileSerializer,
        responses={201: CampaignFileDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Import a campaign file. One with faults is refused as a whole, and every fault is named."""
        wanted = valid(NewCampaignFileSerializer, request.data)
        owner = player(request)
        key = idempotency.header_key(request, owner)
        file = campaign_files.create_file(wanted["file"], owner=owner, key=key)
        return Response(CampaignFileDetailSerializer(file).data, status=status.HTTP_201_CREATED)


class CampaignFileDetail(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]
    throttle_scope = "bulk"

    def visible(self, file_id: UUID) -> CampaignFile:
        file = selectors.files_visible_to(self.request.user).filter(public_id=file_id).first()
        if file is None:
            raise Http404
        return file

    def own(self, file_id: UUID) -> CampaignFile:
        file = selectors.files_of(player(self.request)).filter(public_id=file_id).first()
        if file is None:
            raise Http404
        return file

    @extend_schema(operation_id="campaign_file", responses=CampaignFileDetailSerializer)
    def get(self, request: Request, file_id: UUID) -> Response:
        """A campaign file of yours, or one that is shared, with its content."""
        return Response(CampaignFileDetailSerializer(self.visible(file_id)).data)

    @extend_schema(
        operation_id="replace_campaign_file",
        request=NewCampaignFileSerializer,
        responses=CampaignFileDetailSerializer,
    )
    def put(self, request: Request, file_id: UUID) -> Response:
        """Replace the content. Campaigns keep the version that they were started with."""
        file = self.own(file_id)
        wanted = valid(NewCampaignFileSerializer, request.data)
        return Response(CampaignFileDetailSerializer(campaign_files.replace_file(file, wanted["file"])).data)

    @extend_schema(
        operation_id="share_campaign_file",
        request=SharedAsSerializer,
        responses=CampaignFileDetailSerializer,
    )
    def patch(self, request: Request, file_id: UUID) -> Response:
        """Choose who can start campaigns from it: you, everyone with its id, or everyone."""
        file = self.own(file_id)
        wanted = valid(SharedAsSerializer, request.data)
        file = campaign_files.share_file(file, wanted["visibility"])
        return Response(CampaignFileDetailSerializer(file).data)

    @extend_schema(operation_id="delete_campaign_file", responses={204: None})
    def delete(self, request: Request, file_id: UUID) -> Response:
        """Delete a file for good. Campaigns that were started from it go on."""
        campaign_files.delete_file(self.own(file_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class CampaignFileTemplate(APIView):
    permission_classes = [AllowAny]
    also_answers = {"GET": (404,)}

    @extend_schema(
        operation_id="campaign_file_template",
        parameters=[OpenApiParameter("of", str, description="The id of a campaign of `guides`.")],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request) -> Response:
        """A campaign file to begin with: a short example, or a copy of a known campaign."""
        facts = described.template(request.query_params.get("of", ""))
        if facts is None:
            raise Http404
        return Response(facts)


class Description(CampaignView):
    @extend_schema(operation_id="describe_campaign", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, public_id: UUID) -> Response:
        """The campaign as a campaign file, with the scenarios and log sections that the group has named."""
        return Response(described.description_of(self.visible(public_id)))
