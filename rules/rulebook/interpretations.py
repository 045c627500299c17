"""Interpretations E-01, E-02 …: questions that the documents leave open, and how each is decided.

A verdict may name one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.rulebook.files import RulebookError, only, read_file

NAME = "interpretations.json"
KEYS = frozenset({"id", "question", "question_de", "decision", "decision_de", "rules"})


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A question that the documents leave open, and the answer given here."""

    id: str
    question: str
    question_de: str
    decision: str
    decision_de: str
    rules: tuple[str, ...]
    """The rules that it affects."""

    def question_text(self, language: str) -> str:
        return self.question_de if language == "de" else self.question

    def decision_text(self, language: str) -> str:
        return self.decision_de if language == "de" else self.decision


def _read() -> Mapping[str, Interpretation]:
    found: dict[str, Interpretation] = {}
    for row in read_file(NAME)["interpretations"]:
        only(row, KEYS, KEYS, f"{NAME}, {row.get('id')}")
        if row["id"] in found:
            raise RulebookError(f"{NAME}, {row['id']}: there already is such an interpretation")
        found[row["id"]] = Interpretation(**{**row, "rules": tuple(row["rules"])})
    return MappingProxyType(found)


INTERPRETATIONS = _read()


def interpretations_of(rule: str) -> tuple[Interpretation, ...]:
    """Return the interpretations that affect a rule."""
    return tuple(found for found in INTERPRETATIONS.values() if rule in found.rules)
