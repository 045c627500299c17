"""Conversion between the entries of acts, as the rules define them, and database rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _

from campaigns import models
from campaigns.errors import BadAct
from rules.campaign import Entry, entries, from_plain, to_plain

#: Entries with a table of their own; all others are stored in BookEntry.
TABLES: dict[type[Entry], type[Any]] = {
    entries.ExperienceEntry: models.ExperienceEntry,
    entries.TraumaEntry: models.TraumaEntry,
    entries.ExileEntry: models.ExileEntry,
    entries.BearerEntry: models.BearerEntry,
    entries.WeaknessEntry: models.WeaknessDraw,
    entries.PurchaseEntry: models.PurchaseEntry,
    entries.LogEntry: models.LogEntry,
    entries.TokenChange: models.TokenChange,
    entries.DeckEntry: models.DeckEntry,
}
KINDS: dict[str, type[Entry]] = {kind.__name__: kind for kind in Entry.__subclasses__()}


def write_all(found: Iterable[tuple[models.Act, Iterable[Entry]]]) -> list[Model]:
    """Save the entries of several acts as rows, with one query for each table."""
    rows: dict[type[Any], list[Any]] = {}
    for act, written in found:
        for place, entry in enumerate(written):
            rows.setdefault(TABLES.get(type(entry), models.BookEntry), []).append(_row(act, place, entry))
    for table, found in rows.items():
        table.objects.bulk_create(found)
    return [row for found in rows.values() for row in found]


def _row(act: models.Act, place: int, entry: Entry) -> Model:
    table = TABLES.get(type(entry))
    if table is None:
        return models.BookEntry(act=act, place=place, kind=type(entry).__name__, facts=to_plain(entry))
    plain = to_plain(entry)
    columns = {f.name: plain[f.name] for f in fields(entry) if f.name in plain}
    for name, value in columns.items():
        most = table._meta.get_field(name).max_length
        if most and isinstance(value, str) and len(value) > most:
            facts = {"text": value[:40], "most": most}
            raise BadAct(_("“%(text)s…” is too long. Use at most %(most)d characters.") % facts)
    row: Model = table(act=act, place=place, **columns)
    return row


def read(acts: Iterable[models.Act]) -> Iterator[tuple[int, tuple[Entry, ...]]]:
    """Return the entries of these acts in order, with one query for each table."""
    numbers = {act.pk: act.number for act in acts}
    found: dict[int, list[tuple[int, Entry]]] = {number: [] for number in numbers.values()}
    for kind, table in TABLES.items():
        for row in table.objects.filter(act_id__in=numbers):
            plain = {f.name: getattr(row, f.name) for f in fields(kind)}
            found[numbers[row.act_id]].append((row.place, from_plain(kind, plain)))
    for row in models.BookEntry.objects.filter(act_id__in=numbers):
        found[numbers[row.act_id]].append((row.place, from_plain(KINDS[row.kind], row.facts)))
    for number in sorted(found):
        yield number, tuple(entry for _place, entry in sorted(found[number], key=lambda each: each[0]))
