"""Tests of the admin pages of campaigns: read-only, except that a deleted campaign can be restored."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.models import (
    EpicPress,
    NewDeck,
    RandomDeck,
    SavedState,
    ScenarioDraft,
    TokenDraw,
    TokenModifier,
    TokenTally,
    WeaknessDraft,
)
from campaigns.services.epic import add_group, create_event
from campaigns.services.recording import delete_campaign
from tests.campaigns.conftest import FIRST, make_deck

pytestmark = pytest.mark.django_db


def test_campaigns_and_their_steps_can_be_looked_at(admin_client, campaign):
    step = campaign.steps.get()
    for page, args in (
        ("campaigns_campaign_changelist", []),
        ("campaigns_campaign_change", [campaign.pk]),
        ("campaigns_step_changelist", []),
        ("campaigns_step_change", [step.pk]),
    ):
        answer = admin_client.get(reverse(f"admin:{page}", args=args))
        assert answer.status_code == 200
        assert "Ashes" in answer.content.decode()


def test_what_is_not_recorded_can_be_looked_at(admin_client, alice, campaign):
    deck = make_deck(alice, FIRST)
    rows = [
        ScenarioDraft.objects.create(campaign=campaign, scenarios_before=0, scenario="spreading_flames"),
        NewDeck.objects.create(campaign=campaign, seat="s1", deck=deck),
        RandomDeck.objects.create(campaign=campaign, seat="s1", seed="x", trauma=1),
        WeaknessDraft.objects.create(campaign=campaign, seat="s1", seed="x", pool={}, drafted=[]),
        TokenModifier.objects.create(campaign=campaign, token="skull", modifier=-2),
        TokenTally.objects.create(campaign=campaign, token="skull", drawn=2, expected=1.5),
        TokenDraw.objects.create(campaign=campaign, key="k", tokens=["0"], total="+0", at=timezone.now()),
        SavedState.objects.create(campaign=campaign, number=1, state={}),
        campaign.steps.get().entries.first(),
    ]
    for row in rows:
        name = f"admin:campaigns_{row._meta.model_name}"
        assert "Ashes" in admin_client.get(reverse(f"{name}_changelist")).content.decode()
        assert admin_client.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200
        assert admin_client.post(reverse(f"{name}_delete", args=[row.pk])).status_code == 403


def test_nothing_is_changed_by_hand(admin_client, campaign):
    step = campaign.steps.get()
    assert admin_client.post(reverse("admin:campaigns_step_delete", args=[step.pk])).status_code == 403
    assert admin_client.post(reverse("admin:campaigns_step_change", args=[step.pk])).status_code == 403
    admin_client.post(reverse("admin:campaigns_campaign_change", args=[campaign.pk]), {"name": "Mine"})
    campaign.refresh_from_db()
    assert campaign.name == "Ashes"


def test_a_deleted_campaign_is_brought_back(admin_client, campaign):
    delete_campaign(campaign)
    chosen = {"action": "bring_back", "_selected_action": [campaign.pk]}
    answer = admin_client.post(reverse("admin:campaigns_campaign_changelist"), chosen, follow=True)
    assert "1 campaign restored." in answer.content.decode()
    campaign.refresh_from_db()
    assert campaign.deleted_at is None


def test_events_can_be_looked_at(admin_client, alice):
    event = create_event(
        owner=alice, name="Convention", facts="side", scenario="war_of_the_outer_gods", difficulty="standard"
    )
    counter = event.counters.first()
    rows = [
        event,
        counter,
        add_group(event, by=alice, name="Convention Blue"),
        EpicPress.objects.create(counter=counter, key=uuid4(), amount=1, value=1, by=alice),
    ]
    for row in rows:
        name = f"admin:campaigns_{row._meta.model_name}"
        assert str(row) in admin_client.get(reverse(f"{name}_changelist")).content.decode()
        assert admin_client.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200
        assert admin_client.post(reverse(f"{name}_delete", args=[row.pk])).status_code == 403
