"""Tests of seats: choice of an investigator, and the way to the editor and back."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from campaigns.services.creation import branch, start_campaign
from decks.adapters import rules_deck
from decks.models import Deck
from decks.services.creation import create_deck
from decks.services.organizing import delete_deck
from rules.campaign import steps
from rules.cards.model import Choices
from tests.campaigns.conftest import FIRST, QUIET_SEED, SECOND, SEED_WITH_TRAUMA, Walk, make_deck
from tests.campaigns.test_pages_scenario_form import text
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def test_investigators_of_one_name_are_distinguished_by_their_box(walk: Walk) -> None:
    page = markup_of(walk.get("seat-new"))
    found = re.findall(
        r'value="(\w+)"[^>]*>.*?<b class="serif">Daniela Reyes</b><br><small[^>]*>([^<]*)<', page
    )
    assert dict(found)["12001"] == "Core Set (2026)"
    assert len({box for _code, box in found}) == len(found) >= 2
    walk.did("seat-new", player="Ada", investigator=FIRST)
    page = walk.get("seat-new").content.decode()
    assert "Daniela Reyes" not in page, "one of them plays, and nobody else of that name"


def test_a_new_deck_leads_back_to_the_campaign(walk: Walk, as_alice: Client) -> None:
    walk.did("seat-new", player="Ada", investigator=FIRST)
    answer = walk.did("seat", "s1", do="new-deck")
    editor = as_alice.get(answer.url).content.decode()
    assert walk.url("seat", "s1") in editor
    deck = Deck.objects.get()
    assert deck.investigator == FIRST
    assert deck.name in walk.get("seat", "s1").content.decode(), "where it is chosen"


def test_the_number_of_questions_does_not_grow_with_the_decks_to_choose_from(
    walk: Walk, alice: User, django_assert_max_num_queries: Any
) -> None:
    walk.did("seat-new", player="Ada", investigator=FIRST)
    make_deck(alice, FIRST)
    with CaptureQueriesContext(connection) as one:
        walk.get("seat", "s1")
    for number in range(6):
        make_deck(alice, FIRST, name=f"Another, {number}")
    with django_assert_max_num_queries(len(one)):
        assert walk.get("seat", "s1").content.decode().count("Another, ") >= 6


@pytest.mark.parametrize("deck", ["nonsense", "00000000-0000-4000-8000-000000000001"])
def test_no_seat_gets_a_deck_of_another_user(walk: Walk, deck: str) -> None:
    assert walk.post("seat-new", player="Ada", deck=deck).status_code == 400
    assert not walk.state.seats


def test_a_seat_page_shows_how_weaknesses_were_drawn(walk: Walk, alice: User) -> None:
    seat = walk.sit(make_deck(alice, SECOND))
    page = walk.get("seat", seat).content.decode()
    drawn = walk.campaign.steps.get(kind="weakness-drawn").payload["draw"]
    assert drawn["seed"] in page
    assert "draw verified" in page


def test_the_ultimatum_of_chaos_draws_a_legal_deck(walk: Walk, alice: User) -> None:
    walk.did("ultimatums", ultimatums=["ub.chaos"])
    walk.did("seat-new", player="Ada", investigator=FIRST)
    assert "Draw a deck at random" in walk.get("seat", "s1").content.decode()
    key = QUIET_SEED
    walk.did("seat", "s1", do="random-deck", key=key)
    walk.did("seat", "s1", do="random-deck", key=key)
    assert Deck.objects.count() == 1, "drawn once"
    assert walk.state.seats["s1"].generated == key
    walk.did("seat", "s1", do="draw")
    walk.did("next", do="advance", scenario="spreading_flames")


def test_a_drawn_deck_waits_until_its_trauma_is_split(walk: Walk) -> None:
    walk.did("ultimatums", ultimatums=["ub.chaos"])
    walk.did("seat-new", player="Ada", investigator=FIRST)
    walk.did("seat", "s1", do="random-deck", key=SEED_WITH_TRAUMA)
    assert not Deck.objects.exists()
    page = walk.get("seat", "s1").content.decode()
    assert "A deck was drawn at random." in page
    assert "In the Thick of It" in page
    assert "Draw a deck at random" not in page, "there is no second try"
    assert walk.post("seat", "s1", do="random-deck", trauma_mental="5").status_code == 409
    walk.did("seat", "s1", do="random-deck", trauma_physical="1", trauma_mental="1")
    seat = walk.state.seats["s1"]
    assert (seat.generated, seat.physical, seat.mental) == (SEED_WITH_TRAUMA, 1, 1)
    assert Deck.objects.count() == 1
    assert "A deck was drawn at random." not in walk.get("seat", "s1").content.decode()


def test_a_random_deck_takes_choices_and_signatures_from_one_of_mine(walk: Walk, alice: User) -> None:
    tony = "06003"
    walk.did("ultimatums", ultimatums=["ub.chaos"])
    walk.did("seat-new", player="Ada", investigator=tony)
    refused = walk.post("seat", "s1", do="random-deck", key=QUIET_SEED)
    assert refused.status_code == 400
    assert "Build a new deck in the editor, make its choices there" in refused.content.decode()
    mine = create_deck(owner=alice, investigator=tony, choices=Choices(classes={"": "survivor"}))
    walk.did("seat", "s1", do="random-deck", deck=mine.public_id, key=QUIET_SEED)
    drawn = Deck.objects.exclude(pk=mine.pk).get()
    assert rules_deck(drawn).choices == rules_deck(mine).choices
    mine.refresh_from_db()
    assert mine.working is not None
    assert len(mine.working.slots) < 5, "the one it is like stays as it was"
    walk.did("seat", "s1", do="draw")
    walk.did("next", do="advance", scenario="spreading_flames")


def test_decks_are_not_drawn_without_it(walk: Walk) -> None:
    walk.did("seat-new", player="Ada", investigator=FIRST)
    assert walk.post("seat", "s1", do="random-deck").status_code == 400
    assert not Deck.objects.exists()


def test_decks_to_choose_from_are_distinguished(walk: Walk, alice: User) -> None:
    """The deck in use is not offered again; others say when they were changed and where they are played."""
    used, spare = make_deck(alice, FIRST, name="Fists"), make_deck(alice, FIRST, name="Spare")
    other = start_campaign(
        steps.StartCampaign(campaign="core", difficulty="standard"), owner=alice, name="Zealots"
    )
    Walk(walk.client, other.campaign).sit(spare)
    assert re.search(r"Spare.{1,80}changed \d+ \w+ \d+, used in Zealots", text(walk.get("seat-new")))
    seat = walk.sit(used)
    page = text(walk.get("seat", seat))
    assert "Change deck" in page
    assert re.search(r"Spare changed \d+ \w+ \d+, used in Zealots", page)
    assert "Fists changed" not in page
    assert "Import a deck" in page
    delete_deck(spare)
    assert "You have no other deck for Daniela Reyes." in text(walk.get("seat", seat))


def test_a_branch_names_its_campaign(walk: Walk, alice: User) -> None:
    walk.sit(make_deck(alice, FIRST))
    copy = branch(walk.campaign, owner=alice, until=2, name="What if")
    assert "branch of Ashes after step 2" in text(Walk(walk.client, copy).get("detail"))
