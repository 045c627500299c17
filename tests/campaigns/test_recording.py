"""Tests of recording: steps are recorded completely, once, and without conflicts; undo reverts everything."""

import json
from uuid import uuid4

import pytest

from accounts.models import User
from campaigns import adapters
from campaigns.campaign_rules import game
from campaigns.errors import BadStep, NothingToRedo, NothingToUndo, Outdated, StepRefused
from campaigns.models import Campaign, Entry
from campaigns.selectors import state_of
from campaigns.services.creation import branch, export_campaign, import_campaign, start_campaign
from campaigns.services.deck_versions import latest_entries
from campaigns.services.recording import record, redo, redoable_steps, replayed, undo
from campaigns.services.seat_decks import choose_deck
from rules.campaign import steps
from rules.campaign.state import Fate
from tests.campaigns.conftest import make_deck
from tests.rules.campaign.party import rebuilt

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(alice: User) -> Campaign:
    started = start_campaign(
        steps.StartCampaign(campaign="boa", difficulty="standard"), owner=alice, name="Ashes"
    )
    record(started.campaign, steps.SeatJoins(seat="s1", player="Ada", investigator="12001"), by=alice)
    return Campaign.objects.get(pk=started.campaign.pk)


def test_a_step_is_written_with_its_entries(campaign: Campaign, alice: User) -> None:
    done = record(campaign, steps.ExperienceAdjusted(amounts={"s1": 3}, cause="a gift"), by=alice)
    assert done.state.seats["s1"].experience == 3
    assert Entry.objects.get(step=done.step, kind="experience").facts["amount"] == 3


def test_the_state_is_what_the_entries_add_up_to(campaign: Campaign, alice: User) -> None:
    record(campaign, steps.ExperienceAdjusted(amounts={"s1": 3}, cause="a gift"), by=alice)
    record(campaign, steps.TraumaChanged(changes={"s1": {"mental": 1}}, cause="a fright"), by=alice)
    campaign.refresh_from_db()
    assert (
        rebuilt(adapters.read(campaign.steps.filter(undone=False)))
        == state_of(campaign)
        == replayed(campaign)
    )


def test_undo_takes_back_everything_and_redo_brings_it_back(campaign: Campaign, alice: User) -> None:
    before = state_of(campaign)
    after = record(
        campaign, steps.TraumaChanged(changes={"s1": {"mental": 1}}, cause="a fright"), by=alice
    ).state
    assert undo(campaign).state == before
    assert redo(campaign).state == after
    assert Entry.objects.filter(kind="trauma").count() == 1


def test_after_a_new_step_what_was_undone_stays_undone(campaign: Campaign, alice: User) -> None:
    record(campaign, steps.TraumaChanged(changes={"s1": {"mental": 1}}, cause="a fright"), by=alice)
    undo(campaign)
    done = record(campaign, steps.TokensChanged(tokens={"skull": 1}), by=alice)
    assert done.step.number == 4
    with pytest.raises(NothingToRedo):
        redo(campaign)


def test_redo_does_again_what_was_undone_last_not_what_was_given_up_before(
    campaign: Campaign, alice: User
) -> None:
    record(campaign, steps.TokensChanged(tokens={"skull": 1}), by=alice)
    undo(campaign)
    record(campaign, steps.TokensChanged(tokens={"cultist": 1}), by=alice)
    after = record(campaign, steps.TokensChanged(tokens={"tablet": 1}), by=alice).state
    undo(campaign)
    undo(campaign)
    assert [row.number for row in redoable_steps(campaign)] == [4, 5]
    assert redo(campaign, up_to=5).state == after
    assert campaign.steps.get(number=3).undone


def test_what_was_undone_before_an_export_can_be_done_again_after_the_import(
    campaign: Campaign, alice: User
) -> None:
    record(campaign, steps.ExperienceAdjusted(amounts={"s1": 3}, cause="a gift"), by=alice)
    after = record(campaign, steps.TokensChanged(tokens={"skull": 1}), by=alice).state
    undo(campaign, down_to=3)
    made = import_campaign(json.loads(json.dumps(export_campaign(campaign))), owner=alice)
    assert redo(made, up_to=4).state == after
    assert rebuilt(adapters.read(made.steps.filter(undone=False))) == after


def test_the_beginning_cannot_be_undone(campaign: Campaign) -> None:
    undo(campaign)
    with pytest.raises(NothingToUndo):
        undo(campaign)


def test_who_records_second_gets_what_changed(campaign: Campaign, alice: User) -> None:
    seen = campaign.revision
    record(campaign, steps.TokensChanged(tokens={"skull": 1}), by=alice, follows=seen)
    with pytest.raises(Outdated) as refused:
        record(campaign, steps.TokensChanged(tokens={"skull": 1}), by=alice, follows=seen)
    assert refused.value.changes[0]["text"] == "Chaos bag: +1 skull"
    assert campaign.steps.count() == 3


def test_only_what_was_not_seen_yet_is_listed(campaign: Campaign, alice: User) -> None:
    for _time in range(6):
        record(campaign, steps.TokensChanged(tokens={"skull": 1}), by=alice)
    campaign.refresh_from_db()
    seen = campaign.revision
    record(campaign, steps.TokensChanged(tokens={"cultist": 1}), by=alice)
    undo(campaign)
    undo(campaign)
    record(campaign, steps.TokensChanged(tokens={"tablet": 1}), by=alice)
    with pytest.raises(Outdated) as refused:
        undo(campaign, follows=seen)
    changes = [(change["text"], change["undone"]) for change in refused.value.changes]
    assert changes == [
        ("Chaos bag: +1 tablet", False),
        ("Chaos bag: +1 cultist", True),
        ("Chaos bag: +1 skull", True),
    ], "a step that was seen and has been undone since is news, the five before it are not"


def test_a_request_sent_twice_takes_effect_once(campaign: Campaign, alice: User) -> None:
    key = uuid4()
    step = steps.TokensChanged(tokens={"skull": 1})
    first = record(campaign, step, by=alice, follows=campaign.revision, key=key)
    again = record(campaign, step, by=alice, follows=campaign.revision, key=key)
    assert again.again
    assert again.step == first.step
    assert campaign.steps.count() == 3


def test_a_key_that_names_another_request_is_refused(campaign: Campaign, alice: User) -> None:
    key = uuid4()
    record(campaign, steps.TokensChanged(tokens={"skull": 1}), by=alice, key=key)
    with pytest.raises(BadStep):
        record(campaign, steps.TokensChanged(tokens={"skull": 2}), by=alice, key=key)
    assert campaign.steps.count() == 3


def test_undo_and_redo_that_name_a_step_do_no_more_when_sent_twice(campaign: Campaign, alice: User) -> None:
    record(campaign, steps.TokensChanged(tokens={"skull": 1}), by=alice)
    record(campaign, steps.TokensChanged(tokens={"skull": 1}), by=alice)
    undo(campaign, down_to=4)
    with pytest.raises(NothingToUndo):
        undo(campaign, down_to=4)
    redo(campaign, up_to=4)
    with pytest.raises(NothingToRedo):
        redo(campaign, up_to=4)
    assert campaign.steps.filter(undone=True).count() == 0


def test_what_adds_up_to_too_much_is_refused_before_it_locks_the_campaign(
    campaign: Campaign, alice: User
) -> None:
    most = steps.ExperienceAdjusted(amounts={"s1": 1_000_000}, cause="greed")
    record(campaign, most, by=alice)
    with pytest.raises(BadStep):
        record(campaign, most, by=alice)
    campaign.refresh_from_db()
    assert state_of(campaign).seats["s1"].experience == 1_000_000


def test_a_refused_step_leaves_no_trace(campaign: Campaign, alice: User) -> None:
    with pytest.raises(StepRefused) as refused:
        record(campaign, steps.EndScenario(resolution="R1", fates={"s1": Fate()}), by=alice)
    assert refused.value.violations
    campaign.refresh_from_db()
    assert campaign.steps.count() == 2
    assert campaign.revision == 2


def test_a_branch_shares_the_steps_up_to_a_point(campaign: Campaign, alice: User) -> None:
    record(campaign, steps.TokensChanged(tokens={"skull": 1}), by=alice)
    record(campaign, steps.TokensChanged(tokens={"cultist": 1}), by=alice)
    other = branch(campaign, owner=alice, until=3)
    assert state_of(other) == replayed(campaign, until=3)
    assert other.steps.count() == 3


def test_export_then_import_is_identity(campaign: Campaign, alice: User) -> None:
    record(campaign, steps.TokensChanged(tokens={"skull": 1}), by=alice)
    record(campaign, steps.TokensChanged(tokens={"cultist": 1}), by=alice)
    undo(campaign)
    campaign.refresh_from_db()
    other = import_campaign(export_campaign(campaign), owner=alice)
    assert state_of(other) == state_of(campaign)
    assert [row["step"] for row in export_campaign(other)["steps"]] == [
        row["step"] for row in export_campaign(campaign)["steps"]
    ]


def test_the_game_has_every_shipped_campaign() -> None:
    assert {"boa", "core", "dwl", "tdea", "tdeb"} <= game().campaigns.keys()


def test_a_deck_that_was_undone_before_an_import_is_made_when_it_is_redone(
    campaign: Campaign, alice: User
) -> None:
    deck = make_deck(alice, "12001")
    choose_deck(campaign, "s1", deck, by=alice)
    undo(campaign)
    made = import_campaign(export_campaign(campaign), owner=alice)
    assert latest_entries(made) == {}
    redo(made)
    version = latest_entries(made)["s1"].deck_version
    assert version is not None
    assert (version.deck.owner, version.deck == deck) == (alice, False)
    assert version.slots == deck.working.slots
