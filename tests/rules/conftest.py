"""Fixtures of the rule tests: readable failures of table cases, and editions for a single test."""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from rules.rulebook import editions

pytest.register_assert_rewrite("tests.rules.cases")


@pytest.fixture
def house_edition(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return a function that changes an edition's switches and returns the id of the result."""

    def changed(printed: str, **switches: Any) -> str:
        known = editions.edition(printed)
        # It keeps the id of the printed edition, by which rules are cited, and is found by another.
        house = replace(known, switches=replace(known.switches, **switches))
        monkeypatch.setattr(editions, "EDITIONS", MappingProxyType({**editions.EDITIONS, "house": house}))
        return "house"

    return changed
