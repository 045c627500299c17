"""The `meta` of an ArkhamDB deck: choices, customizations, attachments, annotations and the card pool.

ArkhamDB stores it as a JSON string, "" when empty. arkham.build and Arkham Cards add keys of their own, which
are kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from decks.formats import jsontext
from decks.formats.errors import UnreadableText, _
from rules.cards.model import NO_CHOICES, NOTHING, Choices, Tick

Oddity = Mapping[str, Any]

#: Larger than the price of any box on an upgrade sheet, and than any deck size.
_LARGEST = 999
#: More cards than any second deck, list of attachments or card pool has.
_MOST_CODES = 500
_LONGEST_LIST = 20_000
#: Longer than the name of any class or option.
_LONGEST_CHOICE = 60
#: Longer meta (notes, fan-made content) is not cached.
_STORED_LENGTH = 2000
#: More marks than any upgrade sheet has boxes, and the longest list of marks that is cached.
_MOST_MARKS, _STORED_MARKS = 100, 200

NOT_TEXT = _("is not text")
NOT_A_NUMBER = _("is not a whole number")
NOT_AN_OBJECT = _("is not a list of cards with numbers of copies")
NOT_META = _("is not a JSON object")
TOO_MANY = _("lists too many cards for a deck")
TOO_LONG = _("is too long for a choice")
NOT_TICKS = _("is not a list of box|experience|choice")


def nothing() -> Mapping[str, Any]:
    return NOTHING


def oddity(field: str, problem: str, value: Any = None, **facts: Any) -> Oddity:
    """Describe something that was not understood, with facts that are safe to show."""
    return {"field": field, "problem": problem, "value": _shown(value), **facts}


def _shown(value: Any) -> str:
    """Return a value as a short ASCII text; a container only by its type."""
    if value is None or isinstance(value, (bool, float)):
        return str(value)
    if isinstance(value, int):
        return str(value) if value.bit_length() < 128 else "a huge number"
    if isinstance(value, str):
        return ascii(value[:60])
    return type(value).__name__


#: The key under which arkham.build stores a sealed pool.
SEALED = "sealed_deck"


@dataclass(frozen=True, slots=True)
class Meta:
    """The content of a deck's meta. `rest` are the keys that Casebook does not use, unchanged."""

    choices: Choices = NO_CHOICES
    second_deck: Mapping[str, int] = field(default_factory=nothing)
    customizations: Mapping[str, tuple[Tick, ...]] = field(default_factory=nothing)
    attachments: Mapping[str, tuple[str, ...]] = field(default_factory=nothing)
    annotations: Mapping[str, str] = field(default_factory=nothing)
    card_pool: tuple[str, ...] = ()
    transform_into: str = ""
    rest: Mapping[str, Any] = field(default_factory=nothing)
    oddities: tuple[Oddity, ...] = ()

    @property
    def sealed(self) -> bool:
        """Return whether the deck names a sealed pool."""
        return bool(self.rest.get(SEALED))


NO_META = Meta()


def read_meta(meta: Any) -> Meta:
    """Read meta in any of its forms: JSON string, object, "", null or PHP's [] for nothing. Never raises."""
    if not meta or meta == "{}":
        return NO_META
    if type(meta) is str:
        return _read_short(meta) if len(meta) <= _STORED_LENGTH else _read_text(meta)
    if type(meta) is dict:
        return _read_object(meta)
    return Meta(oddities=(oddity("meta", NOT_META, meta),))


def _read_text(text: str) -> Meta:
    try:
        value = jsontext.loads(text)
    except UnreadableText:
        return Meta(oddities=(oddity("meta", NOT_META, text),))
    if not value and not isinstance(value, (int, float)):
        return NO_META
    if type(value) is dict:
        return _read_object(value)
    return Meta(oddities=(oddity("meta", NOT_META, text),))


_read_short = lru_cache(maxsize=4096)(_read_text)


_TEXTS = frozenset(
    {"alternate_front", "alternate_back", "option_selected", "card_pool", "transform_into", "extra_deck"}
)
_PREFIXES = ("cus_", "attachments_", "attachment_", "annotation_")


def _read_object(meta: Mapping[str, Any]) -> Meta:
    texts: dict[str, str] = {}
    classes: dict[str, str] = {}
    customizations: dict[str, tuple[Tick, ...]] = {}
    attachments: dict[str, tuple[str, ...]] = {}
    annotations: dict[str, str] = {}
    rest: dict[str, Any] = {}
    oddities: list[Oddity] = []
    size: int | None = None
    for key, value in meta.items():
        if not isinstance(key, str):
            oddities.append(oddity("meta", NOT_TEXT, key))
            continue
        prefix, code = _split(key)
        if not prefix and key not in _TEXTS and key != "deck_size_selected" and not _chooses_class(key):
            rest[key] = value
        elif value is None or value == "":
            continue
        elif key == "deck_size_selected":
            size = _number(value)
            if size is None:
                oddities.append(oddity(f"meta.{key}", NOT_A_NUMBER, value))
        elif not isinstance(value, str):
            oddities.append(oddity(f"meta.{key[:60]}", NOT_TEXT, value))
        elif prefix == "cus_":
            ticks = _read_ticks(value) if len(value) <= _STORED_MARKS else _ticks(value)
            if ticks is None:
                oddities.append(oddity(f"meta.cus_{code[:20]}", NOT_TICKS, value, card=code[:20]))
            else:
                customizations[code] = ticks
        elif _names_too_many(value) and (key in _TEXTS or prefix.startswith("attachment")):
            oddities.append(oddity(f"meta.{key[:60]}", TOO_MANY, value))
        elif len(value) > _LONGEST_CHOICE and (key == "option_selected" or _chooses_class(key)):
            oddities.append(oddity(f"meta.{key}", TOO_LONG, value))
        elif prefix == "annotation_":
            annotations[code] = value
        elif prefix == "attachments_" or (prefix and f"attachments_{code}" not in meta):
            # Arkham Cards writes attachment_, arkham.build attachments_. The latter takes precedence.
            attachments[code] = _codes(value)
        elif prefix:
            rest[key] = value
        elif key in _TEXTS:
            texts[key] = value
        else:
            classes["" if key == "faction_selected" else key] = value
    chosen = Choices(
        front=texts.get("alternate_front", ""),
        back=texts.get("alternate_back", ""),
        classes=MappingProxyType(classes) if classes else NOTHING,
        option=texts.get("option_selected", ""),
        size=size,
    )
    second_deck: dict[str, int] = {}
    for code in _codes(texts.get("extra_deck", "")):
        second_deck[code] = second_deck.get(code, 0) + 1
    return Meta(
        choices=NO_CHOICES if chosen == NO_CHOICES else chosen,
        second_deck=MappingProxyType(second_deck) if second_deck else NOTHING,
        customizations=MappingProxyType(customizations) if customizations else NOTHING,
        attachments=MappingProxyType(attachments) if attachments else NOTHING,
        annotations=MappingProxyType(annotations) if annotations else NOTHING,
        card_pool=_codes(texts.get("card_pool", "")),
        transform_into=texts.get("transform_into", ""),
        rest=MappingProxyType(rest) if rest else NOTHING,
        oddities=tuple(oddities),
    )


def _split(key: str) -> tuple[str, str]:
    for prefix in _PREFIXES:
        if key.startswith(prefix) and len(key) > len(prefix):
            return prefix, key[len(prefix) :]
    return "", ""


def _chooses_class(key: str) -> bool:
    """Return whether a key is `faction_selected`, or the id of one of several choices: `faction_1`."""
    return key == "faction_selected" or re.fullmatch(r"faction_[0-9]", key) is not None


def _names_too_many(codes: str) -> bool:
    return codes.count(",") > _MOST_CODES or len(codes) > _LONGEST_LIST


def _codes(text: str) -> tuple[str, ...]:
    return tuple(code for code in map(str.strip, text.split(",")) if code)


def _number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 5:
        value = int(value)
    elif type(value) is float and value.is_integer():
        # JSON does not distinguish 30.0 from 30.
        value = int(value)
    return value if type(value) is int and 0 <= value <= _LARGEST else None


def _ticks(text: str) -> tuple[Tick, ...] | None:
    """Read `"0|1,3|2|choice"`: box, experience, and what was chosen. None if it has another form."""
    if text.count(",") > _MOST_MARKS:
        return None
    ticks = []
    for part in text.split(","):
        if not part.strip():
            continue
        box, _bar, tail = part.partition("|")
        spent, _bar, choice = tail.partition("|")
        number, experience = _number(box.strip()), _number(spent.strip() or "0")
        if number is None or experience is None:
            return None
        ticks.append(Tick(number, experience, choice))
    return tuple(ticks)


#: The versions of a deck repeat most of their marks.
_read_ticks = lru_cache(maxsize=4096)(_ticks)


def write_meta(meta: Meta) -> dict[str, str | Any]:
    """Return the object whose JSON is ArkhamDB's meta, with the keys that Casebook does not use."""
    chosen = meta.choices
    written: dict[str, Any] = dict(meta.rest)
    if chosen.front:
        written["alternate_front"] = chosen.front
    if chosen.back:
        written["alternate_back"] = chosen.back
    for key, name in chosen.classes.items():
        written[key or "faction_selected"] = name
    if chosen.size is not None:
        written["deck_size_selected"] = str(chosen.size)
    if chosen.option:
        written["option_selected"] = chosen.option
    if meta.second_deck:
        written["extra_deck"] = ",".join(code for code, n in meta.second_deck.items() for _copy in range(n))
    for code, ticks in meta.customizations.items():
        written[f"cus_{code}"] = ",".join(
            f"{tick.box}|{tick.experience}" + (f"|{tick.choice}" if tick.choice else "") for tick in ticks
        )
    for code, cards in meta.attachments.items():
        written[f"attachments_{code}"] = ",".join(cards)
    for code, note in meta.annotations.items():
        written[f"annotation_{code}"] = note
    if meta.card_pool:
        written["card_pool"] = ",".join(meta.card_pool)
    if meta.transform_into:
        written["transform_into"] = meta.transform_into
    return written
