"""The ultimatums and boons: when they may be used, and which combinations deserve a warning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules.deck.circumstances import STANDALONE
from rules.rulebook.files import RulebookError, only, read_file
from rules.rulebook.rule import KNOWN, Rule, read_rule, read_section

if TYPE_CHECKING:
    from rules.rulebook.editions import Edition

NAME = "ultimatums.json"
DIFFICULTIES = ("easy", "standard", "hard", "expert")
OWN_KEYS = frozenset({"name", "name_de", "campaign_only", "difficulties", "scenario", "drawable", "at_end"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ultimatum(Rule):
    """An ultimatum, boon or refraction: a rule that a group chooses to play by."""

    name: str
    name_de: str = ""
    """Empty if the German Grimoire does not have it; then the English name is shown."""
    campaign_only: bool = False
    difficulties: frozenset[str] = frozenset()
    """The difficulties that allow it; empty = any."""
    scenario: str = ""
    """The only scenario that it may be used in."""
    drawable: bool
    """Whether the Ultimatum of Ultimatums may pick it (E-26)."""
    at_end: bool = False
    """Whether it matters when the end of a scenario is recorded."""

    def title(self, language: str) -> str:
        return self.name_de if language == "de" and self.name_de else self.name


@dataclass(frozen=True, slots=True)
class Combination:
    """Ultimatums, boons or a card whose combination deserves a warning."""

    of: frozenset[str]
    sentence: str
    sentence_de: str
    card: str = ""
    interpretation: str = ""

    def text(self, language: str) -> str:
        return self.sentence_de if language == "de" else self.sentence


def _read() -> tuple[dict[str, Ultimatum], tuple[Combination, ...]]:
    facts = read_file(NAME)
    section = read_section(facts, NAME)
    ultimatums: dict[str, Ultimatum] = {}
    for row in facts["rules"]:
        where = f"{NAME}, {row.get('id')}"
        only(row, KNOWN | OWN_KEYS, frozenset({"name", "drawable"}), where)
        own: dict[str, Any] = {key: row[key] for key in OWN_KEYS & row.keys()}
        own["difficulties"] = frozenset(own.get("difficulties", ()))
        if not own["difficulties"] <= set(DIFFICULTIES):
            raise RulebookError(f"{where}: {sorted(own['difficulties'])} are not difficulties")
        fields = read_rule({key: row[key] for key in row.keys() - OWN_KEYS}, section, NAME)
        if fields["id"] in ultimatums:
            raise RulebookError(f"{where}: there already is such an ultimatum")
        ultimatums[fields["id"]] = Ultimatum(**fields, **own)
    return ultimatums, tuple(_combination(row, ultimatums) for row in facts.get("combinations", ()))


def _combination(row: Mapping[str, Any], ultimatums: Mapping[str, Ultimatum]) -> Combination:
    needed = frozenset({"of", "sentence", "sentence_de"})
    only(row, needed | {"card", "interpretation"}, needed, f"{NAME}, combinations")
    if unknown := set(row["of"]) - ultimatums.keys():
        raise RulebookError(f"{NAME}, combinations: there is no {', '.join(sorted(unknown))}")
    return Combination(**{**row, "of": frozenset(row["of"])})


ULTIMATUMS, COMBINATIONS = _read()


def available(edition: Edition, mode: str, difficulty: str = "", scenario: str = "") -> tuple[Ultimatum, ...]:
    """Return the ultimatums and boons that a group may choose.

    An unknown difficulty or scenario excludes nothing.
    """
    return tuple(
        ultimatum
        for ultimatum in ULTIMATUMS.values()
        if not tuple(_unmet(ultimatum, edition, mode, difficulty, scenario))
    )


def unmet_prerequisites(
    active: Iterable[str], *, edition: Edition, mode: str, difficulty: str = "", scenario: str = ""
) -> Iterator[dict[str, Any]]:
    """The facts of every violation of `ub.prerequisites`: which ultimatum, and what it needs."""
    for id in sorted(active):
        if id not in ULTIMATUMS:
            yield {"ultimatum": id, "name": id, "name_de": id, "because": "unknown", "needs": []}
            continue
        ultimatum = ULTIMATUMS[id]
        for because, needs in _unmet(ultimatum, edition, mode, difficulty, scenario):
            yield {
                "ultimatum": id,
                "name": ultimatum.name,
                "name_de": ultimatum.title("de"),
                "because": because,
                "needs": needs,
            }


def _unmet(
    ultimatum: Ultimatum, edition: Edition, mode: str, difficulty: str, scenario: str
) -> Iterator[tuple[str, list[str]]]:
    if ultimatum.id not in edition.switches.ultimatums:
        yield "edition", [id for id, stance in ultimatum.stances.items() if stance == "states"]
    if ultimatum.campaign_only and mode == STANDALONE:
        yield "mode", ["campaign"]
    if ultimatum.difficulties and difficulty and difficulty not in ultimatum.difficulties:
        yield "difficulty", [known for known in DIFFICULTIES if known in ultimatum.difficulties]
    if ultimatum.scenario and scenario and scenario != ultimatum.scenario:
        yield "scenario", [ultimatum.scenario]


def drawable(
    edition: Edition, mode: str, difficulty: str = "", scenario: str = "", active: Iterable[str] = ()
) -> tuple[Ultimatum, ...]:
    """Return what the Ultimatum of Ultimatums may pick: nothing about decks or bag, nothing active (E-26)."""
    taken = frozenset(active)
    return tuple(
        ultimatum
        for ultimatum in available(edition, mode, difficulty, scenario)
        if ultimatum.drawable and ultimatum.id not in taken
    )


def combination_warnings(active: Iterable[str], cards: Iterable[str] = ()) -> tuple[Combination, ...]:
    """Return the warnings about ultimatums and boons chosen together, or together with a card in a deck."""
    chosen, held = frozenset(active), frozenset(cards)
    return tuple(
        combination
        for combination in COMBINATIONS
        if combination.of <= chosen and (not combination.card or combination.card in held)
    )
