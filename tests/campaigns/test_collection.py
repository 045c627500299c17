"""Tests of a campaign's collection, which counts only while the owner may see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns.models import Campaign
from campaigns.party.collection import collection_of
from campaigns.party.deck_verdicts import means_of
from campaigns.services.members import choose_collection, hand_over
from cards.collections import selectors as collection_selectors
from cards.models import Collection
from cards.services import collections as collection_services
from decks.availability import availability_for
from decks.models import Deck
from tests.campaigns.conftest import FIRST, Walk, make_deck

pytestmark = pytest.mark.django_db
NO_BOXES = "This campaign has no shared collection"


@pytest.fixture
def private(alice: User) -> Collection:
    """A collection that only Alice can see."""
    collection = collection_services.create_collection(owner=alice, name="Attic")
    collection_services.set_boxes(collection=collection, counts={"core_2026": 1})
    return collection


@pytest.fixture
def party(walk: Walk, alice: User, bob: User, private: Collection) -> Walk:
    """Alice's campaign with her collection, and Bob as a player."""
    walk.sit(make_deck(alice, FIRST))
    choose_collection(walk.campaign, private)
    return walk


def share(collection: Collection, user: User) -> None:
    collection_services.share_collection(collection=collection, username=user.username, may_edit=False)
    collection_services.accept_share(collection_selectors.invitations_of(user).get(collection=collection))


def branch_by_page(client: Client, campaign: Campaign) -> Campaign:
    client.post(reverse("campaign-branch", args=[campaign.public_id]), {"name": "Mine"})
    return Campaign.objects.get(name="Mine")


def branch_by_api(client: Client, campaign: Campaign) -> Campaign:
    given = {"until": campaign.steps.last().number, "name": "Mine"}  # type: ignore[union-attr]
    client.post(reverse("api-campaign-branch", args=[campaign.public_id]), given, "application/json")
    return Campaign.objects.get(name="Mine")


def transfer_by_page(client: Client, campaign: Campaign) -> Campaign:
    fields = {"facts": "boa", "name": "Mine", "difficulty": "standard", "seat": "s1"}
    client.post(reverse("campaign-transfer", args=[campaign.public_id]), fields)
    return Campaign.objects.exclude(pk=campaign.pk).get()


def transfer_by_api(client: Client, campaign: Campaign) -> Campaign:
    given = {"seats": ["s1"], "start": {"campaign": "boa", "difficulty": "standard", "title": "Mine"}}
    client.post(reverse("api-campaign-transfer", args=[campaign.public_id]), given, "application/json")
    return Campaign.objects.exclude(pk=campaign.pk).get()


WAYS = [branch_by_page, branch_by_api, transfer_by_page, transfer_by_api]


def end(walk: Walk) -> None:
    """End the campaign, so that its investigators can be transferred."""
    walk.did("end", result="won", cause="The end")


@pytest.mark.parametrize("take", WAYS)
@pytest.mark.parametrize("shared", [False, True], ids=["private", "shared"])
def test_a_collection_comes_along_with_who_may_see_it(
    party: Walk,
    as_bob: Client,
    bob: User,
    private: Collection,
    take: Callable[[Client, Campaign], Campaign],
    shared: bool,
) -> None:
    if take in (transfer_by_page, transfer_by_api):
        end(party)
    if shared:
        share(private, bob)
    made = take(as_bob, party.campaign)
    assert made.owner == bob
    assert made.collection == (private if shared else None)
    page = as_bob.get(reverse("campaign-party-cards", args=[made.public_id])).content.decode()
    assert (NO_BOXES in page) is not shared
    answer = as_bob.get(reverse("api-campaign-party-cards", args=[made.public_id])).json()
    assert answer["has_collection"] is shared


def test_the_owner_takes_the_collection_along(party: Walk, as_alice: Client, private: Collection) -> None:
    assert branch_by_page(as_alice, party.campaign).collection == private


def what_it_shows(client: Client, campaign: Campaign) -> dict[str, Any]:
    """Return everything that could reveal the content of the collection."""
    campaign.refresh_from_db()
    page = client.get(reverse("campaign-party-cards", args=[campaign.public_id])).content.decode()
    return {
        "collection": collection_of(campaign),
        "page": NO_BOXES not in page,
        "api": client.get(reverse("api-campaign-party-cards", args=[campaign.public_id])).json()[
            "has_collection"
        ],
        "judging": means_of(campaign).boxes is not None,
    }


def test_a_branch_that_holds_a_private_collection_already_shows_nothing_of_it(
    party: Walk, as_bob: Client, bob: User, private: Collection
) -> None:
    """The branch was made by an earlier version, or before the collection was withdrawn."""
    made = branch_by_page(as_bob, party.campaign)
    choose_collection(made, private)
    assert set(what_it_shows(as_bob, made).values()) == {None, False}
    assert availability_for(bob, Deck.objects.get(owner=bob)) is None


def test_a_collection_that_is_withdrawn_leaves_the_campaign(
    party: Walk, as_bob: Client, bob: User, private: Collection
) -> None:
    share(private, bob)
    made = branch_by_page(as_bob, party.campaign)
    assert what_it_shows(as_bob, made)["page"]
    collection_services.unshare_collection(private.shares.get(user=bob))
    assert set(what_it_shows(as_bob, made).values()) == {None, False}


def test_a_new_owner_does_not_get_the_old_owners_boxes(
    party: Walk, as_bob: Client, bob: User, alice: User
) -> None:
    assert what_it_shows(as_bob, party.campaign)["page"], "at her own table she shows them to the players"
    hand_over(party.campaign, to=bob)
    assert set(what_it_shows(as_bob, party.campaign).values()) == {None, False}
    hand_over(party.campaign, to=alice)
    assert what_it_shows(as_bob, party.campaign)["page"]
