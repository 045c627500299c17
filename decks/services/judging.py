"""The cached verdicts of decks, which lists show: how they are computed and written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import connection
from django.utils import timezone

from cards.adapters import catalogue
from decks.adapters import judged_with
from decks.campaign_hook import look_up_seats
from decks.examined import ExaminedDeck
from decks.models import Deck
from decks.services.card_index import index_cards
from rules.deck.verdict import Verdict

CACHE = ("is_legal", "problems", "size", "size_needed", "experience", "judged_with", "judged_at")
#: The largest value of the columns.
_MOST = 32_000


def remember(deck: Deck, verdict: Verdict) -> None:
    """Set the columns of a deck's verdict; the caller saves them."""
    figures = verdict.figures
    deck.is_legal = verdict.legal
    deck.problems = min(len(verdict.violations), _MOST)
    deck.size = max(-_MOST, min(figures.size, _MOST))
    deck.size_needed = figures.size_needed
    deck.experience = max(-_MOST, min(figures.experience, _MOST))
    deck.judged_with = judged_with(catalogue())
    deck.judged_at = timezone.now()


def rejudge(decks: Sequence[Deck]) -> None:
    """Judge many decks again and write their verdicts. Their working versions must be loaded."""
    look_up_seats(decks)
    judge_seated(decks)


def judge_seated(decks: Sequence[Deck]) -> None:
    """Judge decks whose seats are loaded, and write their verdicts."""
    for deck in decks:
        remember(deck, ExaminedDeck(deck).verdict)
        index_cards(deck)
    write_verdicts(decks)


def write_verdicts(decks: Iterable[Deck]) -> None:
    """Write only the columns of the verdicts, and leave the time of the last change alone.

    One prepared statement is used for all rows; Django's bulk_update takes ten times as long.
    """
    columns = [field for field in Deck._meta.concrete_fields if field.name in CACHE]
    quoted = connection.ops.quote_name
    sets = ", ".join(f"{quoted(str(column.column))} = %s" for column in columns)
    table, key = quoted(Deck._meta.db_table), quoted(str(Deck._meta.pk.column))
    rows = [
        [*(column.get_db_prep_save(getattr(deck, column.attname), connection) for column in columns), deck.pk]
        for deck in decks
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(f"UPDATE {table} SET {sets} WHERE {key} = %s", rows)
