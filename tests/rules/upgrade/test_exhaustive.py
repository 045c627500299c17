"""The computed price is the smallest: small decks, with every sequence of purchases tried."""

from math import inf

import pytest
from hypothesis import HealthCheck, assume, given, settings

from rules.deck.circumstances import Circumstances
from rules.upgrade.upgrade import price_upgrade
from tests.examples import number_of_examples
from tests.rules.upgrade.exhaustive import cheapest_by_trying
from tests.rules.upgrade.small import CATALOGUE, upgrades, within_limits


@pytest.mark.parametrize("edition", ["grimoire-1.1", "faq-1.7"])
@settings(max_examples=number_of_examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(upgrades)
def test_no_sequence_of_purchases_is_cheaper(edition, upgrade):
    before, after, outcome = upgrade
    # More copies than a title allows are refused before anything is searched.
    assume(within_limits(after))
    circumstances = Circumstances(edition=edition)
    found = price_upgrade(CATALOGUE, before, after, circumstances, outcome)
    below = inf if found.total is None else found.total
    assert cheapest_by_trying(CATALOGUE, before, after, circumstances, outcome, below) is None
