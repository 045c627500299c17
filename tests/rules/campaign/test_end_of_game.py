"""Trauma caused by cards: of a kind that the player chooses, or to any investigator in the party."""

import pytest

from rules.campaign import Fate, Game, questions, steps
from rules.cards.catalogue import Catalogue
from rules.cards.effects import SUFFERS
from tests.builders import catalogue
from tests.rules.campaign.party import BOA, CARDS, DANIELA, JOE, Party, weakness, without_level

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
GAME = Game.from_facts(Catalogue.from_facts(cards=ALL, printings=PRINTINGS, packs=PACKS), [BOA])


def playing(**slots):
    return Party(game=GAME).started(DANIELA, JOE).with_decks(**slots).begun()


def questions_in(party):
    return [
        (each.seat, each.card) for each in questions(party.state, GAME) if each.card in ("04016", "09005")
    ]


@pytest.mark.parametrize(
    ("times", "mental", "trauma"),
    [(1, 0, (1, 0)), (1, 1, (0, 1)), (3, 1, (2, 1)), (2, 2, (0, 2))],
)
def test_the_player_chooses_the_kind_of_trauma(times, mental, trauma):
    party = playing(daniela={"04016": 1})
    assert questions_in(party) == [(DANIELA, "04016")]
    fate = Fate(conditions={"04016": times}, mental_conditions={"04016": mental} if mental else {})
    party.ended(daniela=fate)
    assert (party.seat(DANIELA).physical, party.seat(DANIELA).mental) == trauma
    assert (party.seat(JOE).physical, party.seat(JOE).mental) == (0, 0)


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
    party = playing(daniela={"04016": 1, "12003": 1})
    step = steps.EndScenario(resolution="R1", fates={DANIELA: fate, JOE: Fate()}, victory=0)
    assert set(party.refused(step)) == {"trauma.end-of-game-weaknesses"}


def test_there_is_a_question_for_every_seat_about_effects_on_anyone():
    party = playing(daniela={"09005": 1})
    assert questions_in(party) == [(DANIELA, "09005"), (JOE, "09005")]
    party.ended(joe=Fate(conditions={"09005": 1}))
    assert (party.seat(DANIELA).physical, party.seat(JOE).physical) == (0, 1)


def test_there_is_one_question_where_two_hold_it():
    party = playing(daniela={"09005": 1}, joe={"09005": 1})
    assert questions_in(party) == [(DANIELA, "09005"), (JOE, "09005")]


def test_there_is_no_question_about_a_card_in_no_deck():
    party = playing()
    assert questions_in(party) == []
    fates = {DANIELA: Fate(), JOE: Fate(conditions={"09005": 1})}
    step = steps.EndScenario(resolution="R1", fates=fates, victory=0)
    assert party.refused(step) == ("trauma.end-of-game-weaknesses",)


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
