"""Tests of the statistics over all campaigns of a player, with sums worked out from the states."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns.insight.statistics import statistics
from campaigns.models import Campaign, Membership, TakenSeat
from campaigns.selectors import state_of
from campaigns.services.creation import branch, start_campaign
from campaigns.services.recording import delete_campaign, record, undo
from rules.campaign import steps
from rules.campaign.state import Fate
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

# The fixture of a campaign that is already played.
from tests.campaigns.test_chronicle import HIGH, played  # noqa: F401
from tests.campaigns.test_pages_scenario_form import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def won(played: Walk, alice: User) -> Walk:  # noqa: F811
    record(played.campaign, steps.CampaignEnded(result="won"), by=alice)
    return played


@pytest.fixture
def alone(as_alice: Client, alice: User, won: Walk) -> Walk:
    """A standalone game by the same player."""
    start = steps.StartCampaign(
        campaign="boa", difficulty="standard", mode="standalone", scenario="spreading_flames", title="Alone"
    )
    walk = Walk(as_alice, start_campaign(start, owner=alice, name="Alone").campaign)
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    record(
        walk.campaign,
        steps.EndScenario(resolution="R1", fates={"s1": Fate(lost="insane")}, victory=3),
        by=alice,
    )
    return walk


def test_everything_is_counted(alone: Walk, won: Walk, alice: User) -> None:
    found = statistics(alice)
    seats = [seat for walk in (alone, won) for seat in walk.state.seats.values()]
    assert (found.played, found.won, found.lost, found.open, found.standalone) == (1, 1, 0, 0, 1)
    (line,) = found.campaigns
    assert (line.id, line.difficulty) == ("boa", "Standard")
    assert found.earned == sum(seat.earned for seat in seats)
    assert found.earned - found.spent == sum(seat.experience for seat in seats)
    assert (found.killed, found.insane) == (1, 0), "a game played alone has no lasting effects"
    first = next(line for line in found.investigators if line.title == won.state.seats["s1"].title)
    assert (first.played, first.insane, first.spent) == (2, 0, 2)
    assert [(line.id, line.played) for line in found.scenarios] == [
        ("spreading_flames", 2),
        ("smoke_and_mirrors", 1),
    ]
    assert found.scenarios[0].resolutions == [{"id": "R1", "title": "Resolution 1", "times": 2}]
    assert [(line.code, line.copies, line.experience) for line in found.cards] == [(HIGH, 1, 2)]


def test_purchases_recorded_again_are_counted_once(won: Walk, alice: User) -> None:
    undo(won.campaign)
    for _again in range(2):
        won.did("purchases", "s1", do="open")
        won.did("purchases", "s1", do="record")
    assert [line.copies for line in statistics(alice).cards] == [1]


def test_undone_steps_and_deleted_campaigns_do_not_count(won: Walk, alice: User) -> None:
    undo(won.campaign)
    found = statistics(alice)
    assert (found.won, found.open) == (0, 1)
    undo(won.campaign)
    assert [line.id for line in statistics(alice).scenarios] == ["spreading_flames"]
    delete_campaign(won.campaign)
    assert statistics(alice).is_empty


def test_a_branch_counts_only_without_its_original(won: Walk, alice: User) -> None:
    branch(won.campaign, owner=alice, until=won.campaign.steps.count())
    assert statistics(alice).played == 1
    delete_campaign(won.campaign)
    assert statistics(alice).played == 1


def test_only_campaigns_that_the_user_plays_count(won: Walk, bob: User) -> None:
    assert statistics(bob).played == 1
    Membership.objects.filter(campaign=won.campaign, user=bob).update(role="reader")
    assert statistics(bob).is_empty
    Membership.objects.filter(campaign=won.campaign, user=bob).delete()
    assert statistics(bob).is_empty


def test_only_mine_is_by_deck_or_by_name(walk: Walk, alice: User, bob: User) -> None:
    walk.sit(make_deck(alice, FIRST))
    joins = steps.SeatJoins(seat="s2", player="BOB", investigator=SECOND)
    record(walk.campaign, joins, by=alice)
    record(walk.campaign, steps.ExperienceAdjusted(amounts={"s1": 3, "s2": 5}, cause="x"), by=alice)
    titles = {seat.id: seat.title for seat in walk.state.seats.values()}
    for user, seat, earned in ((alice, "s1", 3), (bob, "s2", 5)):
        (line,) = statistics(user, "mine").investigators
        assert (line.title, line.earned) == (titles[seat], earned)
        assert statistics(user).earned == 8


def test_a_seat_that_another_member_took_is_theirs(walk: Walk, alice: User, bob: User) -> None:
    seat = walk.sit(make_deck(alice, FIRST))
    assert [line.played for line in statistics(alice, "mine").investigators] == [1]
    member = Membership.objects.get(campaign=walk.campaign, user=bob)
    TakenSeat.objects.create(campaign=walk.campaign, seat=seat, member=member)
    assert statistics(alice, "mine").investigators == []
    assert [line.played for line in statistics(bob, "mine").investigators] == [1]


def test_the_page_and_the_api(won: Walk, as_bob: Client, client: Client) -> None:
    page = text(won.client.get(reverse("campaign-statistics")))
    assert "Spreading Flames" in page
    assert "Bodyguard (2)" in page
    address = reverse("api-campaign-statistics")
    answer = as_bob.get(address).json()
    assert (answer["played"], answer["won"], answer["earned"]) == (1, 1, 14)
    mine = as_bob.get(address, {"who": "mine"}).json()
    assert (mine["played"], mine["investigators"], mine["earned"]) == (1, [], 0)
    assert as_bob.get(address, {"who": "nonsense"}).status_code == 400
    assert client.get(address).status_code in (401, 403)
    assert "You have played no campaigns yet." in text(client.get(reverse("campaign-statistics")))
    assert reverse("campaign-statistics") in won.client.get(reverse("campaign-list")).content.decode()


def test_the_number_of_queries_is_constant(
    won: Walk, alice: User, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(8) as few:
        statistics(alice, "mine")
    for n in range(5):
        start = steps.StartCampaign(campaign="boa", difficulty="easy", title=f"{n}")
        made = start_campaign(start, owner=alice, name=f"{n}").campaign
        record(made, steps.SeatJoins(seat="s1", player="alice", investigator=FIRST), by=alice)
    with django_assert_max_num_queries(len(few)):
        assert statistics(alice, "mine").played == 6


def test_older_campaigns_are_left_out(won: Walk, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.insight.statistics.MOST_CAMPAIGNS", 1)
    start_campaign(steps.StartCampaign(campaign="boa", difficulty="easy"), owner=alice, name="New")
    found = statistics(alice)
    assert (found.played, found.left_out) == (1, 1)
    assert "1 older campaign is not counted." in text(won.client.get(reverse("campaign-statistics")))


class TestAchievements:
    @pytest.fixture
    def returned(self, as_alice: Client, alice: User) -> Walk:
        start = steps.StartCampaign(campaign="rttcu", difficulty="standard", title="Circle")
        return Walk(as_alice, start_campaign(start, owner=alice, name="Circle").campaign)

    def test_they_are_ticked_counted_and_undone(self, returned: Walk, alice: User) -> None:
        returned.did("achievements", change="tick|savior_of_humanity")
        for _again in range(2):
            returned.did("achievements", change="more|would_read_again")
        counts = {key: n for key, n in returned.state.counts.items() if n}
        assert counts == {"achievements|savior_of_humanity|": 1, "achievements|would_read_again|": 2}
        returned.did("achievements", change="less|would_read_again")
        undo(returned.campaign)
        assert returned.state.counts["achievements|would_read_again|"] == 2
        page = text(returned.get("achievements"))
        assert "1 of 15" in page
        assert "2 of 10" in page
        assert "Achievements: 2 of 15" in text(returned.get("chronicle"))
        (line,) = statistics(alice).achievements
        assert (line.id, line.known, line.achieved) == ("rttcu", 15, ["Savior of Humanity"])
        returned.did("achievements", change="clear|savior_of_humanity")
        assert statistics(alice).achievements == []

    def test_they_can_be_ticked_after_the_end_and_nothing_else(self, returned: Walk, alice: User) -> None:
        record(returned.campaign, steps.CampaignEnded(result="lost"), by=alice)
        returned.did("achievements", change="tick|savior_of_humanity")
        answer = returned.post("log", do="record", text="Too late.")
        assert answer.status_code == 409
        assert "The campaign is over." in answer.content.decode()

    @pytest.mark.parametrize("change", ["", "tick|", "tick|nonsense", "burn|savior_of_humanity"])
    def test_nonsense_is_refused(self, returned: Walk, change: str) -> None:
        before = returned.campaign.steps.count()
        assert returned.post("achievements", change=change).status_code == 400
        assert returned.campaign.steps.count() == before

    def test_a_full_counter_goes_no_further(self, returned: Walk) -> None:
        for _n in range(10):
            returned.did("achievements", change="more|would_read_again")
        answer = returned.post("achievements", change="more|would_read_again")
        assert answer.status_code == 400
        assert "all 10 are counted" in answer.content.decode()

    def test_readers_see_them_without_buttons(self, returned: Walk, as_bob: Client, bob: User) -> None:
        Membership.objects.create(campaign=returned.campaign, user=bob, role="reader")
        page = as_bob.get(returned.url("achievements")).content.decode()
        assert "Savior of Humanity" in page
        assert 'value="tick|savior_of_humanity"' not in page
        posted = as_bob.post(returned.url("achievements"), {"change": "tick|savior_of_humanity"})
        assert posted.status_code == 403

    def test_a_campaign_without_any_has_no_link(self, walk: Walk) -> None:
        assert walk.url("achievements") not in walk.get("detail").content.decode()
        assert "No achievements are known" in text(walk.get("achievements"))
        assert state_of(Campaign.objects.get(pk=walk.campaign.pk)).counts == {}
