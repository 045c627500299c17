"""The ledger of a campaign in the API."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import CampaignView, valid
from campaigns.insight.ledger import GROUPS, Ledger, LedgerLine, ledger_entries
from campaigns.models.campaigns import ID_LENGTH
from campaigns.party.member_names import MemberNames
from campaigns.selectors import state_of


class LedgerLineSerializer(serializers.Serializer[LedgerLine]):
    step = serializers.IntegerField(help_text="The number of the step that recorded it.")
    at = serializers.DateTimeField()
    by = serializers.CharField(help_text="The member who recorded it.")
    kind = serializers.ChoiceField(choices=list(GROUPS))
    entry = serializers.CharField(help_text="The exact kind of entry.")
    seat = serializers.CharField(help_text="Empty: it concerns the whole group.")
    investigator = serializers.CharField()
    card = serializers.CharField()
    amount = serializers.IntegerField(
        allow_null=True, help_text="The change: negative if something was lost or paid."
    )
    balance = serializers.IntegerField(
        allow_null=True, help_text="For experience: what the investigator has after it."
    )
    text = serializers.CharField()
    reason = serializers.CharField()


class LedgerFilterSerializer(serializers.Serializer[dict[str, Any]]):
    kind = serializers.ChoiceField(choices=list(GROUPS), default="")
    seat = serializers.CharField(max_length=ID_LENGTH, default="", allow_blank=True)


class LedgerView(GenericAPIView[Any], CampaignView):
    serializer_class = LedgerLineSerializer

    @extend_schema(
        operation_id="campaign_ledger",
        parameters=[
            OpenApiParameter("kind", enum=list(GROUPS), description="Only entries of this kind."),
            OpenApiParameter("seat", str, description="Only entries of this seat."),
        ],
        responses=LedgerLineSerializer(many=True),
    )
    def get(self, request: Request, public_id: UUID) -> Response:
        """Every gain, loss and price of the steps that are not undone, oldest first."""
        campaign = self.visible(public_id)
        wanted = valid(LedgerFilterSerializer, request.query_params)
        page = self.paginate_queryset(ledger_entries(campaign, **wanted))
        lines = Ledger(campaign, state_of(campaign), MemberNames(campaign)).lines(page or ())
        return self.get_paginated_response(self.get_serializer(list(lines), many=True).data)
