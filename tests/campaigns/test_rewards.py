"""Tests of rewards, which belong to players permanently, and of story cards, which stay in a campaign."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from accounts.models import User
from campaigns.campaign_rules import game
from campaigns.models import Campaign, Membership
from campaigns.party.deck_verdicts import choice_of, means_of, verdicts
from campaigns.party.rewards import rewards_at
from campaigns.selectors import state_of
from campaigns.services.creation import start_campaign
from campaigns.services.recording import record, undo
from cards.models import CollectionShare
from cards.services import collections as collection_services
from decks.adapters import rules_deck
from decks.models import Deck
from decks.services import clone_deck
from rules.campaign import steps
from rules.deck.verdict import Violation
from tests.campaigns.conftest import FIRST, SECOND, make_deck

pytestmark = pytest.mark.django_db

COLLECTOR, ARMITAGE = "12181", "12115"


def opened(owner: User, cards: dict[str, int] | None = None) -> tuple[Campaign, Deck]:
    campaign = start_campaign(
        steps.StartCampaign(campaign="boa", difficulty="standard"), owner=owner
    ).campaign
    record(campaign, steps.SeatJoins(seat="s1", player="Ada", investigator=FIRST), by=owner)
    deck = make_deck(owner, FIRST, cards)
    chosen = steps.DeckChosen(seat="s1", deck=rules_deck(deck), version=f"{deck.public_id}/1")
    record(campaign, chosen, by=owner)
    campaign.refresh_from_db()
    return campaign, deck


def broken(campaign: Campaign) -> list[str]:
    found = verdicts(campaign, state_of(campaign), game())["s1"]
    return [violation.rule for violation in found.violations]


def test_a_reward_earned_in_one_campaign_is_legal_in_another(alice: User) -> None:
    """reward.permanent-unlock: earned in campaign A, legal in the new campaign B; not before."""
    second, _deck = opened(alice, {COLLECTOR: 1})
    assert broken(second) == ["reward.locked-until-earned"]
    first, _deck = opened(alice)
    record(first, steps.RewardsUnlocked(cards=(COLLECTOR,)), by=alice)
    assert broken(second) == []
    undo(first)
    assert broken(second) == ["reward.locked-until-earned"], "what is undone was never earned"


def test_a_reward_is_granted_to_every_participant_and_to_no_other_user(
    alice: User, bob: User, mallory: User
) -> None:
    """E-31: rewards belong to all users who played; readers have earned nothing."""
    first, _deck = opened(alice)
    Membership.objects.create(campaign=first, user=bob, role="player")
    Membership.objects.create(campaign=first, user=mallory, role="reader")
    record(first, steps.RewardsUnlocked(cards=(COLLECTOR,)), by=alice)
    for user, earned in ((bob, {COLLECTOR}), (mallory, set())):
        other = start_campaign(steps.StartCampaign(campaign="boa", difficulty="easy"), owner=user).campaign
        assert rewards_at(other).of_player(user.pk) == earned


def two_members(alice: User, bob: User, cards: dict[str, int]) -> Campaign:
    """Create a campaign of Alice and Bob, each with such a deck."""
    campaign, _deck = opened(alice, cards)
    Membership.objects.create(campaign=campaign, user=bob, role="player")
    record(campaign, steps.SeatJoins(seat="s2", player="Ben", investigator=SECOND), by=bob)
    deck = make_deck(bob, SECOND, cards)
    chosen = steps.DeckChosen(seat="s2", deck=rules_deck(deck), version=f"{deck.public_id}/1")
    record(campaign, chosen, by=bob)
    campaign.refresh_from_db()
    return campaign


def locked(campaign: Campaign) -> set[str]:
    """Return the seats whose decks hold a reward that their player has not unlocked."""
    found = verdicts(campaign, state_of(campaign), game())
    return {
        seat
        for seat, verdict in found.items()
        if "reward.locked-until-earned" in rules_of(verdict.violations)
    }


def rules_of(violations: Iterable[Violation]) -> set[str]:
    return {violation.rule for violation in violations}


def test_what_one_player_earned_elsewhere_serves_that_player_alone(alice: User, bob: User) -> None:
    """E-31: not unlocked by another player of the same campaign."""
    campaign = two_members(alice, bob, {COLLECTOR: 1})
    assert locked(campaign) == {"s1", "s2"}
    elsewhere, _deck = opened(bob)
    record(elsewhere, steps.RewardsUnlocked(cards=(COLLECTOR,)), by=bob)
    assert locked(campaign) == {"s1"}


def test_what_one_player_ticked_serves_that_player_alone(alice: User, bob: User, mallory: User) -> None:
    campaign = two_members(alice, bob, {COLLECTOR: 1})
    collection = collection_services.create_collection(owner=alice, name="Shelf")
    collection_services.set_rewards(collection=collection, cards=[COLLECTOR])
    campaign.collection = collection
    campaign.save()
    assert locked(campaign) == {"s2"}
    share = CollectionShare.objects.create(collection=collection, user=bob, accepted=True)
    assert locked(campaign) == {"s2"}, "who only sees a collection has earned nothing in it"
    share.may_edit = True
    share.save()
    assert locked(campaign) == set(), "it is kept together"
    CollectionShare.objects.create(collection=collection, user=mallory, may_edit=True, accepted=True)
    assert locked(campaign) == set()


def test_a_reward_may_be_earned_by_one_seat_of_a_party(alice: User, bob: User) -> None:
    campaign = two_members(alice, bob, {COLLECTOR: 1})
    record(campaign, steps.RewardsUnlocked(cards=(COLLECTOR,), seats=("s2",)), by=bob)
    campaign.refresh_from_db()
    assert locked(campaign) == {"s1"}
    later = two_members(alice, bob, {COLLECTOR: 1})
    assert locked(later) == {"s1"}, "and so it is in the next campaign"


def test_a_deck_that_is_offered_is_judged_by_its_owners_rewards(alice: User, bob: User) -> None:
    elsewhere, _deck = opened(bob)
    record(elsewhere, steps.RewardsUnlocked(cards=(COLLECTOR,)), by=bob)
    campaign = two_members(alice, bob, {})
    state, means = state_of(campaign), means_of(campaign)
    for owner, broken in ((alice, True), (bob, False)):
        deck = make_deck(owner, FIRST, {COLLECTOR: 1})
        choice = choice_of(state, state.seats["s1"], deck, game(), means)
        assert ("reward.locked-until-earned" in rules_of(choice.verdict.violations)) == broken


def test_few_queries_find_who_earned_what(alice: User, bob: User, django_assert_max_num_queries: Any) -> None:
    campaign = two_members(alice, bob, {})
    with django_assert_max_num_queries(3):
        assert rewards_at(campaign).by_player == {}
    for _time in range(3):
        elsewhere, _deck = opened(bob)
        record(elsewhere, steps.RewardsUnlocked(cards=(COLLECTOR,), seats=("s1",)), by=bob)
    with django_assert_max_num_queries(5):
        assert rewards_at(campaign).of_seat("s2") == {COLLECTOR}


def test_a_copy_of_a_deck_leaves_the_campaigns_cards_behind(alice: User) -> None:
    """party.return-campaign-cards: a copied deck does not have the story assets of its campaign."""
    campaign, deck = opened(alice)
    gained = steps.BearersChanged(changes=(steps.BearerChange(card=ARMITAGE, seat="s1"),))
    record(campaign, gained, by=alice)
    deck.refresh_from_db()
    assert deck.working.slots[ARMITAGE] == 1
    copy = clone_deck(deck, owner=alice)
    assert copy.working.slots == {code: n for code, n in deck.working.slots.items() if code != ARMITAGE}
