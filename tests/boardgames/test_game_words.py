"""Tests that every command and value of an edition has words, so that no page shows a bare name."""

import pytest

from boardgames.adapters import EDITIONS
from boardgames.forms import FORMS
from boardgames.tables import VIEWS
from boardgames.text import WORDS


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_command_has_a_sentence(edition):
    assert set(WORDS[edition].COMMANDS) == set(EDITIONS[edition].commands) - {"correct"}
    assert edition in FORMS
    assert edition in VIEWS


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_value_has_a_name(edition):
    words = WORDS[edition]
    for field in EDITIONS[edition].state.__dataclass_fields__:
        assert field in words.LABELS or field in words.HIDDEN or field == "seats", field
