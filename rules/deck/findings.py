"""Findings: the results of all rules that trigger a deck, computed once for each reading."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from rules.deck import triggers
from rules.deck.reading import Reading, reading_of
from rules.deck.rule import ERROR, WARNING, DeckRule
from rules.deck.rules import DECK_RULES
from rules.deck.verdict import Findings, LimitedLine, Violation, about


@lru_cache(maxsize=4096)
def rules_triggered(bits: int) -> tuple[DeckRule, ...]:
    """The rules to check for a deck that raises these triggers."""
    return tuple(rule for rule in DECK_RULES if rule.triggers & bits or not rule.triggers)


def findings_of(reading: Reading) -> Findings:
    """Return the findings of a reading; they are computed on first use and kept with it."""
    if reading.findings is None:
        reading.findings = _find(reading)
    return reading.findings


def _find(reading: Reading) -> Findings:
    found = Findings([], [], [], [])
    game = reading.edition
    for rule in rules_triggered(reading.triggers):
        for severity, message, facts, interpretation, lacking in rule.check(reading):
            violation = Violation(rule.id, message, facts, game, interpretation)
            if severity is ERROR:
                found.violations.append(violation)
                if lacking:
                    found.lacking.append(violation)
            elif severity is WARNING:
                found.warnings.append(violation)
            else:
                found.notes.append(violation)
    return found


def limited_lines(reading: Reading) -> tuple[LimitedLine, ...]:
    """Return the investigator's limited options, with the copies in the deck that use them."""
    access = reading.access
    seats = reading.seating.seats if reading.triggers & triggers.LIMITED else {}
    found = []
    for name, (index, line) in zip(access.limited_names, access.limited, strict=True):
        held = seats.get(index, {})
        found.append(LimitedLine(name, line.limit or 0, sum(held.values()), held, line.granted_by))
    return tuple(found)


def with_one_more(before: Reading, code: str) -> Reading:
    """Read the deck with one more copy of a card."""
    deck = before.deck
    held = deck.slots.get(code, 0)
    grown = replace(deck, slots={**deck.slots, code: (held if held.__class__ is int else 0) + 1})
    after = reading_of(before.catalogue, grown, before.circumstances)
    assert after is not None
    return after


def new_reasons(old: Findings, after: Reading) -> list[Violation]:
    """Return the new violations of the changed deck, without those that adding more cards would resolve."""
    new = findings_of(after)
    known = old.by_card
    return [v for v in new.violations if v not in known.get(about(v), ()) and v not in new.lacking]
