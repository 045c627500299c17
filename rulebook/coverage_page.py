"""The coverage page: the statements of the rulebooks and how the site handles them, with filters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.text.names import language
from rulebook.rules_page import LONGEST_TEXT, Stand
from rules.rulebook import RULEBOOK, editions
from rules.rulebook.citation import DOCUMENTS
from rules.rulebook.coverage import COVERAGE, STATES, Part, Statement, tally
from rules.rulebook.editions import DEFAULT, EDITIONS, Edition
from rules.rulebook.rule_search import query_words, words_of

#: The state of a statement that an edition does not have.
MISSING = "missing"
#: The states: name, meaning, colour of the badge and icon.
STATE_LABELS = {
    "enforced": (
        gettext_lazy("Enforced"),
        gettext_lazy("A verdict or an error message names it if it is broken."),
        "badge--ok",
        "lock",
    ),
    "applied": (gettext_lazy("Applied"), gettext_lazy("The site does it."), "badge--ok", "check"),
    "warned": (
        gettext_lazy("Warning"),
        gettext_lazy("A warning or a note names it; you decide."),
        "badge--warn",
        "warning",
    ),
    "reminder": (
        gettext_lazy("Reminder"),
        gettext_lazy("You apply it at the table; the site reminds you on the right page."),
        "",
        "info",
    ),
    MISSING: (
        gettext_lazy("Not in this edition"),
        gettext_lazy("The edition does not have it, or has a different rule."),
        "badge--plain",
        "",
    ),
}


@dataclass(frozen=True)
class CoverageFilters:
    """The filters of the page, and the errors in them."""

    text: str
    states: tuple[str, ...]
    edition: Edition
    part: Part | None
    errors: tuple[str, ...]

    @property
    def narrows(self) -> bool:
        return bool(self.text or self.states or self.part)

    def address(self, **changes: Any) -> str:
        """Return the query string of the same search with these changes."""
        current = {
            "q": self.text,
            "state": list(self.states),
            "part": self.part.id if self.part else "",
            "edition": self.edition.id if self.edition.id != DEFAULT else "",
        }
        given = [(name, value) for name, value in {**current, **changes}.items() if value]
        return f"?{urlencode(given, doseq=True)}" if given else ""


def read_coverage_filters(parameters: QueryDict) -> CoverageFilters:
    """Read the filters; a value that is unknown is reported and left out."""
    errors = []
    text = " ".join(parameters.get("q", "").split())
    if len(text) > LONGEST_TEXT:
        errors.append(_("A search can have at most 200 characters."))
        text = ""
    states = [state for state in parameters.getlist("state") if state]
    errors += [
        _("“%(value)s” is not a status.") % {"value": state[:60]}
        for state in states
        if state not in STATE_LABELS
    ]
    wanted = parameters.get("edition") or DEFAULT
    if wanted not in EDITIONS:
        errors.append(_("Unknown edition “%(value)s”.") % {"value": wanted[:60]})
        wanted = DEFAULT
    chosen = parameters.get("part", "")
    part = next((each for each in COVERAGE.parts if each.id == chosen), None)
    if chosen and part is None:
        errors.append(_("Unknown book “%(value)s”.") % {"value": chosen[:60]})
    known = tuple(state for state in STATE_LABELS if state in states)
    return CoverageFilters(text, known, editions.edition(wanted), part, tuple(errors))


@dataclass(frozen=True)
class CoverageRow:
    """A statement as the page shows it."""

    statement: Statement
    state: str
    sentence: str
    stands: list[Stand]

    @property
    def here(self) -> Stand:
        """The stance of the chosen edition."""
        return next(stand for stand in self.stands if stand.here)

    @property
    def badge(self) -> tuple[Any, ...]:
        return STATE_LABELS[self.state]

    @property
    def tests(self) -> list[str]:
        return [test.removeprefix("tests/") for test in self.statement.tests]


def matching_statements(filters: CoverageFilters) -> Iterator[Statement]:
    """Yield the statements that pass every filter, in the order of the books."""
    words = query_words(filters.text)
    candidates = COVERAGE.by_rule[filters.text] if filters.text in RULEBOOK else COVERAGE.values()
    for statement in candidates:
        state = statement.states.get(filters.edition.id, MISSING)
        if (
            (state in filters.states if filters.states else state != MISSING)
            and (filters.part is None or statement.part == filters.part)
            and (filters.text in RULEBOOK or all(_has(statement, word) for word in words))
        ):
            yield statement


def _has(statement: Statement, word: str) -> bool:
    """Return whether the statement has this word or one that begins with it. Numbers must be complete."""
    known = _vocabulary()[statement.id]
    if word[-1].isdigit():
        return word in known
    return any(each.startswith(word) or (len(word) > 3 and word in each) for each in known)


@cache
def _vocabulary() -> dict[str, frozenset[str]]:
    """Return the words of each statement in both languages, its rules, sections and pages (p#39)."""
    return {statement.id: frozenset(_words(statement)) for statement in COVERAGE.values()}


def _words(statement: Statement) -> Iterator[str]:
    texts = [statement.id, statement.sentence, statement.sentence_de, *statement.rules]
    for edition, citation in statement.citations.items():
        mark = DOCUMENTS[edition].page_mark[0].casefold()
        for place in citation.places:
            texts.append(place.section)
            yield from (f"{mark}#{page}" for page in place.pages)
    for text in texts:
        yield from words_of(text)


def coverage_row(statement: Statement, chosen: Edition) -> CoverageRow:
    stands = [
        Stand(edition, statement.stances[edition.id], statement.cite(edition.id), edition is chosen)
        for edition in EDITIONS.values()
    ]
    state = statement.states.get(chosen.id, MISSING)
    return CoverageRow(statement, state, statement.text(language()), stands)


def coverage_context(filters: CoverageFilters) -> dict[str, Any]:
    found = list(matching_statements(filters))
    grouped = [
        (part, part.name(language()), mine)
        for part in COVERAGE.parts
        if (mine := [statement for statement in found if statement.part == part])
    ]
    return {
        "filters": filters,
        "parts": grouped,
        "number": ngettext("%(n)d statement", "%(n)d statements", len(found)) % {"n": len(found)},
        "table": table(filters),
        "states": [(state, *labels, state in filters.states) for state, labels in STATE_LABELS.items()],
        "part_choices": [(part.id, part.name(language()), part == filters.part) for part in COVERAGE.parts],
        "editions": EDITIONS.values(),
        "statements": len(COVERAGE),
        "total": len(RULEBOOK),
    }


def table(filters: CoverageFilters) -> list[tuple[str, tuple[Any, ...], list[tuple[int, str, bool]]]]:
    """Return a row for each state: its labels, and for each edition number, URL and whether it is shown."""
    counts = tally(COVERAGE.values())
    numbers = {edition: {**counts[edition]} for edition in EDITIONS}
    for edition, by_state in numbers.items():
        by_state[MISSING] = len(COVERAGE) - counts[edition].total()
    return [
        (
            state,
            STATE_LABELS[state],
            [
                (
                    numbers[edition].get(state, 0),
                    filters.address(q="", part="", state=state, edition=edition),
                    filters.edition.id == edition and filters.states == (state,),
                )
                for edition in EDITIONS
            ],
        )
        for state in (*STATES, MISSING)
    ]
