"""Case tables of rules: one line for each case with a sentence, a deck, and the rules that it breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from rules.cards.model import Deck
from rules.deck.circumstances import Circumstances
from rules.deck.reading import reading_of
from rules.deck.rules import DECK_RULES
from tests.builders import as_rows, catalogue, verdict

Row = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A deck under circumstances, and the expected verdict."""

    deck: Deck
    circumstances: Circumstances
    broken: tuple[Row, ...] = ()
    warned: tuple[Row, ...] | None = None
    noted: tuple[Row, ...] | None = None

    def check(self) -> None:
        found = verdict(self.deck, self.circumstances)
        missing = {row["rule"] for row in self.broken} - {finding.rule for finding in found.violations}
        skipped = not_called(self.deck, self.circumstances, missing)
        assert skipped == set(), "skipped: the deck raises none of their triggers (rules/deck/triggers.py)"
        assert as_rows(found.violations, list(self.broken)) == list(self.broken)
        assert found.legal == (not self.broken)
        if self.warned is not None:
            assert as_rows(found.warnings, list(self.warned)) == list(self.warned)
        if self.noted is not None:
            assert as_rows(found.notes, list(self.noted)) == list(self.noted)


def not_called(deck: Deck, circumstances: Circumstances, rules: set[str]) -> set[str]:
    """Return those of the rules that are skipped because the deck raises none of their triggers.

    Triggers are in rules/deck/triggers.py; CONTRIBUTING.md says where they are raised.
    """
    reading = reading_of(catalogue(), deck, circumstances) if rules else None
    if reading is None:
        return set()
    return rules - {each.id for each in DECK_RULES if not each.triggers or each.triggers & reading.triggers}


def rule(name: str, **facts: Any) -> Row:
    """A rule, and the facts that matter to the case."""
    return {"rule": name, **facts}


def legal(sentence: str, deck: Deck, *, warned: Any = None, noted: Any = None, **circumstances: Any) -> Any:
    case = Case(deck, Circumstances(**circumstances), (), _rows(warned), _rows(noted))
    return pytest.param(case, id=sentence)


def illegal(
    sentence: str, deck: Deck, *broken: Row, warned: Any = None, noted: Any = None, **circumstances: Any
) -> Any:
    assert broken, "an illegal deck breaks a rule"
    case = Case(deck, Circumstances(**circumstances), broken, _rows(warned), _rows(noted))
    return pytest.param(case, id=sentence)


def _rows(rows: Any) -> tuple[Row, ...] | None:
    if rows is None:
        return None
    return (rows,) if isinstance(rows, dict) else tuple(rows)


def table(*cases: Any) -> Any:
    """Parametrize a test with the cases of one rule."""
    return pytest.mark.parametrize("case", cases)
