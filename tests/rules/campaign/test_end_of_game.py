"""Trauma caused by cards: of a kind that the player chooses, or to any investigator in the party."""

import pytest

from rules.campaign import Fate, Law, questions, steps
from rules.cards.catalogue import Catalogue
from rules.cards.effects import SUFFERS
from tests.builders import catalogue
from tests.rules.campaign.game import BOA, CARDS, DANIELA, JOE, Table, weakness, without_level

VOICE = weakness(
    "04016",
    "Voice of the Messenger",
    kind="other",
    effects=[{"effect": "suffers", "trauma": 1, "when": "drawn-by-you"}],
)
SAW = without_level(
    "09005",
    "Bonesaw",
    effects=[{"effect": "suffers", "physical": 1, "when": "healing-failed", "anyone": True}],
)
ALL = [*CARDS, VOICE, SAW]
PRINTINGS = [{"code": each["code"], "card": each["code"], "pack": "core_2026", "quantity": 1} for each in ALL]
PACKS = [{"code": "core_2026", "title": "Core Set (2026)", "cycle": "core_ch2"}]
LAW = Law.from_facts(Catalogue.from_facts(cards=ALL, printings=PRINTINGS, packs=PACKS), [BOA])


def playing(**slots):
    return Table(law=LAW).started(DANIELA, JOE).with_decks(**slots).begun()


def asked(table):
    return [(each.seat, each.card) for each in questions(table.state, LAW) if each.card in ("04016", "09005")]


@pytest.mark.parametrize(
    ("times", "mental", "trauma"),
    [(1, 0, (1, 0)), (1, 1, (0, 1)), (3, 1, (2, 1)), (2, 2, (0, 2))],
)
def test_the_player_chooses_the_kind_of_trauma(times, mental, trauma):
    table = playing(daniela={"04016": 1})
    assert asked(table) == [(DANIELA, "04016")]
    fate = Fate(conditions={"04016": times}, mental_conditions={"04016": mental} if mental else {})
    table.ended(daniela=fate)
    assert (table.seat(DANIELA).physical, table.seat(DANIELA).mental) == trauma
    assert (table.seat(JOE).physical, table.seat(JOE).mental) == (0, 0)


@pytest.mark.parametrize(
    "fate",
    [
        pytest.param(
            Fate(conditions={"04016": 1}, mental_conditions={"04016": 2}), id="more than it took effect"
        ),
        pytest.param(Fate(mental_conditions={"04016": 1}), id="it did not take effect"),
        pytest.param(Fate(conditions={"04016": 1}, mental_conditions={"04016": -1}), id="less than none"),
        pytest.param(Fate(conditions={"12003": 1}, mental_conditions={"12003": 1}), id="nothing to choose"),
        pytest.param(Fate(conditions={"04016": 1}, mental_conditions={"99999": 1}), id="no such card"),
    ],
)
def test_a_choice_that_cannot_have_been_made_is_refused(fate):
    table = playing(daniela={"04016": 1, "12003": 1})
    act = steps.EndScenario(resolution="R1", fates={DANIELA: fate, JOE: Fate()}, victory=0)
    assert set(table.refused(act)) == {"trauma.end-of-game-weaknesses"}


def test_what_may_strike_anyone_is_asked_of_everybody():
    table = playing(daniela={"09005": 1})
    assert asked(table) == [(DANIELA, "09005"), (JOE, "09005")]
    table.ended(joe=Fate(conditions={"09005": 1}))
    assert (table.seat(DANIELA).physical, table.seat(JOE).physical) == (0, 1)


def test_it_is_asked_once_where_two_hold_it():
    table = playing(daniela={"09005": 1}, joe={"09005": 1})
    assert asked(table) == [(DANIELA, "09005"), (JOE, "09005")]


def test_a_card_that_nobody_holds_strikes_nobody():
    table = playing()
    assert asked(table) == []
    fates = {DANIELA: Fate(), JOE: Fate(conditions={"09005": 1})}
    act = steps.EndScenario(resolution="R1", fates=fates, victory=0)
    assert table.refused(act) == ("trauma.end-of-game-weaknesses",)


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("04016", {"trauma": 1}),
        ("09005", {"physical": 1, "anyone": True}),
        ("09007", {"mental": 1}),
        ("11016", {"mental": 1}),
    ],
)
def test_the_catalogue_knows_what_these_cards_bring(code, facts):
    (effect,) = catalogue().cards[code].effects_of(SUFFERS)
    assert {key: value for key, value in effect.facts.items() if key != "when"} == facts
