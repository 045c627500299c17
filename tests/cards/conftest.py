"""Fixtures of the tests of cards."""

import pytest

from cards.importing import shipped
from rules.cards.catalogue import Catalogue


@pytest.fixture(scope="session")
def shipped_catalogue() -> Catalogue:
    """Return the shipped catalogue without a database."""
    return shipped.shipped_catalogue()
