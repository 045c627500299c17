"""Properties that hold for every upgrade, whatever was bought."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.deck.circumstances import Circumstances
from rules.outcome import Outcome, Piles
from rules.upgrade.inventory import Holdings
from rules.upgrade.ledger import Ledger, Refused, replay
from rules.upgrade.upgrade import price_upgrade
from tests.examples import number_of_examples
from tests.rules.upgrade.builders import a_deck, changed, fillers, shipped
from tests.rules.upgrade.codes import (
    ADAPTABLE_1,
    ARCANE_RESEARCH,
    BODYGUARD,
    BODYGUARD_2,
    CLAIRVOYANCE,
    CLAIRVOYANCE_3,
    CLAIRVOYANCE_5,
    DARK_HORSE,
    DARK_HORSE_5,
    FLARE_1,
    GLIMMER,
    GLIMMER_2,
    RABBIT_HOLE,
    SHRIVELLING,
    SHRIVELLING_3,
    SHRIVELLING_5,
    STROKE_OF_LUCK_2,
    VERSATILE_2,
)
from tests.rules.upgrade.small import CATALOGUE, upgrades

EDITIONS = ["grimoire-1.1", "faq-1.7"]
MANY = settings(max_examples=number_of_examples(300), deadline=None, suppress_health_check=list(HealthCheck))


def holdings(catalogue, deck):
    held = Holdings(catalogue.under(deck.taboo), deck)
    return held.merchandise, held.beside, held.granted, held.marks


@pytest.mark.parametrize("edition", EDITIONS)
@MANY
@given(upgrades)
def test_replaying_the_purchases_gives_the_deck_for_the_price(edition, upgrade):
    before, after, outcome = upgrade
    circumstances = Circumstances(edition=edition)
    found = price_upgrade(CATALOGUE, before, after, circumstances, outcome)
    if found.total is None:
        assert found.violations
        return
    assert found.total == sum(purchase.price for purchase in found.purchases)
    purse = Ledger(starting=found.total, edition=edition)
    deck, ledger = replay(CATALOGUE, before, found.steps, purse, circumstances, outcome)
    assert holdings(CATALOGUE, deck) == holdings(CATALOGUE, after)
    assert ledger.balance == 0


@MANY
@given(upgrades)
def test_with_less_experience_the_ledger_refuses(upgrade):
    before, after, outcome = upgrade
    found = price_upgrade(CATALOGUE, before, after, outcome=outcome)
    if not found.total:
        return
    purse = Ledger(starting=found.total - 1)
    with pytest.raises(Refused) as refused:
        replay(CATALOGUE, before, found.steps, purse, outcome=outcome)
    assert {violation.rule for violation in refused.value.violations} == {"xp.spend-not-exceed"}
    poor = price_upgrade(CATALOGUE, before, after, outcome=outcome, balance=found.total - 1)
    assert [violation.rule for violation in poor.violations] == ["xp.spend-not-exceed"]


@MANY
@given(upgrades, st.randoms())
def test_the_order_of_slots_does_not_matter(upgrade, random):
    before, after, outcome = upgrade
    found = price_upgrade(CATALOGUE, before, after, outcome=outcome)
    mixed = []
    for deck in (before, after):
        slots = list(deck.slots.items())
        random.shuffle(slots)
        mixed.append(replace(deck, slots=dict(slots)))
    assert price_upgrade(CATALOGUE, *mixed, outcome=outcome) == found


@MANY
@given(upgrades)
def test_no_change_costs_nothing(upgrade):
    deck, _, _ = upgrade
    found = price_upgrade(CATALOGUE, deck, deck)
    assert (found.total, found.steps) == (0, ())


@MANY
@given(upgrades)
def test_every_price_is_the_sum_of_its_reasons_and_no_discount_raises_it(upgrade):
    before, after, outcome = upgrade
    found = price_upgrade(CATALOGUE, before, after, outcome=outcome)
    for purchase in found.purchases:
        assert purchase.price == sum(reason.amount for reason in purchase.reasons) >= 0
        assert all(reason.amount < 0 for reason in purchase.reasons if reason.kind == "discount")


CHOICE = [
    SHRIVELLING, SHRIVELLING_3, SHRIVELLING_5, CLAIRVOYANCE, CLAIRVOYANCE_3, CLAIRVOYANCE_5, BODYGUARD,
    BODYGUARD_2, GLIMMER, GLIMMER_2, FLARE_1, STROKE_OF_LUCK_2, DARK_HORSE,
]  # fmt: skip


@st.composite
def real_upgrades(draw):
    helpers = draw(
        st.sets(st.sampled_from([ADAPTABLE_1, ARCANE_RESEARCH, RABBIT_HOLE, VERSATILE_2]), max_size=3)
    )
    held = Counter(draw(st.lists(st.sampled_from(CHOICE), max_size=10)))
    before = a_deck({**dict.fromkeys(helpers, 1), **{code: min(2, n) for code, n in held.items()}})
    loose = sorted(code for code in before.slots if code not in helpers)
    minus = Counter(draw(st.lists(st.sampled_from(loose), max_size=12)))
    minus = {code: min(n, before.slots[code]) for code, n in minus.items()}
    exiled = [code for code in minus if code in (FLARE_1, STROKE_OF_LUCK_2) and draw(st.booleans())]
    plus = Counter()
    for _ in range(sum(minus.values())):
        plus[draw(st.sampled_from([*CHOICE, *fillers()[-8:]]))] += 1
    if draw(st.booleans()) and not before.slots.get(DARK_HORSE_5):
        plus[DARK_HORSE_5] += 1
    return before, changed(before, minus, plus), exiled


@settings(max_examples=number_of_examples(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(real_upgrades(), st.sampled_from(EDITIONS))
def test_real_cards_replay_too(upgrade, edition):
    before, after, exiled = upgrade
    circumstances, outcome = Circumstances(edition=edition), Outcome(exiled=Piles(Counter(exiled)))
    found = price_upgrade(shipped(), before, after, circumstances, outcome)
    assert found.total is not None or found.violations
    if found.total is not None:
        purse = Ledger(starting=found.total, edition=edition)
        deck, ledger = replay(shipped(), before, found.steps, purse, circumstances, outcome)
        assert holdings(shipped(), deck) == holdings(shipped(), after)
        assert ledger.balance == 0
