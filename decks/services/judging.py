"""The cached verdicts of decks, which lists show: how they are computed and written."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Field, QuerySet
from django.utils import timezone

from cards.adapters import catalogue
from decks.adapters import judged_with
from decks.campaign_hook import look_up_seats
from decks.examined import ExaminedDeck
from decks.models import Deck
from decks.services.card_index import index_many
from rules.deck.verdict import Verdict

CACHE = ("is_legal", "problems", "size", "size_needed", "experience", "judged_with", "judged_at")
#: The columns that judging and the index of published cards read.
READ = (
    *("investigator", "front", "back", "choices", "taboo", "edition", "environment", "card_pool", "mode"),
    *("extras", "visibility", "published_at", "created"),
    *(
        f"working__{name}"
        for name in ("slots", "wish_list", "second_deck", "ignored", "customizations", "attachments")
    ),
)
#: The largest value of the columns.
_MOST = 32_000


def remember(deck: Deck, verdict: Verdict) -> None:
    """Set the columns of a deck's verdict; the caller saves them."""
    _remember(deck, verdict, judged_with(catalogue()), timezone.now())


def _remember(deck: Deck, verdict: Verdict, basis: str, now: datetime) -> None:
    figures = verdict.figures
    deck.is_legal = verdict.legal
    deck.problems = min(len(verdict.violations), _MOST)
    deck.size = max(-_MOST, min(figures.size, _MOST))
    deck.size_needed = figures.size_needed
    deck.experience = max(-_MOST, min(figures.experience, _MOST))
    deck.judged_with = basis
    deck.judged_at = now


def for_judging(decks: QuerySet[Deck]) -> QuerySet[Deck]:
    """Return decks with the columns that judging reads, and no others."""
    return decks.select_related("working").only(*READ)


def rejudge(decks: Sequence[Deck]) -> None:
    """Judge many decks again and write their verdicts. Their working versions must be loaded."""
    look_up_seats(decks)
    judge_seated(decks)


def judge_seated(decks: Sequence[Deck]) -> None:
    """Judge decks whose seats are loaded, and write their verdicts."""
    basis, now = judged_with(catalogue()), timezone.now()
    for deck in decks:
        _remember(deck, ExaminedDeck(deck).verdict, basis, now)
    index_many(decks)
    write_verdicts(decks)


def write_verdicts(decks: Sequence[Deck]) -> None:
    """Write only the columns of the verdicts, and leave the time of the last change alone.

    PostgreSQL gets all rows in one statement, SQLite one prepared statement for each. Django's bulk_update
    takes ten times as long.
    """
    columns = [field for field in Deck._meta.concrete_fields if field.name in CACHE]
    if not decks:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            values = [[deck.pk for deck in decks], *(_values(column, decks) for column in columns)]
            cursor.execute(_update_of_many([Deck._meta.pk, *columns]), values)
        else:
            rows = zip(*(_values(column, decks) for column in (*columns, Deck._meta.pk)), strict=True)
            cursor.executemany(_update_of_one(columns), list(rows))


def _values(column: Field[Any, Any], decks: Sequence[Deck]) -> list[Any]:
    return [column.get_db_prep_save(getattr(deck, column.attname), connection) for deck in decks]


def _update_of_one(columns: Sequence[Field[Any, Any]]) -> str:
    quoted = connection.ops.quote_name
    sets = ", ".join(f"{quoted(str(column.column))} = %s" for column in columns)
    table, key = quoted(Deck._meta.db_table), quoted(str(Deck._meta.pk.column))
    return f"UPDATE {table} SET {sets} WHERE {key} = %s"


def _update_of_many(columns: Sequence[Field[Any, Any]]) -> str:
    """The key is the first of the columns, each of which is sent as one array."""
    quoted = connection.ops.quote_name
    table, names = quoted(Deck._meta.db_table), [quoted(str(column.column)) for column in columns]
    arrays = ", ".join(f"%s::{column.rel_db_type(connection)}[]" for column in columns)
    sets = ", ".join(f"{name} = new.{name}" for name in names[1:])
    return (
        f"UPDATE {table} SET {sets} FROM unnest({arrays}) AS new ({', '.join(names)})"
        f" WHERE {table}.{names[0]} = new.{names[0]}"
    )
