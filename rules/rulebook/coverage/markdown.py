"""The coverage as docs/coverage.md, which `python -m rules.rulebook coverage` prints."""

from __future__ import annotations

from collections.abc import Iterator

from rules.rulebook.citation import ABSENT, CONTRARY
from rules.rulebook.coverage import COVERAGE, STATES, Statement, tally
from rules.rulebook.editions import EDITIONS

INTRODUCTION = """\
# Coverage of the rulebooks

<!-- Printed by `python -m rules.rulebook coverage`; a test holds the two equal. The facts lie in
rules/rulebook/coverage/. -->

{statements} statements of the three card-game books that bear on decks or campaigns, in our own words, and
what becomes of each. The rulebooks are the authority.

**States.** *Enforced*: a verdict or a refusal names it when it is broken. *Applied*: Casebook does it.
*Warned*: a warning or a note names it. *Reminder*: it happens at the table, and the page where it matters
says so.

**Tests.** What is enforced or warned about is seen in the tests named, in every edition that it is claimed
for: `tests/rules/rulebook/test_coverage.py` runs them again and looks.
`tests/rules/rulebook/test_reminders.py` holds the reminders.
"""

SHORT = {"grimoire-1.1": "EN 1.1", "grimoire-1.0-de": "DE 1.0", "faq-1.7": "FAQ 1.7"}


def coverage() -> str:
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield INTRODUCTION.format(statements=len(COVERAGE))
    yield from _counts()
    for part in COVERAGE.parts:
        yield f"\n## {part.title}\n"
        yield "| No. | Statement | Where | State | Rules | Tests |"
        yield "|---|---|---|---|---|---|"
        for statement in COVERAGE.of(part):
            yield _row(statement)


def _counts() -> Iterator[str]:
    yield f"| State | {' | '.join(edition.title for edition in EDITIONS.values())} |"
    yield "|---|" + "---:|" * len(EDITIONS)
    counts = tally(COVERAGE.values())
    for state in STATES:
        numbers = [str(counts[edition][state]) for edition in EDITIONS]
        yield f"| {state.capitalize()} | {' | '.join(numbers)} |"
    lacking = [str(len(COVERAGE) - counts[edition].total()) for edition in EDITIONS]
    yield f"| *not in this edition* | {' | '.join(lacking)} |"


def _row(statement: Statement) -> str:
    cells = (
        statement.id,
        statement.sentence,
        "<br>".join(_places(statement)),
        _state(statement),
        ", ".join(f"`{rule}`" for rule in statement.rules),
        "<br>".join(f"`{test.removeprefix('tests/')}`" for test in statement.tests),
    )
    return f"| {' | '.join(cells)} |"


def _places(statement: Statement) -> Iterator[str]:
    """Yield the place of the statement in each edition; an edition that is silent is left out."""
    for edition, short in SHORT.items():
        stance = statement.stances[edition]
        if citation := statement.citations.get(edition):
            pages = "; ".join(citation.at(place) for place in citation.places)
            yield f"{short}: {'contrary, ' if stance == CONTRARY else ''}{pages}"
        elif stance == ABSENT:
            yield f"{short}: not there"


def _state(statement: Statement) -> str:
    """Return one word if the editions that have the statement agree."""
    if len(set(statement.states.values())) == 1:
        return next(iter(statement.states.values()))
    return "<br>".join(f"{SHORT[edition]}: {state}" for edition, state in statement.states.items())
