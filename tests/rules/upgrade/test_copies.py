"""Copies that cost less or nothing: myriad, researched, customizable, kept beside, or not bought at all."""

import pytest

from rules.cards.model import Tick
from rules.outcome import Outcome, Piles
from tests.rules.upgrade.builders import (
    TABLE,
    a_deck,
    case,
    changed,
    check_price,
    filler,
    new_filler,
    priced,
)
from tests.rules.upgrade.codes import (
    ACE_OF_RODS_1,
    ADAPTABLE_1,
    AGNES,
    AMNESIA,
    ARCANE_RESEARCH,
    BLOOD_PACT,
    BLOOD_PACT_3,
    BODYGUARD,
    BODYGUARD_2,
    EASY_MARK_1,
    EMPOWER_SELF_2,
    FLARE_1,
    GLIMMER,
    GLIMMER_2,
    GUIDING_SPIRIT_1,
    JIM,
    LITA,
    POWER_WORD,
    RABBIT_HOLE,
    RAVEN_QUILL,
    REFINE,
    REVELATION,
    RUNIC_AXE,
    SHREWD_ANALYSIS,
    SHRIVELLING,
    SHRIVELLING_3,
    SHRIVELLING_5,
    SKIDS,
    SOLUTION,
    SOLUTION_4_ACIDIC,
    SOLUTION_4_RESTORATIVE,
    SPIRITUAL_RESOLVE_5,
    STREETWISE,
    STREETWISE_3,
    THREE_ACES_1,
    VERSATILE_2,
    VICIOUS_BLOW,
    VICIOUS_BLOW_2026,
)

ONE, TWO = Tick(1, 1), Tick(5, 2)
"""A box of one mark, and two of the three marks of another."""
HUNT = 3
"""The box of Runic Axe that takes one mark as printed, and two under the taboo lists since 006."""
THRICE_SPOKEN = Tick(7, 3)
"""The box of Power Word that allows a third copy."""

MYRIAD = [
    case(
        2,
        "three copies upgraded for the price of one",
        held={GLIMMER: 3},
        minus={GLIMMER: 3},
        plus={GLIMMER_2: 3},
    ),
    case(
        1,
        "three copies upgraded with a discount on one",
        held={RABBIT_HOLE: 1, GLIMMER: 3},
        minus={GLIMMER: 3},
        plus={GLIMMER_2: 3},
    ),
    case(
        2,
        "one copy upgraded, two more for other cards",
        held={GLIMMER: 1},
        minus={GLIMMER: 1, **filler(0, 1)},
        plus={GLIMMER_2: 3},
    ),
    case(1, "three new level 0 copies", minus=filler(0, 0, 1), plus={REVELATION: 3}),
    case(
        0,
        "one fills an empty place at no cost, the others come with it",
        held={FLARE_1: 1},
        minus={FLARE_1: 1, **filler(0, 1)},
        plus={REVELATION: 3},
        exiled=[FLARE_1],
    ),
    case(2, "versions that differ by subtitle", minus=filler(0, 0, 1), plus=dict.fromkeys(EMPOWER_SELF_2, 1)),
    case(1 + 1, "two titles", minus=filler(0, 0, 1, 1, 2, 2), plus={EASY_MARK_1: 3, THREE_ACES_1: 3}),
    case(
        5,
        "a third copy in a later step",
        held={SPIRITUAL_RESOLVE_5: 2},
        minus=filler(0),
        plus={SPIRITUAL_RESOLVE_5: 1},
    ),
    case(
        6,
        "Down the Rabbit Hole: dearer once",
        held={RABBIT_HOLE: 1},
        minus=filler(0, 0, 1),
        plus={SPIRITUAL_RESOLVE_5: 3},
    ),
]

RESEARCHED = [
    case(
        8,
        "two solutions",
        held={SOLUTION: 2},
        minus={SOLUTION: 2},
        plus={SOLUTION_4_RESTORATIVE: 1, SOLUTION_4_ACIDIC: 1},
    ),
    case(
        4,
        "two solutions with Shrewd Analysis",
        held={SHREWD_ANALYSIS: 1, SOLUTION: 2},
        minus={SOLUTION: 2},
        plus={SOLUTION_4_RESTORATIVE: 1, SOLUTION_4_ACIDIC: 1},
    ),
    case(
        1 + 4,
        "Shrewd Analysis helps as soon as it is bought",
        held={SOLUTION: 2},
        minus={SOLUTION: 2},
        plus={SOLUTION_4_RESTORATIVE: 2, SHREWD_ANALYSIS: 1},
    ),
    case(
        4,
        "Shrewd Analysis is for the unidentified",
        held={SHREWD_ANALYSIS: 1, BODYGUARD: 2},
        minus={BODYGUARD: 2},
        plus={BODYGUARD_2: 2},
    ),
    case(
        4 + 1,
        "one identified, another one bought",
        held={SOLUTION: 1},
        minus=filler(0),
        plus={SOLUTION_4_RESTORATIVE: 1},
    ),
]

CUSTOMIZABLE = [
    case(3, "boxes", held={RUNIC_AXE: 1}, marks_after={RUNIC_AXE: (ONE, TWO)}),
    *(
        case(
            price,
            f"Inscription of the Hunt under list {taboo or 'none'}",
            taboo=taboo,
            held={RUNIC_AXE: 1},
            marks_after={RUNIC_AXE: (Tick(HUNT, price),)},
        )
        for taboo, price in (("", 1), ("005", 1), ("006", 2), ("009", 2), ("010", 2))
    ),
    case(3, "boxes of a card held twice", held={RUNIC_AXE: 2}, marks_after={RUNIC_AXE: (ONE, TWO)}),
    case(
        2,
        "more marks",
        held={RUNIC_AXE: 1},
        marks={RUNIC_AXE: (Tick(5, 1),)},
        marks_after={RUNIC_AXE: (ONE, TWO)},
    ),
    case(
        2,
        "boxes marked together are one upgrade",
        held={RABBIT_HOLE: 1, RUNIC_AXE: 1},
        marks_after={RUNIC_AXE: (ONE, TWO)},
    ),
    case(
        1 + 1,
        "two sheets are two upgrades",
        held={RABBIT_HOLE: 1, RUNIC_AXE: 2, POWER_WORD: 2},
        marks_after={RUNIC_AXE: (TWO,), POWER_WORD: (Tick(0, 1), ONE)},
    ),
    case(
        1,
        "Power Word is a Spell",
        held={ARCANE_RESEARCH: 1, POWER_WORD: 1},
        marks_after={POWER_WORD: (Tick(0, 1), ONE)},
    ),
    case(
        1 + 0,
        "a copy swapped out by Adaptable before the other's sheet is marked",
        held={ADAPTABLE_1: 1, RUNIC_AXE: 2},
        minus={RUNIC_AXE: 1},
        plus=new_filler(0),
        marks_after={RUNIC_AXE: (ONE,)},
    ),
    case(
        1 + 1,
        "a copy with marks is no level 0 card to be swapped",
        held={ADAPTABLE_1: 1, RUNIC_AXE: 2},
        minus={RUNIC_AXE: 1},
        plus=new_filler(0),
        marks={RUNIC_AXE: (ONE,)},
        marks_after={RUNIC_AXE: (ONE, Tick(5, 1))},
    ),
    case(1, "new, without boxes", minus=filler(0), plus={RUNIC_AXE: 1}),
    case(2, "two new ones, without boxes", minus=filler(0, 1), plus={RUNIC_AXE: 2}),
    case(
        3,
        "two new ones with boxes",
        minus=filler(0, 1),
        plus={RUNIC_AXE: 2},
        marks_after={RUNIC_AXE: (ONE, TWO)},
    ),
    case(
        2,
        "a second copy with new boxes",
        held={RUNIC_AXE: 1},
        minus=filler(0),
        plus={RUNIC_AXE: 1},
        marks_after={RUNIC_AXE: (TWO,)},
    ),
    case(
        3,
        "a third copy with the box that allows it",
        held={POWER_WORD: 2},
        minus=filler(0),
        plus={POWER_WORD: 1},
        marks_after={POWER_WORD: (THRICE_SPOKEN,)},
    ),
    case(
        1,
        "a third copy after the box that allows it",
        held={POWER_WORD: 2},
        minus=filler(0),
        plus={POWER_WORD: 1},
        marks={POWER_WORD: (THRICE_SPOKEN,)},
    ),
    case(
        1,
        "another box of a card held three times",
        held={POWER_WORD: 3},
        marks={POWER_WORD: (THRICE_SPOKEN,)},
        marks_after={POWER_WORD: (Tick(0, 1), THRICE_SPOKEN)},
    ),
    case(
        4,
        "new with boxes, and Down the Rabbit Hole",
        held={RABBIT_HOLE: 1},
        minus=filler(0),
        plus={RUNIC_AXE: 1},
        marks_after={RUNIC_AXE: (ONE, TWO)},
    ),
    case(
        2,
        "with boxes it is no level 0 card for an empty place",
        held={FLARE_1: 1},
        minus={FLARE_1: 1},
        plus={RUNIC_AXE: 1},
        marks_after={RUNIC_AXE: (TWO,)},
        exiled=[FLARE_1],
    ),
    case(
        0, "without boxes it is", held={FLARE_1: 1}, minus={FLARE_1: 1}, plus={RUNIC_AXE: 1}, exiled=[FLARE_1]
    ),
    case(
        0,
        "a choice without a price",
        held={RAVEN_QUILL: 1},
        marks_after={RAVEN_QUILL: (Tick(0, 0, "01060"),)},
    ),
    case(
        0,
        "Refine",
        held={REFINE: 1, RUNIC_AXE: 1},
        marks_after={RUNIC_AXE: (ONE,)},
        outcome=Outcome(marks={RUNIC_AXE: 1}),
    ),
    case(
        0,
        "Refine was played: a box of any sheet",
        held={REFINE: 1, RUNIC_AXE: 1},
        marks_after={RUNIC_AXE: (ONE,)},
        outcome=Outcome(conditions={REFINE: 1}),
    ),
    case(
        2,
        "Refine was played: one box, of one sheet",
        held={REFINE: 1, RUNIC_AXE: 1, POWER_WORD: 1},
        marks_after={RUNIC_AXE: (TWO,), POWER_WORD: (Tick(0, 1),)},
        outcome=Outcome(conditions={REFINE: 1}),
    ),
    case(
        0 + 1,
        "Refine on the sheet where it saves most",
        held={REFINE: 1, RABBIT_HOLE: 1, RUNIC_AXE: 1, POWER_WORD: 1},
        marks_after={RUNIC_AXE: (TWO,), POWER_WORD: (Tick(0, 1),)},
        outcome=Outcome(conditions={REFINE: 1}),
    ),
    case(
        0,
        "a copy swapped out by Adaptable before Refine marks the other's sheet",
        held={ADAPTABLE_1: 1, REFINE: 1, RUNIC_AXE: 2},
        minus={RUNIC_AXE: 1},
        plus=new_filler(0),
        marks_after={RUNIC_AXE: (ONE,)},
        outcome=Outcome(conditions={REFINE: 1}),
    ),
    case(
        1,
        "Refine is played once in a game, however many copies there are",
        held={REFINE: 2, RUNIC_AXE: 1},
        marks_after={RUNIC_AXE: (TWO,)},
        outcome=Outcome(conditions={REFINE: 2}),
    ),
    case(
        1,
        "Refine was not played",
        held={REFINE: 1, RUNIC_AXE: 1},
        marks_after={RUNIC_AXE: (ONE,)},
    ),
    case(
        0,
        "The Raven Quill marks a box of its own",
        held={RAVEN_QUILL: 1},
        marks_after={RAVEN_QUILL: (Tick(1, 1),)},
        outcome=Outcome(conditions={RAVEN_QUILL: 1}),
    ),
    case(
        1 + 2,
        "The Raven Quill: a box or a cheaper upgrade, not both",
        held={RAVEN_QUILL: 1, SHRIVELLING: 1},
        minus={SHRIVELLING: 1},
        plus={SHRIVELLING_3: 1},
        marks_after={RAVEN_QUILL: (Tick(1, 1),)},
        outcome=Outcome(conditions={RAVEN_QUILL: 1}, attached_to=SHRIVELLING),
    ),
    case(
        1,
        "Refine marks one box, the other is paid",
        held={REFINE: 1, RUNIC_AXE: 1},
        marks_after={RUNIC_AXE: (TWO,)},
        outcome=Outcome(marks={RUNIC_AXE: 1}),
    ),
]

BESIDE = [
    case(
        5,
        "parallel Agnes pays in full",
        investigator=AGNES,
        held={SHRIVELLING: 2},
        plus={SHRIVELLING_5: 1},
        ignored={SHRIVELLING: 1},
    ),
    case(
        10,
        "for each copy",
        investigator=AGNES,
        held={SHRIVELLING: 2},
        plus={SHRIVELLING_5: 2},
        ignored={SHRIVELLING: 2},
    ),
    case(
        5 + 5,
        "one copy beside, one upgraded",
        investigator=AGNES,
        held={SHRIVELLING: 2},
        minus={SHRIVELLING: 1},
        plus={SHRIVELLING_5: 2},
        ignored={SHRIVELLING: 1},
    ),
    case(
        4,
        "it is an upgrade all the same",
        investigator=AGNES,
        held={ARCANE_RESEARCH: 1, SHRIVELLING: 2},
        plus={SHRIVELLING_5: 1},
        ignored={SHRIVELLING: 1},
    ),
    case(
        3,
        "a permanent beside leaves a place empty",
        investigator=AGNES,
        held={BLOOD_PACT: 1},
        plus={BLOOD_PACT_3: 1, **new_filler(0)},
        ignored={BLOOD_PACT: 1},
    ),
    case(
        2,
        "parallel Skids with a myriad card",
        investigator=SKIDS,
        held={GLIMMER: 3},
        minus={GLIMMER: 2},
        plus={GLIMMER_2: 3},
        ignored={GLIMMER: 1},
    ),
    case(
        2,
        "parallel Skids keeps all three of a myriad card, and pays once",
        investigator=SKIDS,
        held={GLIMMER: 3},
        plus={GLIMMER_2: 3},
        ignored={GLIMMER: 3},
    ),
]

ALLIES = dict.fromkeys(("01048", "12016", "01018", "01032", "02020", "01076", "02033", "02149", "01063"), 1)
WITH_GUIDING_SPIRIT = {**{c: n for c, n in ALLIES.items() if c != "01048"}, GUIDING_SPIRIT_1: 1}

OTHER = [
    case(0, "no change"),
    case(0, "a story card", plus={LITA: 1}),
    case(0, "a weakness", plus={AMNESIA: 1}),
    case(0, "Ace of Rods from the story", plus={ACE_OF_RODS_1: 1}, ignored={ACE_OF_RODS_1: 1}),
    case(1, "Ace of Rods bought", minus=filler(0), plus={ACE_OF_RODS_1: 1}),
    case(0, "another printing", held={VICIOUS_BLOW: 1}, minus={VICIOUS_BLOW: 1}, plus={VICIOUS_BLOW_2026: 1}),
    case(
        3 + 5,
        "taboo: upgrading to a chained card",
        taboo="002",
        held={STREETWISE: 1},
        minus={STREETWISE: 1},
        plus={STREETWISE_3: 1, **new_filler(0)},
    ),
    case(
        1,
        "a spirit exchanged",
        investigator=JIM,
        second_deck=ALLIES,
        second_deck_after={**{c: n for c, n in ALLIES.items() if c != "01048"}, "01033": 1},
    ),
    case(
        1,
        "a spirit exiled and bought again",
        investigator=JIM,
        second_deck=WITH_GUIDING_SPIRIT,
        exiled=[GUIDING_SPIRIT_1],
    ),
    case(
        0,
        "a spirit exiled, and another fills its place",
        investigator=JIM,
        second_deck=WITH_GUIDING_SPIRIT,
        second_deck_after=ALLIES,
        exiled=[GUIDING_SPIRIT_1],
    ),
    case(
        0,
        "an ally of both decks: the deck after it says which copy was exiled",
        investigator=JIM,
        held={GUIDING_SPIRIT_1: 1},
        second_deck=WITH_GUIDING_SPIRIT,
        second_deck_after=ALLIES,
        exiled=[GUIDING_SPIRIT_1],
    ),
    case(
        0,
        "an ally of both decks: the deck's own was exiled",
        investigator=JIM,
        held={GUIDING_SPIRIT_1: 1},
        second_deck=WITH_GUIDING_SPIRIT,
        minus={GUIDING_SPIRIT_1: 1},
        plus=new_filler(0),
        exiled=[GUIDING_SPIRIT_1],
    ),
    case(
        1 + 0,
        "an ally of both decks: both exiled, the spirit bought again",
        investigator=JIM,
        held={GUIDING_SPIRIT_1: 1},
        second_deck=WITH_GUIDING_SPIRIT,
        minus={GUIDING_SPIRIT_1: 1},
        plus=new_filler(0),
        exiled=[GUIDING_SPIRIT_1, GUIDING_SPIRIT_1],
    ),
    case(
        1,
        "an ally of both decks: the spirit was exiled, as the players say, and is bought again",
        investigator=JIM,
        held={GUIDING_SPIRIT_1: 1},
        second_deck=WITH_GUIDING_SPIRIT,
        outcome=Outcome(exiled=Piles(second_deck={GUIDING_SPIRIT_1: 1})),
    ),
    case(
        2 + 1,
        "what makes the deck larger has no room for spirits",
        investigator=JIM,
        second_deck=ALLIES,
        plus={VERSATILE_2: 1, **new_filler(0, 0, 1, 1, 2)},
        second_deck_after={**{c: n for c, n in ALLIES.items() if c != "01048"}, "01033": 1},
    ),
    case(
        2,
        "a spirit upgraded",
        investigator=JIM,
        second_deck=ALLIES,
        second_deck_after={**{c: n for c, n in ALLIES.items() if c != "12016"}, BODYGUARD_2: 1},
    ),
]


def test_a_gift_that_cannot_be_distinguished_from_other_copies_is_not_bought():
    given = changed(a_deck(), plus={ACE_OF_RODS_1: 1}, ignored={ACE_OF_RODS_1: 1})
    assert priced(given, changed(given, ignored={})).total == 0
    # A further copy is still bought.
    assert priced(given, changed(given, filler(0), {ACE_OF_RODS_1: 1}, ignored={})).total == 1
    assert priced(given, changed(given, {ACE_OF_RODS_1: 1}, ignored={})).total == 0


@pytest.mark.parametrize(TABLE, [*MYRIAD, *RESEARCHED, *CUSTOMIZABLE, *BESIDE, *OTHER])
def test_the_price(before, after, exiled, edition, outcome, expected):
    check_price(before, after, exiled, edition, outcome, expected)
