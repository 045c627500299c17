"""A deck that Epic Campaign Mode left unchanged begins the next campaign like any new deck."""

from dataclasses import replace

import pytest

from rules.campaign import Fate, steps, transfer
from rules.cards.model import PLACEHOLDER
from rules.chance import Chance
from rules.weaknesses import draw
from tests.builders import a_deck, catalogue
from tests.rules.campaign.party import Party
from tests.rules.campaign.shipped import advance, game, verdicts

ADA = "ada"
SKIDS, AGNES, MATEO = "01003", "01004", "04004"
UNDERWORLD_SUPPORT, RABBIT_HOLE, ASCETIC, SHRIVELLING_3 = "08046", "08059", "11095", "02154"
GREAT_WORK = "11068a"


def carried(edition: str, investigator: str, cards: dict[str, int], **facts) -> Party:
    """Return the next campaign of an investigator who finished one with this deck."""
    party = Party(game=game()).do(steps.StartCampaign(campaign="boa", difficulty="standard", edition=edition))
    party.do(steps.SeatJoins(seat=ADA, player="Ada", investigator=investigator))
    deck = a_deck(investigator, cards, **facts)
    slots = {code: n for code, n in deck.slots.items() if catalogue().resolve(code).weakness != "basic"}
    party.do(steps.DeckChosen(seat=ADA, deck=replace(deck, slots={**slots, PLACEHOLDER: 1})))
    party.do(steps.WeaknessDrawn(seat=ADA, draw=draw({"12102": 1}, Chance("seed"))))
    assert not verdicts(party)[ADA]
    play(party, "spreading_flames").do(steps.CampaignEnded(result="won"))
    seed = transfer(party.state, game(), [ADA])
    start = steps.StartCampaign(campaign="dwl", difficulty="standard", edition=edition, carried=seed)
    return Party(game=game()).do(start)


def play(party: Party, scenario: str) -> Party:
    advance(party, scenario)
    resolution = game().scenario(party.state.campaign, scenario).resolutions[0]
    return party.do(steps.EndScenario(resolution=resolution, fates={ADA: Fate()}, victory=3))


@pytest.mark.parametrize("edition", ["grimoire-1.1", "grimoire-1.0-de", "faq-1.7"])
@pytest.mark.parametrize(
    ("investigator", "cards", "facts"),
    [
        pytest.param(SKIDS, {UNDERWORLD_SUPPORT: 1}, {"each": 1}, id="Underworld Support"),
        pytest.param(AGNES, {RABBIT_HOLE: 1}, {}, id="Down the Rabbit Hole"),
        pytest.param(AGNES, {ASCETIC: 1}, {}, id="Ascetic"),
    ],
)
def test_cards_for_deck_creation_stay_legal(edition, investigator, cards, facts):
    party = carried(edition, investigator, cards, **facts)
    assert not verdicts(party)[ADA]
    assert not verdicts(play(party, "extracurricular_activity"))[ADA]


def test_but_they_cannot_be_added_later():
    party = play(carried("grimoire-1.1", AGNES, {}), "extracurricular_activity")
    slots = {**party.seat(ADA).deck.slots, RABBIT_HOLE: 1}
    party.do(
        steps.DeckChanged(seat=ADA, deck=replace(party.seat(ADA).deck, slots=slots), cause="for the test")
    )
    assert "deck.creation-only-purchase" in verdicts(party)[ADA]


@pytest.mark.parametrize(
    ("edition", "before", "after"), [("grimoire-1.1", 5, 5), ("grimoire-1.0-de", 5, 5), ("faq-1.7", 8, 8)]
)
def test_father_mateo_has_his_experience_once(edition, before, after):
    """Under FAQ 1.7 he keeps what he had, the three that he earned included."""
    party = carried(edition, MATEO, {})
    assert party.seat(ADA).experience == before
    if edition != "faq-1.7":
        party.do(steps.DeckChosen(seat=ADA, deck=party.seat(ADA).deck))
    assert (party.seat(ADA).experience, party.seat(ADA).earned) == (after, 0)


def test_his_experience_buys_cards_for_the_new_deck():
    party = carried("grimoire-1.1", MATEO, {})
    deck = party.seat(ADA).deck
    plain = next(code for code, n in sorted(deck.slots.items()) if n == 2)
    bought = replace(deck, slots={**deck.slots, plain: 1, SHRIVELLING_3: 1})
    party.do(steps.DeckChosen(seat=ADA, deck=bought, experience=3))
    assert (party.seat(ADA).experience, verdicts(party)[ADA]) == (2, ())


def test_a_card_that_took_his_place_begins_with_nothing():
    party = Party(game=game()).do(steps.StartCampaign(campaign="boa", difficulty="standard"))
    party.do(steps.SeatJoins(seat=ADA, player="Ada", investigator=MATEO))
    party.do(steps.DeckChosen(seat=ADA, deck=a_deck(MATEO, {GREAT_WORK: 1})))
    advance(party, "spreading_flames")
    party.do(steps.EndScenario(resolution="R1", fates={ADA: Fate("damage")}, victory=0))
    assert party.seat(ADA).title == "Lost Homunculus"
    seed = transfer(party.do(steps.CampaignEnded(result="won")).state, game(), [ADA])
    start = steps.StartCampaign(campaign="dwl", difficulty="standard", carried=seed)
    assert Party(game=game()).do(start).seat(ADA).experience == 0
