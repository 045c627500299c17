"""Tests of decks in campaigns: they follow the steps, and users can only use their own."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.urls import reverse

from accounts.members import NotAllowed
from accounts.models import User
from campaigns.campaign_rules import game
from campaigns.errors import BadStep
from campaigns.models import Campaign
from campaigns.party.deck_verdicts import as_the_rules_have_it
from campaigns.selectors import state_of
from campaigns.services.creation import branch, export_campaign, import_campaign, start_campaign
from campaigns.services.purchases import begin_purchases, record_purchases
from campaigns.services.recording import record, redo, undo
from campaigns.services.seat_decks import choose_deck
from cards.services.collections import create_collection, set_boxes
from decks.adapters import rules_deck
from decks.availability import availability_for
from decks.models import Deck, DeckVersion
from rules.campaign import steps
from rules.campaign.state import Fate
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.hostile import EVIL, assert_harmless

pytestmark = pytest.mark.django_db


def opened(owner: User) -> Campaign:
    campaign = start_campaign(
        steps.StartCampaign(campaign="boa", difficulty="standard"), owner=owner
    ).campaign
    record(campaign, steps.SeatJoins(seat="s1", player="Ada", investigator=FIRST), by=owner)
    return campaign


def chosen(deck: Deck, **fields: object) -> steps.DeckChosen:
    deck = Deck.objects.select_related("working").get(pk=deck.pk)
    version = f"{deck.public_id}/{deck.working.number}"
    return steps.DeckChosen(**{"seat": "s1", "deck": rules_deck(deck), "version": version, **fields})


def played(campaign: Campaign, owner: User, **fate: object) -> None:
    """Play one scenario from advance to its end, with 5 experience."""
    campaign.refresh_from_db()
    seats = state_of(campaign).active
    verdicts = dict.fromkeys(seats, ())
    for step in (
        steps.Advance(
            scenario="spreading_flames", verdicts=verdicts, waives=frozenset({"rbw.one-required"}), note="-"
        ),
        steps.BeginScenario(scenario="spreading_flames", lead="s1"),
        steps.EndScenario(resolution="R1", fates={seat: Fate(**fate) for seat in seats}, victory=5),
    ):
        record(campaign, step, by=owner)
    campaign.refresh_from_db()


def test_a_step_cannot_name_the_deck_of_another_user(alice: User, mallory: User) -> None:
    deck = make_deck(alice, FIRST)
    campaign = opened(mallory)
    with pytest.raises(BadStep, match="no deck with this id"):
        record(campaign, chosen(deck), by=mallory)
    assert campaign.steps.count() == 2
    record(campaign, chosen(deck, version=""), by=mallory)
    record(campaign, steps.WeaknessGained(seat="s1", card="01096", cause="a test"), by=mallory)
    assert DeckVersion.objects.filter(deck=deck).count() == 1


def test_a_step_cannot_name_a_version_that_there_is_not(alice: User) -> None:
    deck = make_deck(alice, FIRST)
    campaign = opened(alice)
    for name in ("nonsense", f"{deck.public_id}/99", f"{uuid4()}/1", f"{deck.public_id}/1/2"):
        with pytest.raises(BadStep):
            record(campaign, chosen(deck, version=name), by=alice)


def test_a_deck_is_led_by_one_campaign_at_a_time(alice: User) -> None:
    deck = make_deck(alice, FIRST)
    first, second = opened(alice), opened(alice)
    record(first, chosen(deck), by=alice)
    with pytest.raises(BadStep, match="is already used in"):
        record(second, chosen(deck), by=alice)
    record(first, steps.CampaignEnded(result="won"), by=alice)
    record(second, chosen(deck), by=alice)


def test_a_deck_that_is_not_what_its_version_holds_becomes_a_version(alice: User) -> None:
    deck = make_deck(alice, FIRST)
    campaign = opened(alice)
    step = chosen(deck)
    changed = {**step.deck.slots, "01096": 1}
    record(
        campaign,
        steps.DeckChosen(seat="s1", deck=type(step.deck)(FIRST, changed), version=step.version),
        by=alice,
    )
    deck.refresh_from_db()
    assert (deck.working.number, deck.working.slots) == (2, changed)
    assert DeckVersion.objects.get(deck=deck, number=1).slots == dict(step.deck.slots)


def test_what_the_story_does_to_a_deck_is_undone_and_redone_with_it(alice: User) -> None:
    deck = make_deck(alice, FIRST)
    campaign = opened(alice)
    record(campaign, chosen(deck), by=alice)
    before = Deck.objects.select_related("working").get(pk=deck.pk).working.slots
    record(campaign, steps.WeaknessGained(seat="s1", card="01096", cause="a test"), by=alice)
    after = Deck.objects.select_related("working").get(pk=deck.pk).working.slots
    assert after == {**before, "01096": 1}, "the one still to be drawn keeps its place"
    undo(campaign)
    assert Deck.objects.select_related("working").get(pk=deck.pk).working.slots == before
    redo(campaign)
    assert Deck.objects.select_related("working").get(pk=deck.pk).working.slots == after


def test_only_the_owner_of_a_deck_buys_cards_for_it(alice: User, bob: User) -> None:
    deck = make_deck(alice, FIRST)
    campaign = opened(alice)
    record(campaign, chosen(deck), by=alice)
    played(campaign, alice)
    with pytest.raises(NotAllowed, match="belongs to alice"):
        begin_purchases(campaign, "s1", by=bob)
    assert not Deck.objects.select_related("working").get(pk=deck.pk).working.is_open


def test_purchases_that_are_sent_twice_are_recorded_once(alice: User) -> None:
    deck = make_deck(alice, FIRST)
    campaign = opened(alice)
    record(campaign, chosen(deck), by=alice)
    played(campaign, alice)
    begin_purchases(campaign, "s1", by=alice)
    key, seen = uuid4(), campaign.revision
    seat = state_of(campaign).seats["s1"]
    first = record_purchases(campaign, seat, by=alice, follows=seen, key=key)
    again = record_purchases(campaign, seat, by=alice, follows=seen, key=key)
    assert again.again
    assert again.step == first.step
    with pytest.raises(NotAllowed):
        record_purchases(campaign, seat, by=alice, key=uuid4())


def test_the_editor_counts_what_the_party_uses(walk: Walk, alice: User, bob: User) -> None:
    collection = create_collection(owner=alice, name="Ours")
    set_boxes(collection=collection, counts={"core_2026": 1})
    walk.campaign.collection = collection
    walk.campaign.save()
    decks = [make_deck(alice, FIRST), make_deck(alice, SECOND)]
    for deck in decks:
        walk.sit(deck)
    theirs = Deck.objects.get(pk=decks[1].pk)
    seat = Deck.objects.get(pk=decks[0].pk).seat
    assert seat is not None
    party = seat.party
    assert (party.name, party.collection, set(party.decks)) == (
        "Ashes",
        collection,
        {deck.pk for deck in decks},
    )
    mine = Deck.objects.get(pk=decks[0].pk)
    availability = availability_for(alice, mine)
    assert availability is not None
    shared = next(code for code in theirs.working.slots if code in availability.owned and code != "01000")
    assert availability.party[shared] == theirs.working.slots[shared]
    page = walk.client.get(reverse("deck-edit", args=[mine.public_id])).content.decode()
    assert "Subtract copies the party of Ashes uses" in page
    assert make_deck(alice, FIRST).seat is None


def test_a_deck_with_a_hostile_name_does_no_harm_in_a_campaign(walk: Walk, alice: User) -> None:
    seat = walk.sit(make_deck(alice, FIRST, name=EVIL))
    assert walk.state.seats[seat].deck is not None
    for view in ("detail", "log", "party-cards", "steps", "bag", "next", "log-print", "settings"):
        page = walk.get(view)
        assert page.status_code == 200, view
        assert_harmless(page.content.decode(), view)
    assert_harmless(walk.get("seat", seat).content.decode(), "seat")


@pytest.mark.parametrize("how", ["branch", "import"])
def test_the_deck_of_a_copied_campaign_follows_its_undo(alice: User, how: str) -> None:
    deck = make_deck(alice, FIRST)
    campaign = opened(alice)
    record(campaign, chosen(deck), by=alice)
    record(campaign, steps.WeaknessGained(seat="s1", card="01096", cause="a test"), by=alice)
    if how == "branch":
        made = branch(campaign, owner=alice, until=4)
    else:
        made = import_campaign(export_campaign(campaign), owner=alice)
    copy = Deck.objects.exclude(pk=deck.pk).get()
    with_it, without = dict(copy.working.slots), rules_deck(deck).slots
    assert with_it == {**without, "01096": 1}
    undo(made)
    copy.refresh_from_db()
    assert copy.working.slots == without
    redo(made)
    copy.refresh_from_db()
    assert copy.working.slots == with_it
    deck.refresh_from_db()
    assert deck.working.slots == with_it, "the first campaign's deck stays as it was"


@pytest.mark.parametrize(
    ("edition", "lists"),
    [
        pytest.param("grimoire-1.1", {"s1": "010", "s2": "010"}, id="the group has one list"),
        pytest.param("grimoire-1.0-de", {"s1": "010", "s2": "010"}, id="in German as well"),
        pytest.param("faq-1.7", {"s1": "002", "s2": ""}, id="each investigator has their own"),
    ],
)
def test_whose_taboo_list_a_deck_has(alice: User, edition: str, lists: dict[str, str]) -> None:
    """Rule taboo.all-or-nothing: FAQ 1.7 leaves the list to each investigator, the Grimoires to the group."""
    start = steps.StartCampaign(campaign="boa", difficulty="standard", edition=edition, taboo="010")
    campaign = start_campaign(start, owner=alice).campaign
    for seat, investigator, taboo in (("s1", FIRST, "002"), ("s2", SECOND, "")):
        record(campaign, steps.SeatJoins(seat=seat, player=seat, investigator=investigator), by=alice)
        deck = make_deck(alice, investigator)
        deck.taboo = taboo
        deck.save()
        choose_deck(campaign, seat, deck, by=alice)
        deck.refresh_from_db()
        assert deck.taboo == lists[seat]
    campaign.refresh_from_db()
    assert {seat.id: seat.deck.taboo for seat in state_of(campaign).seats.values()} == lists


@pytest.mark.parametrize(("edition", "taboo"), [("grimoire-1.1", ""), ("faq-1.7", "010")])
def test_a_step_names_no_other_list_than_the_campaigns(alice: User, edition: str, taboo: str) -> None:
    start = steps.StartCampaign(campaign="boa", difficulty="standard", edition=edition)
    campaign = start_campaign(start, owner=alice).campaign
    record(campaign, steps.SeatJoins(seat="s1", player="Ada", investigator=FIRST), by=alice)
    content = replace(rules_deck(make_deck(alice, FIRST)), taboo="010")
    campaign.refresh_from_db()
    step = steps.DeckChosen(seat="s1", deck=content)
    assert as_the_rules_have_it(campaign, state_of(campaign), step, game()).deck.taboo == taboo
