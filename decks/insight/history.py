"""The history of a deck: its versions, newest first, with changes, costs and reasons."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Sum

from cards.adapters import catalogue
from cards.text.names import exact_title
from decks.adapters import outcome_of
from decks.conditions import condition_texts
from decks.editor.upgrade import LedgerRow, ledger_rows
from decks.models import Deck, DeckVersion
from decks.open_upgrade import LEAVES
from decks.selectors import versions_of
from rules.outcome import Piles
from rules.upgrade.purchase import KEPT_LOWER, MARK

#: Versions on a deck's page.
MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Change:
    """Cards that were added or removed without a purchase."""

    name: str
    copies: int

    @property
    def gone(self) -> int:
        return -self.copies


@dataclass(frozen=True, slots=True)
class VersionPage:
    version: DeckVersion
    purchases: tuple[LedgerRow, ...]
    changes: tuple[Change, ...]
    exiled: tuple[str, ...]
    conditions: tuple[str, ...]
    is_working: bool


def history_of(deck: Deck) -> list[VersionPage]:
    """The newest versions, the latest first: as many as a page can show."""
    return [_page(deck, version) for version in versions_of(deck).order_by("-number")[:MOST_SHOWN]]


def _page(deck: Deck, version: DeckVersion) -> VersionPage:
    outcome = outcome_of(version)
    return VersionPage(
        version,
        ledger_rows(version),
        _changes(version, outcome.exiled),
        tuple(name_of(code) for code in outcome.exiled.codes),
        tuple(condition_texts(outcome)),
        version.pk == deck.working_id,
    )


def history_figures(deck: Deck) -> dict[str, int]:
    """How many versions there are, and what was earned and spent in all of them."""
    return deck.versions.aggregate(versions=Count("pk"), earned=Sum("experience_earned"), spent=Sum("cost"))


def _changes(version: DeckVersion, exiled: Piles) -> tuple[Change, ...]:
    """Return the difference from the version before, without purchases and exiled cards."""
    if version.previous is None:
        return ()
    change = _copies(version)
    change.subtract(_copies(version.previous))
    for row in version.purchases.all():
        if row.way == LEAVES:
            change[_card(row.card)] += 1
            continue
        if row.way != MARK:
            change[_card(row.card)] -= 1
        if row.replaces and row.way != KEPT_LOWER:
            change[_card(row.replaces)] += 1
    for code in exiled.codes:
        change[_card(code)] += 1
    rows = [Change(name_of(code), copies) for code, copies in change.items() if copies]
    return tuple(sorted(rows, key=lambda row: (row.copies < 0, row.name)))


def _copies(version: DeckVersion) -> Counter[str]:
    """Return the copies of each card, whatever printing the version holds."""
    found: Counter[str] = Counter()
    for part in (version.slots, version.second_deck):
        for code, copies in part.items():
            found[_card(code)] += copies
    return found


def _card(code: str) -> str:
    card = catalogue().resolve(code)
    return card.code if card else code


def name_of(code: str) -> str:
    card = catalogue().resolve(code)
    return exact_title(card) if card else code
