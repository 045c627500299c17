"""Shared code of the campaign API: permissions, and the reading and recording of steps."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User
from campaigns import selectors
from campaigns.api import outputs as shapes
from campaigns.errors import BadStep, reason_of
from campaigns.models import Campaign
from campaigns.services import members
from campaigns.services.recording import Recorded
from cards.collections import selectors as collection_selectors
from cards.models import Collection
from rules.campaign import Unreadable, step_from_json, steps, to_json


def player(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


def read_step(plain: Any) -> steps.Step:
    try:
        return step_from_json(plain)
    except Unreadable as error:
        raise BadStep(_("This is not a valid step: %(why)s") % {"why": reason_of(error)}) from error


def recorded_json(done: Recorded) -> dict[str, Any]:
    return {
        "revision": done.campaign.revision,
        "step": shapes.StepSerializer(done.step).data,
        "state": to_json(done.state),
    }


def valid(shape: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    found = shape(data=data)
    found.is_valid(raise_exception=True)
    return dict(found.validated_data)


class CampaignView(APIView):
    """Base class of the views of one campaign. Its methods check who may read, step and manage."""

    permission_classes = [IsAuthenticated]

    def visible(self, public_id: UUID) -> Campaign:
        campaign = selectors.campaign_for(player(self.request), public_id)
        if campaign is None:
            raise Http404
        return campaign

    def actable(self, public_id: UUID) -> Campaign:
        campaign = self.visible(public_id)
        members.check_may_record(members.role_of(campaign, player(self.request)))
        return campaign

    def keepable(self, public_id: UUID) -> Campaign:
        campaign = self.visible(public_id)
        members.check_may_manage(members.role_of(campaign, player(self.request)))
        return campaign

    def collection(self, pk: int | None) -> Collection | None:
        if pk is None:
            return None
        found = collection_selectors.collections_visible_to(player(self.request)).filter(pk=pk).first()
        if found is None:
            raise BadStep(_("You have no collection with this id."))
        return found
