"""Facts of a taboo list, card by card."""

from __future__ import annotations

import re
from typing import Any

from cards.generation import card_text, fields
from cards.generation.options import customizations, options, requirements
from cards.generation.source import Row, SourceError

Facts = dict[str, Any]

DATE = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")


def read_taboo_list(row: Row, rows: dict[str, Row], originals: dict[str, str]) -> tuple[Facts, list[str]]:
    """Return a list with its entries by first printing, in order of code; and the unknown codes."""
    code = fields.text(row, "code")
    date = fields.text(row, "date_start")
    if not DATE.fullmatch(date):
        raise SourceError("taboos.json", f"{code}.date_start", f"{date!r} is not a date")
    if not isinstance(row.get("cards"), list):
        raise SourceError("taboos.json", f"{code}.cards", "is not a list")
    entries: dict[str, Facts] = {}
    unknown = []
    for entry in row["cards"]:
        if not isinstance(entry, dict) or not isinstance(entry.get("code"), str):
            raise SourceError("taboos.json", f"{code}.cards", "holds an entry without a code")
        # Some reprints are listed beside their originals, some are not.
        card = originals.get(entry["code"])
        if card is None:
            unknown.append(entry["code"])
        else:
            entries[card] = entries.get(card, {}) | read_entry(entry, card, rows.get(card, {}))
    for entry in entries.values():
        if entry.get("forbidden"):
            # List 009 names 60233 twice: once with a price, and finally as forbidden.
            entry.pop("price", None)
    number = row.get("id") or (int(code) if code.isdigit() else 0)
    listed = [entries[card] for card in sorted(entries)]
    return {"code": code, "id": number, "date": date, "cards": listed}, unknown


def read_entry(entry: Row, card: str, row: Row) -> Facts:
    found: Facts = {"card": card}
    if price := fields.number(entry, "xp"):
        found["price"] = price
    if entry.get("exceptional") is not None:
        found["exceptional"] = bool(entry["exceptional"])
    limit = fields.number(entry, "deck_limit")
    if limit == 0:
        # The data forbids a card by a limit of 0.
        found["forbidden"] = True
    elif limit is not None:
        found["limit"] = limit
    text = fields.text(entry, "text") or fields.text(entry, "replacement_text")
    if card_text.is_campaign_only(text):
        found["campaign_only"] = True
    if entry.get("deck_requirements"):
        found["deck"] = requirements(entry["deck_requirements"])
    if entry.get("deck_options"):
        other = card_text.has_other(fields.text(row, "back_text"))
        found["options"] = options(entry["deck_options"], other=other)
    if entry.get("customization_options"):
        found["customizations"] = customizations(entry["customization_options"])
    if text and not found.get("forbidden"):
        found["reworded"] = True
    return found
