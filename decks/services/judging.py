"""What do the rules say of a deck now? Lists show a cached answer; these keep it true."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import connection
from django.utils import timezone

from cards.adapters import catalogue
from decks.adapters import circumstances_of, judged_with, rules_deck
from decks.models import Deck
from rules.judge import judge
from rules.verdict import Verdict

CACHE = ("is_legal", "problems", "size", "size_needed", "experience", "judged_with", "judged_at")
#: What the columns can hold.
_MOST = 32_000


def remember(deck: Deck, verdict: Verdict) -> None:
    """Put a verdict into the deck's columns; the caller saves them."""
    figures = verdict.figures
    deck.is_legal = verdict.legal
    deck.problems = min(len(verdict.violations), _MOST)
    deck.size = max(-_MOST, min(figures.size, _MOST))
    deck.size_needed = figures.size_needed
    deck.experience = max(-_MOST, min(figures.experience, _MOST))
    deck.judged_with = judged_with(catalogue())
    deck.judged_at = timezone.now()


def rejudge(decks: Sequence[Deck]) -> None:
    """Judge many decks again and write the answers. Their working versions must be at hand."""
    cards = catalogue()
    circumstances = circumstances_of(decks)
    for deck in decks:
        remember(deck, judge(cards, rules_deck(deck), circumstances[deck.pk]))
    write_verdicts(decks)


def write_verdicts(decks: Iterable[Deck]) -> None:
    """Write only what is remembered of verdicts: nobody edited these decks, so they have not changed.

    One prepared statement for all rows; Django's bulk_update takes ten times as long for so many columns.
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
