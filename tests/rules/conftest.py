"""Failures of a table's cases are explained like those of any test."""

import pytest

pytest.register_assert_rewrite("tests.rules.cases")
