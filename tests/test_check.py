"""Tests of `./run test`: what runs beside the tests is shown and counts."""

import sys

import pytest

from scripts.check import Report


def printing(words: str, code: int = 0) -> tuple[str, list[str]]:
    return words, [sys.executable, "-c", f"import sys; print('{words}'); sys.exit({code})"]


@pytest.mark.parametrize(("code", "result"), [(0, "ok"), (1, "failed")])
def test_a_check_beside_the_tests_counts(code, result):
    report = Report()
    with report.beside([printing("first", code), printing("second")]):
        pass
    assert report.failed == bool(code)
    assert report.outputs == ["=== first\nfirst", "=== second\nsecond"]
    assert [line.split()[0] for line in report.lines] == [result, "ok"]


def test_it_is_complete_when_the_tests_fail():
    report = Report()
    with pytest.raises(KeyboardInterrupt), report.beside([printing("first")]):
        raise KeyboardInterrupt
    assert report.outputs == ["=== first\nfirst"]
