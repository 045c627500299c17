"""Facts of a card, an encounter card or a printing from a row of the data."""

from __future__ import annotations

from typing import Any

from cards.generation import card_text, fields
from cards.generation.fields import FieldError
from cards.generation.options import customizations, options, requirements
from cards.generation.source import Row

Facts = dict[str, Any]

ORDER = (
    *(
        "code",
        "title",
        "subtitle",
        "title_de",
        "subtitle_de",
        "type",
        "classes",
        "weakness",
        "level",
        "cost",
        "traits",
    ),
    *(
        "slots",
        "icons",
        "skills",
        "health",
        "sanity",
        "victory",
        "unique",
        "hidden",
        "keywords",
        "uses",
        "tags",
    ),
    *("limit", "title_limit", "limit_scope", "only", "encounter_set", "bonded", "customizations", "research"),
    *("parallel_of", "same_as", "deck", "options", "side_deck", "back", "effects"),
)

WEAKNESSES = {"basicweakness": "basic", "weakness": "other"}
FLAGS = ("permanent", "exceptional", "myriad", "exile")


def is_encounter_card(row: Row) -> bool:
    """Return whether a row is a scenario's card that can never be in a deck."""
    if not row.get("encounter_code"):
        return False
    return not row.get("deck_limit") or row.get("type_code") == "investigator"


def read_card(row: Row) -> Facts:
    """Return the facts of one card. FieldError if a field is not understood."""
    kind = fields.text(row, "type_code")
    if kind not in fields.TYPES:
        raise FieldError("type_code", f"{kind!r} is not a type of card")
    text = fields.text(row, "text")
    card: Facts = {
        "code": row["code"],
        "title": title(row),
        "subtitle": fields.text(row, "subname"),
        "type": kind,
        "classes": fields.classes(row),
        "weakness": WEAKNESSES.get(fields.text(row, "subtype_code")),
        "level": fields.number(row, "xp"),
        "cost": fields.cost(row) if kind in ("asset", "event") else None,
        "traits": fields.traits(fields.text(row, "traits")),
        "slots": fields.slots(fields.text(row, "slot")),
        "health": fields.amount(row, "health"),
        "sanity": fields.amount(row, "sanity"),
        "victory": fields.number(row, "victory"),
        "unique": fields.flag(row, "is_unique"),
        "hidden": fields.flag(row, "hidden"),
        "keywords": keywords(row, text),
        "uses": card_text.uses(text),
        "tags": fields.tags(fields.text(row, "tags")),
        "only": fields.restrictions(row),
        "encounter_set": fields.text(row, "encounter_code"),
        "bonded": bonded(row),
        "parallel_of": fields.text(row, "alternate_of"),
        "back": fields.text(row, "back_link"),
        **limits(row, text),
    }
    if kind == "investigator":
        card |= investigator(row)
    else:
        card["icons"] = fields.icons(row)
    if row.get("customization_options"):
        card["customizations"] = customizations(row["customization_options"])
    return tidy(card)


def read_abilities(row: Row) -> list[Facts]:
    """Return the actions that a card gives and the skills to which it adds; nothing if there are none."""
    text = fields.text(row, "text")
    found = {"actions": card_text.actions(text), "boosts": card_text.boosts(text)}
    given = {key: values for key, values in found.items() if values}
    if not given or row.get("type_code") == "investigator":
        return []
    return [{"code": row["code"], **given}]


def title(row: Row) -> str:
    name = fields.text(row, "name")
    if not name:
        raise FieldError("name", "is missing")
    return name


def keywords(row: Row, text: str) -> list[str]:
    found = [flag for flag in FLAGS if fields.flag(row, flag)]
    found += card_text.keywords(text)
    if row.get("customization_options"):
        found.append("customizable")
    if row.get("bonded_to"):
        found.append("bonded")
    return found


def limits(row: Row, text: str) -> Facts:
    """Return the limit of copies of the version, and of the title if that differs."""
    limit = fields.number(row, "deck_limit") or 0
    scope = card_text.limit_scope(text)
    # Bonded cards are outside the deck; only 10134 has a limit in the data.
    if row.get("bonded_to"):
        limit, scope = 0, ""
    found: Facts = {"limit": limit, "limit_scope": scope}
    if scope == "subtitle":
        found["title_limit"] = 3 if fields.flag(row, "myriad") else 2
    return found


def bonded(row: Row) -> Facts:
    """Return the parent of a bonded card, and the copies to set aside.

    These are the copies in the product (bonded.set-aside-count); `bonded_count` sometimes has fewer.
    """
    to = fields.text(row, "bonded_to")
    return {"to": [to], "copies": fields.number(row, "quantity") or 1} if to else {}


def investigator(row: Row) -> Facts:
    """Return the skills on the front, and the size, requirements and options on the back, if it has any."""
    found: Facts = {"skills": fields.skills(row)}
    if row.get("deck_options") and row.get("deck_requirements"):
        other = card_text.has_other(fields.text(row, "back_text"))
        found["deck"] = requirements(row["deck_requirements"])
        found["options"] = options(row["deck_options"], other=other)
    if row.get("side_deck_options"):
        side = requirements(row.get("side_deck_requirements"), "side_deck_requirements")
        found["side_deck"] = {
            **side,
            "options": options(row["side_deck_options"], other=True, field="side_deck_options"),
        }
    return found


def read_encounter_card(row: Row) -> Facts:
    """Return what is needed to recognize a scenario's card in a deck or a victory display."""
    return {
        "code": row["code"],
        "title": title(row),
        "type": fields.text(row, "type_code"),
        "encounter_set": fields.text(row, "encounter_code"),
        "quantity": fields.number(row, "quantity") or 1,
        **({"victory": victory} if (victory := fields.number(row, "victory")) else {}),
    }


def read_printing(row: Row, card: str, original: Row) -> Facts:
    """Return a card in a box, with what the reprint changes from its first printing."""
    found: Facts = {
        "code": row["code"],
        "card": card,
        "position": fields.number(row, "position") or 0,
        "quantity": fields.number(row, "quantity") or 0,
    }
    if row is not original:
        icons = {**fields.icons(original), **fields.icons(row)}
        if icons != fields.icons(original):
            found["icons"] = icons
        text = fields.text(row, "text")
        if text and text != fields.text(original, "text"):
            found["reworded"] = True
    return found


def tidy(card: Facts) -> Facts:
    """Return the facts in order, without false, none or empty ones; a level, a cost and a limit of 0 stay."""
    given = {key: value for key in ORDER if (value := card.get(key)) is not None}
    return {key: value for key, value in given.items() if value or (value == 0 and value is not False)}
