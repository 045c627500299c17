"""What is a rule? An id that never changes, a sentence in each language, and its place in each edition."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.rulebook.citation import ABSENT, CONTRARY, DOCUMENTS, INSTEAD, SILENT, Citation, read_citation
from rules.rulebook.files import RulebookError, only

ID = re.compile(r"[a-z]+\.[a-z0-9-]+")

#: What becomes of a rule: a verdict reports an error or a warning, the site applies it, or reminds of it.
KINDS = ("error", "warning", "applied", "reminder")

NEEDED = frozenset({"id", "kinds", "sentence", "sentence_de", "cite", "cases"})
KNOWN = NEEDED | {"bent_by"}


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the rulebook."""

    id: str
    title: str
    title_de: str

    def name(self, language: str) -> str:
        return self.title_de if language == "de" else self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule in our own words, and where each edition has it."""

    id: str
    section: Section
    kinds: tuple[str, ...]
    sentence: str
    sentence_de: str
    citations: Mapping[str, Citation]
    """By edition; a document that is silent or lacks the rule has none."""
    stances: Mapping[str, str]
    """By edition: states, silent, absent or contrary."""
    cases: tuple[str, ...]
    """Examples, with ArkhamDB codes after the cards' titles."""
    bent_by: tuple[str, ...] = ()
    """Rules that make exceptions to this one."""

    @property
    def kind(self) -> str:
        return self.kinds[0]

    def say(self, language: str) -> str:
        return self.sentence_de if language == "de" else self.sentence

    def applies(self, edition: str) -> bool:
        """Does the edition have the rule at all?"""
        return self.stances[edition] not in (ABSENT, CONTRARY)

    def cite(self, edition: str) -> Citation | None:
        """The edition's own place, or where it is silent that of the document which fills the gap."""
        if self.stances[edition] != SILENT:
            return self.citations.get(edition)
        for other in INSTEAD[edition]:
            if other in self.citations and self.applies(other):
                return self.citations[other].instead_of(edition)
        return None


def read_rule(row: Mapping[str, Any], section: Section, name: str) -> dict[str, Any]:
    """The fields of a rule, from its entry in a file."""
    where = f"{name}, {row.get('id', 'a rule without an id')}"
    only(row, KNOWN, NEEDED, where)
    if not ID.fullmatch(row["id"]):
        raise RulebookError(f"{where}: no such id can be")
    if not row["kinds"] or not set(row["kinds"]) <= set(KINDS):
        raise RulebookError(f"{where}: {row['kinds']} are no kinds of rule")
    if row["cite"].keys() != DOCUMENTS.keys():
        raise RulebookError(f"{where}: {', '.join(DOCUMENTS)} must each be cited, or said to be silent")
    stances: dict[str, str] = {}
    citations: dict[str, Citation] = {}
    for edition, cited in row["cite"].items():
        stances[edition], citation = read_citation(cited, edition, where)
        if citation:
            citations[edition] = citation
    if not citations:
        raise RulebookError(f"{where}: no edition states it")
    return {
        "id": row["id"],
        "section": section,
        "kinds": tuple(row["kinds"]),
        "sentence": row["sentence"],
        "sentence_de": row["sentence_de"],
        "citations": MappingProxyType(citations),
        "stances": MappingProxyType(stances),
        "cases": tuple(row["cases"]),
        "bent_by": tuple(row.get("bent_by", ())),
    }


def read_section(facts: Mapping[str, Any], name: str) -> Section:
    only(
        facts,
        frozenset({"id", "title", "title_de", "rules", "combinations"}),
        frozenset({"id", "title", "title_de", "rules"}),
        name,
    )
    return Section(facts["id"], facts["title"], facts["title_de"])
