"""The difference between two decks, or between two versions of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards.search.index import usual_order
from cards.text.names import title_of
from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck, Tick


@dataclass(frozen=True, slots=True)
class Difference:
    """Copies of one card in both decks. Printings do not matter, levels do."""

    code: str
    before: int
    after: int

    @property
    def change(self) -> int:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Upgraded:
    """Copies that were removed, and the higher version that was added for them."""

    lower: str
    higher: str
    copies: int


@dataclass(frozen=True, slots=True)
class Comparison:
    added: tuple[Difference, ...]
    removed: tuple[Difference, ...]
    upgraded: tuple[Upgraded, ...]
    """Among those added and removed: pairs of the same title with a rising level."""
    shared: int
    """Copies that both decks hold."""
    sheets: Mapping[str, tuple[tuple[Tick, ...], tuple[Tick, ...]]]
    """Upgrade sheets that differ, before and after, by card."""

    @property
    def same(self) -> bool:
        return not (self.added or self.removed or self.sheets)


def compare(catalogue: Catalogue, before: Deck, after: Deck, part: str = "slots") -> Comparison:
    """Compare the main decks, or the part `wish_list` or `second_deck`."""
    old, new = _by_card(catalogue, getattr(before, part)), _by_card(catalogue, getattr(after, part))
    rows = [Difference(code, old.get(code, 0), new.get(code, 0)) for code in {*old, *new}]
    rows.sort(key=lambda row: _usual(catalogue, row.code))
    added = tuple(row for row in rows if row.change > 0)
    removed = tuple(row for row in rows if row.change < 0)
    sheets = {
        code: (before.customizations.get(code, ()), after.customizations.get(code, ()))
        for code in sorted({*before.customizations, *after.customizations})
        if before.customizations.get(code, ()) != after.customizations.get(code, ())
    }
    return Comparison(
        added=added,
        removed=removed,
        upgraded=_upgraded(catalogue, removed, added),
        shared=sum(min(row.before, row.after) for row in rows),
        sheets=sheets if part == "slots" else {},
    )


def _by_card(catalogue: Catalogue, slots: Mapping[str, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for code, copies in slots.items():
        card = catalogue.resolve(code)
        name = card.code if card else code
        found[name] = found.get(name, 0) + copies
    return found


def _usual(catalogue: Catalogue, code: str) -> tuple[object, ...]:
    """Sort key by class, type and title; unknown cards come last."""
    card = catalogue.cards.get(code)
    return (0, *usual_order(card, title_of(card))) if card else (1, code)


def _upgraded(
    catalogue: Catalogue, removed: tuple[Difference, ...], added: tuple[Difference, ...]
) -> tuple[Upgraded, ...]:
    left = {row.code: -row.change for row in removed}
    pairs = []
    for row in sorted(added, key=lambda r: _level(catalogue, r.code)):
        card = catalogue.cards.get(row.code)
        wanted = row.change
        titles = {code: catalogue.cards[code].title for code in left if code in catalogue.cards}
        lower = [code for code, title in titles.items() if card and title == card.title]
        for code in sorted(lower, key=lambda c: -_level(catalogue, c)):
            copies = min(wanted, left[code])
            if copies and _level(catalogue, code) < _level(catalogue, row.code):
                pairs.append(Upgraded(code, row.code, copies))
                left[code] -= copies
                wanted -= copies
    return tuple(pairs)


def _level(catalogue: Catalogue, code: str) -> int:
    card = catalogue.cards.get(code)
    return card.level or 0 if card else 0
