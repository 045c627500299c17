"""The record of a campaign by HTTP. Strangers get 404, readers may look, players act, the owner keeps the
table."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from campaigns import selectors
from campaigns.api import serializers as shapes
from campaigns.errors import BadAct
from campaigns.models import Act, Campaign
from campaigns.services import starting, table
from campaigns.services.record import (
    Recorded,
    delete_campaign,
    record,
    redo,
    replayed,
    undo,
)
from cards import collections
from cards.models import Collection
from rules.campaign import Unreadable, act_from_plain, acts, to_plain


def player(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


def read_act(plain: Any) -> acts.Act:
    try:
        return act_from_plain(plain)
    except Unreadable as error:
        raise BadAct(_("This is not an act: %(why)s") % {"why": error}) from error


def told(done: Recorded) -> dict[str, Any]:
    return {
        "revision": done.campaign.revision,
        "act": shapes.ActSerializer(done.act).data,
        "state": to_plain(done.state),
    }


def valid(shape: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    found = shape(data=data)
    found.is_valid(raise_exception=True)
    return dict(found.validated_data)


class CampaignView(APIView):
    """What the views of one campaign share: who may look, who may act, who may keep."""

    permission_classes = [IsAuthenticated]

    def visible(self, public_id: UUID) -> Campaign:
        campaign = selectors.campaign_for(player(self.request), public_id)
        if campaign is None:
            raise Http404
        return campaign

    def actable(self, public_id: UUID) -> Campaign:
        campaign = self.visible(public_id)
        table.check_may_act(table.role_of(campaign, player(self.request)))
        return campaign

    def keepable(self, public_id: UUID) -> Campaign:
        campaign = self.visible(public_id)
        table.check_may_keep(table.role_of(campaign, player(self.request)))
        return campaign


class CampaignList(CampaignView):
    @extend_schema(operation_id="campaigns", responses=shapes.CampaignSerializer(many=True))
    def get(self, request: Request) -> Response:
        rows = selectors.campaigns_visible_to(player(request)).select_related("branch_of")
        return Response(shapes.CampaignSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="start_campaign",
        request=shapes.NewCampaignSerializer,
        responses={201: shapes.CampaignDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        wanted = valid(shapes.NewCampaignSerializer, request.data)
        act = read_act({**wanted["start"], "kind": acts.StartCampaign.kind})
        assert isinstance(act, acts.StartCampaign)
        done = starting.start_campaign(
            act,
            owner=player(request),
            name=wanted.get("name", ""),
            collection=self.shelf(wanted.get("collection")),
        )
        return Response(shapes.CampaignDetailSerializer(done.campaign).data, status=status.HTTP_201_CREATED)

    def shelf(self, pk: int | None) -> Collection | None:
        if pk is None:
            return None
        found = collections.collections_visible_to(player(self.request)).filter(pk=pk).first()
        if found is None:
            raise BadAct(_("You have no such collection."))
        return found


class CampaignDetail(CampaignView):
    @extend_schema(
        operation_id="campaign",
        parameters=[OpenApiParameter("as_of", int, description="The state after this act.")],
        responses=shapes.CampaignDetailSerializer,
    )
    def get(self, request: Request, public_id: UUID) -> Response:
        campaign = self.visible(public_id)
        answer = dict(shapes.CampaignDetailSerializer(campaign).data)
        until = request.query_params.get("as_of")
        if until is not None:
            if not until.isascii() or not until.isdigit() or len(until) > 9:
                raise BadAct(_("as_of is the number of an act."))
            answer["state"] = to_plain(replayed(campaign, until=int(until)))
        return Response(answer)

    @extend_schema(operation_id="delete_campaign", responses={204: None})
    def delete(self, request: Request, public_id: UUID) -> Response:
        delete_campaign(self.keepable(public_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ActList(ListAPIView[Act], CampaignView):
    serializer_class = shapes.ActSerializer

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Act.objects.none()
        return selectors.timeline(self.visible(self.kwargs["public_id"]))

    @extend_schema(
        operation_id="act",
        request=shapes.NewActSerializer,
        responses={201: shapes.RecordedSerializer},
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        campaign = self.actable(public_id)
        wanted = valid(shapes.NewActSerializer, request.data)
        done = record(
            campaign,
            read_act(wanted["act"]),
            by=player(request),
            follows=wanted.get("follows"),
            key=wanted.get("key"),
        )
        code = status.HTTP_200_OK if done.again else status.HTTP_201_CREATED
        return Response(told(done), status=code)


class Undo(CampaignView):
    @extend_schema(operation_id="undo", request=shapes.UndoSerializer, responses=shapes.RecordedSerializer)
    def post(self, request: Request, public_id: UUID) -> Response:
        campaign = self.actable(public_id)
        return Response(told(undo(campaign, **valid(shapes.UndoSerializer, request.data))))


class Redo(CampaignView):
    @extend_schema(operation_id="redo", request=shapes.RedoSerializer, responses=shapes.RecordedSerializer)
    def post(self, request: Request, public_id: UUID) -> Response:
        campaign = self.actable(public_id)
        return Response(told(redo(campaign, **valid(shapes.RedoSerializer, request.data))))


class Branch(CampaignView):
    @extend_schema(
        operation_id="branch",
        request=shapes.BranchSerializer,
        responses={201: shapes.CampaignDetailSerializer},
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        campaign = self.visible(public_id)
        wanted = valid(shapes.BranchSerializer, request.data)
        made = starting.branch(
            campaign,
            owner=player(request),
            until=wanted["until"],
            name=wanted.get("name", ""),
        )
        return Response(shapes.CampaignDetailSerializer(made).data, status=status.HTTP_201_CREATED)


class Export(CampaignView):
    @extend_schema(operation_id="export_campaign", responses=shapes.RecordSerializer)
    def get(self, request: Request, public_id: UUID) -> Response:
        return Response(starting.export_campaign(self.visible(public_id)))


class Import(CampaignView):
    @extend_schema(
        operation_id="import_campaign",
        request=shapes.RecordSerializer,
        responses={201: shapes.CampaignDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        made = starting.import_campaign(request.data, owner=player(request))
        return Response(shapes.CampaignDetailSerializer(made).data, status=status.HTTP_201_CREATED)


class Members(CampaignView):
    @extend_schema(operation_id="members", responses=shapes.MemberSerializer(many=True))
    def get(self, request: Request, public_id: UUID) -> Response:
        rows = self.visible(public_id).members.select_related("user").order_by("joined")
        return Response(shapes.MemberSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="invite",
        request=shapes.InviteSerializer,
        responses={201: shapes.CampaignInvitationSerializer},
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        campaign = self.keepable(public_id)
        row = table.invite(campaign, role=valid(shapes.InviteSerializer, request.data)["role"])
        return Response({"role": row.role, "token": row.token}, status=status.HTTP_201_CREATED)

    @extend_schema(operation_id="withdraw_invitation", request=shapes.InviteSerializer, responses={204: None})
    def delete(self, request: Request, public_id: UUID) -> Response:
        campaign = self.keepable(public_id)
        table.withdraw(campaign, role=valid(shapes.InviteSerializer, request.data)["role"])
        return Response(status=status.HTTP_204_NO_CONTENT)


class Join(CampaignView):
    @extend_schema(
        operation_id="join_campaign",
        request=shapes.TokenSerializer,
        responses=shapes.CampaignDetailSerializer,
    )
    def post(self, request: Request) -> Response:
        found = selectors.invitation_by_token(valid(shapes.TokenSerializer, request.data)["token"])
        if found is None:
            raise Http404
        row = table.join(found, player(request))
        return Response(shapes.CampaignDetailSerializer(row.campaign).data)
