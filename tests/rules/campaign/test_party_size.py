"""Vincent Lee's deck holds one On the Mend for each investigator, however many there are by now."""

from dataclasses import replace

import pytest

from rules.campaign import Fate, apply, replay, steps, transfer
from rules.cards.model import PLACEHOLDER, Deck
from rules.chance import Chance
from rules.weaknesses import draw
from tests.builders import a_deck, catalogue
from tests.rules.campaign.party import Party
from tests.rules.campaign.shipped import advance, game, purchases_of, verdicts

ADA, BEN, CYD = "ada", "ben", "cyd"
VINCENT, DANIELA, JOE = "09004", "12001", "12004"
MEND, ANCIENT_STONE_1 = "09006", "04022"
FIRST, SECOND = "spreading_flames", "smoke_and_mirrors"
EDITIONS = ["grimoire-1.1", "grimoire-1.0-de", "faq-1.7"]


def sit(party: Party, seat: str, code: str, investigators: int, weakness: str, **facts) -> Party:
    party.do(steps.SeatJoins(seat=seat, player=seat, investigator=code, **facts))
    cards = {MEND: investigators} if code == VINCENT else {}
    deck = a_deck(code, cards, investigators=investigators)
    slots = {card: n for card, n in deck.slots.items() if catalogue().resolve(card).weakness != "basic"}
    party.do(steps.DeckChosen(seat=seat, deck=Deck(code, {**slots, PLACEHOLDER: 1})))
    return party.do(steps.WeaknessDrawn(seat=seat, draw=draw({weakness: 1}, Chance("seed"))))


def two(edition: str = "grimoire-1.1") -> Party:
    party = Party(game=game()).do(steps.StartCampaign(campaign="boa", difficulty="standard", edition=edition))
    return sit(sit(party, ADA, VINCENT, 2, "12102"), BEN, DANIELA, 2, "12104")


def played(edition: str = "grimoire-1.1", **fates: Fate) -> Party:
    party = advance(two(edition), FIRST)
    everybody = {ADA: Fate(), BEN: Fate(), **fates}
    return party.do(steps.EndScenario(resolution="R1", fates=everybody, victory=2))


def mends(party: Party) -> int:
    return party.seat(ADA).deck.slots.get(MEND, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_deck_in_play_keeps_up(edition):
    party = played(edition)
    assert (mends(party), verdicts(party)[ADA]) == (2, ())
    party.do(steps.SeatLeaves(seat=BEN))
    assert (mends(party), verdicts(party)[ADA]) == (1, ())
    party.do(steps.SeatReturns(seat=BEN))
    assert (mends(party), verdicts(party)[ADA]) == (2, ())
    sit(party, CYD, JOE, 3, "12103")
    assert (mends(party), verdicts(party)[ADA]) == (3, ())
    party.do(steps.SeatRetires(seat=CYD))
    assert (mends(party), verdicts(party)[ADA]) == (2, ())
    assert replay(party.steps, game()) == party.state


def test_an_investigator_is_killed_and_replaced():
    party = played(ben=Fate("damage", lost="killed"))
    assert (mends(party), verdicts(party)[ADA]) == (1, ())
    sit(party, CYD, JOE, 2, "12103", replaces=BEN)
    assert (mends(party), verdicts(party)[ADA]) == (2, ())


def test_cards_can_be_bought_after_the_change():
    party = played().do(steps.SeatLeaves(seat=BEN))
    plain = next(code for code, n in sorted(party.seat(ADA).deck.slots.items()) if n == 2)
    party.do(purchases_of(party, ADA, {plain: 1}, {ANCIENT_STONE_1: 1}))
    assert (party.seat(ADA).experience, mends(party), verdicts(party)[ADA]) == (1, 1, ())


def test_a_deck_that_is_still_being_built_is_its_owners():
    party = two().do(steps.SeatLeaves(seat=BEN))
    assert (mends(party), verdicts(party)[ADA]) == (2, ("signature.exact-number",))


def test_lost_signatures_do_not_come_back():
    party = played()
    slots = {code: n for code, n in party.seat(ADA).deck.slots.items() if code != MEND}
    party.do(
        steps.DeckChanged(seat=ADA, deck=replace(party.seat(ADA).deck, slots=slots), cause="for the test")
    )
    assert mends(party.do(steps.SeatLeaves(seat=BEN))) == 0


def test_a_refused_step_changes_nothing():
    state = played().state
    refused = apply(state, steps.SeatJoins(seat=CYD, player="Cyd", investigator=DANIELA), game())
    assert "deck.distinct-investigators-in-group" in refused.rules


def test_a_deck_that_is_kept_by_a_transfer_fits_the_new_party():
    party = played("faq-1.7").do(steps.CampaignEnded(result="won"))
    seed = transfer(party.state, game(), [ADA])
    start = steps.StartCampaign(campaign="dwl", difficulty="standard", edition="faq-1.7", carried=seed)
    alone = Party(game=game()).do(start)
    assert (mends(alone), verdicts(alone)[ADA]) == (1, ())
