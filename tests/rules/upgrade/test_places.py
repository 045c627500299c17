"""Places in the deck: sizes that change, exile, free level 0 cards and swaps."""

from collections import Counter

import pytest

from rules.deck.circumstances import Circumstances
from rules.outcome import Outcome, Piles
from rules.upgrade.ledger import Ledger, replay
from tests.rules.upgrade.builders import (
    TABLE,
    a_deck,
    case,
    changed,
    check_price,
    filler,
    new_filler,
    priced,
    shipped,
)
from tests.rules.upgrade.codes import (
    ADAPTABLE_1,
    BLADE_3,
    BODYGUARD,
    BODYGUARD_2,
    CLAIRVOYANCE,
    DARK_HORSE,
    DARK_HORSE_5,
    DEJA_VU_5,
    DENY_EXISTENCE,
    ELDRITCH_BRAND_5,
    FLARE_1,
    MACHETE,
    ON_YOUR_OWN_3,
    ON_YOUR_OWN_3_ASSET,
    RABBIT_HOLE,
    REVELATION,
    ROD_OF_CARNAMAGOS,
    ROD_OF_CARNAMAGOS_2,
    SHRIVELLING,
    SHRIVELLING_3,
    STREETWISE,
    STREETWISE_3,
    STROKE_OF_LUCK_2,
    TEST_OF_WILL,
    TEST_OF_WILL_2,
    UNDERWORLD_MARKET_2,
    VERSATILE_2,
    VICIOUS_BLOW,
    VICIOUS_BLOW_2026,
)

FOUR_EXILED = [STROKE_OF_LUCK_2, STROKE_OF_LUCK_2, TEST_OF_WILL_2, TEST_OF_WILL_2]
TEN_NEW = new_filler(0, 0, 1, 1, 2, 2, 3, 3, 4, 4)

SIZES = [
    case(2, "Versatile: five places", plus={VERSATILE_2: 1, **new_filler(0, 0, 1, 1, 2)}),
    case(
        2 + 2,
        "Versatile: five places, and a level 2 card for another",
        minus=filler(0),
        plus={VERSATILE_2: 1, BODYGUARD_2: 1, **new_filler(0, 0, 1, 1, 2)},
    ),
    case(
        2 + 2,
        "Versatile: a level 2 card in one of the places",
        plus={VERSATILE_2: 1, BODYGUARD_2: 1, **new_filler(0, 0, 1, 1)},
    ),
    case(
        2 + 1,
        "Versatile: five places, and one swap more",
        minus=filler(0),
        plus={VERSATILE_2: 1, **new_filler(0, 0, 1, 1, 2, 2)},
    ),
    case(4, "Underworld Market: exceptional, ten places", plus={UNDERWORLD_MARKET_2: 1, **TEN_NEW}),
    case(
        6,
        "Underworld Market under the taboo list: not doubled too",
        taboo="010",
        plus={UNDERWORLD_MARKET_2: 1, **TEN_NEW},
    ),
    case(
        3,
        "an upgrade to a permanent empties a place",
        held={STREETWISE: 1},
        minus={STREETWISE: 1},
        plus={STREETWISE_3: 1, **new_filler(0)},
    ),
    case(
        3 + 1,
        "an upgrade to a permanent empties one place only",
        held={STREETWISE: 1},
        minus={STREETWISE: 1, **filler(0)},
        plus={STREETWISE_3: 1, **new_filler(0, 1)},
    ),
    case(
        5,
        "Dark Horse (5) allows one copy: the other leaves, and both places are filled",
        held={DARK_HORSE: 2},
        minus={DARK_HORSE: 2},
        plus={DARK_HORSE_5: 1, **new_filler(0, 1)},
    ),
    case(
        1,
        "a level 0 version that allows one copy does not fill the place that it empties itself",
        held={ROD_OF_CARNAMAGOS_2: 1},
        minus={ROD_OF_CARNAMAGOS_2: 1},
        plus={ROD_OF_CARNAMAGOS: 1},
    ),
    case(
        1,
        "the same with two copies: the other place is filled at no cost",
        held={ROD_OF_CARNAMAGOS_2: 2},
        minus={ROD_OF_CARNAMAGOS_2: 2},
        plus={ROD_OF_CARNAMAGOS: 1, **new_filler(0)},
    ),
    case(
        1,
        "the same under the FAQ",
        held={ROD_OF_CARNAMAGOS_2: 2},
        minus={ROD_OF_CARNAMAGOS_2: 2},
        plus={ROD_OF_CARNAMAGOS: 1, **new_filler(0)},
        edition="faq-1.7",
    ),
    case(
        0,
        "but it fills the place of an exiled card, and the places that it empties are filled then",
        held={ROD_OF_CARNAMAGOS_2: 2, FLARE_1: 1},
        minus={ROD_OF_CARNAMAGOS_2: 2, FLARE_1: 1},
        plus={ROD_OF_CARNAMAGOS: 1, **new_filler(0, 1)},
        exiled=[FLARE_1],
    ),
    case(
        3 * 2,
        "an exceptional version that was bought drives the others out, and their places are filled",
        held={ON_YOUR_OWN_3_ASSET: 2},
        minus={ON_YOUR_OWN_3_ASSET: 2},
        plus={ON_YOUR_OWN_3: 1, **new_filler(0, 1)},
    ),
    case(
        3 * 2 + 1,
        "but a third card that comes in is paid for",
        held={ON_YOUR_OWN_3_ASSET: 2},
        minus={ON_YOUR_OWN_3_ASSET: 2, **filler(0)},
        plus={ON_YOUR_OWN_3: 1, **new_filler(0, 1, 2)},
    ),
    case(
        5 * 2,
        "Eldritch Brand allows one copy of the branded Spell: the other leaves, and its place is filled",
        held={SHRIVELLING: 2},
        minus={SHRIVELLING: 1},
        plus={ELDRITCH_BRAND_5: 1, **new_filler(0)},
    ),
    case(
        5 * 2 + 3,
        "Eldritch Brand: the copy that stays may be upgraded",
        held={SHRIVELLING: 2},
        minus={SHRIVELLING: 2},
        plus={ELDRITCH_BRAND_5: 1, SHRIVELLING_3: 1, **new_filler(0)},
    ),
    case(
        5 * 2 + 1,
        "Eldritch Brand: one Spell is branded, not two",
        held={SHRIVELLING: 2, CLAIRVOYANCE: 2},
        minus={SHRIVELLING: 1, CLAIRVOYANCE: 1},
        plus={ELDRITCH_BRAND_5: 1, **new_filler(0, 1)},
    ),
    case(
        5 * 2 + 1,
        "Eldritch Brand: an event is not branded",
        held={DENY_EXISTENCE: 2},
        minus={DENY_EXISTENCE: 1},
        plus={ELDRITCH_BRAND_5: 1, **new_filler(0)},
    ),
    case(
        1,
        "Eldritch Brand: a Spell branded before has made its room",
        held={ELDRITCH_BRAND_5: 1, CLAIRVOYANCE: 2},
        minus={CLAIRVOYANCE: 1},
        plus=new_filler(0),
    ),
    case(
        3 * 2,
        "On Your Own in FAQ 1.7: allies leave and are replaced at no cost",
        edition="faq-1.7",
        held={BODYGUARD: 2},
        minus={BODYGUARD: 2},
        plus={ON_YOUR_OWN_3: 1, **new_filler(0, 1)},
    ),
    case(
        3 * 2 + 2,
        "On Your Own in the Grimoire: allies are exchanged like other cards",
        held={BODYGUARD: 2},
        minus={BODYGUARD: 2},
        plus={ON_YOUR_OWN_3: 1, **new_filler(0, 1)},
    ),
]

EXILE = [
    case(
        2,
        "a free card in the exiled one's place, a level 2 card for another",
        held={FLARE_1: 1},
        minus={FLARE_1: 1, **filler(0)},
        plus={BODYGUARD_2: 1, **new_filler(0)},
        exiled=[FLARE_1],
    ),
    case(
        4,
        "two of four bought again, two places filled, two swapped for level 0",
        held={STROKE_OF_LUCK_2: 2, TEST_OF_WILL_2: 2},
        minus={TEST_OF_WILL_2: 2},
        plus=new_filler(0, 1),
        exiled=FOUR_EXILED,
    ),
    case(
        1,
        "the place is filled at no cost, and the exiled card bought again in exchange",
        held={FLARE_1: 1},
        minus=filler(0),
        plus=new_filler(0),
        exiled=[FLARE_1],
    ),
    case(
        1,
        "the same under the FAQ",
        held={FLARE_1: 1},
        minus=filler(0),
        plus=new_filler(0),
        exiled=[FLARE_1],
        edition="faq-1.7",
    ),
    case(
        1 + 1,
        "one place is filled at no cost, not two",
        held={FLARE_1: 1},
        minus=filler(0, 1),
        plus=new_filler(0, 1),
        exiled=[FLARE_1],
    ),
    case(
        2 + 1,
        "bought again, and a level 2 card besides: both in exchange",
        held={FLARE_1: 1},
        minus=filler(0, 1),
        plus={BODYGUARD_2: 1, **new_filler(0)},
        exiled=[FLARE_1],
    ),
    case(
        1,
        "an exiled level 0 card comes back at no cost",
        held={FLARE_1: 1, TEST_OF_WILL: 1},
        exiled=[FLARE_1, TEST_OF_WILL],
    ),
    case(
        2,
        "exiled and bought at a higher level: new, at the full price",
        held={"03156": 1},
        minus={"03156": 1},
        plus={TEST_OF_WILL_2: 1},
        exiled=["03156"],
    ),
    case(0, "exiled under the code of another printing", held={VICIOUS_BLOW: 1}, exiled=[VICIOUS_BLOW_2026]),
    case(
        5,
        "Déjà Vu: three of four cheaper",
        held={DEJA_VU_5: 1, STROKE_OF_LUCK_2: 2, TEST_OF_WILL_2: 2},
        exiled=FOUR_EXILED,
    ),
    case(
        4,
        "two Déjà Vu: all four cheaper, none below 1",
        held={DEJA_VU_5: 2, STROKE_OF_LUCK_2: 2, TEST_OF_WILL_2: 2},
        exiled=FOUR_EXILED,
    ),
    case(
        5 + 5,
        "Déjà Vu helps as soon as it is bought",
        held={STROKE_OF_LUCK_2: 2, TEST_OF_WILL_2: 2},
        plus={DEJA_VU_5: 1},
        exiled=FOUR_EXILED,
    ),
    case(1, "Déjà Vu makes nothing free", held={DEJA_VU_5: 1, FLARE_1: 1}, exiled=[FLARE_1]),
    case(
        2,
        "Déjà Vu is for what was exiled",
        held={DEJA_VU_5: 1, FLARE_1: 1},
        minus={FLARE_1: 1},
        plus={STROKE_OF_LUCK_2: 1},
        exiled=[FLARE_1],
    ),
    case(
        2,
        "Down the Rabbit Hole: bought again is bought new",
        held={RABBIT_HOLE: 1, FLARE_1: 1},
        exiled=[FLARE_1],
    ),
    case(
        0,
        "Down the Rabbit Hole: a free place stays free",
        held={RABBIT_HOLE: 1, FLARE_1: 1},
        minus={FLARE_1: 1},
        plus=new_filler(0),
        exiled=[FLARE_1],
    ),
    case(
        2,
        "a free place does not pay what the taboo list adds",
        taboo="002",
        held={FLARE_1: 1},
        minus={FLARE_1: 1},
        plus={MACHETE: 1},
        exiled=[FLARE_1],
    ),
]

SWAPS = [
    case(
        2,
        "Adaptable: two swapped, two paid",
        held={ADAPTABLE_1: 1},
        minus=filler(0, 0, 1, 1),
        plus=new_filler(0, 0, 1, 1),
    ),
    case(
        0,
        "two Adaptable: four swapped",
        held={ADAPTABLE_1: 2},
        minus=filler(0, 0, 1, 1),
        plus=new_filler(0, 0, 1, 1),
    ),
    case(
        1,
        "Adaptable helps as soon as it is bought",
        minus=filler(0, 1),
        plus={ADAPTABLE_1: 1, **new_filler(0, 1)},
    ),
    case(
        1,
        "Adaptable: only level 0 goes out",
        held={ADAPTABLE_1: 1, BODYGUARD_2: 1},
        minus={BODYGUARD_2: 1},
        plus=new_filler(0),
    ),
    case(
        3,
        "Adaptable: a level 0 card out for a level 3 card is no swap",
        held={ADAPTABLE_1: 1},
        minus=filler(0),
        plus={BLADE_3: 1},
    ),
    case(
        0,
        "Adaptable beside two exiled cards",
        held={ADAPTABLE_1: 1, FLARE_1: 2},
        minus={FLARE_1: 2, **filler(0, 1)},
        plus=new_filler(0, 1, 2, 3),
        exiled=[FLARE_1, FLARE_1],
    ),
    case(
        1,
        "Adaptable: a swap is no purchase, so a third copy is not free",
        held={ADAPTABLE_1: 1},
        minus=filler(0, 0, 1),
        plus={REVELATION: 3},
    ),
    case(
        0,
        "Adaptable: what is swapped is not bought, so no taboo price either",
        taboo="002",
        held={ADAPTABLE_1: 1},
        minus=filler(0),
        plus={MACHETE: 1},
    ),
    case(
        1,
        "Down the Rabbit Hole: level 0 costs 1, not 2",
        held={RABBIT_HOLE: 1},
        minus=filler(0),
        plus=new_filler(0),
    ),
]


def test_the_deck_may_tell_which_spell_was_branded():
    deck = a_deck({SHRIVELLING: 2, CLAIRVOYANCE: 2})
    after = changed(
        deck,
        {SHRIVELLING: 1},
        {ELDRITCH_BRAND_5: 1, **new_filler(0)},
        attachments={ELDRITCH_BRAND_5: (CLAIRVOYANCE,)},
    )
    assert priced(deck, after).total == 5 * 2 + 1


@pytest.mark.parametrize(TABLE, [*SIZES, *EXILE, *SWAPS])
def test_the_price(before, after, exiled, edition, outcome, expected):
    check_price(before, after, exiled, edition, outcome, expected)


@pytest.mark.parametrize(TABLE, [*SIZES, *EXILE, *SWAPS])
def test_every_step_is_allowed_where_it_stands(before, after, exiled, edition, outcome, expected):
    steps = priced(before, after, exiled, edition=edition, outcome=outcome).steps
    purse, circumstances = Ledger(starting=expected, edition=edition), Circumstances(edition=edition)
    result = outcome or Outcome(exiled=Piles(Counter(exiled)))
    _deck, ledger = replay(shipped(), before, steps, purse, circumstances, result)
    assert ledger.balance == 0
