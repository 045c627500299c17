"""The shapes of decks in JSON."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class ViolationSerializer(serializers.Serializer[Any]):
    """A broken rule; warnings and notes have the same shape."""

    rule = serializers.CharField(help_text="The rule's id, which never changes.")
    message = serializers.CharField(help_text="A sentence in the reader's language.")
    cite = serializers.CharField(help_text="Where the rule stands: document, section, page.")
    facts = serializers.JSONField(help_text="What broke it: cards, counts, limits.")
    interpretation = serializers.CharField(required=False, help_text="The ambiguity that was decided.")


class LimitedLineSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    limit = serializers.IntegerField()
    used = serializers.IntegerField()
    cards = serializers.DictField(child=serializers.IntegerField())


class WeaknessesSerializer(serializers.Serializer[Any]):
    held = serializers.IntegerField()
    owed = serializers.IntegerField()
    to_draw = serializers.IntegerField()


class VerdictSerializer(serializers.Serializer[Any]):
    """What the rules say of a deck."""

    legal = serializers.BooleanField()
    violations = ViolationSerializer(many=True)
    warnings = ViolationSerializer(many=True)
    notes = ViolationSerializer(many=True)
    size = serializers.IntegerField()
    size_needed = serializers.IntegerField()
    experience = serializers.IntegerField()
    limited = LimitedLineSerializer(many=True, help_text="Limited lines, and the cards that sit in them.")
    weaknesses = WeaknessesSerializer()
