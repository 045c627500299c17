"""The Great Work with real cards: a usurped investigator keeps a legal deck, according to the log."""

import pytest

from rules.campaign import Fate, steps, weakness_pool
from rules.chance import Chance
from rules.weaknesses import draw
from tests.rules.campaign.game import Table
from tests.rules.campaign.test_brethren_of_ash import advance, law, sit_down, verdicts

AGNES, JOE, GREAT_WORK, HOMUNCULUS = "01004", "12004", "11068a", "11068b"
ADA, BEN = "ada", "ben"


def usurped(edition: str) -> Table:
    """Return a campaign in which Agnes is defeated in the first scenario."""
    table = Table(law=law()).do(steps.StartCampaign(campaign="boa", difficulty="standard", edition=edition))
    sit_down(table, ADA, AGNES, {GREAT_WORK: 1})
    sit_down(table, BEN, JOE, {})
    advance(table, "spreading_flames")
    fates = {ADA: Fate("damage"), BEN: Fate()}
    return table.do(steps.EndScenario(resolution="R1", victory=2, fates=fates))


def draw_owed(table: Table) -> None:
    while table.seat(ADA).owed:
        pool = weakness_pool(table.state, table.seat(ADA), law(), owned=["core_2026", "core"])
        table.do(steps.WeaknessDrawn(seat=ADA, draw=draw(pool.copies, Chance(f"{table.state.number}"))))


@pytest.mark.parametrize("edition", ["grimoire-1.1", "grimoire-1.0-de", "faq-1.7"])
def test_the_usurped_deck_is_legal_once_its_weaknesses_are_drawn(edition):
    table = usurped(edition)
    seat = table.seat(ADA)
    assert (seat.investigator, seat.owed, seat.deck.transformed) == (HOMUNCULUS, 2, "")
    draw_owed(table)
    assert verdicts(table) == {ADA: (), BEN: ()}
    advance(table, "smoke_and_mirrors")
