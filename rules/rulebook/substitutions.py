"""Substitution of encounter sets of the first core by those of the 2026 core, and the exceptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.rulebook.files import only, read_file

NAME = "substitutions.json"


@dataclass(frozen=True, slots=True)
class Substitute:
    """An encounter set that replaces another, whole or in part."""

    set: str
    name: str
    name_de: str
    only: str = ""
    """The part of it that is used, for example “three enemies”."""
    only_de: str = ""


@dataclass(frozen=True, slots=True)
class Substitution:
    """A set of the first core and what replaces it (rules encset.substitution-table, encset.rats-choice)."""

    set: str
    name: str
    name_de: str
    replaced_by: tuple[tuple[Substitute, ...], ...]
    """The alternatives; all sets of one are used together. If there are several, the group chooses."""
    part: str = ""
    """The part of the set that is replaced: its locations or its treacheries. Empty: all of it."""


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card that a scenario names and the substitutes lack (rule encset.named-card)."""

    scenario: str
    card: str
    use: str
    set: str


@dataclass(frozen=True, slots=True)
class Blocked:
    """A scenario that cannot be played with substitutes (rule encset.witching-hour-blocked)."""

    scenario: str
    name: str
    name_de: str
    set: str
    needs: str
    needs_de: str


def _substitution(row: Mapping[str, Any]) -> Substitution:
    needed = frozenset({"set", "name", "name_de", "replaced_by"})
    only(row, needed | {"part"}, needed, f"{NAME}, {row.get('set')}")
    alternatives = tuple(tuple(Substitute(**used) for used in sets) for sets in row["replaced_by"])
    return Substitution(**{**row, "replaced_by": alternatives})


def _by_set(rows: tuple[Substitution, ...]) -> Mapping[str, tuple[Substitution, ...]]:
    codes = dict.fromkeys(row.set for row in rows)
    return MappingProxyType({code: tuple(row for row in rows if row.set == code) for code in codes})


_FACTS = read_file(NAME)

#: By the code of the set that is missing. The Midnight Masks are replaced in two parts.
SUBSTITUTIONS = _by_set(tuple(_substitution(row) for row in _FACTS["substitutions"]))
NAMED_CARDS = tuple(NamedCard(**row) for row in _FACTS["named_cards"])
BLOCKED: Mapping[str, Blocked] = MappingProxyType(
    {row["scenario"]: Blocked(**row) for row in _FACTS["blocked"]}
)


def substitutes_for(encounter_set: str) -> tuple[Substitution, ...]:
    """Return the replacements of a set; empty for a set that is not in the table."""
    return SUBSTITUTIONS.get(encounter_set, ())


def named_cards_in(scenario: str) -> tuple[NamedCard, ...]:
    return tuple(named for named in NAMED_CARDS if named.scenario == scenario)
