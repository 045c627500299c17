"""Verdicts: every violation at once, each with its rule, its facts and its citation.

Messages are plain English templates with named facts, marked by `_()` for makemessages. The callers translate
them and fill in the facts. The rules themselves know no language and no framework.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

from rules.rulebook import RULEBOOK
from rules.rulebook.editions import Citation, Edition, edition

Facts = Mapping[str, Any]
Text = Callable[["Violation"], str]
"""A function that writes the message of a violation."""


def _(message: str) -> str:
    """Mark a message for translation; the callers translate it."""
    return message


class Violation(NamedTuple):
    """One broken rule, with the facts that broke it. Warnings and notes have the same shape."""

    rule: str
    message: str
    facts: Facts
    edition: Edition
    interpretation: str = ""
    """The ambiguity (E-01 …) that the rulebook leaves open and that was decided for this finding."""

    @property
    def cite(self) -> Citation | None:
        """Return the place of the rule; None for problems that no rulebook covers."""
        return self.edition.cite(self.rule) if self.rule in RULEBOOK else None

    def __str__(self) -> str:
        return self.message.format(**{key: spoken(value) for key, value in self.facts.items()})

    def as_dict(self, text: Text = str, language: str = "en") -> dict[str, Any]:
        """Return the representation that pages, API and commands show; `text` writes the message."""
        row: dict[str, Any] = {
            "rule": self.rule,
            "message": text(self),
            "cite": _citation_text(self.edition.id, self.rule, language),
            "facts": dict(self.facts),
        }
        if self.interpretation:
            row["interpretation"] = self.interpretation
        return row


@cache
def _citation_text(edition_id: str, rule: str, language: str) -> str:
    citation = edition(edition_id).cite(rule) if rule in RULEBOOK else None
    return citation.short(language) if citation else ""


@dataclass
class Findings:
    """Everything that the rules found about one deck, in rule order."""

    violations: list[Violation]
    lacking: list[Violation]
    """The violations that adding more cards would resolve."""
    warnings: list[Violation]
    notes: list[Violation]

    @cached_property
    def by_card(self) -> dict[tuple[str, str], list[Violation]]:
        """The violations by rule and card; used only when the findings are complete."""
        found: dict[tuple[str, str], list[Violation]] = {}
        for violation in self.violations:
            found.setdefault(about(violation), []).append(violation)
        return found


def about(violation: Violation) -> tuple[str, str]:
    """Return the rule and the card or title, to find a violation among many."""
    facts = violation.facts
    return violation.rule, str(facts.get("card") or facts.get("title", ""))


def spoken(value: Any) -> Any:
    """Return a fact as it appears in a sentence: lists become “a, b”."""
    if isinstance(value, (list, tuple)):
        return ", ".join(str(item) for item in value)
    return value


class LimitedLine(NamedTuple):
    """A limited option of the investigator, and the copies assigned to it."""

    name: str
    limit: int
    used: int
    cards: Mapping[str, int]
    granted_by: str = ""


class Figures(NamedTuple):
    """The numbers that a page shows beside a verdict."""

    size: int = 0
    size_needed: int = 0
    experience: int = 0
    limited: tuple[LimitedLine, ...] = ()
    weaknesses: int = 0
    weaknesses_owed: int = 0
    weaknesses_to_draw: int = 0
    """Placeholders in the deck, for which a weakness is still to be drawn."""


class Verdict(NamedTuple):
    """Whether a deck is legal, with all violations, warnings and notes in rule order."""

    violations: tuple[Violation, ...] = ()
    warnings: tuple[Violation, ...] = ()
    notes: tuple[Violation, ...] = ()
    figures: Figures = Figures()

    @property
    def legal(self) -> bool:
        return not self.violations

    def as_dict(self, text: Text = str, language: str = "en") -> dict[str, Any]:
        """Return the representation that pages, API and commands show; `text` writes the messages."""
        return {
            "legal": self.legal,
            "violations": [v.as_dict(text, language) for v in self.violations],
            "warnings": [v.as_dict(text, language) for v in self.warnings],
            "notes": [v.as_dict(text, language) for v in self.notes],
            "size": self.figures.size,
            "size_needed": self.figures.size_needed,
            "experience": self.figures.experience,
            "limited": [
                {"name": line.name, "limit": line.limit, "used": line.used, "cards": dict(line.cards)}
                for line in self.figures.limited
            ],
            "weaknesses": {
                "held": self.figures.weaknesses,
                "owed": self.figures.weaknesses_owed,
                "to_draw": self.figures.weaknesses_to_draw,
            },
        }
