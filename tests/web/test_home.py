"""Tests of the home page: quick check, investigators for beginners, and recent items."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.services.creation import start_campaign
from decks.models import Deck
from rules.campaign import steps
from tests.campaigns.conftest import make_deck
from tests.markup import fields_of
from web import quick_check

pytestmark = pytest.mark.django_db
LIST = "Daniela Reyes\n3x Vicious Blow\n1x No Such Card At All\n"


def test_it_offers_two_investigators_of_every_class(client):
    page = client.get("/").content.decode()
    for name in ("guardian", "seeker", "rogue", "mystic", "survivor"):
        assert page.count(f'class="pick is-{name}"') == 2
    assert "Daniela Reyes" in page


def test_a_second_visit_costs_few_queries(client, django_assert_max_num_queries):
    client.get("/")
    with django_assert_max_num_queries(2):
        client.get("/")


def test_a_pasted_list_is_judged_with_every_problem(client):
    page = client.post(
        "/check/", {"text": LIST, "mode": "creation", "edition": "grimoire-1.1"}
    ).content.decode()
    assert "Illegal" in page
    assert "copies.max-two-by-title" in page
    assert "No Such Card At All" in page, "what was not understood is said"
    assert "3x Vicious Blow" in page, "what was pasted is still there"


def test_json_is_judged_too(client):
    deck = json.dumps({"investigator_code": "01001", "slots": {"01006": 1}})
    page = client.post("/check/", {"text": deck, "mode": "", "edition": ""}).content.decode()
    assert "Illegal" in page


def test_in_place_only_the_verdict_comes(client):
    part = client.post("/check/", {"text": LIST}, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert 'class="verdict' in part


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("   \n", id="blanks"),
        pytest.param("{", id="broken JSON"),
        pytest.param("[" * 50_000, id="nested without end"),
        pytest.param("\ufffe\u202e", id="no text"),
        pytest.param("<script>alert(1)</script>", id="markup"),
        pytest.param("{}", id="no deck"),
        pytest.param('{"investigator_code": {}, "slots": []}', id="odd types"),
    ],
)
def test_what_is_no_deck_gets_a_sentence(client, text):
    answer = client.post("/check/", {"text": text})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "notice--" in page or "Illegal" in page
    assert "<script>alert" not in page


@pytest.mark.parametrize("wrong", [{"mode": "party"}, {"edition": "grimoire-9"}])
def test_an_unknown_choice_is_a_clear_400(client, wrong):
    answer = client.post("/check/", {"text": LIST, **wrong})
    assert answer.status_code == 400
    assert "Unknown" in answer.content.decode()


def test_many_decks_are_cut_to_a_few(client):
    deck = {"investigator_code": "01001", "slots": {"01006": 1}}
    page = client.post("/check/", {"text": json.dumps([deck] * 20)}).content.decode()
    assert page.count('class="verdict ') == quick_check.MOST_DECKS


def test_a_checked_deck_is_saved_as_it_was_checked_and_opens_in_the_editor(client):
    checked = {"text": "Daniela Reyes\n2x Vicious Blow", "mode": "creation", "edition": "faq-1.7"}
    form = fields_of(client.post("/check/", checked), "panel__foot")
    answer = client.post(reverse("deck-import"), {**form, "text": checked["text"], "save": "1"})
    deck = Deck.objects.get()
    assert (deck.mode, deck.edition) == ("creation", "faq-1.7")
    assert answer["Location"] == reverse("deck-edit", args=[deck.public_id])


def test_the_address_leads_home(client):
    assert client.get("/check/")["Location"] == reverse("home")


def test_who_comes_back_finds_what_they_left_off(client, alice, bob):
    client.force_login(alice)
    page = client.get("/").content.decode()
    assert "A casebook for" in page, "nothing is left off yet"
    assert "No account needed" not in page, "there is one"
    campaign = start_campaign(
        steps.StartCampaign(campaign="boa", difficulty="standard", title="Ashes & Embers"), owner=alice
    ).campaign
    deck = make_deck(alice, "12001", name="Grease <and> Gunpowder")
    make_deck(bob, "12004", name="Not hers")
    page = client.get("/").content.decode()
    assert "A casebook for" not in page
    assert "Ashes &amp; Embers" in page
    assert "before the first scenario" in page
    assert reverse("campaign-detail", args=[campaign.public_id]) in page
    assert "Grease &lt;and&gt; Gunpowder" in page
    assert reverse("deck-edit", args=[deck.public_id]) in page
    assert "Not hers" not in page


def test_what_was_left_off_costs_two_queries_however_much_it_is(client, alice, django_assert_num_queries):
    client.force_login(alice)
    client.get("/")
    with CaptureQueriesContext(connection) as before:
        client.get("/")
    for number in range(7):
        make_deck(alice, "12001", name=f"Deck {number}")
    with django_assert_num_queries(len(before)):
        page = client.get("/").content.decode()
    assert "Deck 6" in page
    assert "Deck 1" not in page, "the latest few; the rest is a list of its own"
