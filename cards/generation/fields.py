"""Readers of single fields of a row."""

from __future__ import annotations

import re
from typing import Any

from cards.generation.source import Row

CLASSES = ("guardian", "seeker", "rogue", "mystic", "survivor", "neutral")
TYPES = ("investigator", "asset", "event", "skill", "treachery", "enemy", "story", "key", "location")
SKILLS = ("willpower", "intellect", "combat", "agility")
TAGS = {"hh": "heals-horror", "hd": "heals-damage", "pa": "parley", "se": "seal", "fa": "firearm"}
#: Tags that options use, but no card has.
DEAD_TAGS = {"st", "uc"}
SLOTS = ("hand", "arcane", "accessory", "body", "ally", "head", "tarot")

#: The value for X in the data.
X = -2


class FieldError(ValueError):
    """A field has a value that Casebook does not understand."""

    def __init__(self, field: str, fault: str) -> None:
        self.field, self.fault = field, fault
        super().__init__(f"{field}: {fault}")


class BrokenField(FieldError):
    """A field has a value of the wrong type: text for a number, a list for text."""


def number(row: Row, field: str) -> int | None:
    value = row.get(field)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise BrokenField(field, f"{value!r} is not a number")
    return value


def amount(row: Row, field: str) -> int | None:
    """Return a number from 0 up; None for negative ones, which stand for printed symbols such as a star."""
    value = number(row, field)
    return None if value is None or value < 0 else value


def text(row: Row, field: str) -> str:
    value = row.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BrokenField(field, f"{value!r} is not text")
    return value.strip()


def flag(row: Row, field: str) -> bool:
    value = row.get(field, False)
    if value not in (True, False, None):
        raise BrokenField(field, f"{value!r} is neither true nor false")
    return bool(value)


def cost(row: Row) -> int | str | None:
    """Return a number, "X", or None for the dash; a missing cost is a dash too."""
    value = number(row, "cost")
    return "X" if value == X else value


def traits(written: str) -> list[str]:
    """Read `"Item. Weapon. "` as Item, Weapon. The last full stop may be missing."""
    return [trait.strip() for trait in written.split(".") if trait.strip()]


def classes(row: Row) -> list[str]:
    found = []
    for field in ("faction_code", "faction2_code", "faction3_code"):
        name = text(row, field)
        if name and name not in CLASSES:
            raise FieldError(field, f"{name!r} is not a class")
        if name:
            found.append(name)
    return found


def slots(written: str) -> dict[str, int]:
    """Read `"Hand x2. Arcane"` as two hands and an arcane slot."""
    found: dict[str, int] = {}
    for part in traits(written):
        name, _, times = part.lower().partition(" x")
        if name not in SLOTS:
            raise FieldError("slot", f"{name!r} is not a slot")
        found[name] = found.get(name, 0) + (int(times) if times.isdigit() else 1)
    return found


def icons(row: Row) -> dict[str, int]:
    return {skill: n for skill in (*SKILLS, "wild") if (n := amount(row, f"skill_{skill}"))}


def skills(row: Row) -> dict[str, int]:
    return {skill: n for skill in SKILLS if (n := amount(row, f"skill_{skill}")) is not None}


def tags(written: str) -> list[str]:
    """Read `"hd.hh."` as heals-damage, heals-horror."""
    found = []
    for tag in traits(written):
        if tag in TAGS:
            found.append(TAGS[tag])
        elif tag not in DEAD_TAGS:
            raise FieldError("tags", f"{tag!r} is not a tag")
    return found


def restrictions(row: Row) -> dict[str, list[str]]:
    """Return whose decks may hold the card. “Or” is `a:X:Y` or `a:X, a:Y`; the API sends objects."""
    value: Any = row.get("restrictions")
    if not value:
        return {}
    pairs: list[tuple[str, str]] = []
    if isinstance(value, str):
        for part in value.split(","):
            kind, *names = part.strip().split(":")
            pairs += [(kind, name) for name in names]
    elif isinstance(value, dict) and all(isinstance(names, (dict, list)) for names in value.values()):
        for kind, names in value.items():
            pairs += [(kind, str(name)) for name in names]
    else:
        raise BrokenField("restrictions", f"{value!r} is not text")
    field_names = {"investigator": "investigators", "trait": "traits", "faction": "classes"}
    found: dict[str, list[str]] = {}
    for kind, name in pairs:
        if kind not in field_names:
            raise FieldError("restrictions", f"{kind!r} is unknown")
        found.setdefault(field_names[kind], []).append(title_case(name) if kind == "trait" else name)
    return found


def title_case(trait: str) -> str:
    """Return `"Silver Twilight"` for `"silver twilight"`: options write traits in lower case."""
    return re.sub(r"(^|[\s-])(\w)", lambda match: match[1] + match[2].upper(), trait)
