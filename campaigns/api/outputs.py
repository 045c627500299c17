"""Serializers of campaigns. They check the shape of the JSON only; the rules check its meaning."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.members import Role
from campaigns.api.step_schema import StartField, StateField, StepField
from campaigns.drawing.draws import drawn_by
from campaigns.models import Campaign, Membership, RandomDeck, Step
from campaigns.models.campaigns import ID_LENGTH
from campaigns.models.members import MEMBER_NAME_LENGTH
from campaigns.step_kinds import step_text

#: Upper limit for numbers of steps and revisions in requests.
LARGEST = 10**6
#: Roles that an invitation link can give.
INVITED = [(Role.PLAYER.value, "player"), (Role.READER.value, "reader")]


class CampaignSerializer(serializers.ModelSerializer[Campaign]):
    id = serializers.UUIDField(source="public_id", read_only=True)
    campaign = serializers.CharField(source="facts", read_only=True)
    owner = serializers.CharField(source="owner.username", read_only=True)
    branch_of = serializers.UUIDField(
        source="branch_of.public_id", read_only=True, default=None, allow_null=True
    )

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
            "created",
            "changed",
        ]
        read_only_fields = fields


class CampaignDetailSerializer(CampaignSerializer):
    state = StateField(read_only=True, help_text="The state after all steps.")

    class Meta(CampaignSerializer.Meta):
        fields = [*CampaignSerializer.Meta.fields, "state"]
        read_only_fields = fields


class StepSerializer(serializers.ModelSerializer[Step]):
    payload = StepField(read_only=True)
    by = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()
    drawn_by = serializers.SerializerMethodField()

    class Meta:
        model = Step
        fields = ["number", "kind", "payload", "by", "at", "undone", "imported", "drawn_by", "text"]
        read_only_fields = fields

    @extend_schema_field({"type": "string", "nullable": True, "enum": ["site", "group", None]})
    def get_drawn_by(self, step: Step) -> str | None:
        """Return `site` or `group` for a weakness that was drawn: the group's own draws are only reported."""
        return drawn_by(step)

    def get_by(self, step: Step) -> str:
        return step.by.get_username() if step.by else ""

    def get_text(self, step: Step) -> str:
        return step_text(step)


class NewCampaignSerializer(serializers.Serializer[dict[str, Any]]):
    """The first step and the name of a new campaign."""

    name = serializers.CharField(
        max_length=120,
        required=False,
        allow_blank=True,
        help_text="Without it, the `title` of the first step, or the campaign's own.",
    )
    collection = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=2**31 - 1)
    start = StartField(help_text="The fields of a start-campaign step, without its kind.")
    both_halves = serializers.BooleanField(
        default=False, help_text="For a campaign in two halves: start both, linked; returns the first."
    )


class NewStepSerializer(serializers.Serializer[dict[str, Any]]):
    step = StepField(required=False, help_text="One step as JSON: its kind and its fields.")
    steps = serializers.ListField(
        child=StepField(),
        required=False,
        max_length=100,
        help_text="Several steps in order instead of one; all are recorded, or none.",
    )
    dry_run = serializers.BooleanField(
        default=False, help_text="Return the result without recording anything."
    )
    follows = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST, help_text="The revision the request is based on."
    )
    key = serializers.UUIDField(
        required=False, help_text="Identifies this request: sent again, it has no further effect."
    )


class UndoSerializer(serializers.Serializer[dict[str, Any]]):
    follows = serializers.IntegerField(
        required=False, min_value=0, help_text="The revision the request is based on."
    )
    down_to = serializers.IntegerField(
        required=False, min_value=1, help_text="Undo this step and all later ones."
    )


class RedoSerializer(serializers.Serializer[dict[str, Any]]):
    follows = serializers.IntegerField(
        required=False, min_value=0, help_text="The revision the request is based on."
    )
    up_to = serializers.IntegerField(
        required=False, min_value=1, help_text="Redo every undone step up to this one."
    )


class TransferSerializer(serializers.Serializer[dict[str, Any]]):
    seats = serializers.ListField(
        child=serializers.CharField(max_length=64), help_text="The seats that continue."
    )
    start = StartField(help_text="The fields of the new campaign's start-campaign step, without its kind.")


class MembersSerializer(serializers.Serializer[dict[str, Any]]):
    collection = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        help_text="The group's collection; null means all boxes.",
    )


class BranchSerializer(serializers.Serializer[dict[str, Any]]):
    until = serializers.IntegerField(min_value=1, max_value=LARGEST)
    name = serializers.CharField(max_length=120, required=False, allow_blank=True)


class RecordedSerializer(serializers.Serializer[dict[str, Any]]):
    """The campaign after a step, undo or redo."""

    revision = serializers.IntegerField()
    step = StepSerializer()
    state = StateField()


class TriedSerializer(RecordedSerializer):
    """The result of a repeated request, or with `dry_run` the result that the steps would have."""

    step = StepSerializer(required=False, help_text="Missing with `dry_run`, which records nothing.")


class DrawnDeckSerializer(serializers.Serializer[RandomDeck]):
    seed = serializers.CharField()
    like = serializers.CharField(
        source="like.public_id",
        default="",
        help_text="The deck whose choices and own cards it has; empty without one.",
    )
    trauma = serializers.IntegerField(help_text="Points to be split between physical and mental.")
    cards = serializers.ListField(child=serializers.CharField(), help_text="The cards that cost trauma.")


class WaitingDeckSerializer(serializers.Serializer[dict[str, Any]]):
    """A random deck that is saved until its trauma is split."""

    drawn = DrawnDeckSerializer()


class DraftedSerializer(serializers.Serializer[dict[str, Any]]):
    """Drafted weaknesses, one of which must be returned."""

    drafted = serializers.ListField(child=serializers.CharField())


class ExportedStepSerializer(serializers.Serializer[dict[str, Any]]):
    number = serializers.IntegerField()
    previous = serializers.IntegerField(required=False, help_text="The step that it followed.")
    at = serializers.CharField(required=False)
    by = serializers.CharField(required=False, allow_blank=True)
    undone = serializers.BooleanField(default=False)
    step = StepField()


class CampaignExportSerializer(serializers.Serializer[dict[str, Any]]):
    """A complete campaign, for export and import."""

    format = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    campaign = serializers.CharField(allow_blank=True)
    campaign_file = serializers.DictField(
        required=False, help_text="The content of the campaign file that the campaign plays."
    )
    steps = ExportedStepSerializer(many=True)


class MemberSerializer(serializers.ModelSerializer[Membership]):
    user = serializers.CharField(source="user.username", read_only=True)
    seats: serializers.SlugRelatedField[Any] = serializers.SlugRelatedField("seat", many=True, read_only=True)

    class Meta:
        model = Membership
        fields = ["user", "role", "name", "seats", "joined"]
        read_only_fields = fields


class RoleSerializer(serializers.Serializer[dict[str, Any]]):
    role = serializers.ChoiceField(choices=Role.choices, help_text="“owner” hands the campaign over.")


class InviteSerializer(serializers.Serializer[dict[str, Any]]):
    role = serializers.ChoiceField(choices=INVITED)


class CampaignInvitationSerializer(serializers.Serializer[dict[str, Any]]):
    role = serializers.CharField()
    token = serializers.CharField()


class JoinSerializer(serializers.Serializer[dict[str, Any]]):
    token = serializers.CharField(max_length=43)
    name = serializers.CharField(
        max_length=MEMBER_NAME_LENGTH,
        required=False,
        allow_blank=True,
        help_text="The name of a guest in this campaign; without one, the name written at the seat.",
    )
    seat = serializers.CharField(
        max_length=ID_LENGTH, required=False, allow_blank=True, help_text="A free seat that the member plays."
    )


class SeatMemberSerializer(serializers.Serializer[dict[str, Any]]):
    """Who plays a seat."""

    member = serializers.CharField(
        max_length=150,
        required=False,
        help_text="The user name of a member; by default your own. Only the owner gives seats to others.",
    )


class RequestSerializer(serializers.Serializer[dict[str, Any]]):
    """Fields of every request that records steps."""

    follows = serializers.IntegerField(
        required=False, min_value=0, help_text="The revision the request is based on."
    )
    key = serializers.UUIDField(
        required=False, help_text="Identifies this request: sent again, it has no further effect."
    )


class TokenDrawSerializer(RequestSerializer):
    """A draw of chaos tokens, for a test if both its numbers are sent."""

    skill = serializers.IntegerField(required=False, min_value=0, max_value=99)
    difficulty = serializers.IntegerField(required=False, min_value=0, max_value=99)


class SeatDeckSerializer(RequestSerializer):
    deck = serializers.UUIDField(required=False, help_text="A deck of yours.")
    random = serializers.BooleanField(
        default=False, help_text="Under the Ultimatum of Chaos: draw one from the group's boxes."
    )
    trauma = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=20),
        required=False,
        help_text="How trauma of purchases is split: physical and mental.",
    )


class SeatDrawSerializer(RequestSerializer):
    cause = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        help_text="The instruction or card, if the investigator has no weakness to draw.",
    )
    traits = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        max_length=10,
        help_text="With `cause`: the instruction asks for a weakness with one of these traits.",
    )
    returned = serializers.CharField(
        max_length=16, required=False, help_text="Boon of the Morrígan: which of the three to return."
    )
    card = serializers.CharField(
        max_length=16, required=False, help_text="Drawn by the group from its own cards: which card it was."
    )
    waives = serializers.ListField(
        child=serializers.CharField(max_length=60),
        required=False,
        max_length=50,
        help_text="With `card`: rules to ignore for it; `note` gives the reason.",
    )
    note = serializers.CharField(max_length=500, required=False, allow_blank=True)


class PurchasesSerializer(RequestSerializer):
    trauma = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=20), required=False)
    healed = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=20), required=False)
    waives = serializers.ListField(child=serializers.CharField(max_length=60), required=False, max_length=50)
    note = serializers.CharField(max_length=500, required=False, allow_blank=True)
