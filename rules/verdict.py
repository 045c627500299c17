"""What do the rules say of a thing? A Verdict: every violation at once, each with its rule, its facts and
its page.

Messages are plain English templates with named facts, marked by `_()` for makemessages; the edges translate
them and fill
the facts in. The rules themselves know no language and no framework.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.editions import Citation, Edition
from rules.rulebook import RULEBOOK

Facts = Mapping[str, Any]


def _(message: str) -> str:
    """Mark a message for translation; the edges translate."""
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
        """Where the rule stands; None for what no rulebook speaks of, such as an act that makes no sense."""
        return self.edition.cite(self.rule) if self.rule in RULEBOOK else None

    def __str__(self) -> str:
        return self.message.format(**{key: spoken(value) for key, value in self.facts.items()})

    def as_dict(self) -> dict[str, Any]:
        """The one shape that pages, API and commands draw."""
        row: dict[str, Any] = {
            "rule": self.rule,
            "message": str(self),
            "cite": str(self.cite or ""),
            "facts": dict(self.facts),
        }
        if self.interpretation:
            row["interpretation"] = self.interpretation
        return row


def spoken(value: Any) -> Any:
    """A fact as it stands in a sentence: lists become “a, b”."""
    if isinstance(value, (list, tuple)):
        return ", ".join(str(item) for item in value)
    return value


class LimitedLine(NamedTuple):
    """A limited option of the investigator, and the copies that sit in it."""

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
    """Legal or not, and all that there is to say about it, in rule order."""

    violations: tuple[Violation, ...] = ()
    warnings: tuple[Violation, ...] = ()
    notes: tuple[Violation, ...] = ()
    figures: Figures = Figures()

    @property
    def legal(self) -> bool:
        return not self.violations

    def as_dict(self) -> dict[str, Any]:
        return {
            "legal": self.legal,
            "violations": [v.as_dict() for v in self.violations],
            "warnings": [v.as_dict() for v in self.warnings],
            "notes": [v.as_dict() for v in self.notes],
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
