"""Tests of the rounds: every test is in one, and `./run test both` has both databases."""

from itertools import chain, combinations

import pytest
from _pytest.mark.expression import Expression

from scripts.check import BOTH, EVERYDAY
from tests.rounds import CLIENTS, ON_POSTGRESQL, ON_SQLITE, rounds_of

MARKS = ("services", "once", ON_SQLITE, ON_POSTGRESQL)
FIXTURES = ("db", "browser", "as_alice")


def subsets(names):
    return chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))


KINDS = [(set(marks), set(fixtures)) for marks in subsets(MARKS) for fixtures in subsets(FIXTURES)]


def selected(rounds, marks, fixtures):
    """Return the rounds whose selection has a test with these marks and fixtures."""
    # tests/browser.py adds this mark.
    marks = marks | rounds_of(marks, fixtures) | ({"browser"} & fixtures)
    return {
        name
        for name, selection in zip(("SQLite", "PostgreSQL"), rounds, strict=True)
        if Expression.compile(selection).evaluate(lambda mark, **_: mark in marks)
    }


@pytest.mark.parametrize(("marks", "fixtures"), KINDS)
def test_every_kind_of_test_is_in_a_round_that_can_run_it(marks, fixtures):
    everyday = selected(EVERYDAY, marks, fixtures)
    assert everyday
    if "services" in marks:
        assert "PostgreSQL" in everyday
    elif "once" in marks or "browser" in fixtures:
        assert "SQLite" in everyday


@pytest.mark.parametrize(("marks", "fixtures"), KINDS)
def test_both_databases_have_every_test_that_touches_them(marks, fixtures):
    both = selected(BOTH, marks, fixtures)
    if marks.isdisjoint({"services", "once"}) and "browser" not in fixtures:
        assert both == {"SQLite", "PostgreSQL"}
    elif not ("services" in marks and ("once" in marks or "browser" in fixtures)):
        assert both


def test_a_test_can_choose_its_rounds():
    assert rounds_of({ON_SQLITE}, {"db"}) == {ON_SQLITE}
    assert rounds_of({ON_POSTGRESQL}, {"db", "as_alice"}) == {ON_POSTGRESQL}
    assert rounds_of({ON_SQLITE, ON_POSTGRESQL}, {"db"}) == {ON_SQLITE, ON_POSTGRESQL}


def test_requests_are_on_sqlite_and_services_on_postgresql():
    assert rounds_of({"django_db"}, {"db", "alice"}) == {ON_POSTGRESQL}
    for client in CLIENTS:
        assert rounds_of({"django_db"}, {"db", client}) == {ON_SQLITE}


def test_every_test_here_has_a_round(request):
    for item in request.session.items:
        assert {ON_SQLITE, ON_POSTGRESQL} & {mark.name for mark in item.iter_markers()}, item.nodeid
