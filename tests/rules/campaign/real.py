"""Campaigns with the shipped cards and guides, whose decks are judged before each scenario."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cards
from rules.campaign import Law, acts, circumstances_of
from rules.judge import judge
from tests.builders import catalogue
from tests.rules.campaign.table import Table


@cache
def law() -> Law:
    folder = Path(cards.__file__).parent / "catalogue" / "campaigns"
    return Law.from_facts(
        catalogue(), [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    )


def verdicts(table: Table) -> dict[str, tuple[str, ...]]:
    """What the judge says of every deck that plays."""
    found = {}
    for seat in table.state.active.values():
        verdict = judge(catalogue(), seat.deck, circumstances_of(table.state, seat, law()))
        found[seat.id] = tuple(violation.rule for violation in verdict.violations)
    return found


def advance(table: Table, scenario: str) -> Table:
    table.do(acts.Advance(scenario=scenario, verdicts=verdicts(table)))
    return table.do(acts.BeginScenario(scenario=scenario, lead=next(iter(table.state.active))))
