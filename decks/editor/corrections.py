"""Changes of an upgraded version that its ledger does not explain: corrections, which cost nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from cards.text.names import exact_title
from decks.adapters import outcome_of, rules_deck
from decks.models import DeckVersion
from decks.models.versions import Why
from decks.open_upgrade import LEAVES
from rules.cards.catalogue import Catalogue
from rules.upgrade.apply import without_removed
from rules.upgrade.purchase import DECK, KEPT_LOWER, MARK


@dataclass(frozen=True, slots=True)
class Corrections:
    """Copies that were added and removed after an upgrade was finished, by title."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed)


def is_finished_upgrade(version: DeckVersion) -> bool:
    """Return whether the version was made by an upgrade that is finished."""
    return version.why == Why.UPGRADED and not version.is_open and version.previous_id is not None


def corrections_of(catalogue: Catalogue, version: DeckVersion) -> Corrections:
    """Return how the cards of a finished version differ from its ledger. Only cards that are bought count."""
    if not is_finished_upgrade(version) or version.previous is None:
        return Corrections()
    before = without_removed(catalogue, rules_deck(version.deck, version.previous), outcome_of(version))
    expected = _counted(catalogue, before.slots)
    for row in version.purchases.all():
        if row.place != DECK or row.way == MARK:
            continue
        if row.way == LEAVES:
            expected[_own(catalogue, row.card)] -= 1
            continue
        expected[_own(catalogue, row.card)] += 1
        if row.replaces and row.way != KEPT_LOWER:
            expected[_own(catalogue, row.replaces)] -= 1
    now = _counted(catalogue, version.slots)
    changes = {code: now[code] - expected[code] for code in now.keys() | expected.keys()}
    return Corrections(
        added=_titles(catalogue, {code: n for code, n in changes.items() if n > 0}),
        removed=_titles(catalogue, {code: -n for code, n in changes.items() if n < 0}),
    )


def _own(catalogue: Catalogue, code: str) -> str:
    card = catalogue.resolve(code)
    return card.code if card else code


def _counted(catalogue: Catalogue, slots: Mapping[str, int]) -> Counter[str]:
    found: Counter[str] = Counter()
    for code, copies in slots.items():
        found[_own(catalogue, code)] += copies
    return found


def _titles(catalogue: Catalogue, changes: dict[str, int]) -> tuple[str, ...]:
    cards = ((catalogue.cards.get(code), copies) for code, copies in changes.items())
    named = ((exact_title(card), copies) for card, copies in cards if card is not None and card.standard)
    return tuple(sorted(f"{title} × {copies}" if copies > 1 else title for title, copies in named))
