"""How do rows become what the rules understand? Rows → facts → `rules.Catalogue`, once per process."""

from __future__ import annotations

import math
import threading
import time
from typing import Any

from cards.models import (
    Card,
    CatalogueVersion,
    DeckOption,
    EncounterCard,
    Investigator,
    Pack,
    Printing,
    TabooEntry,
    TabooList,
)
from cards.rows import LINKS, PLAIN, SKILLS
from rules.catalogue import Catalogue

Facts = dict[str, Any]

#: For so many seconds a process believes that its catalogue is still the newest.
BELIEVED = 1.0

_lock = threading.Lock()
_held: Catalogue | None = None
_checked = 0.0


def catalogue() -> Catalogue:
    """Every card, as the rules know them. Built once per process, and anew when the cards have changed."""
    global _held, _checked
    if _held is not None and time.monotonic() - _checked < BELIEVED:
        return _held
    with _lock:
        version = catalogue_version()
        if _held is None or _held.version != version:
            _held = build_catalogue(version)
        _checked = time.monotonic()
        return _held


def forget() -> None:
    """Look at the database the next time, whatever was believed."""
    global _checked
    _checked = -math.inf


def catalogue_version() -> str:
    """Another one after every change; the time tells apart what a restored backup counts anew."""
    found = CatalogueVersion.objects.filter(pk=1).values_list("number", "changed").first()
    return f"{found[0]}-{found[1].timestamp():.6f}" if found else ""


def build_catalogue(version: str = "") -> Catalogue:
    return Catalogue.from_facts(
        cards=card_facts(),
        printings=printing_facts(),
        packs=pack_facts(),
        taboo_lists=taboo_facts(),
        encounter_cards=encounter_facts(),
        version=version,
    )


def card_facts() -> list[Facts]:
    """All cards in the words of docs/catalogue.md; what is false, none or empty is left out."""
    backs = investigator_facts()
    found = []
    row: Any
    for row in Card.objects.order_by("code").values():
        facts = {key: row[key] for key in PLAIN if row[key] or (row[key] == 0 and row[key] is not False)}
        for key in LINKS:
            if row[f"{key}_id"]:
                facts[key] = row[f"{key}_id"]
        if row["cost_is_x"]:
            facts["cost"] = "X"
        elif row["cost"] is not None:
            facts["cost"] = row["cost"]
        facts |= backs.get(row["code"], {})
        found.append(facts)
    return found


def investigator_facts() -> dict[str, Facts]:
    """Skills, size, requirements and options, by the investigator's code."""
    options: dict[tuple[str, bool], list[Facts]] = {}
    ordered = DeckOption.objects.order_by("investigator", "side_deck", "position")
    for code, side_deck, option in ordered.values_list("investigator_id", "side_deck", "facts"):
        options.setdefault((code, side_deck), []).append(option)
    found = {}
    row: Any
    for row in Investigator.objects.values():
        code = row["card_id"]
        facts: Facts = {"skills": {skill: row[skill] for skill in SKILLS if row[skill] is not None}}
        if row["size"]:
            facts["deck"] = {
                "size": row["size"],
                "required": row["required"],
                "random_weaknesses": row["random_weaknesses"],
            }
            facts["options"] = options.get((code, False), [])
        if row["side_size"]:
            facts["side_deck"] = {
                "size": row["side_size"],
                "required": row["side_required"],
                "options": options.get((code, True), []),
            }
        found[code] = facts
    return found


def printing_facts() -> list[Facts]:
    rows = Printing.objects.order_by("code").values(
        "code", "card_id", "pack_id", "position", "quantity", "modified"
    )
    return [{**row, "card": row["card_id"], "pack": row["pack_id"]} for row in rows]


def encounter_facts() -> list[Facts]:
    rows = EncounterCard.objects.order_by("code").values_list("code", "title", "type", "encounter_set_id")
    return [dict(zip(("code", "title", "type", "encounter_set"), row, strict=True)) for row in rows]


def pack_facts() -> list[Facts]:
    reprints: dict[str, list[str]] = {}
    for box, pack in Pack.reprints.through.objects.values_list("from_pack_id", "to_pack_id"):
        reprints.setdefault(box, []).append(pack)
    found = []
    for row in Pack.objects.values():
        released = row["released"]
        found.append(
            {
                **row,
                "cycle": row["cycle_id"],
                "released": released.isoformat() if released else "",
                "reprints": reprints.get(row["code"], []),
            }
        )
    return found


def taboo_facts() -> list[Facts]:
    entries: dict[str, list[Facts]] = {}
    flags = ("price", "forbidden", "campaign_only", "modified", "reworded")
    values = ("exceptional", "limit", "deck", "options", "customizations")
    for row in TabooEntry.objects.order_by("card").values("taboo_list_id", "card_id", *flags, *values):
        facts = {"card": row["card_id"]}
        facts |= {key: row[key] for key in flags if row[key]}
        facts |= {key: row[key] for key in values if row[key] is not None}
        entries.setdefault(row["taboo_list_id"], []).append(facts)
    return [
        {
            "code": each.code,
            "id": each.number,
            "date": each.date.isoformat(),
            "cards": entries.get(each.code, []),
        }
        for each in TabooList.objects.order_by("code")
    ]
