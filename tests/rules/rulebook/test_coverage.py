"""Coverage: every statement is complete, names existing tests, and its claim is confirmed when they run.

A statement that is enforced needs a test in which a verdict or a refusal names its rule, in every edition for
which it makes the claim; one that is warned about needs a warning or a note. The named tests are run again in
each edition with a recorder (tests/recording.py): a case that is deleted or no longer finds anything is
reported.
"""

import ast
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.rulebook import RULEBOOK, RulebookError, files
from rules.rulebook.citation import DOCUMENTS
from rules.rulebook.coverage import COVERAGE, STATES, Coverage, Part, Statement
from rules.rulebook.coverage.markdown import coverage
from rules.rulebook.coverage.statement import APPLIED, ENFORCED, REMINDER, WARNED, read_statement
from rules.rulebook.editions import DEFAULT, EDITIONS
from tests.rules.rulebook.test_rulebook import PARTS, PARTS_DE

ROOT = Path(__file__).parents[3]
#: The severities that a recorder must have seen for each state.
SEVERITIES = {ENFORCED: ("error",), WARNED: ("warning", "note")}

Recorded = dict[str, dict[str, list[str]]]


@cache
def functions_of(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text())
    found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for group in tree.body:
        if isinstance(group, ast.ClassDef):
            found |= {
                f"{group.name}::{node.name}" for node in group.body if isinstance(node, ast.FunctionDef)
            }
    return frozenset(found)


def exists(test: str) -> bool:
    """Return whether the file has such a test, and such a case."""
    node, _bracket, case = test.partition("[")
    path, _colons, name = node.partition("::")
    return name in functions_of(path) and case.removesuffix("]") in (ROOT / path).read_text()


def named_tests(edition: str) -> list[str]:
    """Return the tests that must confirm something in this edition. Another test reports missing ones."""
    statements = [each for each in COVERAGE.values() if each.states.get(edition) in SEVERITIES]
    return sorted({test for statement in statements for test in statement.tests if exists(test)})


def record(edition: str, path: Path) -> Recorded:
    """Run the named tests as if this edition were the default, and return what they recorded."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = [
        *(sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "tests.recording", "-p", "no:cacheprovider"),
        *("--continue-on-collection-errors", "--record-rules", str(path)),
        *named_tests(edition),
    ]
    run = subprocess.run(
        command, cwd=ROOT, env={**env, "TEST_EDITION": edition}, capture_output=True, text=True
    )
    assert path.exists(), run.stdout + run.stderr
    assert edition != DEFAULT or run.returncode == 0, f"tests that the coverage names fail:\n{run.stdout}"
    recorded: Recorded = json.loads(path.read_text())
    return recorded


def unproven(edition: str, recorded: Recorded) -> list[str]:
    """Return the statements whose claim for this edition was not confirmed by any of their tests."""
    missing = []
    for statement in COVERAGE.values():
        state = statement.states.get(edition, "")
        if state not in SEVERITIES:
            continue
        seen = {
            pair
            for node, by_severity in recorded.items()
            if any(node == test or node.startswith(f"{test}[") for test in statement.tests)
            for severity in SEVERITIES[state]
            for pair in by_severity.get(severity, ())
        }
        if not any(f"{edition} {rule}" in seen for rule in statement.named):
            missing.append(f"{statement.id}: {state} by {', '.join(statement.named)}")
    return missing


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_enforced_or_warned_about_is_seen_in_every_edition_that_has_it(edition, tmp_path):
    assert unproven(edition, record(edition, tmp_path / "recorded.json")) == []


def test_a_claim_without_a_case_is_missed():
    statement = COVERAGE["deck-customization.3"]
    (test,) = statement.tests
    claim = "deck-customization.3: enforced by deck.size-exact"
    seen = {"error": ["grimoire-1.1 deck.size-exact"]}
    assert claim not in unproven("grimoire-1.1", {f"{test}[29 cards]": seen})
    assert claim in unproven("grimoire-1.1", {})
    assert claim in unproven("faq-1.7", {f"{test}[29 cards]": seen}), "another edition proves nothing"
    assert claim in unproven("grimoire-1.1", {"tests/rules/deck/test_party.py::test_a_party": seen})
    assert claim in unproven("grimoire-1.1", {test: {"warning": seen["error"]}}), "a warning is no error"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_rule_with_errors_or_warnings_has_a_statement_with_them(edition):
    """Those statements are confirmed above."""
    unclaimed = []
    for rule in RULEBOOK.values():
        states = {statement.states.get(edition) for statement in COVERAGE.by_rule[rule.id]}
        if not rule.applies(edition):
            continue
        if "error" in rule.kinds and ENFORCED not in states:
            unclaimed.append(rule.id)
        if "warning" in rule.kinds and not states & {WARNED, ENFORCED, APPLIED}:
            unclaimed.append(rule.id)
    assert unclaimed == []


def test_every_rule_carries_a_statement():
    without = RULEBOOK.keys() - COVERAGE.by_rule.keys()
    assert without == set(), "add statements that name these rules to rules/rulebook/coverage/"


@pytest.mark.parametrize("statement", COVERAGE.values(), ids=lambda statement: statement.id)
def test_every_test_that_a_statement_names_exists(statement: Statement):
    assert [test for test in statement.tests if not exists(test)] == []


@pytest.mark.parametrize("statement", COVERAGE.values(), ids=lambda statement: statement.id)
def test_a_statement_is_said_in_two_languages(statement: Statement):
    for sentence in (statement.sentence, statement.sentence_de):
        assert sentence[0].isupper() or sentence[0] in "“„"
        assert sentence.endswith(".")
        assert "  " not in sentence
    assert statement.text("de") == statement.sentence_de != statement.text("en") == statement.sentence
    assert not re.search(r"\b(der|das|ein|eine|und|nicht|wird|nur|hat|ist)\b|„", statement.sentence)
    assert not re.search(r"\b(the|with|may|is|are|each)\b|”", statement.sentence_de)


def test_a_page_lies_in_the_part_that_is_named():
    astray = []
    for statement in COVERAGE.values():
        for edition, citation in statement.citations.items():
            for place in citation.places:
                if edition == "faq-1.7":
                    astray += [statement.id] if place.page else []
                    continue
                pages = (PARTS_DE if edition == "grimoire-1.0-de" else PARTS)[place.section.partition(".")[0]]
                if not place.pages or min(place.pages) < pages[0] or max(place.pages) > pages[1]:
                    astray.append(f"{statement.id}: {place}")
    assert astray == []


def test_no_statement_is_made_twice_in_the_same_words():
    sentences = [(statement.sentence, *statement.states.items()) for statement in COVERAGE.values()]
    assert [words for words in sentences if sentences.count(words) > 1] == []


#: Every part of the books with something about decks or campaigns in it.
BOOK_PARTS = [
    "glossary", "fundamentals", "setup", "campaign-play", "deck-customization", "errata", "environments",
    "ultimatums", "reprints", "german", "faq-errata", "faq-rulings", "faq-questions", "faq-taboos",
]  # fmt: skip


def test_the_books_are_covered_part_by_part():
    assert [part.id for part in COVERAGE.parts] == BOOK_PARTS
    assert min(len(COVERAGE.of(part)) for part in COVERAGE.parts) > 5
    assert len(COVERAGE) >= 280
    for edition in EDITIONS:
        states = {statement.states.get(edition) for statement in COVERAGE.values()}
        assert set(STATES) <= states


def test_docs_coverage_md_is_what_the_coverage_prints():
    text = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    assert text == coverage(), "print it: python -m rules.rulebook coverage > docs/coverage.md"


def test_every_statement_is_in_the_document():
    text = coverage()
    assert [name for name in COVERAGE if f"\n| {name} | " not in text] == []


@pytest.mark.parametrize("wanted", ["coverage", "poems"])
def test_the_module_prints_the_document_or_lists_the_documents(wanted):
    command = [sys.executable, "-m", "rules.rulebook", wanted]
    run = subprocess.run(command, cwd=ROOT, capture_output=True)
    if wanted == "coverage":
        assert run.stdout.decode() == coverage()
    else:
        assert run.returncode == 1
        assert b"usage: python -m rules.rulebook [rules|coverage]" in run.stderr


PART = Part("decks", "Decks", "Decks")


def a_row(**changes: Any) -> dict[str, Any]:
    row = {
        "id": "decks.1",
        "state": "enforced",
        "rules": ["deck.size-exact"],
        "tests": ["tests/rules/deck/rules/test_composition.py::test_size_exact"],
    }
    return {key: value for key, value in (row | changes).items() if value is not None}


REMINDS = {"state": "reminder", "tests": None}


def reminds(**row: Any) -> dict[str, Any]:
    return REMINDS | {"reminders": [row]}


def test_a_row_takes_over_the_values_of_its_rule():
    statement = read_statement(a_row(), PART, "x.json")
    assert statement.sentence == RULEBOOK["deck.size-exact"].sentence
    assert statement.citations == RULEBOOK["deck.size-exact"].citations
    assert dict(statement.states) == dict.fromkeys(DOCUMENTS, ENFORCED)
    assert statement.named == ("deck.size-exact",)


def test_an_edition_without_the_statement_has_no_state():
    statement = read_statement(a_row(rules=["env.current"]), PART, "x.json")
    assert "faq-1.7" not in statement.states
    assert statement.cite("faq-1.7") is None


def test_a_state_may_differ_between_editions():
    state = {"grimoire-1.1": WARNED, "grimoire-1.0-de": WARNED, "faq-1.7": APPLIED}
    assert dict(read_statement(a_row(state=state), PART, "x.json").states) == state


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param({"id": "cards.1"}, "an id is decks and a number", id="the id of another part"),
        pytest.param({"id": "decks.one"}, "an id is decks and a number", id="an id without a number"),
        pytest.param({"state": "hoped"}, "hoped is none of enforced", id="no such state"),
        pytest.param(
            {"state": {"faq-1.7": "applied"}}, "states are needed for", id="an edition without state"
        ),
        pytest.param({"rules": ["deck.sise"]}, "no rule deck.sise", id="no such rule"),
        pytest.param({"named": ["deck.sise"]}, "no rule deck.sise", id="named by no such rule"),
        pytest.param({"rules": None}, "cite missing", id="neither rule nor place"),
        pytest.param({"sentence": "A deck."}, "a sentence in both languages", id="one language"),
        pytest.param({"tests": None}, "needs a rule and a test", id="a claim without a test"),
        pytest.param({"tests": ["test_size.py"]}, "is not the id of a test", id="a file is no test"),
        pytest.param({"test": []}, "test unknown", id="a key that nobody reads"),
        pytest.param(REMINDS, "say where the reminder is shown", id="a reminder that is nowhere"),
        pytest.param({"reminders": [{"where": ["card"]}]}, "belong to a statement", id="a reminder too many"),
        pytest.param(reminds(where=["attic"]), "is shown on some of card", id="no such page"),
        pytest.param(reminds(where=[]), "is shown on some of card", id="no page"),
        pytest.param(reminds(where=["card"], when={"moon": "full"}), "moon unknown", id="no such condition"),
        pytest.param(reminds(where=["card"], when={"card": {}}), "say what the card must be", id="any card"),
        pytest.param(
            reminds(where=["card"], when={"card": {"hue": 1}}), "hue unknown", id="no such property"
        ),
    ],
)
def test_a_row_that_is_wrong_is_refused_with_its_file_and_id(changes: dict[str, Any], message: str):
    with pytest.raises(RulebookError, match=message) as refusal:
        read_statement(a_row(**changes), PART, "x.json")
    assert str(refusal.value).startswith("x.json, ")


def test_one_id_in_two_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(files, "HERE", tmp_path)
    (tmp_path / "coverage").mkdir()
    for name in ("1.json", "2.json"):
        facts = {"id": "decks", "title": "Decks", "title_de": "Decks", "statements": [a_row()]}
        (tmp_path / "coverage" / name).write_text(json.dumps(facts))
    with pytest.raises(RulebookError, match=r"coverage/2\.json, decks\.1: this id is taken"):
        len(Coverage())


def test_reminders_are_made_by_reminders_only():
    for statement, _reminder in COVERAGE.reminders:
        assert REMINDER in statement.states.values()
