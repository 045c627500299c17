"""Serializers of what API views of decks answer."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from decks.models import Deck, DeckVersion, Edit, Purchase


class ViolationSerializer(serializers.Serializer[Any]):
    """A broken rule. Warnings and notes have the same fields."""

    rule = serializers.CharField(help_text="The rule's id, which never changes.")
    message = serializers.CharField(help_text="A sentence in the reader's language.")
    cite = serializers.CharField(help_text="The source of the rule: document, section, page.")
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
    """The verdict of the rules on a deck."""

    legal = serializers.BooleanField()
    violations = ViolationSerializer(many=True)
    warnings = ViolationSerializer(many=True)
    notes = ViolationSerializer(many=True)
    size = serializers.IntegerField()
    size_needed = serializers.IntegerField()
    experience = serializers.IntegerField()
    limited = LimitedLineSerializer(many=True, help_text="Limited lines, and the cards that sit in them.")
    weaknesses = WeaknessesSerializer()


class CardsSerializer(serializers.Serializer[Any]):
    """The cards of a version."""

    slots = serializers.DictField(
        child=serializers.IntegerField(), help_text="Copies by the printing's code."
    )
    side = serializers.DictField(child=serializers.IntegerField(), source="wish_list")
    extra = serializers.DictField(child=serializers.IntegerField(), source="second_deck")
    ignored = serializers.DictField(child=serializers.IntegerField())
    customizations = serializers.DictField(
        child=serializers.ListField(), help_text="By card: lists of box, experience, choice."
    )
    attachments = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    annotations = serializers.DictField(child=serializers.CharField())


class PurchaseSerializer(serializers.ModelSerializer[Purchase]):
    class Meta:
        model = Purchase
        fields = ["position", "way", "card", "replaces", "place", "price", "reasons", "boxes", "lot"]


class QuestionSerializer(serializers.Serializer[Any]):
    """A condition that prices depend on and only the players know: whether it came true, and how often."""

    card = serializers.CharField()
    when = serializers.CharField(help_text="The condition.")
    most = serializers.IntegerField(help_text="The largest answer that makes sense.")
    per = serializers.IntegerField(help_text="How many of what is counted make one discount; 0: times.")
    assets = serializers.ListField(
        child=serializers.CharField(), help_text="What it can have been attached to, for `attached_to`."
    )


class PilesSerializer(serializers.Serializer[Any]):
    """Copies of cards by the pile that they left."""

    deck = serializers.DictField(child=serializers.IntegerField(), default=dict)
    second_deck = serializers.DictField(child=serializers.IntegerField(), default=dict)


class VersionSerializer(serializers.ModelSerializer[DeckVersion]):
    """A version of a deck: its cards, why it was made and what it cost."""

    cards = CardsSerializer(source="*")
    purchases = PurchaseSerializer(many=True)
    previous = serializers.IntegerField(source="previous.number", allow_null=True, default=None)
    experience_left = serializers.IntegerField()
    exiled = PilesSerializer(source="outcome.exiled", default=dict)
    conditions = serializers.DictField(
        child=serializers.IntegerField(),
        source="outcome.conditions",
        default=dict,
        help_text="How often conditions of cards were met in the scenario before.",
    )
    attached_to = serializers.CharField(
        source="outcome.attached_to",
        default="",
        help_text="The card whose upgrade was cheaper for what was attached to it.",
    )

    class Meta:
        model = DeckVersion
        fields = [
            *("number", "previous", "why", "remark", "is_open", "revision", "created", "changed"),
            *("experience_earned", "experience_available", "cost", "experience_left", "exiled"),
            *("conditions", "attached_to"),
            *("purchases", "cards"),
        ]


class DeckRowSerializer(serializers.ModelSerializer[Deck]):
    """A deck in a list."""

    id = serializers.UUIDField(source="public_id")
    owner = serializers.CharField(help_text="The player's name.")
    tags = serializers.SlugRelatedField[Any](slug_field="name", many=True, read_only=True)
    legal = serializers.BooleanField(source="is_legal", allow_null=True)

    class Meta:
        model = Deck
        fields = [
            *(
                "id",
                "name",
                "owner",
                "investigator",
                "front",
                "back",
                "taboo",
                "edition",
                "mode",
                "visibility",
            ),
            *(
                "tags",
                "legal",
                "problems",
                "size",
                "size_needed",
                "experience",
                "likes",
                "created",
                "changed",
            ),
        ]


class DeckSerializer(DeckRowSerializer):
    """A deck with the cards of its working version. Fields for its owner only are null for others."""

    version = serializers.IntegerField(source="working.number")
    revision = serializers.IntegerField(source="working.revision")
    upgrading = serializers.BooleanField(source="working.is_open")
    experience_left = serializers.IntegerField(source="working.experience_left")
    cards = CardsSerializer(source="working")
    mine = serializers.SerializerMethodField()
    folder = serializers.SerializerMethodField()
    archived = serializers.SerializerMethodField()
    built = serializers.SerializerMethodField()
    share_token = serializers.SerializerMethodField()

    class Meta(DeckRowSerializer.Meta):
        fields = [
            *DeckRowSerializer.Meta.fields,
            *("choices", "environment", "card_pool", "notes", "version", "revision", "upgrading"),
            *("experience_left", "cards", "mine", "folder", "archived", "built", "share_token"),
        ]

    def get_mine(self, deck: Deck) -> bool:
        request = self.context.get("request")
        return request is not None and deck.owner_id == request.user.pk

    def get_folder(self, deck: Deck) -> str | None:
        return deck.folder if self.get_mine(deck) else None

    def get_archived(self, deck: Deck) -> bool | None:
        return deck.archived if self.get_mine(deck) else None

    def get_built(self, deck: Deck) -> bool | None:
        return deck.built if self.get_mine(deck) else None

    def get_share_token(self, deck: Deck) -> str | None:
        return deck.share_token if self.get_mine(deck) else None


class EditSerializer(serializers.ModelSerializer[Edit]):
    class Meta:
        model = Edit
        fields = ["number", "kind", "facts", "undone", "created"]


class EditedSerializer(serializers.Serializer[Any]):
    """A deck after an edit, with its new revision and verdict."""

    revision = serializers.IntegerField()
    edit = EditSerializer(allow_null=True, help_text="Null where nothing had to be changed.")
    deck = DeckSerializer()
    verdict = VerdictSerializer()


class ReasonSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    amount = serializers.IntegerField()
    card = serializers.CharField(required=False)


class PurchaseOptionSerializer(serializers.Serializer[Any]):
    """A way to get a card, with its price and the rules against it."""

    way = serializers.CharField()
    card = serializers.CharField()
    replaces = serializers.CharField(allow_null=True)
    price = serializers.IntegerField()
    reasons = ReasonSerializer(many=True)
    violations = ViolationSerializer(many=True)
    affordable = serializers.BooleanField()
