"""Every price that the rulebook gives as a case, and the five that other tools get wrong."""

import pytest

from tests.rules.upgrade.builders import TABLE, case, check_price, filler, new_filler
from tests.rules.upgrade.codes import (
    ADAPTABLE_1,
    ARCANE_RESEARCH,
    BLACK_FAN_3,
    BLADE_3,
    BODYGUARD,
    BODYGUARD_2,
    CLAIRVOYANCE_3,
    CLAIRVOYANCE_5,
    COSMIC_FLAME,
    COSMIC_FLAME_5,
    COURAGE,
    COURAGE_2,
    DENY_EXISTENCE,
    DENY_EXISTENCE_5,
    EASY_MARK_1,
    FLARE_1,
    GLIMMER,
    GLIMMER_2,
    LEO_1,
    LUCKY_DICE_2,
    LUCKY_DICE_3,
    M1911,
    MACHETE,
    MACHETE_2026,
    PHYSICAL_TRAINING_2,
    PHYSICAL_TRAINING_4,
    PREPARED,
    PREPARED_2,
    RABBIT_HOLE,
    RED_CLOCK_2,
    RED_CLOCK_5,
    RITE_2,
    RITE_4,
    SCROLL,
    SCROLL_4,
    SPRINGFIELD_4,
    STONE_1,
    STONE_4,
    STROKE_OF_LUCK_2,
    STUDIOUS_3,
    TEST_OF_WILL_2,
    VERSATILE_2,
    WINCHESTER_5,
)

RULEBOOK = [
    # A7
    case(5, "xp.cost-equals-level", minus=filler(0), plus={WINCHESTER_5: 1}),
    case(1, "xp.min-one-for-new-card", held={M1911: 1}, minus={M1911: 1}, plus={MACHETE: 1}),
    case(
        2, "xp.upgrade-difference: 0 to 2", held={BODYGUARD: 1}, minus={BODYGUARD: 1}, plus={BODYGUARD_2: 1}
    ),
    case(
        2,
        "xp.upgrade-difference: 2 to 4",
        held={PHYSICAL_TRAINING_2: 1},
        minus={PHYSICAL_TRAINING_2: 1},
        plus={PHYSICAL_TRAINING_4: 1},
    ),
    case(
        5,
        "xp.upgrade-difference: 0 to 5",
        held={COSMIC_FLAME: 1},
        minus={COSMIC_FLAME: 1},
        plus={COSMIC_FLAME_5: 1},
    ),
    case(
        1,
        "xp.upgrade-min-one: the Grimoire has a minimum",
        held={ARCANE_RESEARCH: 2, RITE_2: 1},
        minus={RITE_2: 1},
        plus={RITE_4: 1},
    ),
    case(
        0,
        "xp.upgrade-min-one: FAQ 1.7 has none",
        edition="faq-1.7",
        held={ARCANE_RESEARCH: 2, RITE_2: 1},
        minus={RITE_2: 1},
        plus={RITE_4: 1},
    ),
    case(2, "xp.upgrade-optional", held={BODYGUARD: 1}, minus=filler(0), plus={BODYGUARD_2: 1}),
    case(2, "xp.upgrade-same-title-any-product", held={COURAGE: 1}, minus={COURAGE: 1}, plus={COURAGE_2: 1}),
    case(4, "xp.individual-copies", held={BODYGUARD: 2}, minus={BODYGUARD: 2}, plus={BODYGUARD_2: 2}),
    case(3, "xp.swap-one-for-one: a permanent takes no place", plus={STUDIOUS_3: 1}),
    case(1, "xp.no-other-changes: a level 0 card for another", minus=filler(0), plus=new_filler(0)),
    case(
        0,
        "xp.no-other-changes: Adaptable lets two be swapped",
        held={ADAPTABLE_1: 1},
        minus=filler(0, 1),
        plus=new_filler(0, 1),
    ),
    case(
        3,
        "xp.no-refund: nothing comes back for what is removed",
        held={BODYGUARD_2: 1},
        minus={BODYGUARD_2: 1},
        plus={BLADE_3: 1},
    ),
    case(
        3,
        "xp.card-modifiers: new with Down the Rabbit Hole",
        held={RABBIT_HOLE: 1},
        minus=filler(0),
        plus={BODYGUARD_2: 1},
    ),
    case(
        1 + 1 + 2,
        "xp.card-modifiers: three upgrades with Down the Rabbit Hole",
        held={RABBIT_HOLE: 1, BODYGUARD: 2, PREPARED: 1},
        minus={BODYGUARD: 2, PREPARED: 1},
        plus={BODYGUARD_2: 2, PREPARED_2: 1},
    ),
    case(2, "xp.taboo-adjustment: level 0", taboo="002", minus=filler(0), plus={MACHETE: 1}),
    case(
        1,
        "xp.taboo-adjustment: not for a modified reprint",
        taboo="002",
        minus=filler(0),
        plus={MACHETE_2026: 1},
    ),
    case(3, "xp.taboo-adjustment: level 4", taboo="002", minus=filler(0), plus={SPRINGFIELD_4: 1}),
    # A3
    case(6, "exceptional.double-cost", minus=filler(0), plus={BLACK_FAN_3: 1}),
    case(
        2,
        "exceptional.double-cost: both doubled (E-06)",
        held={LUCKY_DICE_2: 1},
        minus={LUCKY_DICE_2: 1},
        plus={LUCKY_DICE_3: 1},
    ),
    case(1, "myriad.free-extra-copies", minus=filler(0, 0, 1), plus={EASY_MARK_1: 3}),
    case(
        2 + 1,
        "myriad.free-extra-copies: not of another level",
        minus=filler(0, 1),
        plus={GLIMMER_2: 1, GLIMMER: 1},
    ),
    case(4, "researched.normal-upgrade-price", held={SCROLL: 1}, minus={SCROLL: 1}, plus={SCROLL_4: 1}),
    case(
        3,
        "researched.normal-upgrade-price: from level 1",
        held={STONE_1: 1},
        minus={STONE_1: 1},
        plus={STONE_4: 1},
    ),
    case(1, "exile.repurchase-level1plus", held={FLARE_1: 1}, exiled=[FLARE_1]),
    case(
        0,
        "exile.must-restore-size",
        held={FLARE_1: 1},
        minus={FLARE_1: 1},
        plus=new_filler(0),
        exiled=[FLARE_1],
    ),
    # A1
    case(
        0,
        "deck.size-shortfall-free-level0: two places, two cards",
        held={FLARE_1: 2},
        minus={FLARE_1: 2},
        plus=new_filler(0, 1),
        exiled=[FLARE_1, FLARE_1],
    ),
    case(
        1,
        "deck.size-shortfall-free-level0: a third is swapped in",
        held={FLARE_1: 2},
        minus={FLARE_1: 2, **filler(0)},
        plus=new_filler(0, 1, 2),
        exiled=[FLARE_1, FLARE_1],
    ),
    case(
        1,
        "deck.size-shortfall-free-level0: level 1 is paid",
        held={FLARE_1: 1},
        minus={FLARE_1: 1},
        plus={LEO_1: 1},
        exiled=[FLARE_1],
    ),
]

OFTEN_WRONG = [
    case(
        6,
        "both versions are exceptional",
        held={RED_CLOCK_2: 1},
        minus={RED_CLOCK_2: 1},
        plus={RED_CLOCK_5: 1},
    ),
    case(
        5,
        "one copy upgraded, the other replaced, with Down the Rabbit Hole",
        held={RABBIT_HOLE: 1, PREPARED: 2},
        minus={PREPARED: 2},
        plus={PREPARED_2: 1, BLADE_3: 1},
    ),
    case(
        3,
        "two Arcane Research and Down the Rabbit Hole",
        held={RABBIT_HOLE: 1, ARCANE_RESEARCH: 2, DENY_EXISTENCE: 1, CLAIRVOYANCE_3: 1},
        minus={DENY_EXISTENCE: 1, CLAIRVOYANCE_3: 1},
        plus={DENY_EXISTENCE_5: 1, CLAIRVOYANCE_5: 1},
    ),
    case(
        8,
        "four exiled, two places filled at no cost, and all four bought again",
        held={STROKE_OF_LUCK_2: 2, TEST_OF_WILL_2: 2},
        minus=filler(0, 1),
        plus=new_filler(0, 1),
        exiled=[STROKE_OF_LUCK_2, STROKE_OF_LUCK_2, TEST_OF_WILL_2, TEST_OF_WILL_2],
    ),
    case(1, "Versatile makes no later swap free", held={VERSATILE_2: 1}, minus=filler(0), plus=new_filler(0)),
]


@pytest.mark.parametrize(TABLE, RULEBOOK)
def test_the_rulebooks_prices(before, after, exiled, edition, outcome, expected):
    check_price(before, after, exiled, edition, outcome, expected)


@pytest.mark.parametrize(TABLE, OFTEN_WRONG)
def test_prices_that_are_often_got_wrong(before, after, exiled, edition, outcome, expected):
    check_price(before, after, exiled, edition, outcome, expected)


@pytest.mark.parametrize(
    TABLE, [row for row in (*RULEBOOK, *OFTEN_WRONG) if row.values[TABLE.index("edition")] == "grimoire-1.1"]
)
def test_the_german_grimoire_prices_as_the_english_one(before, after, exiled, edition, outcome, expected):
    check_price(before, after, exiled, "grimoire-1.0-de", outcome, expected)
