"""The common part of rules and statements: each edition's stance, and the place where it is stated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.rulebook.citation import ABSENT, CONTRARY, DOCUMENTS, INSTEAD, SILENT, Citation, read_citation
from rules.rulebook.files import RulebookError


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """Something that the documents state, each at its own place or not at all."""

    citations: Mapping[str, Citation]
    """By edition; a document that is silent or lacks it has none."""
    stances: Mapping[str, str]
    """By edition: states, silent, absent or contrary."""

    def applies(self, edition: str) -> bool:
        """Return whether the edition has it at all."""
        return self.stances[edition] not in (ABSENT, CONTRARY)

    def cite(self, edition: str) -> Citation | None:
        """Return the edition's own place or, if it is silent, that of the document which fills the gap."""
        if self.stances[edition] != SILENT:
            return self.citations.get(edition)
        for other in INSTEAD[edition]:
            if other in self.citations and self.applies(other):
                return self.citations[other].instead_of(edition)
        return None


def read_stated(cite: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the fields of `Stated` from the `cite` of an entry, in which every edition has a line."""
    if missing := [edition for edition in DOCUMENTS if edition not in cite]:
        raise RulebookError(f"{where}: {', '.join(missing)}: cite a place, or give a stance, such as silent")
    if unknown := sorted(cite.keys() - DOCUMENTS.keys()):
        raise RulebookError(f"{where}: {', '.join(unknown)} unknown; the editions are {', '.join(DOCUMENTS)}")
    stances: dict[str, str] = {}
    citations: dict[str, Citation] = {}
    for edition, cited in cite.items():
        stances[edition], citation = read_citation(cited, edition, where)
        if citation:
            citations[edition] = citation
    if not citations:
        raise RulebookError(f"{where}: no edition states it")
    return {"citations": MappingProxyType(citations), "stances": MappingProxyType(stances)}
