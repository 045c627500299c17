"""Tests that hostile JSON breaks nothing. scripts/fuzz_json.py does the same for a million inputs."""

import pytest

from scripts.fuzz_json import Fuzz


@pytest.fixture(scope="module")
def fuzz():
    return Fuzz("tests")


def test_three_thousand_damaged_decks(fuzz):
    for _turn in range(3000):
        fuzz.once()
    assert set(fuzz.seen) == {"legal", "illegal", "unreadable"}
    assert min(fuzz.seen.values()) > 50, "every kind of answer was among them"
