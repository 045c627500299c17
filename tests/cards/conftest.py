import pytest

from cards.shipped import read_shipped
from rules.catalogue import Catalogue


@pytest.fixture(scope="session")
def shipped_catalogue() -> Catalogue:
    """The shipped catalogue without a database."""
    facts = read_shipped()
    return Catalogue.from_facts(
        cards=facts.cards,
        printings=facts.printings,
        packs=facts.packs,
        taboo_lists=facts.taboo_lists,
        encounter_cards=facts.encounter_cards,
        version="shipped",
    )
