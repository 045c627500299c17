"""The two halves of The Dream-Eaters, started joined and played side by side from start to end."""

from __future__ import annotations

from itertools import zip_longest

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from tests.campaigns.conftest import FIRST, SECOND
from tests.campaigns.courses import COURSES
from tests.campaigns.test_whole_campaigns import Group

pytestmark = pytest.mark.django_db

#: The investigators of the other half.
THIRD, FOURTH = "12007", "12010"


def test_both_halves_are_played_side_by_side(as_alice: Client, alice: User) -> None:
    fields = {"difficulty": "standard", "both": "1", "name": "Dreams"}
    assert as_alice.post("/campaigns/new/tdea/", fields).status_code == 302
    rows = {row.facts: row for row in Campaign.objects.filter(owner=alice)}
    quest, web = (Group(as_alice, rows[half], "standard") for half in ("tdea", "tdeb"))
    quest.sit(alice, (FIRST, SECOND))
    refused = web.walk.post("seat-new", player="Ada", investigator=FIRST)
    assert refused.status_code == 409, "an investigator dreams or wakes, not both"
    web.sit(alice, (THIRD, FOURTH))
    for asleep, awake in zip_longest(COURSES["tdea"], COURSES["tdeb"]):
        for group, name in ((quest, asleep), (web, awake)):
            group.plays(name)
            # What happens in one half does not change the sums of the other.
            quest.paper.check(quest.walk)
            web.paper.check(web.walk)
    for group, other in ((quest, web), (web, quest)):
        group.ends()
        assert str(other.walk.campaign.public_id) in group.walk.get("detail").content.decode()
    assert {seat.investigator for group in (quest, web) for seat in group.walk.state.seats.values()} == {
        *(FIRST, SECOND, THIRD, FOURTH)
    }
