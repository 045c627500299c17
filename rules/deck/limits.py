"""Limits of copies: the titles that are over their limit, and the rule that sets it.

(Rulebook A2, and the limits of A3's keywords.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.cards.model import Card


class OverLimit(NamedTuple):
    """A title with too many copies: the rule that limits it, and the facts."""

    rule: str
    facts: dict[str, Any]
    interpretation: str = ""


@dataclass(slots=True)
class Held:
    """The copies of one version of a card in a deck, and their printings."""

    card: Card
    copies: int = 0
    printings: list[str] = field(default_factory=list)


def copy_limit(card: Card) -> int:
    """Return how many copies of this version one deck may hold."""
    return min(card.limit, 1) if card.exceptional else card.limit


def title_limit(card: Card) -> int:
    """Return how many copies of the title this version allows, all versions together."""
    return 1 if card.exceptional else card.title_limit or card.limit


def over_limit(held: Mapping[str, Mapping[str, Held]]) -> list[OverLimit]:
    """Return the titles over their limit, from copies by title and version (`title → code → held`)."""
    found: list[OverLimit] = []
    for title in sorted(held):
        versions = [held[title][code] for code in sorted(held[title]) if held[title][code].copies > 0]
        if versions:
            found += _over(title, versions)
    return found


def _over(title: str, versions: list[Held]) -> Iterable[OverLimit]:
    total = sum(version.copies for version in versions)
    # The strictest limit printed on any version present (E-10). A signature's own number does not limit
    # others.
    limits = {
        title_limit(version.card): version.card
        for version in sorted(versions, key=lambda version: version.card.exceptional)
        if version.card.standard
    }
    limit = min(limits, default=title_limit(versions[0].card))
    strictest = limits.get(limit, versions[0].card)
    if total > limit:
        facts = {"title": title, "copies": total, "limit": limit, "cards": _printings(versions)}
        yield OverLimit(_rule_for(strictest, versions, limit), facts, "E-10" if len(limits) > 1 else "")
        return
    for version in versions:
        card, limit = version.card, copy_limit(version.card)
        if version.copies > limit:
            facts = {"title": title, "subtitle": card.subtitle, "copies": version.copies, "limit": limit}
            yield OverLimit("copies.limit-per-deck-qualified", {**facts, "cards": _printings([version])})


def _printings(versions: list[Held]) -> list[str]:
    return sorted(code for version in versions for code in version.printings)


def _rule_for(strictest: Card, versions: list[Held], limit: int) -> str:
    if strictest.exceptional:
        same = all(version.card.exceptional for version in versions)
        return "exceptional.one-copy" if same else "exceptional.title-covers-all-versions"
    if strictest.myriad:
        return "myriad.three-copies"
    return "copies.max-two-by-title" if limit == 2 else "copies.limit-per-deck"
