"""The history of a deck: its versions, newest first, with changes, costs and reasons."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cards.adapters import catalogue
from cards.text.names import exact_title
from decks.adapters import outcome_of
from decks.campaign_hook import Experience
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
    is_used: bool
    """Whether it led to the deck. Purchases of others were undone or replaced, and are not counted."""


@dataclass(frozen=True, slots=True)
class History:
    """The versions of a deck, and the experience over all of them."""

    pages: tuple[VersionPage, ...]
    """The newest versions, the latest first: as many as a page can show."""
    older: int
    """How many versions are not among them."""
    experience: Experience


def history_of(deck: Deck) -> History:
    """Return the history of a deck. What was earned and spent agrees with what is left.

    In a campaign, its ledger says so. Elsewhere the versions do that led to the deck: what was restored or
    undone since is not counted.
    """
    rows = {row["pk"]: row for row in deck.versions.values("pk", "previous_id", "cost")}
    led_here: set[int] = set()
    pk = deck.working_id
    while pk in rows and pk not in led_here:
        led_here.add(pk)
        pk = rows[pk]["previous_id"]
    spent = sum(rows[pk]["cost"] for pk in led_here)
    left = deck.working.experience_left if deck.working else 0
    used = led_here | {pk for pk, row in rows.items() if not row["cost"]}
    versions = versions_of(deck).order_by("-number")[:MOST_SHOWN]
    pages = tuple(_page(deck, version, version.pk in used) for version in versions)
    return History(
        pages,
        older=len(rows) - len(pages),
        experience=deck.seat.experience if deck.seat else Experience(left + spent, spent),
    )


def _page(deck: Deck, version: DeckVersion, is_used: bool) -> VersionPage:
    outcome = outcome_of(version)
    return VersionPage(
        version,
        ledger_rows(version),
        _changes(version, outcome.exiled),
        tuple(name_of(code) for code in outcome.exiled.codes),
        tuple(condition_texts(outcome)),
        version.pk == deck.working_id,
        is_used,
    )


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
