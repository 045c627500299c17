"""Tests of the states that are saved for a quick undo: undo gives the same state, and replays few steps."""

import pytest

from accounts.models import User
from campaigns.models import Campaign
from campaigns.selectors import state_of
from campaigns.services import saved_states
from campaigns.services.creation import branch, start_campaign
from campaigns.services.recording import record, record_all, redo, replayed, undo
from campaigns.services.saved_states import state_after
from rules.campaign import steps

pytestmark = pytest.mark.django_db


def gift(amount: int) -> steps.Step:
    return steps.ExperienceAdjusted(amounts={"s1": amount}, cause="a gift")


@pytest.fixture
def campaign(alice: User, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A campaign of fourteen steps, whose state is saved every fifth."""
    monkeypatch.setattr(saved_states, "EVERY", 5)
    begun = steps.StartCampaign(campaign="boa", difficulty="standard")
    started = start_campaign(begun, owner=alice, name="Ashes").campaign
    record(started, steps.SeatJoins(seat="s1", player="Ada", investigator="12001"), by=alice)
    for amount in range(1, 13):
        record(started, gift(amount), by=alice)
    return Campaign.objects.get(pk=started.pk)


@pytest.fixture
def replayed_steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the steps that are replayed."""
    seen: list[int] = []

    def counting(found, game, start):
        rows = list(found)
        seen.extend(number for number, _step in rows)
        return replay(rows, game, start)

    replay = saved_states.replay
    monkeypatch.setattr(saved_states, "replay", counting)
    return seen


def saved(campaign: Campaign) -> list[int]:
    return list(campaign.saved_states.order_by("number").values_list("number", flat=True))


def test_undo_replays_only_the_steps_since_the_last_saved_state(
    campaign: Campaign, replayed_steps: list[int]
) -> None:
    assert saved(campaign) == [5, 10]
    undone = undo(campaign)
    # 1 to 11 are left of the gifts 1 to 12.
    assert undone.state.seats["s1"].experience == sum(range(1, 12))
    assert replayed_steps == [11, 12, 13]
    assert undone.state == state_of(undone.campaign) == replayed(campaign)


def test_a_saved_state_is_deleted_with_any_step_that_it_contains(campaign: Campaign, alice: User) -> None:
    undo(campaign, down_to=9)
    assert saved(campaign) == [5]
    campaign.refresh_from_db()
    # The steps 9 to 14 stay undone, and the next ones get new numbers.
    done = record(campaign, gift(100), by=alice)
    assert done.state == replayed(campaign)
    assert saved(campaign) == [5, 15]
    assert done.state.seats["s1"].experience == sum(range(1, 7)) + 100
    undo(done.campaign)
    assert saved(campaign) == [5]
    assert redo(campaign).state == replayed(campaign)


def test_undo_then_redo_of_many_steps_changes_nothing(campaign: Campaign) -> None:
    before = state_of(campaign)
    undo(campaign, down_to=3)
    assert saved(campaign) == []
    assert redo(campaign, up_to=14).state == before == replayed(campaign)


def test_steps_recorded_together_save_the_state_after_the_last(campaign: Campaign, alice: User) -> None:
    record_all(campaign, [gift(1), gift(2), gift(3)], by=alice)
    assert saved(campaign) == [5, 10, 17]
    assert campaign.saved_states.get(number=17).state == Campaign.objects.get(pk=campaign.pk).state


@pytest.mark.parametrize("number", [1, 2, 4, 5, 6, 10, 13, 14, 99])
def test_an_earlier_state_is_that_of_a_whole_replay(campaign: Campaign, number: int) -> None:
    assert state_after(campaign, number) == replayed(campaign, until=number)


def test_a_campaign_without_saved_states_gets_one_at_the_first_undo(
    campaign: Campaign, alice: User, replayed_steps: list[int]
) -> None:
    made = branch(campaign, owner=alice, until=14)
    assert saved(made) == []
    assert undo(made).state == replayed(made)
    assert saved(made) == [8]
    replayed_steps.clear()
    assert undo(made).state == replayed(made)
    assert replayed_steps == [9, 10, 11, 12]


def test_a_state_of_an_earlier_version_is_not_used(campaign: Campaign, replayed_steps: list[int]) -> None:
    campaign.saved_states.update(state={"from": "another version"})
    assert undo(campaign).state == replayed(campaign)
    assert replayed_steps == list(range(1, 14))
