"""Discounts: the purchases that get them, their order, and their total."""

from dataclasses import replace

import pytest

from rules.outcome import Outcome, Piles
from rules.upgrade.budget import Budget
from rules.upgrade.discounts import Source, schedules
from tests.rules.upgrade.builders import TABLE, a_deck, case, changed, check_price, filler, priced
from tests.rules.upgrade.codes import (
    ARCANE_RESEARCH,
    BLADE_3,
    BODYGUARD,
    BODYGUARD_2,
    CLAIRVOYANCE,
    CLAIRVOYANCE_3,
    DEJA_VU_5,
    DIVINATION_1,
    DIVINATION_4,
    FLARE_1,
    GLYPHS,
    GLYPHS_3,
    GREEN_MAN_MEDALLION,
    LEO,
    LEO_1,
    OBSERVED_4,
    PELT_SHIPMENT,
    PHYSICAL_TRAINING_2,
    PHYSICAL_TRAINING_4,
    RABBIT_HOLE,
    RAVEN_QUILL,
    RECHARGE_2,
    RECHARGE_4,
    RITE,
    RITE_2,
    RITE_4,
    SHRIVELLING,
    SHRIVELLING_3,
    SHRIVELLING_5,
    SIXTH_SENSE,
    SIXTH_SENSE_4,
)

BOTH = {RABBIT_HOLE: 1, ARCANE_RESEARCH: 2}

ARCANE = [
    case(1, "a Spell", held={ARCANE_RESEARCH: 1, RITE_2: 1}, minus={RITE_2: 1}, plus={RITE_4: 1}),
    case(
        1 + 2,
        "not as soon as it is bought",
        held={RITE_2: 1},
        minus={RITE_2: 1},
        plus={RITE_4: 1, ARCANE_RESEARCH: 1},
    ),
    case(
        1 + 2,
        "two copies: both on the first Spell",
        held={ARCANE_RESEARCH: 2, SHRIVELLING: 1, RITE_2: 1},
        minus={SHRIVELLING: 1, RITE_2: 1},
        plus={SHRIVELLING_3: 1, RITE_4: 1},
    ),
    case(
        2,
        "nothing else",
        held={ARCANE_RESEARCH: 1, BODYGUARD: 1},
        minus={BODYGUARD: 1},
        plus={BODYGUARD_2: 1},
    ),
    case(
        3,
        "the card that is upgraded must be the Spell",
        held={ARCANE_RESEARCH: 2, GLYPHS: 1},
        minus={GLYPHS: 1},
        plus={GLYPHS_3: 1},
    ),
    case(
        5, "no new Spell, bought at once", held={ARCANE_RESEARCH: 2}, minus=filler(0), plus={SHRIVELLING_5: 1}
    ),
    case(
        1 + 1,
        "the copy held is upgraded, its lower version bought again",
        held={ARCANE_RESEARCH: 2, CLAIRVOYANCE: 1},
        minus=filler(0),
        plus={CLAIRVOYANCE_3: 1},
    ),
    case(
        1 + 1,
        "the same from level 1",
        held={ARCANE_RESEARCH: 2, DIVINATION_1: 1},
        minus=filler(0),
        plus={DIVINATION_4: 1},
    ),
    case(
        0 + 2,
        "the same in FAQ 1.7, where an upgrade may be free",
        edition="faq-1.7",
        held={ARCANE_RESEARCH: 2, RECHARGE_2: 1},
        minus=filler(0),
        plus={RECHARGE_4: 1},
    ),
    case(
        1 + 2,
        "the same in the Grimoire, where it may not",
        held={ARCANE_RESEARCH: 2, RECHARGE_2: 1},
        minus=filler(0),
        plus={RECHARGE_4: 1},
    ),
    case(
        2,
        "the lower version comes again at no cost into an exiled card's place",
        held={ARCANE_RESEARCH: 1, CLAIRVOYANCE: 1, FLARE_1: 1},
        minus={FLARE_1: 1},
        plus={CLAIRVOYANCE_3: 1},
        exiled=[FLARE_1],
    ),
]

TOGETHER = [
    case(
        1 + 3 + 5,
        "two of a Spell and a new permanent",
        held={**BOTH, SIXTH_SENSE: 2},
        minus={SIXTH_SENSE: 2},
        plus={SIXTH_SENSE_4: 2, OBSERVED_4: 1},
    ),
    case(
        0 + 1,
        "what a cheap Spell cannot use does not pass to the next",
        edition="faq-1.7",
        held={**BOTH, RITE_2: 2},
        minus={RITE_2: 2},
        plus={RITE_4: 2},
    ),
    case(
        4,
        "three Spells: the first Spell is one of the first two upgrades",
        held={**BOTH, SHRIVELLING: 1, RITE_2: 2},
        minus={SHRIVELLING: 1, RITE_2: 2},
        plus={SHRIVELLING_3: 1, RITE_4: 2},
    ),
    case(
        3,
        "two other upgrades first: the Spell is the third",
        held={**BOTH, SHRIVELLING: 1, BODYGUARD: 2},
        minus={SHRIVELLING: 1, BODYGUARD: 2},
        plus={SHRIVELLING_3: 1, BODYGUARD_2: 2},
    ),
    case(
        4,
        "from 0 to 5 past the 3 is one upgrade",
        held={RABBIT_HOLE: 1, SHRIVELLING: 1},
        minus={SHRIVELLING: 1},
        plus={SHRIVELLING_5: 1},
    ),
    case(
        2 + 1,
        "0 and 3 become 3 and 5: two upgrades, not one",
        held={RABBIT_HOLE: 1, SHRIVELLING: 1, SHRIVELLING_3: 1},
        minus={SHRIVELLING: 1},
        plus={SHRIVELLING_5: 1},
    ),
    case(
        5,
        "without discounts that comes to the same",
        held={SHRIVELLING: 1, SHRIVELLING_3: 1},
        minus={SHRIVELLING: 1},
        plus={SHRIVELLING_5: 1},
    ),
    case(
        4,
        "Down the Rabbit Hole: bought new and at once, a card is dear even where it has a lower version",
        held={RABBIT_HOLE: 1},
        minus=filler(0),
        plus={BLADE_3: 1},
    ),
]

REPORTED = [
    case(
        1,
        "Pelt Shipment in hand",
        held={PELT_SHIPMENT: 1},
        minus=filler(0),
        plus={BODYGUARD_2: 1},
        outcome=Outcome(conditions={PELT_SHIPMENT: 1}),
    ),
    case(2, "Pelt Shipment somewhere else", held={PELT_SHIPMENT: 1}, minus=filler(0), plus={BODYGUARD_2: 1}),
    case(
        2,
        "Pelt Shipment is for new cards",
        held={PELT_SHIPMENT: 1, PHYSICAL_TRAINING_2: 1},
        minus={PHYSICAL_TRAINING_2: 1},
        plus={PHYSICAL_TRAINING_4: 1},
        outcome=Outcome(conditions={PELT_SHIPMENT: 1}),
    ),
    case(
        1,
        "Pelt Shipment: a higher version may be bought as a new card",
        held={PELT_SHIPMENT: 1, BODYGUARD: 1},
        minus={BODYGUARD: 1},
        plus={BODYGUARD_2: 1},
        outcome=Outcome(conditions={PELT_SHIPMENT: 1}),
    ),
    case(
        2,
        "no more Pelt Shipments than there are",
        held={PELT_SHIPMENT: 1},
        minus=filler(0),
        plus={BLADE_3: 1},
        outcome=Outcome(conditions={PELT_SHIPMENT: 5}),
    ),
    case(
        2 + 1,
        "Green Man Medallion: thirteen offerings are two less for one card",
        held={GREEN_MAN_MEDALLION: 1, BODYGUARD: 1},
        minus={BODYGUARD: 1, **filler(0)},
        plus={BODYGUARD_2: 1, BLADE_3: 1},
        outcome=Outcome(conditions={GREEN_MAN_MEDALLION: 13}),
    ),
    case(
        2,
        "The Raven Quill: the attached asset",
        held={RAVEN_QUILL: 1, SHRIVELLING: 1},
        minus={SHRIVELLING: 1},
        plus={SHRIVELLING_3: 1},
        outcome=Outcome(attached_to=SHRIVELLING),
    ),
    case(
        3,
        "The Raven Quill: no other asset",
        held={RAVEN_QUILL: 1, SHRIVELLING: 1, RITE: 1},
        minus={SHRIVELLING: 1},
        plus={SHRIVELLING_3: 1},
        outcome=Outcome(attached_to=RITE),
    ),
]


@pytest.mark.parametrize(TABLE, [*ARCANE, *TOGETHER, *REPORTED])
def test_the_price(before, after, exiled, edition, outcome, expected):
    check_price(before, after, exiled, edition, outcome, expected)


HOLE = Source("hole", "upgrade", by=1, first=2)
ARCANE_TWICE = Source("arcane", "upgrade", by=2, first=1, traits=frozenset({"Spell"}))
OTHER, SPELL = 0b01, 0b11


def test_schedules_are_the_orders_in_which_discounts_can_be_used():
    found = {
        tuple(sorted(schedule)) for schedule in schedules((HOLE, ARCANE_TWICE), {OTHER, SPELL}, Budget())
    }
    # A Spell comes first or second, and takes both discounts; or two others come first, and a Spell third.
    assert found == {
        tuple(sorted([(SPELL, 3), (OTHER, 1)])),
        tuple(sorted([(SPELL, 3), (SPELL, 1)])),
        tuple(sorted([(OTHER, 1), (OTHER, 1), (0b11, 2)])),
    }


def test_without_discounts_there_is_one_schedule():
    assert schedules((), {0}, Budget()) == [()]


ALL_CONDITIONS = Outcome(conditions={PELT_SHIPMENT: 1, GREEN_MAN_MEDALLION: 12})

#: Cards held, out and in, exiled, and the price if an upgrade has a minimum and if it has none.
TO_THE_BOTTOM = [
    pytest.param(
        {ARCANE_RESEARCH: 2, RECHARGE_2: 1}, {RECHARGE_2: 1}, {RECHARGE_4: 1}, (), (1, 0), id="Spells"
    ),
    pytest.param({RABBIT_HOLE: 1, LEO: 1}, {LEO: 1}, {LEO_1: 1}, (), (1, 0), id="upgrades"),
    pytest.param(
        {GREEN_MAN_MEDALLION: 1, BODYGUARD: 1},
        {BODYGUARD: 1},
        {BODYGUARD_2: 1},
        (),
        (1, 0),
        id="any, an upgrade",
    ),
    pytest.param({GREEN_MAN_MEDALLION: 1}, filler(0), {BODYGUARD_2: 1}, (), (1, 1), id="any, a new card"),
    pytest.param({PELT_SHIPMENT: 1}, filler(0), {LEO_1: 1}, (), (1, 1), id="new cards"),
    pytest.param({DEJA_VU_5: 1, FLARE_1: 1}, {}, {}, (FLARE_1,), (1, 1), id="repurchases"),
    pytest.param(
        {DEJA_VU_5: 2, PELT_SHIPMENT: 1, FLARE_1: 1}, {}, {}, (FLARE_1,), (1, 1), id="several at once"
    ),
]


@pytest.mark.parametrize(("held", "minus", "plus", "exiled", "least"), TO_THE_BOTTOM)
@pytest.mark.parametrize(("edition", "column"), [("grimoire-1.1", 0), ("grimoire-1.0-de", 0), ("faq-1.7", 1)])
def test_no_discount_goes_below_one_but_on_upgrades_in_the_faq(
    edition, column, held, minus, plus, exiled, least
):
    before = a_deck(held)
    after = changed(before, minus, plus)
    outcome = replace(ALL_CONDITIONS, exiled=Piles(dict.fromkeys(exiled, 1)))
    assert priced(before, after, edition=edition, outcome=outcome).total == least[column]
