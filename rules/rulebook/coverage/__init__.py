"""Coverage: how the site implements every statement of the rulebooks about decks or campaigns.

The statements are in files beside this module, one for each part of the books. A statement that repeats a
rule of the rulebook takes over the rule's sentence and places.

>>> from rules.rulebook.coverage import COVERAGE
>>> COVERAGE["deck-customization.3"].states["grimoire-1.1"]
'enforced'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from rules.rulebook import files
from rules.rulebook.citation import DOCUMENTS
from rules.rulebook.coverage.reminder import PLACES, Reminder
from rules.rulebook.coverage.statement import STATES, Part, Statement, read_part, read_statement
from rules.rulebook.files import RulebookError

__all__ = ["COVERAGE", "PLACES", "STATES", "Coverage", "Part", "Reminder", "Statement", "tally"]


class Coverage(Mapping[str, Statement]):
    """All statements in the order of the books, read from their files on first use."""

    def __getitem__(self, id: str) -> Statement:
        return self._statements[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._statements)

    def __len__(self) -> int:
        return len(self._statements)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return tuple(dict.fromkeys(statement.part for statement in self.values()))

    def of(self, part: Part) -> tuple[Statement, ...]:
        return tuple(statement for statement in self.values() if statement.part == part)

    @cached_property
    def by_rule(self) -> Mapping[str, tuple[Statement, ...]]:
        """The statements that each rule implements."""
        found: dict[str, tuple[Statement, ...]] = {}
        for statement in self.values():
            for rule in statement.rules:
                found[rule] = (*found.get(rule, ()), statement)
        return found

    @cached_property
    def reminders(self) -> tuple[tuple[Statement, Reminder], ...]:
        """Every reminder with the statement that it shows."""
        return tuple((statement, reminder) for statement in self.values() for reminder in statement.reminders)

    @cached_property
    def _statements(self) -> dict[str, Statement]:
        statements: dict[str, Statement] = {}
        for name in files.parts():
            facts = files.read_file(name)
            part = read_part(facts, name)
            for row in facts["statements"]:
                statement = read_statement(row, part, name)
                if statement.id in statements:
                    raise RulebookError(f"{name}, {statement.id}: this id is taken")
                statements[statement.id] = statement
        return statements


COVERAGE = Coverage()


def tally(statements: Iterable[Statement]) -> Mapping[str, Counter[str]]:
    """Return how many of the statements are in each state, by edition."""
    counts: dict[str, Counter[str]] = {edition: Counter() for edition in DOCUMENTS}
    for statement in statements:
        for edition, state in statement.states.items():
            counts[edition][state] += 1
    return counts
