"""Serializers of the catalogue and of collections. The keys are those of docs/catalogue.md."""

from typing import Any

from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cards.collections.selectors import collections_editable_by
from cards.models import (
    Card,
    CardText,
    Collection,
    CollectionShare,
    Cycle,
    DeckOption,
    Investigator,
    Pack,
    Printing,
    TabooEntry,
    TabooList,
)
from cards.models.collections import MOST_COPIES
from cards.services.collections import FORMATS


class PrintingSerializer(serializers.ModelSerializer[Printing]):
    pack = serializers.CharField(source="pack_id", read_only=True)

    class Meta:
        model = Printing
        fields = ["code", "pack", "position", "quantity", "modified", "reworded", "icons"]


class CardSerializer(serializers.ModelSerializer[Card]):
    cost = serializers.SerializerMethodField()
    encounter_set = serializers.CharField(source="encounter_set_id", read_only=True, allow_null=True)
    parallel_of = serializers.CharField(source="parallel_of_id", read_only=True, allow_null=True)
    same_as = serializers.CharField(source="same_as_id", read_only=True, allow_null=True)
    printings = PrintingSerializer(many=True, read_only=True)

    class Meta:
        model = Card
        fields = [
            *("code", "title", "title_de", "subtitle", "subtitle_de", "type", "classes", "weakness", "level"),
            *(
                "cost",
                "traits",
                "slots",
                "icons",
                "health",
                "sanity",
                "victory",
                "unique",
                "hidden",
                "keywords",
            ),
            *("uses", "tags", "limit", "title_limit", "limit_scope", "only", "encounter_set", "bonded"),
            *("customizations", "research", "parallel_of", "same_as", "back", "effects", "imported"),
            "printings",
        ]

    @extend_schema_field(
        {"oneOf": [{"type": "integer"}, {"type": "string", "enum": ["X"]}], "nullable": True}
    )
    def get_cost(self, card: Card) -> int | str | None:
        return "X" if card.cost_is_x else card.cost


class TakerSerializer(serializers.Serializer[Any]):
    investigator = serializers.CharField()
    way = serializers.ChoiceField(choices=["free", "limited", "signature"])


class CardTextSerializer(serializers.ModelSerializer[CardText]):
    printing = serializers.CharField(source="printing_id", read_only=True)

    class Meta:
        model = CardText
        fields = [
            *("printing", "language", "title", "subtitle", "traits", "text"),
            *("back_title", "back_text", "sheet"),
        ]


class TabooEntrySerializer(serializers.ModelSerializer[TabooEntry]):
    taboo_list = serializers.CharField(source="taboo_list_id", read_only=True)
    card = serializers.CharField(source="card_id", read_only=True)

    class Meta:
        model = TabooEntry
        fields = [
            *(
                "taboo_list",
                "card",
                "price",
                "exceptional",
                "forbidden",
                "limit",
                "campaign_only",
                "modified",
            ),
            *("reworded", "deck", "options", "customizations", "text"),
        ]


class CardDetailSerializer(serializers.Serializer[Any]):
    """A card with everything related to it; other cards by their codes."""

    card = CardSerializer()
    versions = serializers.ListField(child=serializers.CharField())
    bonded = serializers.ListField(child=serializers.CharField())
    bonded_to = serializers.ListField(child=serializers.CharField())
    researched = serializers.ListField(child=serializers.CharField())
    researched_from = serializers.CharField(allow_null=True)
    faces = serializers.ListField(child=serializers.CharField())
    usable_by = TakerSerializer(many=True)
    taboo = TabooEntrySerializer(many=True)
    texts = CardTextSerializer(many=True)


class PackSerializer(serializers.ModelSerializer[Pack]):
    cycle = serializers.CharField(source="cycle_id", read_only=True)
    reprints = serializers.SerializerMethodField()

    class Meta:
        model = Pack
        fields = [
            *("code", "title", "title_de", "cycle", "chapter", "position", "released", "replaced"),
            *("reprints", "reprint_type", "imported"),
        ]

    def get_reprints(self, pack: Pack) -> list[str]:
        return [each.code for each in pack.reprints.all()]


class CycleSerializer(serializers.ModelSerializer[Cycle]):
    packs = serializers.SerializerMethodField()

    class Meta:
        model = Cycle
        fields = ["code", "title", "title_de", "position", "packs"]

    def get_packs(self, cycle: Cycle) -> list[str]:
        return [pack.code for pack in cycle.packs.all()]


class DeckOptionSerializer(serializers.ModelSerializer[DeckOption]):
    class Meta:
        model = DeckOption
        fields = ["side_deck", "position", "facts"]


class InvestigatorSerializer(serializers.ModelSerializer[Investigator]):
    code = serializers.CharField(source="card_id", read_only=True)
    title = serializers.CharField(source="card.title", read_only=True)
    title_de = serializers.CharField(source="card.title_de", read_only=True)
    subtitle = serializers.CharField(source="card.subtitle", read_only=True)
    classes = serializers.ListField(source="card.classes", child=serializers.CharField(), read_only=True)
    traits = serializers.ListField(source="card.traits", child=serializers.CharField(), read_only=True)
    health = serializers.IntegerField(source="card.health", read_only=True)
    sanity = serializers.IntegerField(source="card.sanity", read_only=True)
    parallel_of = serializers.CharField(source="card.parallel_of_id", read_only=True, allow_null=True)
    same_as = serializers.CharField(source="card.same_as_id", read_only=True, allow_null=True)
    options = DeckOptionSerializer(many=True, read_only=True)

    class Meta:
        model = Investigator
        fields = [
            *("code", "title", "title_de", "subtitle", "classes", "traits", "health", "sanity", "willpower"),
            *("intellect", "combat", "agility", "parallel_of", "same_as", "size", "required"),
            *("random_weaknesses", "options", "side_size", "side_required"),
        ]


class PoolSerializer(serializers.Serializer[Any]):
    """Codes of the cards that an investigator can take."""

    free = serializers.ListField(child=serializers.CharField())
    limited = serializers.ListField(child=serializers.CharField())
    signatures = serializers.ListField(child=serializers.CharField())


class TabooListSerializer(serializers.ModelSerializer[TabooList]):
    class Meta:
        model = TabooList
        fields = ["code", "number", "date"]


class TabooListDetailSerializer(TabooListSerializer):
    entries = TabooEntrySerializer(many=True, read_only=True)

    class Meta(TabooListSerializer.Meta):
        fields = [*TabooListSerializer.Meta.fields, "entries"]


class CollectionSerializer(serializers.ModelSerializer[Collection]):
    owner = serializers.CharField(source="owner.username", read_only=True)
    may_edit = serializers.SerializerMethodField()
    packs = serializers.SerializerMethodField()
    rewards = serializers.SerializerMethodField()

    class Meta:
        model = Collection
        fields = ["id", "name", "owner", "may_edit", "packs", "rewards", "created", "changed"]
        read_only_fields = ["id", "created", "changed"]

    def get_may_edit(self, collection: Collection) -> bool:
        return collection.pk in self.editable

    @cached_property
    def editable(self) -> set[int]:
        """Collections that the user may edit, with one query for all of them."""
        user = self.context["request"].user
        return set(collections_editable_by(user).values_list("pk", flat=True))

    def get_packs(self, collection: Collection) -> dict[str, int]:
        return {row.pack_id: row.count for row in collection.owned.all()}

    def get_rewards(self, collection: Collection) -> list[str]:
        return [row.card_id for row in collection.rewards.all()]


class NameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)


class CountsSerializer(serializers.Serializer[Any]):
    """The number of boxes of each pack: `{"core": 1}`. Packs that are not named stay as they are."""

    packs = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=MOST_COPIES))


class CycleCountSerializer(serializers.Serializer[Any]):
    cycle = serializers.CharField(max_length=80)
    count = serializers.IntegerField(min_value=0, max_value=MOST_COPIES, default=1)
    form = serializers.ChoiceField(choices=FORMATS, default="boxes")


class RewardsSerializer(serializers.Serializer[Any]):
    rewards = serializers.ListField(child=serializers.CharField(max_length=20))


class WhereaboutsSerializer(serializers.Serializer[Any]):
    pack = serializers.CharField(source="pack.code")
    boxes = serializers.IntegerField()
    copies = serializers.IntegerField()
    owned = serializers.IntegerField()


class CopiesSerializer(serializers.Serializer[Any]):
    """Copies owned of a card, and the boxes that hold it."""

    card = serializers.CharField()
    copies = serializers.IntegerField()
    boxes = WhereaboutsSerializer(many=True)


class ShareSerializer(serializers.ModelSerializer[CollectionShare]):
    username = serializers.CharField(source="label", max_length=150)

    class Meta:
        model = CollectionShare
        fields = ["username", "may_edit", "accepted"]
        read_only_fields = ["accepted"]


class InvitationSerializer(serializers.ModelSerializer[CollectionShare]):
    """An invitation to a collection of another player."""

    collection = serializers.IntegerField(source="collection_id")
    name = serializers.CharField(source="collection.name")
    owner = serializers.CharField(source="collection.owner.username")

    class Meta:
        model = CollectionShare
        fields = ["collection", "name", "owner", "may_edit"]


class ExportSerializer(serializers.Serializer[Any]):
    """A whole collection, for export and import."""

    format = serializers.CharField(required=False)
    name = serializers.CharField(max_length=100, required=False, allow_blank=True)
    packs = serializers.JSONField(help_text="An object of numbers by pack, or a list of packs.")
    rewards = serializers.ListField(child=serializers.CharField(), required=False)


class ImportedSerializer(serializers.Serializer[Any]):
    collection = CollectionSerializer()
    unknown = serializers.ListField(child=serializers.CharField())
