"""The rules' catalogue built from the rows of the database, once per process."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from django.db import DatabaseError, connection

from cards.importing.rows import LINKS, PLAIN, SKILLS
from cards.models import (
    Card,
    CardText,
    CatalogueVersion,
    DeckOption,
    EncounterCard,
    Investigator,
    Pack,
    Printing,
    TabooEntry,
    TabooList,
)
from jobs.outages import database, is_outage
from rules.cards.catalogue import Catalogue
from rules.cards.model import CardTitle

Facts = dict[str, Any]

#: Seconds for which a process uses its catalogue without checking for a newer one.
BELIEVED = 1.0
#: The most attempts to build a catalogue, if the cards change while they are read.
ATTEMPTS = 5


class _Held(NamedTuple):
    """The catalogue of this process. It is replaced as a whole, so that threads see consistent parts."""

    catalogue: Catalogue
    guides: str
    """The version of the imported campaigns."""
    checked: float
    """When the database last confirmed that this is the newest version."""
    belief: object
    """The token of the last `forget` when the database was queried; if it has changed, query again."""


class _Pin:
    """The catalogue of one request, from its first use on."""

    held: _Held | None = None


_lock = threading.Lock()
_held: _Held | None = None
_belief = object()
_pin: ContextVar[_Pin | None] = ContextVar("_pin", default=None)


def catalogue() -> Catalogue:
    """Return every card as the rules know it. It is built once per process, and again if the cards change.

    During an outage of the database, the last catalogue is used.
    """
    return _in_use().catalogue


def guides_version() -> str:
    """Return the version of the imported campaigns; it changes with every import of a campaign."""
    return _in_use().guides


def _in_use() -> _Held:
    pin = _pin.get()
    if pin is None:
        return _newest()
    if pin.held is None:
        pin.held = _newest()
    return pin.held


@contextmanager
def one_catalogue() -> Iterator[None]:
    """Use one catalogue for all code in this context, even if the cards change in the meantime."""
    token = _pin.set(_Pin())
    try:
        yield
    finally:
        _pin.reset(token)


def forget() -> None:
    """Query the database for the version at the next use."""
    global _belief
    _belief = object()
    if pin := _pin.get():
        pin.held = None


def _newest() -> _Held:
    global _held
    if found := _believed():
        return found
    with _lock:
        if found := _believed():
            return found
        held = _held
        if held is not None and database.is_open:
            return held
        belief, now = _belief, time.monotonic()
        try:
            cards, guides = _current(held.catalogue if held else None)
        except DatabaseError as error:
            if held is None or connection.in_atomic_block or not is_outage(error):
                raise
            database.failed(error)
            return held
        database.worked()
        _held = _Held(cards, guides, now, belief)
        return _held


def _believed() -> _Held | None:
    held = _held
    if held is None or held.belief is not _belief or time.monotonic() - held.checked >= BELIEVED:
        return None
    return held


def _current(held: Catalogue | None) -> tuple[Catalogue, str]:
    """Return the newest catalogue (the one held or a new one) and the version of the campaigns.

    It is read by several queries. If the cards changed between them, they may not fit together and are read
    again.
    """
    version, guides = versions()
    if held is not None and held.version == version:
        return held, guides
    for _attempt in range(ATTEMPTS):
        built = build_catalogue(version)
        newest, guides = versions()
        if newest == version:
            return built, guides
        version = newest
    return held or built, guides


def versions() -> tuple[str, str]:
    """Return the versions of the cards and of the imported campaigns, which change with them.

    The times distinguish versions with the same number after a backup is restored.
    """
    columns = ("number", "changed", "guides", "guides_changed")
    found = CatalogueVersion.objects.filter(pk=1).values_list(*columns).first()
    if found is None:
        return "", ""
    number, changed, guides, guides_changed = found
    return f"{number}-{changed.timestamp():.6f}", f"{guides}-{guides_changed.timestamp():.6f}"


def build_catalogue(version: str = "") -> Catalogue:
    return Catalogue.from_facts(
        cards=card_facts(),
        printings=printing_facts(),
        packs=pack_facts(),
        taboo_lists=taboo_facts(),
        encounter_cards=encounter_facts(),
        imported_titles=imported_titles(),
        version=version,
    )


def imported_titles() -> dict[str, dict[str, CardTitle]]:
    """Return the imported titles by language and code of the card; the first printing comes first."""
    found: dict[str, dict[str, CardTitle]] = {}
    rows = CardText.objects.exclude(language="en").exclude(title="").order_by("printing_id")
    columns = ("printing__card_id", "language", "title", "subtitle")
    for code, language, title, subtitle in rows.values_list(*columns):
        found.setdefault(language, {}).setdefault(code, CardTitle(title, subtitle))
    return found


def card_facts() -> list[Facts]:
    """Return all cards as facts (docs/catalogue.md), without values that are false, none or empty."""
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
    """Return skills, size, requirements and options, by the investigator's code."""
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
