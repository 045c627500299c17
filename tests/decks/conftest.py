"""Fixtures with a catalogue without a database, for tests that read and write decks."""

import pytest

from cards.importing.shipped import shipped_catalogue
from decks.formats.titles import Titles
from rules.cards.catalogue import Catalogue


@pytest.fixture(scope="session")
def shipped() -> Catalogue:
    return shipped_catalogue()


@pytest.fixture(scope="session")
def titles(shipped: Catalogue) -> Titles:
    return Titles.of(shipped)
