"""A catalogue without a database, for what reads and writes decks."""

import pytest

from cards.shipped import read_shipped
from decks.formats.titles import Titles
from rules.catalogue import Catalogue


@pytest.fixture(scope="session")
def shipped() -> Catalogue:
    facts = read_shipped()
    return Catalogue.from_facts(
        cards=facts.cards,
        printings=facts.printings,
        packs=facts.packs,
        taboo_lists=facts.taboo_lists,
        encounter_cards=facts.encounter_cards,
    )


@pytest.fixture(scope="session")
def titles(shipped: Catalogue) -> Titles:
    return Titles.of(shipped)
