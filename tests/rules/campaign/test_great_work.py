"""The Great Work with real cards: a usurped investigator keeps a legal deck, according to the log."""

from dataclasses import replace

import pytest

from rules.campaign import Fate, steps, weakness_pool
from rules.cards.model import PLACEHOLDER
from rules.chance import Chance
from rules.weaknesses import draw
from tests.builders import a_deck, catalogue
from tests.rules.campaign.party import Party
from tests.rules.campaign.test_brethren_of_ash import advance, game, sit_down, verdicts

AGNES, JOE, JIM, GREAT_WORK, HOMUNCULUS = "01004", "12004", "90049", "11068a", "11068b"
ADA, BEN = "ada", "ben"
SHADE = "90053"
ALLIES = dict.fromkeys(
    ("12016", "12018", "12030", "12032", "12046", "12060", "12072", "01018", "01032", SHADE), 1
)


def usurped(edition: str) -> Party:
    """Return a campaign in which Agnes is defeated in the first scenario."""
    party = Party(game=game()).do(steps.StartCampaign(campaign="boa", difficulty="standard", edition=edition))
    sit_down(party, ADA, AGNES, {GREAT_WORK: 1})
    sit_down(party, BEN, JOE, {})
    advance(party, "spreading_flames")
    fates = {ADA: Fate("damage"), BEN: Fate()}
    return party.do(steps.EndScenario(resolution="R1", victory=2, fates=fates))


def draw_owed(party: Party) -> None:
    while party.seat(ADA).owed:
        pool = weakness_pool(party.state, party.seat(ADA), game(), owned=["core_2026", "core"])
        party.do(steps.WeaknessDrawn(seat=ADA, draw=draw(pool.copies, Chance(f"{party.state.number}"))))


@pytest.mark.parametrize("edition", ["grimoire-1.1", "grimoire-1.0-de", "faq-1.7"])
def test_the_usurped_deck_is_legal_once_its_weaknesses_are_drawn(edition):
    party = usurped(edition)
    seat = party.seat(ADA)
    assert (seat.investigator, seat.owed, seat.deck.transformed) == (HOMUNCULUS, 2, "")
    draw_owed(party)
    assert verdicts(party) == {ADA: (), BEN: ()}
    advance(party, "smoke_and_mirrors")


def test_a_second_deck_no_longer_needs_its_signature():
    party = Party(game=game()).do(steps.StartCampaign(campaign="boa", difficulty="standard"))
    party.do(steps.SeatJoins(seat=ADA, player=ADA, investigator=JIM))
    deck = a_deck(JIM, {GREAT_WORK: 1}, second_deck=ALLIES)
    slots = {code: n for code, n in deck.slots.items() if catalogue().resolve(code).weakness != "basic"}
    party.do(steps.DeckChosen(seat=ADA, deck=replace(deck, slots={**slots, PLACEHOLDER: 1})))
    draw_owed(party)
    advance(party, "spreading_flames")
    party.do(steps.EndScenario(resolution="R1", victory=2, fates={ADA: Fate("damage")}))
    assert (party.seat(ADA).owed, SHADE in party.seat(ADA).deck.second_deck) == (4, False)
    draw_owed(party)
    assert verdicts(party) == {ADA: ()}
