"""Tests of log sections that are tables: supplies, and partners."""

import pytest
from django.test import Client

from accounts.models import User
from tests.campaigns.conftest import FIRST, SECOND, make_deck
from tests.campaigns.test_pages_way import begin
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def test_supplies_are_bought_with_points(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "tfa")
    walk.sit(make_deck(alice, FIRST))
    walk.sit(make_deck(alice, SECOND))
    page = walk.get("log").content.decode()
    assert "7 points each before the first scenario, 5 more at the resupply point." in page
    walk.did("log", do="cell", section="supplies", cell="rope|s1|tick")
    for _turn in range(2):
        walk.did("log", do="cell", section="supplies", cell="provisions|s1|more")
    page = markup_of(walk.get("log"))
    assert "5 points spent" in page, "rope for three, provisions for one each"
    assert 'aria-checked="true" aria-label="Rope, Daniela Reyes"' in page
    assert "Provisions (Daniela Reyes): <b>2</b>" in walk.get("detail").content.decode()
    assert "Rope (Daniela Reyes)" in walk.get("log-print").content.decode()
    walk.did("log", do="cell", section="supplies", cell="provisions|s1|less")
    assert walk.state.counts["supplies|provisions|s1"] == 1


@pytest.mark.parametrize("cell", ["yacht|s1|more", "rope|s9|more", "", "|||||"])
def test_what_is_not_in_the_table_is_refused(as_alice: Client, alice: User, cell: str) -> None:
    walk = begin(as_alice, alice, "tfa")
    walk.sit(make_deck(alice, FIRST))
    assert walk.post("log", do="cell", section="supplies", cell=cell).status_code == 400


def test_partners_have_damage_horror_and_a_fate(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "eoe")
    walk.sit(make_deck(alice, FIRST))
    walk.did("log", do="cell", section="expedition_team", cell="08720 damage||more")
    walk.did("log", do="cell", section="expedition_team", cell="08720 eliminated||tick")
    page = markup_of(walk.get("log"))
    assert 'aria-checked="true" aria-label="Dr. Amy Kensler, Eliminated"' in page
    assert "Dr. Amy Kensler: damage: <b>1</b>" in walk.get("detail").content.decode()
