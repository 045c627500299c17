"""What became of a deck? Its versions, newest first: what changed, what it cost and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cards.adapters import catalogue
from cards.naming import exact_title
from decks import happenings
from decks.editor.upgrade import LedgerRow, ledger_rows
from decks.models import Deck, DeckVersion
from decks.selectors import versions_of
from decks.services.upgrading import LEAVES
from rules.prices.purchase import KEPT_LOWER, MARK


@dataclass(frozen=True, slots=True)
class Change:
    """Cards that came or went without a purchase on record."""

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
    happened: tuple[str, ...]
    is_working: bool


def history_of(deck: Deck) -> list[VersionPage]:
    pages = [
        VersionPage(
            version,
            ledger_rows(version),
            _changes(version),
            tuple(name_of(code) for code in version.exiled),
            tuple(happenings.in_words(version.aftermath)),
            version.pk == deck.working_id,
        )
        for version in versions_of(deck)
    ]
    return pages[::-1]


def _changes(version: DeckVersion) -> tuple[Change, ...]:
    """The difference to the version before, less what was bought and exiled."""
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
    for code in version.exiled:
        change[_card(code)] += 1
    rows = [Change(name_of(code), copies) for code, copies in change.items() if copies]
    return tuple(sorted(rows, key=lambda row: (row.copies < 0, row.name)))


def _copies(version: DeckVersion) -> Counter[str]:
    """Copies of each card, whichever printing it is held as."""
    found: Counter[str] = Counter()
    for part in (version.slots, version.extra):
        for code, copies in part.items():
            found[_card(code)] += copies
    return found


def _card(code: str) -> str:
    card = catalogue().resolve(code)
    return card.code if card else code


def name_of(code: str) -> str:
    card = catalogue().resolve(code)
    return exact_title(card) if card else code
