"""Statistics over all campaigns of the user in the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.api.base import player, valid
from campaigns.insight.statistics import GROUP, MINE, Statistics, statistics


class CampaignLineSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="The campaign; empty: the group's own.")
    title = serializers.CharField()
    difficulty = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class InvestigatorLineSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    played = serializers.IntegerField()
    killed = serializers.IntegerField(help_text="Devoured investigators count as killed.")
    insane = serializers.IntegerField()
    earned = serializers.IntegerField()
    spent = serializers.IntegerField()


class CardLineSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    copies = serializers.IntegerField()
    experience = serializers.IntegerField()


class ResolutionSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    times = serializers.IntegerField()


class ScenarioLineSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    played = serializers.IntegerField()
    resolutions = ResolutionSerializer(many=True)


class AchievementLineSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    known = serializers.IntegerField(help_text="How many the guide lists.")
    achieved = serializers.ListField(child=serializers.CharField())


class StatisticsSerializer(serializers.Serializer[Statistics]):
    who = serializers.ChoiceField(choices=[GROUP, MINE])
    played = serializers.IntegerField(help_text="Campaigns; standalone scenarios are counted separately.")
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    standalone = serializers.IntegerField()
    earned = serializers.IntegerField()
    spent = serializers.IntegerField()
    left_out = serializers.IntegerField(help_text="Older campaigns that are not counted.")
    campaigns = CampaignLineSerializer(many=True)
    investigators = InvestigatorLineSerializer(many=True)
    cards = CardLineSerializer(many=True, help_text="The cards bought most often.")
    scenarios = ScenarioLineSerializer(many=True)
    achievements = AchievementLineSerializer(many=True)


class StatisticsFilterSerializer(serializers.Serializer[dict[str, Any]]):
    who = serializers.ChoiceField(choices=[GROUP, MINE], default=GROUP)


class StatisticsView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="campaign_statistics",
        parameters=[
            OpenApiParameter(
                "who", enum=[GROUP, MINE], description="All investigators, or only those of this user."
            )
        ],
        responses=StatisticsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Campaigns played, won and lost, investigators, experience, cards, scenarios and achievements."""
        wanted = valid(StatisticsFilterSerializer, request.query_params)
        return Response(StatisticsSerializer(statistics(player(request), wanted["who"])).data)
