"""What became of a deck? Its versions, newest first: what changed, what it cost and why."""

from __future__ import annotations

from dataclasses import dataclass

from cards.adapters import catalogue
from cards.naming import full_title
from decks.adapters import rules_deck
from decks.comparing import compare
from decks.editor.upgrade import LedgerRow, ledger_rows
from decks.models import Deck, DeckVersion
from decks.selectors import versions_of


@dataclass(frozen=True, slots=True)
class Change:
    """Cards that came or went without a purchase on record."""

    name: str
    copies: int


@dataclass(frozen=True, slots=True)
class VersionPage:
    version: DeckVersion
    purchases: tuple[LedgerRow, ...]
    changes: tuple[Change, ...]
    is_working: bool


def history_of(deck: Deck) -> list[VersionPage]:
    pages = [
        VersionPage(
            version,
            purchases := ledger_rows(version),
            () if purchases else _changes(deck, version),
            version.pk == deck.working_id,
        )
        for version in versions_of(deck)
    ]
    return pages[::-1]


def _changes(deck: Deck, version: DeckVersion) -> tuple[Change, ...]:
    if version.previous is None:
        return ()
    cards = catalogue()
    found = compare(cards, rules_deck(deck, version.previous), rules_deck(deck, version))
    rows = [Change(name_of(each.code), each.change) for each in (*found.added, *found.removed)]
    for each in found.upgraded:
        rows += [Change(name_of(each.higher), each.copies), Change(name_of(each.lower), -each.copies)]
    return tuple(rows)


def name_of(code: str) -> str:
    card = catalogue().resolve(code)
    return full_title(card) if card else code
