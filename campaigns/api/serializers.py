"""What do campaigns look like as JSON? Shape only; the rules judge."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from campaigns.models import Act, Campaign, Membership, Role
from campaigns.wording import act_in_words

#: Numbers of acts and revisions beyond this name nothing.
LARGEST = 10**6


class CampaignSerializer(serializers.ModelSerializer[Campaign]):
    id = serializers.UUIDField(source="public_id", read_only=True)
    campaign = serializers.CharField(source="facts", read_only=True)
    owner = serializers.CharField(source="owner.username", read_only=True)
    branch_of = serializers.UUIDField(source="branch_of.public_id", read_only=True, default=None)

    class Meta:
        model = Campaign
        fields = [
            "id",
            "name",
            "campaign",
            "owner",
            "revision",
            "branch_of",
            "branched_at",
            "archived",
            "created",
            "changed",
        ]
        read_only_fields = fields


class CampaignDetailSerializer(CampaignSerializer):
    state = serializers.JSONField(read_only=True, help_text="What the acts add up to.")

    class Meta(CampaignSerializer.Meta):
        fields = [*CampaignSerializer.Meta.fields, "state"]
        read_only_fields = fields


class ActSerializer(serializers.ModelSerializer[Act]):
    by = serializers.SerializerMethodField()
    words = serializers.SerializerMethodField()

    class Meta:
        model = Act
        fields = ["number", "kind", "payload", "by", "at", "undone", "words"]
        read_only_fields = fields

    def get_by(self, act: Act) -> str:
        return act.by.get_username() if act.by else ""

    def get_words(self, act: Act) -> str:
        return act_in_words(act)


class NewCampaignSerializer(serializers.Serializer[dict[str, Any]]):
    """The first act, and what the record is called."""

    name = serializers.CharField(max_length=120, required=False, allow_blank=True)
    collection = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=2**31 - 1)
    start = serializers.DictField(help_text="A start-campaign act, without its kind.")


class NewActSerializer(serializers.Serializer[dict[str, Any]]):
    act = serializers.DictField(help_text="The act in plain words: its kind, and its fields.")
    follows = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST, help_text="The revision that you had seen."
    )
    key = serializers.UUIDField(required=False, help_text="Names this request: sent again, it acts once.")


class FollowsSerializer(serializers.Serializer[dict[str, Any]]):
    follows = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST, help_text="The revision that you had seen."
    )


class UndoSerializer(FollowsSerializer):
    down_to = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST,
        help_text="Take back this act and all after it: sent again, nothing more is undone.",
    )


class RedoSerializer(FollowsSerializer):
    up_to = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST,
        help_text="Do again what was undone, up to this act: sent again, nothing more is done.",
    )


class BranchSerializer(serializers.Serializer[dict[str, Any]]):
    until = serializers.IntegerField(min_value=1, max_value=LARGEST)
    name = serializers.CharField(max_length=120, required=False, allow_blank=True)


class RecordedSerializer(serializers.Serializer[dict[str, Any]]):
    """The campaign after an act, undo or redo."""

    revision = serializers.IntegerField()
    act = ActSerializer()
    state = serializers.JSONField()


class RecordSerializer(serializers.Serializer[dict[str, Any]]):
    """A whole campaign, as it is carried elsewhere and back."""

    format = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    campaign = serializers.CharField(allow_blank=True)
    acts = serializers.ListField(child=serializers.DictField())


class MemberSerializer(serializers.ModelSerializer[Membership]):
    user = serializers.CharField(source="user.username", read_only=True)

    class Meta:
        model = Membership
        fields = ["user", "role", "joined"]
        read_only_fields = fields


class InviteSerializer(serializers.Serializer[dict[str, Any]]):
    role = serializers.ChoiceField(choices=[(Role.PLAYER, "player"), (Role.READER, "reader")])


class CampaignInvitationSerializer(serializers.Serializer[dict[str, Any]]):
    role = serializers.CharField()
    token = serializers.CharField()


class TokenSerializer(serializers.Serializer[dict[str, Any]]):
    token = serializers.CharField(max_length=43)
