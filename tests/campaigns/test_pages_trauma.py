"""Trauma that cards bring, asked on the page after a scenario."""

import pytest

from accounts.models import User
from tests.campaigns.conftest import FIRST, Walk, make_deck

pytestmark = pytest.mark.django_db
CALVIN, VINCENT = "04005", "09004"


def test_a_choice_of_trauma_has_a_field_for_each_kind(walk: Walk, alice: User):
    seat = walk.sit(make_deck(alice, CALVIN))
    walk.begin("spreading_flames")
    page = walk.get("after").content.decode()
    physical, mental = f"claim-{seat}-04016", f"claim-{seat}-04016-mental"
    assert f'name="{physical}"' in page
    assert f'name="{mental}"' in page
    walk.did("after", resolution="R1", victory="0", **{physical: "2", mental: "1"})
    assert (walk.state.seats[seat].physical, walk.state.seats[seat].mental) == (2, 1)


def test_what_one_players_card_does_to_another_is_asked_of_both(walk: Walk, alice: User):
    # One copy of On the Mend for each investigator.
    owner, other = walk.sit(make_deck(alice, VINCENT, {"09006": 2})), walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    page = walk.get("after").content.decode()
    assert all(f'name="claim-{seat}-09005"' in page for seat in (owner, other))
    assert f'name="claim-{owner}-09007"' in page
    assert f'name="claim-{other}-09007"' not in page
    assert "-09005-mental" not in page, "nothing to choose"
    walk.did("after", resolution="R1", victory="0", **{f"claim-{other}-09005": "1"})
    assert (walk.state.seats[owner].physical, walk.state.seats[other].physical) == (0, 1)
