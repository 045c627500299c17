"""A statement of the rulebooks: its text, places, state in each edition, and the tests that show it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.rulebook import RULEBOOK
from rules.rulebook.citation import DOCUMENTS
from rules.rulebook.coverage.reminder import Reminder, read_reminder
from rules.rulebook.files import RulebookError, only
from rules.rulebook.provision import Stated, read_stated

ENFORCED, APPLIED, WARNED, REMINDER = "enforced", "applied", "warned", "reminder"

#: Enforced: a verdict or a refusal names it. Applied: the site does it. Warned: a warning or a note names it.
#: Reminder: it happens during play, and the page where it matters shows it.
STATES = (ENFORCED, APPLIED, WARNED, REMINDER)

ID = re.compile(r"[a-z]+(-[a-z]+)*\.[1-9]\d*")
TEST = re.compile(r"tests/[a-z_/]+\.py(::\w+){1,2}(\[.+\])?")
PART_KEYS = frozenset({"id", "title", "title_de", "statements"})
KNOWN = frozenset({"id", "sentence", "sentence_de", "cite", "state", "rules", "named", "tests", "reminders"})


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book."""

    id: str
    title: str
    title_de: str

    def name(self, language: str) -> str:
        return self.title_de if language == "de" else self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Stated):
    """A statement of the rulebooks about decks or campaigns, in our own words."""

    id: str
    """The id of its part and a number: deck-customization.3."""
    part: Part
    sentence: str
    sentence_de: str
    states: Mapping[str, str]
    """By edition; an edition that does not have the statement has no state."""
    rules: tuple[str, ...]
    """The rules that implement it; only a reminder may have none."""
    named: tuple[str, ...]
    """The rules by which a finding names it."""
    tests: tuple[str, ...]
    """Node ids, with the id of a case in brackets if one case is meant."""
    reminders: tuple[Reminder, ...]

    @property
    def anchor(self) -> str:
        return self.id.replace(".", "-")

    def text(self, language: str) -> str:
        return self.sentence_de if language == "de" else self.sentence


def read_part(facts: Mapping[str, Any], name: str) -> Part:
    only(facts, PART_KEYS, PART_KEYS, name)
    return Part(facts["id"], facts["title"], facts["title_de"])


def read_statement(row: Mapping[str, Any], part: Part, name: str) -> Statement:
    """Read an entry of a part; raise RulebookError if it contradicts itself or the rulebook."""
    where = f"{name}, {row.get('id', 'a statement without an id')}"
    only(row, KNOWN, frozenset({"id", "state"}), where)
    if not ID.fullmatch(row["id"]) or not row["id"].startswith(f"{part.id}."):
        raise RulebookError(f"{where}: an id is {part.id} and a number")
    rules = tuple(row.get("rules", ()))
    for rule in (*rules, *row.get("named", ())):
        if rule not in RULEBOOK:
            raise RulebookError(f"{where}: the rulebook has no rule {rule}")
    stated = _stated(row, rules, where)
    statement = Statement(
        id=row["id"],
        part=part,
        **_sentences(row, rules, where),
        **stated,
        states=_states(row["state"], Stated(**stated), where),
        rules=rules,
        named=tuple(row.get("named", rules)),
        tests=tuple(row.get("tests", ())),
        reminders=tuple(read_reminder(each, where) for each in row.get("reminders", ())),
    )
    _check(statement, where)
    return statement


def _stated(row: Mapping[str, Any], rules: tuple[str, ...], where: str) -> dict[str, Any]:
    """Return the statement's own places, or those of the first rule that implements it."""
    if "cite" in row:
        return read_stated(row["cite"], where)
    if not rules:
        raise RulebookError(f"{where}: cite missing, and no rule has places to take over")
    first = RULEBOOK[rules[0]]
    return {"citations": first.citations, "stances": first.stances}


def _sentences(row: Mapping[str, Any], rules: tuple[str, ...], where: str) -> dict[str, Any]:
    keys = ("sentence", "sentence_de")
    if all(key in row for key in keys):
        return {key: row[key] for key in keys}
    if any(key in row for key in keys) or not rules:
        raise RulebookError(f"{where}: a sentence in both languages is needed, or a rule that has one")
    return {key: getattr(RULEBOOK[rules[0]], key) for key in keys}


def _states(given: str | Mapping[str, str], stated: Stated, where: str) -> Mapping[str, str]:
    """Return the state in each edition that has the statement; one word applies to all of them."""
    there = [edition for edition in DOCUMENTS if stated.applies(edition)]
    states = dict.fromkeys(there, given) if isinstance(given, str) else dict(given)
    if sorted(states) != sorted(there):
        raise RulebookError(f"{where}: states are needed for {', '.join(there)}, and for no other edition")
    if unknown := sorted({state for state in states.values() if state not in STATES}):
        raise RulebookError(f"{where}: {', '.join(unknown)} is none of {', '.join(STATES)}")
    return MappingProxyType(states)


def _check(statement: Statement, where: str) -> None:
    """Check that an enforced statement names its rule and test, and a reminder its pages or its test."""
    states = set(statement.states.values())
    if states - {REMINDER} and not (statement.rules and statement.tests):
        raise RulebookError(f"{where}: {', '.join(sorted(states))} needs a rule and a test")
    if REMINDER in states and not (statement.reminders or statement.tests):
        raise RulebookError(f"{where}: say where the reminder is shown")
    if statement.reminders and REMINDER not in states:
        raise RulebookError(f"{where}: reminders belong to a statement that is a reminder")
    for test in statement.tests:
        if not TEST.fullmatch(test):
            raise RulebookError(f"{where}: {test} is not the id of a test")
