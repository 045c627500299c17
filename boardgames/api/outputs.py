"""Serializers of games. They check the shape of the JSON only; the rules check its meaning."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from boardgames.adapters import EDITIONS
from boardgames.api.command_schema import CommandField, GameStateField
from boardgames.models import Game, GameCommand
from boardgames.models.games import NAME_LENGTH

LARGEST = 10**6


class GameSerializer(serializers.ModelSerializer[Game]):
    id = serializers.UUIDField(source="public_id", read_only=True)

    class Meta:
        model = Game
        fields = [
            *("id", "name", "edition", "status", "subject", "players", "score"),
            *("revision", "created", "changed"),
        ]
        read_only_fields = fields


class GameDetailSerializer(GameSerializer):
    state = GameStateField(read_only=True)

    class Meta(GameSerializer.Meta):
        fields = [*GameSerializer.Meta.fields, "state"]
        read_only_fields = fields


class GameCommandSerializer(serializers.ModelSerializer[GameCommand]):
    payload = CommandField(read_only=True)

    class Meta:
        model = GameCommand
        fields = ["number", "chain", "kind", "payload", "at", "undone"]
        read_only_fields = fields


class ExportedCommandSerializer(serializers.Serializer[dict[str, Any]]):
    number = serializers.IntegerField(required=False)
    chain = serializers.IntegerField(
        required=False, help_text="The number of the first of the commands that were recorded together."
    )
    command = CommandField()
    undone = serializers.BooleanField(default=False)
    at = serializers.CharField(required=False)


class GameExportSerializer(serializers.Serializer[dict[str, Any]]):
    """A whole game, for export and import."""

    format = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    edition = serializers.ChoiceField(choices=sorted(EDITIONS))
    status = serializers.CharField(required=False, allow_blank=True)
    score = serializers.IntegerField(required=False, allow_null=True)
    commands = ExportedCommandSerializer(many=True)


class NewGameSerializer(serializers.Serializer[dict[str, Any]]):
    """The edition, the name and the first command of a new game."""

    edition = serializers.ChoiceField(choices=sorted(EDITIONS))
    name = serializers.CharField(max_length=NAME_LENGTH, required=False, allow_blank=True)
    start = CommandField()


class NewCommandSerializer(serializers.Serializer[dict[str, Any]]):
    """A command; `all` also records what must follow, `dry_run` records nothing."""

    command = CommandField()
    follows = serializers.IntegerField(min_value=0, max_value=LARGEST, required=False)
    key = serializers.UUIDField(required=False)
    all = serializers.BooleanField(default=False)
    dry_run = serializers.BooleanField(default=False)


class FollowsSerializer(serializers.Serializer[dict[str, Any]]):
    """The revision that the author saw."""

    follows = serializers.IntegerField(min_value=0, max_value=LARGEST, required=False)


class RecordedGameSerializer(serializers.Serializer[dict[str, Any]]):
    """The game after a command, undo or redo, with what the rules demand now."""

    revision = serializers.IntegerField()
    state = GameStateField()
    proposals = serializers.ListField(child=CommandField())
    questions = serializers.ListField(child=serializers.CharField())
    banners = serializers.ListField(child=serializers.CharField())
