"""Tests of campaigns whose owner signs up, signs in or is deleted."""

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services import BACKEND, create_guest, delete_account
from campaigns.models import Campaign
from campaigns.services.creation import start_campaign
from decks.models import Deck
from rules.campaign import steps
from tests.campaigns.conftest import FIRST, Walk, make_deck

PASSWORD = "a long password"


@pytest.fixture
def played(client, db):
    """A guest's campaign, with the guest's deck in a seat."""
    guest = create_guest()
    client.force_login(guest, backend=BACKEND)
    started = start_campaign(
        steps.StartCampaign(campaign="boa", difficulty="standard", title="Ashes"), owner=guest, name="Ashes"
    )
    walk = Walk(client, started.campaign)
    walk.sit(make_deck(guest, FIRST))
    return walk


def assert_all_there(walk: Walk, owner: User, before) -> None:
    assert walk.state == before
    assert Campaign.objects.get().owner == owner
    assert Deck.objects.get().owner == owner
    assert walk.client.get(walk.url("detail")).status_code == 200
    walk.begin("spreading_flames")


def test_a_guest_who_signs_up_still_has_the_campaign_and_its_decks(played, client):
    before = played.state
    client.post(reverse("signup"), {"username": "zoe", "password1": PASSWORD, "password2": PASSWORD})
    assert_all_there(played, User.objects.get(username="zoe"), before)


def test_a_guest_who_signs_in_brings_the_campaign_and_its_decks(played, client, alice):
    before = played.state
    client.post(reverse("login"), {"username": "alice", "password": PASSWORD, "bring": "yes"})
    assert_all_there(played, alice, before)


def test_a_campaign_outlives_the_account_of_its_owner(walk, campaign, as_bob, alice, bob):
    walk.sit(make_deck(alice, FIRST))
    before = walk.state
    delete_account(alice)
    assert Campaign.objects.get().owner == bob
    assert walk.state == before
    assert as_bob.get(walk.url("detail")).status_code == 200


def test_a_campaign_without_other_players_goes_with_its_owner(campaign, alice, bob):
    campaign.members.filter(user=bob).update(role="reader")
    delete_account(alice)
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("many", [False, True], ids=["one", "several"])
def test_an_operator_who_deletes_a_player_leaves_the_campaign_to_the_others(
    admin_client, campaign, alice, bob, many
):
    """The admin site deletes accounts as players do."""
    if many:
        chosen = {"action": "delete_selected", "_selected_action": [alice.pk], "post": "yes"}
        admin_client.post(reverse("admin:accounts_user_changelist"), chosen)
    else:
        admin_client.post(reverse("admin:accounts_user_delete", args=[alice.pk]), {"post": "yes"})
    assert not User.objects.filter(pk=alice.pk).exists()
    assert Campaign.objects.get().owner == bob
