"""Which titles are over their limit, and by which rule? (Rulebook A2 and the limits of A3's keywords.)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rules.model import Card


class OverLimit(NamedTuple):
    """A title with too many copies: the rule that limits it, and the facts."""

    rule: str
    facts: dict[str, Any]


def copy_limit(card: Card) -> int:
    """Copies of this version in one deck."""
    return min(card.limit, 1) if card.exceptional else card.limit


def title_limit(card: Card) -> int:
    """Copies of the title that this version allows, all versions together."""
    return 1 if card.exceptional else card.title_limit or card.limit


def over_limit(held: Mapping[str, Mapping[str, tuple[Card, int]]]) -> list[OverLimit]:
    """Look at copies by title and version (`title → code → card, copies`); what is within its limits is not
    told."""
    found: list[OverLimit] = []
    for title in sorted(held):
        versions = {code: row for code, row in held[title].items() if row[1] > 0}
        if versions:
            found += _over(title, versions)
    return found


def _over(title: str, versions: Mapping[str, tuple[Card, int]]) -> Iterable[OverLimit]:
    total = sum(copies for _, copies in versions.values())
    # The strictest limit printed on any version present (E-10). A signature's own number is no limit for
    # others.
    strictest = min(
        (card for card, _ in versions.values() if card.standard),
        key=title_limit,
        default=next(iter(versions.values()))[0],
    )
    limit = title_limit(strictest)
    if total > limit:
        facts = {"title": title, "copies": total, "limit": limit, "cards": sorted(versions)}
        yield OverLimit(_rule_for(strictest, versions, limit), facts)
        return
    for code, (card, copies) in sorted(versions.items()):
        if copies > copy_limit(card):
            facts = {"title": title, "subtitle": card.subtitle, "copies": copies, "limit": copy_limit(card)}
            yield OverLimit("copies.limit-per-deck-qualified", {**facts, "cards": [code]})


def _rule_for(strictest: Card, versions: Mapping[str, tuple[Card, int]], limit: int) -> str:
    if strictest.exceptional:
        same = all(card.exceptional for card, _ in versions.values())
        return "exceptional.one-copy" if same else "exceptional.title-covers-all-versions"
    if strictest.myriad:
        return "myriad.three-copies"
    return "copies.max-two-by-title" if limit == 2 else "copies.limit-per-deck"
