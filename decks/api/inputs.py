"""Serializers of the bodies that API views of decks accept.

They check types and sizes only. The services decide whether an edit is allowed.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.validators import ProhibitSurrogateCharactersValidator

from decks.importing import MOST_DECKS
from decks.models import Mode
from decks.models.decks import CODE_LENGTH, NAME_LENGTH
from decks.services.creation import DRAWN, LEFT_OPEN, NONE
from decks.services.editing import MAIN, MOST_COPIES, PLACES
from decks.services.organizing import BULK
from rules.cards.model import Choices, Tick
from rules.rulebook.editions import DEFAULT, EDITIONS
from rules.upgrade.purchase import DECK
from rules.upgrade.purchase import PLACES as PURCHASE_PLACES

#: Longer than any pasted text with decks.
LONGEST_TEXT = 4_000_000


class NoSurrogates(ProhibitSurrogateCharactersValidator):
    """The same check, which does not look at each character of a text that has none."""

    def __call__(self, value: Any) -> None:
        try:
            str(value).encode()
        except UnicodeEncodeError:
            super().__call__(value)


class LongText(serializers.CharField):
    """A text that may have megabytes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.validators = [
            NoSurrogates() if isinstance(check, ProhibitSurrogateCharactersValidator) else check
            for check in self.validators
        ]


class CodeField(serializers.CharField):
    """The code of a card."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=CODE_LENGTH, **options)


@extend_schema_field({"type": "string", "pattern": f"^({'|'.join(PLACES)})$"})
class PartField(serializers.ChoiceField):
    """A part of a deck."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=list(PLACES), **options)


class Authored(serializers.Serializer[Any]):
    """Fields of every edit: the revision that its author saw, and a key that identifies the request."""

    revision = serializers.IntegerField(
        required=False, min_value=0, help_text="Refused with 409 if the deck has changed since."
    )
    key = serializers.CharField(
        required=False, max_length=64, help_text="Names the request: sent twice, it is done once."
    )


class ChoicesField(serializers.Serializer[Any]):
    """The player's answers to the choices that an investigator offers."""

    classes = serializers.DictField(child=serializers.CharField(max_length=20), required=False)
    option = serializers.CharField(required=False, allow_blank=True, max_length=40)
    size = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=999)


def choices_from(given: dict[str, Any]) -> Choices:
    chosen = given.get("choices") or {}
    return Choices(
        front=given.get("front", ""),
        back=given.get("back", ""),
        classes=dict(chosen.get("classes", {})),
        option=chosen.get("option", ""),
        size=chosen.get("size"),
    )


class NewDeck(serializers.Serializer[Any]):
    investigator = CodeField()
    name = serializers.CharField(required=False, allow_blank=True, max_length=NAME_LENGTH)
    front = CodeField(required=False, allow_blank=True)
    back = CodeField(required=False, allow_blank=True)
    choices = ChoicesField(required=False)
    signatures = serializers.ListField(
        child=CodeField(), required=False, max_length=20, help_text="To take in place of the usual ones."
    )
    taboo = serializers.CharField(required=False, allow_blank=True, max_length=3)
    edition = serializers.ChoiceField(choices=list(EDITIONS), default=DEFAULT)
    environment = serializers.CharField(required=False, allow_blank=True, max_length=300)
    card_pool = serializers.ListField(child=CodeField(), required=False, max_length=200)
    mode = serializers.ChoiceField(choices=Mode.choices, default=Mode.FREE)
    weakness = serializers.ChoiceField(choices=[LEFT_OPEN, DRAWN, NONE], default=LEFT_OPEN)
    seed = serializers.CharField(required=False, allow_blank=True, max_length=64)


class DeckChanges(Authored):
    """Changes to a deck. A field that is not given stays as it is."""

    name = serializers.CharField(required=False, max_length=NAME_LENGTH)
    notes = LongText(required=False, allow_blank=True, trim_whitespace=False)
    front = CodeField(required=False, allow_blank=True)
    back = CodeField(required=False, allow_blank=True)
    choices = ChoicesField(required=False)
    taboo = serializers.CharField(required=False, allow_blank=True, max_length=3)
    edition = serializers.ChoiceField(choices=list(EDITIONS), required=False)
    environment = serializers.CharField(required=False, allow_blank=True, max_length=300)
    card_pool = serializers.ListField(child=CodeField(), required=False, max_length=200)
    mode = serializers.ChoiceField(choices=Mode.choices, required=False)
    tags = serializers.ListField(child=serializers.CharField(max_length=100), required=False)
    folder = serializers.CharField(required=False, allow_blank=True, max_length=80)
    archived = serializers.BooleanField(required=False)
    built = serializers.BooleanField(required=False)


class Quantity(Authored):
    quantity = serializers.IntegerField(min_value=0, max_value=MOST_COPIES)
    where = PartField(default=MAIN)


class Move(Authored):
    card = CodeField()
    quantity = serializers.IntegerField(min_value=1, max_value=MOST_COPIES, default=1)
    origin = PartField()
    target = PartField()


class TickField(serializers.Serializer[Any]):
    box = serializers.IntegerField(min_value=0, max_value=99)
    experience = serializers.IntegerField(min_value=0, max_value=99)
    choice = serializers.CharField(required=False, allow_blank=True, max_length=200)


def ticks_from(rows: list[dict[str, Any]]) -> tuple[Tick, ...]:
    return tuple(Tick(row["box"], row["experience"], row.get("choice", "")) for row in rows)


class Sheet(Authored):
    ticks = TickField(many=True)


class Attached(Authored):
    cards = serializers.ListField(child=CodeField(), max_length=MOST_COPIES)


class Annotation(Authored):
    text = LongText(allow_blank=True)


class PilesLeft(serializers.Serializer[Any]):
    """Copies of cards by the pile that they left."""

    deck = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_COPIES),
        required=False,
        help_text="Copies by card. Use it also if the pile is not known.",
    )
    second_deck = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_COPIES), required=False
    )


class Upgrade(serializers.Serializer[Any]):
    experience = serializers.IntegerField(min_value=0, max_value=999, default=0)
    exiled = PilesLeft(required=False)
    remark = serializers.CharField(required=False, allow_blank=True, max_length=200)
    conditions = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=99),
        required=False,
        help_text="How often a card's condition was met, by card.",
    )
    attached_to = CodeField(
        required=False,
        allow_blank=True,
        help_text="The card whose upgrade is cheaper for what was attached to it (The Raven Quill).",
    )
    revision = serializers.IntegerField(required=False, min_value=0)


class Buying(Authored):
    card = CodeField()
    replaces = CodeField(required=False, allow_blank=True, default="")
    way = serializers.CharField(required=False, allow_blank=True, max_length=20, default="")
    place = serializers.ChoiceField(choices=PURCHASE_PLACES, default=DECK)
    ticks = TickField(many=True, required=False, default=list)


class Pairing(Authored):
    card = CodeField(help_text="The unidentified or untranslated card of which two copies are upgraded.")
    drawn = serializers.ListField(
        child=CodeField(),
        required=False,
        min_length=2,
        max_length=2,
        help_text="The two versions that the players drew; without them they are drawn here.",
    )
    seed = serializers.CharField(
        required=False, allow_blank=True, max_length=64, help_text="For the draw; else the key is its seed."
    )


class TakingOut(Authored):
    card = CodeField()
    place = serializers.ChoiceField(choices=PURCHASE_PLACES, default=DECK)


class Drawing(Authored):
    seed = serializers.CharField(required=False, allow_blank=True, max_length=64)


class Revision(Authored):
    pass


class Finish(Revision):
    trauma = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=20),
        required=False,
        help_text="In a campaign: the trauma that purchases cost, by its kind (physical, mental).",
    )
    healed = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=20),
        required=False,
        help_text="In a campaign: the trauma that purchases heal, by its kind.",
    )


class CopyOptions(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, allow_blank=True, max_length=NAME_LENGTH)
    version = serializers.IntegerField(required=False, min_value=1)


class Text(serializers.Serializer[Any]):
    text = LongText(max_length=LONGEST_TEXT, trim_whitespace=False, help_text="JSON, or a list.")
    decisions = serializers.DictField(
        child=CodeField(), required=False, help_text="Cards chosen for ambiguous lines, by line number."
    )


class Import(Text):
    only = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        max_length=MOST_DECKS,
        help_text="Numbers of the decks in the preview; all if not given.",
    )


class Bulk(serializers.Serializer[Any]):
    ids = serializers.ListField(child=serializers.UUIDField(), max_length=1000)
    action = serializers.ChoiceField(choices=BULK)
    value = serializers.CharField(required=False, allow_blank=True, max_length=100)
