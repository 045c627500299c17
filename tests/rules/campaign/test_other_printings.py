"""A weakness on record is the same card in a deck that names another printing of it."""

import pytest

from rules.campaign import circumstances_of, steps
from rules.cards.model import PLACEHOLDER
from rules.chance import Chance
from rules.weaknesses import draw
from tests.rules.campaign.party import CATALOGUE, CODES, DANIELA, GAME, Party, deck

FIRST, LATER = "01096", "12097"
"""Amnesia in two products."""


def drawn(*printings: str) -> Party:
    """Return a campaign in which these were drawn for the seat."""
    party = Party().started(DANIELA)
    owed = {PLACEHOLDER: 1, "12020": 2}
    party.do(
        steps.DeckChosen(seat=DANIELA, deck=deck(CODES[DANIELA], **{f"c{c}": n for c, n in owed.items()}))
    )
    for number, printing in enumerate(printings):
        cause = "an instruction" if number else ""
        lot = draw({printing: 1}, Chance("seed"))
        party.do(steps.WeaknessDrawn(seat=DANIELA, draw=lot, cause=cause))
    return party


def amnesia(party: Party) -> dict[str, int]:
    slots = party.seat(DANIELA).deck.slots
    return {code: copies for code, copies in slots.items() if CATALOGUE.resolve(code).title == "Amnesia"}


def choose(party: Party, **slots: int) -> Party:
    return party.do(steps.DeckChosen(seat=DANIELA, deck=deck(CODES[DANIELA], c12020=2, **slots)))


@pytest.mark.parametrize("recorded", [FIRST, LATER])
@pytest.mark.parametrize("held", [FIRST, LATER])
def test_a_deck_that_is_chosen_again_holds_it_once(recorded, held):
    party = choose(drawn(recorded), **{f"c{held}": 1})
    assert amnesia(party) == {held: 1}
    seat = party.seat(DANIELA)
    assert (dict(seat.weaknesses), dict(seat.brought), seat.owed) == ({recorded: 1}, {}, 0)
    assert circumstances_of(party.state, seat, GAME).log.weaknesses == {FIRST: 1}


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ({}, {FIRST: 1, LATER: 1}),
        ({LATER: 1}, {FIRST: 1, LATER: 1}),
        ({FIRST: 1}, {FIRST: 1, LATER: 1}),
        ({LATER: 2}, {LATER: 2}),
        ({FIRST: 1, LATER: 1}, {FIRST: 1, LATER: 1}),
    ],
)
def test_two_copies_are_two_in_any_printing(held, expected):
    party = choose(drawn(FIRST, LATER), **{f"c{code}": copies for code, copies in held.items()})
    assert amnesia(party) == expected
    assert not party.seat(DANIELA).brought


def test_a_third_copy_was_brought():
    party = choose(drawn(FIRST, LATER), **{f"c{LATER}": 3})
    assert (amnesia(party), dict(party.seat(DANIELA).brought)) == ({LATER: 3}, {LATER: 1})


@pytest.mark.parametrize("stated", [FIRST, LATER])
@pytest.mark.parametrize("held", [FIRST, LATER])
def test_a_campaign_that_was_begun_elsewhere_states_it_once(stated, held):
    seat = steps.ResumedSeat(
        seat=DANIELA, player="Ada", investigator=CODES[DANIELA], weaknesses={stated: 1},
        deck=deck(CODES[DANIELA], c12020=2, **{f"c{held}": 1}),
    )  # fmt: skip
    played = (steps.EarlierScenario(scenario="spreading_flames", resolution="R1"),)
    step = steps.CampaignResumed(played=played, next_scenario="smoke_and_mirrors", seats=(seat,))
    party = Party().started().do(step)
    assert amnesia(party) == {held: 1}
    assert party.seat(DANIELA).owed == 0
