"""Readers of ArkhamDB's deckbuilding fields: options, requirements and customizations."""

from __future__ import annotations

from typing import Any

from cards.generation.fields import (
    CLASSES,
    DEAD_TAGS,
    SLOTS,
    TAGS,
    TYPES,
    BrokenField,
    FieldError,
    slots,
    tags,
    title_case,
    traits,
)
from cards.generation.source import Row

Option = dict[str, Any]

#: Messages and regular expressions over card text; tags are used instead.
IGNORED = {"error", "text", "virtual"}


def options(value: Any, *, other: bool, field: str = "deck_options") -> list[Option]:
    if not isinstance(value, list):
        raise BrokenField(field, "is not a list")
    found = []
    for number, raw in enumerate(value):
        option = read_option(raw, f"{field}[{number}]")
        if option is None:
            continue
        # By FAQ 1.16, multi-class cards count for a limited option without the word "other".
        if "limit" in option and not other:
            option["other"] = False
        found.append(option)
    return found


def read_option(raw: Any, field: str) -> Option | None:
    """Return one option; None if it requires only tags that no card has."""
    if not isinstance(raw, dict):
        raise BrokenField(field, "is not an object")
    option: Option = {}
    for key, value in raw.items():
        place = f"{field}.{key}"
        if key in IGNORED:
            continue
        if key == "tag":
            names = [tag for tag in words(value, place) if tag not in DEAD_TAGS]
            if not names:
                return None
            option["tags"] = [known(TAGS.get(tag), tag, place) for tag in names]
        elif key in READERS:
            name, reader = READERS[key]
            read = reader(value, place)
            if read != []:
                option[name] = read
        else:
            raise FieldError(place, "is unknown")
    return in_order(option)


def known(value: str | None, written: str, place: str) -> str:
    if value is None:
        raise FieldError(place, f"{written!r} is unknown")
    return value


def words(value: Any, place: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise BrokenField(place, "is not a list of words")
    return value


def among(names: tuple[str, ...], value: Any, place: str) -> list[str]:
    return [
        known(word.lower() if word.lower() in names else None, word, place) for word in words(value, place)
    ]


def whole(value: Any, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BrokenField(place, "is not a number")
    return value


def boolean(value: Any, place: str) -> bool:
    if not isinstance(value, bool):
        raise BrokenField(place, "is neither true nor false")
    return value


def word(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise BrokenField(place, "is not text")
    return value


def levels(value: Any, place: str) -> list[int]:
    if not isinstance(value, dict):
        raise BrokenField(place, "is not a range of levels")
    return [whole(value.get("min"), f"{place}.min"), whole(value.get("max"), f"{place}.max")]


def at_least(value: Any, place: str) -> dict[str, int]:
    if not isinstance(value, dict) or set(value) != {"factions", "min"}:
        raise FieldError(place, "asks for something unknown")
    return {"classes": whole(value["factions"], place), "cards": whole(value["min"], place)}


def sizes(value: Any, place: str) -> list[int]:
    """Return deck sizes, which the data writes as text."""
    if not isinstance(value, list) or not all(str(size).isdigit() for size in value):
        raise BrokenField(place, "is not a list of sizes")
    return [int(size) for size in value]


def uses(value: Any, place: str) -> list[str]:
    return sorted({plural(kind) for kind in words(value, place)})


def plural(kind: str) -> str:
    """Return the plural, because `Uses (1 charge)` and `Uses (3 charges)` are one kind."""
    return f"{kind}s" if kind in ("charge", "arrow", "shell") else kind


def sub_options(value: Any, place: str) -> list[Option]:
    if not isinstance(value, list):
        raise BrokenField(place, "is not a list")
    read = [read_option(raw, f"{place}[{number}]") for number, raw in enumerate(value)]
    return [option for option in read if option is not None]


def limited_to(names: tuple[str, ...]) -> Any:
    return lambda value, place: among(names, value, place)


READERS: dict[str, tuple[str, Any]] = {
    "faction": ("classes", limited_to(CLASSES)),
    "type": ("types", limited_to(TYPES)),
    "trait": ("traits", lambda value, place: [title_case(trait) for trait in words(value, place)]),
    "slot": ("slots", limited_to(SLOTS)),
    "uses": ("uses", uses),
    "level": ("level", levels),
    "base_level": ("base_level", levels),
    "permanent": ("permanent", boolean),
    "limit": ("limit", whole),
    "not": ("not", boolean),
    "atleast": ("at_least", at_least),
    "ignore_match": ("counts_only", boolean),
    "faction_select": ("choose_class", limited_to(CLASSES)),
    "option_select": ("choose_option", sub_options),
    "deck_size_select": ("choose_size", sizes),
    "size": ("size", whole),
    "id": ("id", word),
    "name": ("name", word),
}

ORDER = (
    *(
        "id",
        "name",
        "not",
        "choose_size",
        "choose_class",
        "choose_option",
        "classes",
        "types",
        "traits",
        "tags",
    ),
    *(
        "slots",
        "uses",
        "permanent",
        "level",
        "base_level",
        "limit",
        "at_least",
        "counts_only",
        "size",
        "other",
    ),
)


def in_order(option: Option) -> Option:
    return {key: option[key] for key in ORDER if key in option}


def requirements(value: Any, field: str = "deck_requirements") -> dict[str, Any]:
    """Return size, required cards and random basic weaknesses, from a text or an object."""
    if isinstance(value, str):
        return written_requirements(value, field)
    if isinstance(value, dict):
        return answered_requirements(value, field)
    raise BrokenField(field, "is neither text nor object")


def written_requirements(value: str, field: str) -> dict[str, Any]:
    """Read `"size:30, card:01006:98005, random:subtype:basicweakness"`."""
    deck: dict[str, Any] = {"size": 0, "required": [], "random_weaknesses": 0}
    for part in filter(None, (part.strip() for part in value.split(","))):
        kind, *rest = part.split(":")
        if kind == "size" and len(rest) == 1 and rest[0].isdigit():
            deck["size"] = int(rest[0])
        elif kind == "card" and rest:
            deck["required"].append({"any": rest})
        elif rest == ["subtype", "basicweakness"]:
            deck["random_weaknesses"] += 1
        else:
            raise FieldError(field, f"{part!r} is unknown")
    return {key: found for key, found in deck.items() if found}


def answered_requirements(value: dict[str, Any], field: str) -> dict[str, Any]:
    if unknown := set(value) - {"size", "card", "random"}:
        raise FieldError(field, f"{sorted(unknown)[0]!r} is unknown")
    deck: dict[str, Any] = {"size": whole(value.get("size", 0), f"{field}.size")}
    cards, drawn = value.get("card") or {}, value.get("random") or []
    if not isinstance(cards, dict) or not all(isinstance(names, dict) for names in cards.values()):
        raise BrokenField(f"{field}.card", "is not an object of objects")
    if not isinstance(drawn, list):
        raise BrokenField(f"{field}.random", "is not a list")
    if cards:
        deck["required"] = [{"any": list(names)} for names in cards.values()]
    if drawn:
        deck["random_weaknesses"] = len(drawn)
    return deck


#: What a marked box changes: the key in the data, the key in the catalogue, and how to read it.
CHOOSES = {"choose_trait": "trait", "choose_skill": "skill", "choose_card": "card", "remove_slot": "slot"}
CARD_TEXT = {"text_change", "position", "real_text", "text"}


def customizations(value: Any, field: str = "customization_options") -> list[Row]:
    """Return the boxes of an upgrade sheet, in order."""
    if not isinstance(value, list):
        raise BrokenField(field, "is not a list")
    boxes = []
    for number, raw in enumerate(value):
        place = f"{field}[{number}]"
        if not isinstance(raw, dict):
            raise BrokenField(place, "is not an object")
        box: Row = {"price": whole(raw.get("xp"), f"{place}.xp")}
        for key, changed in raw.items():
            if key in CARD_TEXT or key == "xp" or key == "quantity":
                continue
            if key == "choice":
                box["chooses"] = known(CHOOSES.get(changed), str(changed), f"{place}.choice")
                box["choices"] = whole(raw.get("quantity", 1), f"{place}.quantity")
            elif key == "card":
                box["among"] = read_option(changed, f"{place}.card")
            elif key == "real_traits":
                box["traits"] = traits(word(changed, place))
            elif key == "real_slot":
                box["slots"] = slots(word(changed, place))
            elif key == "tags":
                box["tags"] = tags(word(changed, place))
            elif key == "deck_limit":
                box["limit"] = whole(changed, place)
            elif key in ("cost", "health", "sanity"):
                box[key] = whole(changed, place)
            else:
                raise FieldError(f"{place}.{key}", "is unknown")
        boxes.append(box)
    return boxes
