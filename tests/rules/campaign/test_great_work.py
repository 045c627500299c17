"""The Great Work with real cards: a usurped investigator keeps a legal deck, according to the log."""

import pytest

from rules.campaign import Fate, steps, weakness_pool
from rules.chance import Chance
from rules.weaknesses import draw
from tests.rules.campaign.party import Party
from tests.rules.campaign.test_brethren_of_ash import advance, game, sit_down, verdicts

AGNES, JOE, GREAT_WORK, HOMUNCULUS = "01004", "12004", "11068a", "11068b"
ADA, BEN = "ada", "ben"


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
