"""API view of the import from Arkham Cards."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import idempotency
from campaigns.api.base import CampaignView, player, valid
from campaigns.api.outputs import CampaignDetailSerializer
from campaigns.api.step_schema import StepField
from campaigns.arkham_cards.backup import read_backup
from campaigns.arkham_cards.conversion import Conversion
from campaigns.errors import BadExport
from campaigns.party.brought_decks import MOST_TEXT, read_decks
from campaigns.services.arkham_cards import import_from_arkham_cards
from decks.formats.jsontext import MOST_GROUPS, MOST_VALUES
from rules.campaign import step_to_json


class BackupSerializer(serializers.Serializer[dict[str, Any]]):
    backup = serializers.DictField(
        help_text="The backup as the app Arkham Cards writes it, or one campaign of it."
    )
    campaign = serializers.CharField(
        required=False, max_length=64, help_text="The `uuid` of the campaign, if the backup has several."
    )
    decks = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MOST_TEXT,
        help_text="Decks that the backup lacks: JSON of ArkhamDB or arkham.build, or lists.",
    )
    dry_run = serializers.BooleanField(default=False, help_text="Return what would be imported.")


class ConvertedSerializer(serializers.Serializer[dict[str, Any]]):
    """What becomes of a campaign, without saving anything."""

    name = serializers.CharField()
    steps = serializers.ListField(child=StepField())
    left_out = serializers.ListField(child=serializers.CharField(), help_text="What cannot be carried over.")


class ImportBackup(CampaignView):
    throttle_scope = "bulk"
    json_limits = {"values": MOST_VALUES, "groups": MOST_GROUPS}

    @extend_schema(
        operation_id="import_arkham_cards",
        parameters=[idempotency.HEADER_PARAMETER],
        request=BackupSerializer,
        responses={200: ConvertedSerializer, 201: CampaignDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """A campaign from a backup of Arkham Cards, continued where it is there.

        What cannot be carried over becomes notes in the log. With `dry_run` nothing is saved, and the answer
        lists it.
        """
        wanted = valid(BackupSerializer, request.data)
        found = read_backup(wanted["backup"])
        chosen = [each for each in found if wanted.get("campaign") in (None, each.id)]
        if len(chosen) != 1:
            ids = ", ".join(each.id for each in found)
            raise BadExport(_("Choose one campaign of the backup by its uuid: %(ids)s") % {"ids": ids})
        converted = Conversion(chosen[0], read_decks(wanted.get("decks", ""))).converted()
        if wanted["dry_run"]:
            steps = [step_to_json(each) for each in (converted.start, converted.with_notes())]
            return Response(
                {"name": converted.start.title, "steps": steps, "left_out": list(converted.left_out)}
            )
        made = import_from_arkham_cards(
            converted, owner=player(request), key=idempotency.header_key(request, player(request))
        )
        return Response(CampaignDetailSerializer(made).data, status=status.HTTP_201_CREATED)
