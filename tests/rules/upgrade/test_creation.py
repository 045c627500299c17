"""A new deck pays for cards above level 0 from its starting experience."""

import pytest

from rules.cards.model import Tick
from rules.deck.circumstances import Circumstances
from rules.upgrade.creation import price_creation, starting_experience
from tests.rules.upgrade.builders import a_deck, shipped
from tests.rules.upgrade.codes import (
    AGNES,
    BODYGUARD_2,
    EASY_MARK_1,
    LUCKY_DICE_2,
    MACHETE,
    RUNIC_AXE,
    SHRIVELLING,
    SHRIVELLING_5,
    WINCHESTER_5,
)

TOMMY, MATEO, IN_THE_THICK_OF_IT, ASCETIC = "60151", "04004", "08125", "11095"
ANCIENTS = Circumstances(mode="creation", ultimatums=frozenset({"boon.ancients"}))
NOTHING = Circumstances(mode="creation")


@pytest.mark.parametrize(
    ("deck", "circumstances", "total"),
    [
        pytest.param(a_deck(), NOTHING, 0, id="level 0 costs nothing"),
        pytest.param(a_deck({WINCHESTER_5: 1}, investigator=TOMMY), ANCIENTS, 5, id="a boon pays"),
        pytest.param(
            a_deck({WINCHESTER_5: 1, BODYGUARD_2: 1}, investigator=TOMMY), ANCIENTS, None, id="7 of 5"
        ),
        pytest.param(a_deck({BODYGUARD_2: 1}), NOTHING, None, id="nothing to pay with"),
        pytest.param(a_deck({BODYGUARD_2: 2}, investigator=MATEO), NOTHING, 4, id="the investigator pays"),
        pytest.param(a_deck({IN_THE_THICK_OF_IT: 1, BODYGUARD_2: 1}), NOTHING, 2, id="a card pays"),
        pytest.param(a_deck({LUCKY_DICE_2: 1}), ANCIENTS, 4, id="exceptional"),
        pytest.param(a_deck({EASY_MARK_1: 3}), ANCIENTS, 1, id="myriad"),
        pytest.param(
            a_deck({MACHETE: 1}, taboo="002"), NOTHING, None, id="a taboo list's price is due at once"
        ),
        pytest.param(a_deck({MACHETE: 2}, taboo="002"), ANCIENTS, 4, id="for each copy"),
        pytest.param(
            a_deck({SHRIVELLING: 2, SHRIVELLING_5: 1}, investigator=AGNES, ignored={SHRIVELLING_5: 1}),
            NOTHING,
            None,
            id="nothing is kept beside a deck that upgraded nothing",
        ),
        pytest.param(
            a_deck({RUNIC_AXE: 2}, customizations={RUNIC_AXE: (Tick(0, 1), Tick(5, 2))}),
            ANCIENTS,
            3,
            id="boxes",
        ),
    ],
)
def test_the_price(deck, circumstances, total):
    found = price_creation(shipped(), deck, circumstances)
    assert found.total == total
    if total is None:
        assert [violation.rule for violation in found.violations] == ["deck.start-xp-spendable"]
    for purchase in found.purchases:
        assert purchase.price == sum(reason.amount for reason in purchase.reasons)


@pytest.mark.parametrize(
    ("cards", "circumstances", "experience"),
    [
        ({}, NOTHING, 0),
        ({}, ANCIENTS, 5),
        ({IN_THE_THICK_OF_IT: 1}, NOTHING, 3),
        ({ASCETIC: 1}, ANCIENTS, 15),
        ({}, Circumstances(mode="creation", starting_experience=7), 7),
    ],
)
def test_what_a_deck_starts_with(cards, circumstances, experience):
    assert starting_experience(shipped(), a_deck(cards), circumstances) == experience
