"""ArkhamDB's JSON of decks and decklists, which other programs use too.

`read_deck` returns what is judged. It is fast and does not fail on a bad deck: what it does not understand is
listed in `Deck.oddities`, and quantities are kept as they are for the rules to report. `read_record` returns
everything in the JSON, for an import; `write_record` writes it again, with the keys that Casebook does not
use.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from decks.formats.errors import UnreadableDeck, _
from decks.formats.meta import (
    NO_META,
    NOT_A_NUMBER,
    NOT_AN_OBJECT,
    NOT_TEXT,
    TOO_MANY,
    Meta,
    Oddity,
    nothing,
    oddity,
    read_meta,
    write_meta,
)
from rules.cards.model import NOTHING, Deck

ABSURD_QUANTITY = _("is not a possible number of copies")
NOT_A_CODE = _("is not a card's code")
NOT_A_LIST = _("is not the number of a taboo list")

#: The most different cards in one part of a deck. Playable decks have fewer than 100.
MOST_SLOTS = 200
TOO_MANY_CARDS = _("This deck has {count} different cards; a deck can have at most {most}.")
#: A larger quantity is a mistake or an attack.
_LARGEST = 9_999
_LONGEST_CODE = 64


def read_deck(data: Any, meta: Meta | None = None) -> Deck:
    """Return the deck of parsed JSON, with the same slots object. UnreadableDeck if it is not a deck.

    A caller that has read its meta already passes it.
    """
    if type(data) is not dict:
        raise UnreadableDeck(_("This JSON contains no deck: it is not an object."))
    try:
        slots = data["slots"]
    except KeyError:
        raise UnreadableDeck(_("This JSON contains no deck: “slots” is missing.")) from None
    odd: list[Oddity] = []
    if type(slots) is dict and len(slots) > MOST_SLOTS:
        raise UnreadableDeck(TOO_MANY_CARDS, count=len(slots), most=MOST_SLOTS)
    if type(slots) is not dict or not _plain(slots):
        slots = _read_slots("slots", slots, odd)
    investigator = data.get("investigator_code")
    if type(investigator) is not str or not investigator.isascii() or len(investigator) > _LONGEST_CODE:
        investigator = _read_code("investigator_code", investigator, odd)
    side = data.get("sideSlots")
    side = _read_slots("sideSlots", side, odd) if side else NOTHING
    ignored = data.get("ignoreDeckLimitSlots")
    ignored = _read_slots("ignoreDeckLimitSlots", ignored, odd) if ignored else NOTHING
    taboo = data.get("taboo_id")
    if taboo is not None:
        taboo = _read_taboo(taboo, odd)
    if meta is None:
        raw = data.get("meta")
        meta = NO_META if not raw or raw == "{}" else read_meta(raw)
    # All fields are given, because a default would cost a call.
    return Deck(
        investigator,
        slots,
        side,
        meta.second_deck,
        ignored,
        meta.choices,
        meta.customizations,
        meta.attachments,
        taboo=taboo or "",
        card_pool=meta.card_pool,
        transformed=meta.transform_into,
        sealed=meta.sealed,
        oddities=(*odd, *meta.oddities) if odd or meta.oddities else (),
    )


_WHOLE = frozenset({int})
_USUAL = frozenset(range(1, 51))


def _plain(slots: dict[str, int]) -> bool:
    """Return whether the slots have the usual shape. There is no Python loop: most decks end here."""
    quantities = slots.values()
    try:
        codes = "".join(slots)
        return (
            codes.isascii()
            and "" not in slots
            and codes.isprintable()
            and len(codes) <= 8 * len(slots)
            and _USUAL.issuperset(quantities)
            and _WHOLE.issuperset(map(type, quantities))
        )
    except TypeError:
        return False


def _read_slots(field: str, slots: Any, odd: list[Oddity]) -> Mapping[str, int]:
    """Return the slots of an object, or of PHP's [] for an empty one. Anything else becomes an oddity."""
    if type(slots) is not dict:
        if slots or not isinstance(slots, list):
            odd.append(oddity(field, NOT_AN_OBJECT, slots))
        return NOTHING
    if len(slots) > MOST_SLOTS:
        odd.append(oddity(field, TOO_MANY, slots))
        return NOTHING
    if _plain(slots):
        return slots
    read: dict[str, int] = {}
    for code, quantity in slots.items():
        if type(quantity) is float and quantity.is_integer():
            # JSON does not distinguish 2.0 from 2.
            quantity = int(quantity)
        if not _is_code(code):
            odd.append(oddity(field, NOT_A_CODE, code))
        elif type(quantity) is not int:
            odd.append(oddity(field, NOT_A_NUMBER, quantity, card=code))
        elif not -_LARGEST <= quantity <= _LARGEST:
            odd.append(oddity(field, ABSURD_QUANTITY, quantity, card=code))
        else:
            read[code] = quantity
    return read


def _is_code(code: Any) -> bool:
    return isinstance(code, str) and 0 < len(code) <= _LONGEST_CODE and code.isascii() and code.isprintable()


def _read_code(field: str, code: Any, odd: list[Oddity]) -> str:
    if _is_code(code):
        return str(code)
    odd.append(oddity(field, NOT_A_CODE, code))
    return ""


def _read_taboo(taboo: Any, odd: list[Oddity]) -> str:
    """Return the code of a taboo list: ArkhamDB's number in three digits. 0 and "" mean none."""
    if taboo == 0 or taboo == "":
        return ""
    if isinstance(taboo, str) and len(taboo) <= 3 and taboo.isascii() and taboo.isdecimal():
        return taboo.zfill(3)
    if type(taboo) is int and 0 < taboo <= 999:
        return f"{taboo:03}"
    odd.append(oddity("taboo_id", NOT_A_LIST, taboo))
    return ""


@dataclass(frozen=True, slots=True)
class Record:
    """Everything in an ArkhamDB deck: the deck to judge, and the data of its owner."""

    deck: Deck
    meta: Meta = NO_META
    id: str = ""
    name: str = ""
    notes: str = ""
    tags: tuple[str, ...] = ()
    previous: str = ""
    next: str = ""
    experience: int | None = None
    """Experience when the version was made, including what was carried over."""
    experience_spent: int | None = None
    experience_adjustment: int = 0
    exiled: tuple[str, ...] = ()
    rest: Mapping[str, Any] = field(default_factory=nothing)
    """Keys that Casebook does not use, unchanged."""
    oddities: tuple[Oddity, ...] = ()
    """What was not understood and does not affect the deck's legality."""


_READ = frozenset(
    {
        "id", "name", "description_md", "tags", "previous_deck", "next_deck", "xp", "xp_spent",
        "xp_adjustment", "exile_string", "slots", "sideSlots", "ignoreDeckLimitSlots", "investigator_code",
        "taboo_id", "meta",
    }
)  # fmt: skip


def read_record(data: Any) -> Record:
    """Return everything in the JSON of a deck. UnreadableDeck only if it is not a deck at all."""
    meta = read_meta(data.get("meta")) if type(data) is dict else NO_META
    deck = read_deck(data, meta)
    odd: list[Oddity] = []
    tags = _text(data, "tags", odd)
    exiled = _exiled_in(data, odd)
    return Record(
        deck=deck,
        meta=meta,
        id=_id(data, "id", odd),
        name=_text(data, "name", odd),
        notes=_text(data, "description_md", odd),
        # Decklists separate their tags by commas, decks by spaces.
        tags=tuple(dict.fromkeys(filter(None, map(str.strip, tags.split("," if "," in tags else None))))),
        previous=_id(data, "previous_deck", odd),
        next=_id(data, "next_deck", odd),
        experience=_number(data, "xp", odd),
        experience_spent=_number(data, "xp_spent", odd),
        experience_adjustment=_number(data, "xp_adjustment", odd) or 0,
        exiled=exiled,
        rest={key: value for key, value in data.items() if key not in _READ},
        oddities=tuple(odd),
    )


def read_exiled(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the cards that the scenario before a deck exiled, a code for each copy."""
    return _exiled_in(data, [])


def _exiled_in(data: Mapping[str, Any], odd: list[Oddity]) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, _text(data, "exile_string", odd).split(","))))


def _text(data: Mapping[str, Any], key: str, odd: list[Oddity]) -> str:
    value = data.get(key)
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    odd.append(oddity(key, NOT_TEXT, value))
    return ""


def _number(data: Mapping[str, Any], key: str, odd: list[Oddity]) -> int | None:
    value = data.get(key)
    if value is None:
        return None
    if type(value) is int and -_LARGEST <= value <= _LARGEST:
        return value
    odd.append(oddity(key, NOT_A_NUMBER, value))
    return None


def _id(data: Mapping[str, Any], key: str, odd: list[Oddity]) -> str:
    """Return an id as text. ArkhamDB's ids are numbers, those of arkham.build and Casebook are texts."""
    value = data.get(key)
    if value is None:
        return ""
    if isinstance(value, str) and len(value) <= _LONGEST_CODE:
        return value
    if type(value) is int and value.bit_length() < 64:
        return str(value)
    odd.append(oddity(key, NOT_TEXT, value))
    return ""


def write_record(record: Record) -> dict[str, Any]:
    """Return ArkhamDB's JSON for a record. `read_record` gives the same record again."""
    deck = record.deck
    meta = write_meta(record.meta)
    return {
        **record.rest,
        "id": int(record.id) if _is_number(record.id) else record.id or None,
        "name": record.name,
        "description_md": record.notes,
        "investigator_code": deck.investigator,
        "slots": dict(sorted(deck.slots.items())),
        # PHP writes an empty object as [], and its readers expect that.
        "sideSlots": dict(sorted(deck.wish_list.items())) or [],
        "ignoreDeckLimitSlots": dict(sorted(deck.ignored.items())) or None,
        "xp": record.experience,
        "xp_spent": record.experience_spent,
        "xp_adjustment": record.experience_adjustment,
        "exile_string": ",".join(record.exiled) or None,
        "taboo_id": int(deck.taboo) if deck.taboo.isdecimal() else None,
        "meta": json.dumps(meta, ensure_ascii=False, separators=(",", ":")) if meta else "",
        "tags": (", " if any(" " in tag for tag in record.tags) else " ").join(record.tags),
        "previous_deck": int(record.previous) if _is_number(record.previous) else record.previous or None,
        "next_deck": int(record.next) if _is_number(record.next) else record.next or None,
    }


def _is_number(text: str) -> bool:
    """Return whether an id was a number. With leading zeros or a sign it was a text."""
    return text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0")
