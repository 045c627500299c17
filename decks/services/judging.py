"""What do the rules say of a deck now? Lists show a cached answer; these keep it true."""

from __future__ import annotations

from collections.abc import Sequence

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
    """Judge many decks again and write the answers at once. Their working versions must be at hand."""
    cards = catalogue()
    circumstances = circumstances_of(decks)
    changed: list[Deck] = []
    same: list[Deck] = []
    for deck in decks:
        before = _cached(deck)
        remember(deck, judge(cards, rules_deck(deck), circumstances[deck.pk]))
        (same if _cached(deck) == before else changed).append(deck)
    stamp = {"judged_with": judged_with(cards), "judged_at": timezone.now()}
    # Most verdicts are still true; those need no row of their own in the statement.
    Deck.objects.filter(pk__in=[deck.pk for deck in same]).update(**stamp)
    Deck.objects.bulk_update(changed, CACHE, batch_size=100)


def _cached(deck: Deck) -> tuple[object, ...]:
    return deck.is_legal, deck.problems, deck.size, deck.size_needed, deck.experience
