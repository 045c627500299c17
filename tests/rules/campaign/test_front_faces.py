"""The face whose printed numbers count: the front that the deck names, whatever the seat joined with."""

import pytest

from rules.campaign import Fate, steps
from rules.cards.model import Choices
from rules.setup import scenario_setup
from tests.builders import a_deck
from tests.rules.campaign.party import Party
from tests.rules.campaign.shipped import advance, game

ADA = "ada"
AGNES, PARALLEL_AGNES = "01004", "90017"
"""Six health and eight sanity; eight and six."""
PETE, PARALLEL_PETE, DUKE, PARALLEL_DUKE = "02005", "90046", "02014", "90047"
GREAT_WORK, HOMUNCULUS = "11068a", "11068b"


def seated(investigator: str, front: str, cards: dict[str, int] | None = None, joined: str = "") -> Party:
    party = Party(game=game()).do(steps.StartCampaign(campaign="boa", difficulty="standard"))
    party.do(steps.SeatJoins(seat=ADA, player="Ada", investigator=investigator, front=joined))
    deck = a_deck(investigator, cards, choices=Choices(front=front))
    return party.do(steps.DeckChosen(seat=ADA, deck=deck))


def trauma(party: Party, **kinds: int) -> Party:
    return party.do(steps.TraumaChanged(changes={ADA: kinds}, cause="an interlude"))


@pytest.mark.parametrize("joined", ["", PARALLEL_AGNES])
@pytest.mark.parametrize(("front", "physical", "mental"), [("", 6, 8), (AGNES, 6, 8), (PARALLEL_AGNES, 8, 6)])
def test_trauma_is_compared_with_the_front_of_the_deck(joined, front, physical, mental):
    party = seated(AGNES, front, joined=joined)
    trauma(party, physical=physical - 1, mental=mental - 1)
    assert party.seat(ADA).status == "active"
    before = party.state
    assert trauma(party, physical=1).seat(ADA).status == "killed"
    assert trauma(Party(before, game()), mental=1).seat(ADA).status == "insane"


def test_before_there_is_a_deck_the_seat_names_its_front():
    party = Party(game=game()).do(steps.StartCampaign(campaign="boa", difficulty="standard"))
    party.do(steps.SeatJoins(seat=ADA, player="Ada", investigator=AGNES, front=PARALLEL_AGNES))
    assert trauma(party, physical=7).seat(ADA).status == "active"
    assert trauma(party, physical=1).seat(ADA).status == "killed"


def test_a_card_that_took_the_place_has_its_own_numbers():
    party = advance(seated(AGNES, PARALLEL_AGNES, {GREAT_WORK: 1}), "spreading_flames")
    party.do(steps.EndScenario(resolution="R1", victory=0, fates={ADA: Fate("damage")}))
    assert (party.seat(ADA).investigator, game().face_of(party.seat(ADA)).code) == (HOMUNCULUS, HOMUNCULUS)


@pytest.mark.parametrize(("front", "duke"), [("", DUKE), (PARALLEL_PETE, PARALLEL_DUKE)])
def test_the_front_begins_with_its_own_cards(front, duke):
    party = seated(PETE, front, {DUKE: int(duke == DUKE), PARALLEL_DUKE: int(duke != DUKE)})
    sheet = scenario_setup(party.state, game(), scenario="spreading_flames")
    assert sheet.seats[ADA].in_play == (duke,)


@pytest.mark.parametrize(("front", "survives"), [("", False), (PARALLEL_AGNES, True)])
def test_a_campaign_that_was_begun_elsewhere_goes_by_the_deck_too(front, survives):
    deck = a_deck(AGNES, choices=Choices(front=front))
    seat = steps.ResumedSeat(seat=ADA, player="Ada", investigator=AGNES, physical=7, deck=deck)
    played = (steps.EarlierScenario(scenario="spreading_flames", resolution="R1"),)
    step = steps.CampaignResumed(played=played, next_scenario="smoke_and_mirrors", seats=(seat,))
    party = Party(game=game()).do(steps.StartCampaign(campaign="boa", difficulty="standard"))
    if survives:
        assert party.do(step).seat(ADA).status == "active"
    else:
        assert "trauma.killed-threshold" in party.refused(step)
