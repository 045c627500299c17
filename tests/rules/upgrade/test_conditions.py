"""Questions to the players after a scenario: those that the deck's cards raise, and no others."""

import pytest

from rules.outcome import Outcome
from rules.rulebook.editions import DEFAULT, edition
from rules.upgrade.conditions import PriceQuestion, impossible_answers, questions_about, settled
from tests.rules.upgrade.builders import a_deck, shipped
from tests.rules.upgrade.codes import (
    ARCANE_RESEARCH,
    BODYGUARD,
    GREEN_MAN_MEDALLION,
    PELT_SHIPMENT,
    RABBIT_HOLE,
    RAVEN_QUILL,
    REFINE,
    SHRIVELLING,
)

HELD = {PELT_SHIPMENT: 2, GREEN_MAN_MEDALLION: 1, RAVEN_QUILL: 2, REFINE: 2, SHRIVELLING: 1, BODYGUARD: 1}


def test_there_is_one_question_for_each_card_with_a_condition():
    found = questions_about(shipped(), a_deck(HELD))
    assert found == (
        PriceQuestion(RAVEN_QUILL, "attached-to-the-asset", 1, attaches=True, assets=(SHRIVELLING,)),
        PriceQuestion(REFINE, "played-by-you", 1),
        PriceQuestion(PELT_SHIPMENT, "in-hand-at-end", 2),
        PriceQuestion(GREEN_MAN_MEDALLION, "offerings-at-end", 99, per=6),
    )


def test_discounts_without_a_condition_raise_no_question():
    assert questions_about(shipped(), a_deck({ARCANE_RESEARCH: 2, RABBIT_HOLE: 1, BODYGUARD: 2})) == ()


@pytest.mark.parametrize(
    "outcome",
    [
        pytest.param(Outcome(), id="nothing"),
        pytest.param(Outcome(conditions={PELT_SHIPMENT: 2}), id="both copies in hand"),
        pytest.param(Outcome(conditions={GREEN_MAN_MEDALLION: 18}), id="eighteen offerings"),
        pytest.param(Outcome(conditions={PELT_SHIPMENT: 0}), id="not at all"),
        pytest.param(Outcome(conditions={RAVEN_QUILL: 1}), id="a box of its own"),
        pytest.param(Outcome(attached_to=SHRIVELLING), id="an asset of the deck"),
    ],
)
def test_what_can_have_happened_makes_sense(outcome):
    outcome = settled(shipped(), outcome)
    assert not list(impossible_answers(shipped(), a_deck(HELD), outcome, edition(DEFAULT)))


@pytest.mark.parametrize(
    ("outcome", "card"),
    [
        pytest.param(Outcome(conditions={PELT_SHIPMENT: 3}), PELT_SHIPMENT, id="more than there are"),
        pytest.param(Outcome(conditions={PELT_SHIPMENT: -1}), PELT_SHIPMENT, id="less than nothing"),
        pytest.param(Outcome(conditions={REFINE: 2}), REFINE, id="once in a game, however many copies"),
        pytest.param(Outcome(conditions={BODYGUARD: 1}), BODYGUARD, id="a card without a condition"),
        pytest.param(Outcome(conditions={ARCANE_RESEARCH: 1}), ARCANE_RESEARCH, id="a card of no deck"),
        pytest.param(Outcome(conditions={"nobody": 1}), "nobody", id="no card at all"),
        pytest.param(Outcome(attached_to=BODYGUARD), BODYGUARD, id="neither Tome nor Spell"),
        pytest.param(Outcome(attached_to="01059"), "01059", id="an asset of another deck"),
    ],
)
def test_what_cannot_have_happened_names_the_card(outcome, card):
    (found,) = impossible_answers(shipped(), a_deck(HELD), settled(shipped(), outcome), edition(DEFAULT))
    assert (found.rule, found.facts["card"]) == ("xp.card-modifiers", card)
    assert str(found)


def test_nothing_is_attached_where_nothing_can_be():
    (found,) = impossible_answers(
        shipped(), a_deck({SHRIVELLING: 1}), Outcome(attached_to=SHRIVELLING), edition(DEFAULT)
    )
    assert found.facts["card"] == SHRIVELLING


def test_printings_are_settled_as_their_cards():
    outcome = settled(shipped(), Outcome(conditions={"01560": 1, "01060": 1}, attached_to="01560"))
    assert (outcome.conditions, outcome.attached_to) == ({"01060": 2}, "01060")
