"""Rewards and story cards beyond one table: rewards are the players' for good, story cards stay with it."""

from __future__ import annotations

import pytest

from accounts.models import User
from campaigns.judging import verdicts
from campaigns.law import law
from campaigns.models import Campaign, Membership
from campaigns.rewards import rewards_at
from campaigns.services.record import record, state_of, undo
from campaigns.services.starting import start_campaign
from decks.adapters import rules_deck
from decks.models import Deck
from decks.services import clone_deck
from rules.campaign import acts
from tests.campaigns.conftest import FIRST, make_deck

pytestmark = pytest.mark.django_db

COLLECTOR, ARMITAGE = "12181", "12115"


def opened(owner: User, cards: dict[str, int] | None = None) -> tuple[Campaign, Deck]:
    campaign = start_campaign(acts.StartCampaign(campaign="boa", difficulty="standard"), owner=owner).campaign
    record(campaign, acts.SeatJoins(seat="s1", player="Ada", investigator=FIRST), by=owner)
    deck = make_deck(owner, FIRST, cards)
    chosen = acts.DeckChosen(seat="s1", deck=rules_deck(deck), version=f"{deck.public_id}/1")
    record(campaign, chosen, by=owner)
    campaign.refresh_from_db()
    return campaign, deck


def broken(campaign: Campaign) -> list[str]:
    found = verdicts(campaign, state_of(campaign), law())["s1"]
    return [violation.rule for violation in found.violations]


def test_a_reward_earned_in_one_campaign_is_legal_in_another(alice: User) -> None:
    """reward.permanent-unlock: earned in campaign A, legal in the new campaign B; not before."""
    second, _deck = opened(alice, {COLLECTOR: 1})
    assert broken(second) == ["reward.locked-until-earned"]
    first, _deck = opened(alice)
    record(first, acts.RewardsUnlocked(cards=(COLLECTOR,)), by=alice)
    assert broken(second) == []
    undo(first)
    assert broken(second) == ["reward.locked-until-earned"], "what is undone was never earned"


def test_a_reward_is_granted_to_every_participant_and_to_nobody_else(
    alice: User, bob: User, mallory: User
) -> None:
    """E-31: per user, for all who played; who only read has earned nothing."""
    first, _deck = opened(alice)
    Membership.objects.create(campaign=first, user=bob, role="player")
    Membership.objects.create(campaign=first, user=mallory, role="reader")
    record(first, acts.RewardsUnlocked(cards=(COLLECTOR,)), by=alice)
    for user, earned in ((bob, {COLLECTOR}), (mallory, set())):
        other = start_campaign(acts.StartCampaign(campaign="boa", difficulty="easy"), owner=user).campaign
        assert rewards_at(other, state_of(other)) == earned


def test_a_copy_of_a_deck_leaves_the_campaigns_cards_behind(alice: User) -> None:
    """party.return-campaign-cards: a copied deck is without the story assets of its campaign."""
    campaign, deck = opened(alice)
    gained = acts.BearersChanged(changes=(acts.BearerChange(card=ARMITAGE, seat="s1"),))
    record(campaign, gained, by=alice)
    deck.refresh_from_db()
    assert deck.working.slots[ARMITAGE] == 1
    copy = clone_deck(deck, owner=alice)
    assert copy.working.slots == {code: n for code, n in deck.working.slots.items() if code != ARMITAGE}
