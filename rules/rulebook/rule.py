"""A rule of the rulebook: a permanent id, a sentence in each language, and its place in each edition."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.rulebook.files import RulebookError, only
from rules.rulebook.provision import Stated, read_stated

ID = re.compile(r"[a-z]+\.[a-z0-9-]+")

#: How a rule is implemented: a verdict reports an error or a warning, or the site applies it or shows a
#: reminder.
KINDS = ("error", "warning", "applied", "reminder")

NEEDED = frozenset({"id", "kinds", "sentence", "sentence_de", "cite", "cases", "cases_de"})
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
class Rule(Stated):
    """One rule in our own words, and its place in each edition."""

    id: str
    section: Section
    kinds: tuple[str, ...]
    sentence: str
    sentence_de: str
    cases: tuple[str, ...]
    """Examples, with ArkhamDB codes after the cards' titles."""
    cases_de: tuple[str, ...]
    bent_by: tuple[str, ...] = ()
    """Rules that make exceptions to this one."""

    @property
    def kind(self) -> str:
        return self.kinds[0]

    def text(self, language: str) -> str:
        return self.sentence_de if language == "de" else self.sentence

    def examples(self, language: str) -> tuple[str, ...]:
        return self.cases_de if language == "de" else self.cases


def read_rule(row: Mapping[str, Any], section: Section, name: str) -> dict[str, Any]:
    """Return the fields of a rule, from its entry in a file."""
    where = f"{name}, {row.get('id', 'a rule without an id')}"
    only(row, KNOWN, NEEDED, where)
    if not ID.fullmatch(row["id"]):
        raise RulebookError(f"{where}: an id has small letters, digits and hyphens, with a dot")
    if not row["kinds"] or not set(row["kinds"]) <= set(KINDS):
        raise RulebookError(f"{where}: {row['kinds']} are not kinds of rules")
    if len(row["cases"]) != len(row["cases_de"]):
        raise RulebookError(f"{where}: every case is in both languages")
    return {
        "id": row["id"],
        "section": section,
        "kinds": tuple(row["kinds"]),
        "sentence": row["sentence"],
        "sentence_de": row["sentence_de"],
        **read_stated(row["cite"], where),
        "cases": tuple(row["cases"]),
        "cases_de": tuple(row["cases_de"]),
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
