"""Tests that every form and API request that creates something creates it once, even if sent twice."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from accounts.models import CompletedRequest, User
from boardgames.models import Game
from campaigns.example import save_example
from campaigns.models import Campaign, CampaignFile
from campaigns.services import creation
from campaigns.services.recording import record
from cards.models import Collection
from decks import services
from decks.jobs import AT_ONCE
from decks.models import Deck, PublishedParty
from jobs.models import Job
from rules.boardgames import command_to_json
from rules.campaign import steps
from tests.campaigns import test_arkham_cards as arkham_cards
from tests.rules.boardgames.second_edition.table import beginning
from tests.rules.campaign.test_file_schema import GUIDE
from tests.threads import at_once

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parent.parent.parent
DECK = (ROOT / "docs/examples/roland.json").read_text()
#: More than a request saves by itself, so that a job does it.
MANY_DECKS = json.dumps([{**json.loads(DECK), "id": number} for number in range(1, AT_ONCE + 2)])
START = {"difficulty": "standard", "name": "Ashes"}


def counted() -> dict[str, int]:
    """Return the number of all created objects."""
    models = (User, Deck, Campaign, CampaignFile, Collection, Game, Job, PublishedParty)
    return {model.__name__: model.objects.count() for model in models}


def key_on(page: str, action: str = "", do: str = "") -> str:
    """Return the key of the form with this action, or of the page's own form, as a browser would send it."""
    for head, form in re.findall(r"(<form[^>]*>)(.*?)</form>", page, re.S):
        at = re.search(r'action="([^"]*)"', head)
        if (at[1] if at else "") == action and "post" in head and f'value="{do}"' in form + 'value=""':
            found = re.search(r'name="key" value="([^"]+)"', form)
            assert found, f"the form that makes something has no key: {form[:300]}"
            return unescape(found[1])
    raise AssertionError(f"no form goes to {action or 'the page itself'}")


@pytest.fixture
def deck(alice):
    deck = services.create_deck(owner=alice, investigator="01001", name="Ünïcödé")
    return services.publish(deck)


@pytest.fixture
def tables(alice):
    """Three campaigns: an example, one that has ended, and one whose investigator has no deck yet."""
    begun = creation.start_campaign(steps.StartCampaign(campaign="boa", difficulty="standard"), owner=alice)
    record(begun.campaign, steps.SeatJoins(seat="s1", player="Alice", investigator="12001"), by=alice)
    over = save_example(alice)
    record(over, steps.CampaignEnded(result="won"), by=alice)
    return {"example": save_example(alice), "over": over, "begun": begun.campaign}


FORMS = {
    "a deck": ("/decks/new/01001/", "/decks/new/01001/", {"name": "Twice"}),
    "the example deck": ("/decks/example/", "/decks/example/", {}),
    "a copy": ("/decks/{deck}/", "/decks/{deck}/clone/", {}),
    "an import": ("/decks/import/", "/decks/import/", {"text": DECK, "save": "1"}),
    "an import in the background": ("/decks/import/", "/decks/import/", {"text": MANY_DECKS, "save": "1"}),
    "a collection": ("/collection/new/", "/collection/new/", {"name": "A shelf"}),
    "a collection from a file": ("/collection/new/", "/collection/import/", {"text": "core, dwl"}),
    "a campaign": ("/campaigns/new/boa/", "/campaigns/new/boa/", START),
    "a campaign in two halves": (
        "/campaigns/new/tdea/?both=1",
        "/campaigns/new/tdea/",
        {**START, "both": "1"},
    ),
    "the example campaign": ("/campaigns/example/", "", {}),
    "a campaign from a file": ("/campaigns/import/", "", {"text": "{export}"}),
    "a branch": ("/campaigns/{example}/branch/", "/campaigns/{example}/branch/", {"until": "3"}),
    "a transfer": ("/campaigns/{over}/transfer/?facts=boa", "", {"facts": "boa", "seat": "s1", **START}),
    "a deck for a seat": ("/campaigns/{begun}/seats/s1/", "", {"do": "new-deck"}),
}
#: What a visitor without an account can do.
FIRST = [name for name in FORMS if not re.search("{(example|over|begun)}", FORMS[name][0])]


def filled(text, deck, tables):
    """Return a URL with the ids of existing objects."""
    return text.format(deck=deck.public_id, **{name: row.public_id for name, row in tables.items()})


def sent(client, name, deck, tables):
    """Open the page of a form; return a function that sends it."""
    page, action, fields = FORMS[name]
    page, action = filled(page, deck, tables), filled(action, deck, tables)
    export = json.dumps(creation.export_campaign(tables["example"]))
    fields = {field: export if value == "{export}" else value for field, value in fields.items()}
    fields["key"] = key_on(client.get(page).content.decode(), action, fields.get("do", ""))

    def send(*, browser=client, **other):
        return browser.post(action or page, {**fields, **other})

    return send


@pytest.mark.parametrize("name", FORMS)
def test_a_form_that_is_sent_twice_makes_one(as_alice, deck, tables, name):
    before = counted()
    send = sent(as_alice, name, deck, tables)
    first = send()
    assert first.status_code == 302, first.content.decode()[:2000]
    made = counted()
    assert made != before
    second = send()
    assert (second.status_code, second["Location"]) == (302, first["Location"])
    assert counted() == made
    assert as_alice.get(second["Location"]).status_code == 200


@pytest.mark.parametrize("name", FORMS)
def test_two_forms_make_two(as_alice, deck, tables, name):
    first = sent(as_alice, name, deck, tables)()
    made = counted()
    name_of_second = {"name": "Another shelf"} if name == "a collection" else {}
    second = sent(as_alice, name, deck, tables)(**name_of_second)
    assert second.status_code == 302
    assert second["Location"] != first["Location"]
    assert counted() != made


def test_a_form_that_is_filled_in_otherwise_is_another_one(as_alice, deck, tables):
    """The user goes back to the form, enters another name, and sends it again intentionally."""
    send = sent(as_alice, "a deck", deck, tables)
    assert send()["Location"] != send(name="Another")["Location"]


def test_the_same_key_of_another_user_is_another_one(as_alice, as_bob, deck, tables):
    form = {"name": "Mine", "key": "the same"}
    first = as_alice.post("/decks/new/01001/", form)
    second = as_bob.post("/decks/new/01001/", form)
    assert first["Location"] != second["Location"]
    assert Deck.objects.get(public_id=second["Location"].split("/")[2]).owner.username == "bob"


def test_what_was_deleted_since_is_not_made_again(as_alice, alice):
    form = {"name": "Mine", "key": "the same"}
    as_alice.post("/decks/new/01001/", form)
    services.delete_deck(Deck.objects.get(owner=alice))
    answer = as_alice.post("/decks/new/01001/", form)
    assert "has since been deleted" in answer.content.decode()
    assert Deck.objects.filter(deleted_at=None).count() == 0


@pytest.mark.parametrize("name", FIRST)
def test_a_visitor_who_sends_the_first_form_twice_is_one_guest(deck, tables, name):
    """The second request was sent before the first response, so it has no session yet."""
    visitor = Client(enforce_csrf_checks=True)
    visitor.get("/sign-in/")
    send = sent(visitor, name, deck, tables)
    token = {"csrfmiddlewaretoken": visitor.cookies["csrftoken"].value}
    cookies = visitor.cookies.copy()
    first = send(**token)
    assert first.status_code == 302, first.content.decode()[:2000]
    made = counted()
    visitor.cookies.clear()
    visitor.cookies.update(cookies)
    second = send(**token)
    assert (second.status_code, second["Location"]) == (302, first["Location"])
    assert counted() == made
    assert visitor.get(second["Location"]).status_code == 200, (
        "the second answer is signed in as the same guest"
    )


def test_another_browser_with_the_same_key_is_another_guest(deck, tables):
    """A visitor who has seen the page of another does not get their guest account."""
    guests = set()
    for _browser in range(2):
        visitor = Client(enforce_csrf_checks=True)
        visitor.get("/sign-in/")
        token = visitor.cookies["csrftoken"].value
        visitor.post("/decks/example/", {"key": "the same", "csrfmiddlewaretoken": token})
        guests.add(visitor.session["_auth_user_id"])
    assert len(guests) == 2


def test_a_guest_who_has_signed_up_is_not_signed_in_by_an_old_form(deck, tables):
    visitor = Client(enforce_csrf_checks=True)
    visitor.get("/sign-in/")
    form = {"key": "the same", "csrfmiddlewaretoken": visitor.cookies["csrftoken"].value}
    cookies = visitor.cookies.copy()
    visitor.post("/decks/example/", form)
    player = User.objects.get(pk=visitor.session["_auth_user_id"])
    User.objects.filter(pk=player.pk).update(is_guest=False, username="somebody")
    visitor.cookies.clear()
    visitor.cookies.update(cookies)
    assert visitor.post("/decks/example/", form).status_code == 302
    assert visitor.session["_auth_user_id"] != str(player.pk)


CALLS = {
    "a deck": ("/api/v1/decks/", {"investigator": "01001"}),
    "a copy": ("/api/v1/decks/{deck}/clone/", {}),
    "an import": ("/api/v1/decks/import/", {"text": DECK}),
    "an import in the background": ("/api/v1/decks/import/", {"text": MANY_DECKS}),
    "a collection": ("/api/v1/collections/", {"name": "A shelf"}),
    "a collection from a file": ("/api/v1/collections/import/", {"packs": {"core": 1}}),
    "a campaign": ("/api/v1/campaigns/", {"start": {"campaign": "boa", "difficulty": "standard"}}),
    "both halves": (
        "/api/v1/campaigns/",
        {"start": {"campaign": "tdea", "difficulty": "standard"}, "both_halves": True},
    ),
    "a campaign from a file": ("/api/v1/campaigns/import/", "{export}"),
    "a campaign of Arkham Cards": (
        "/api/v1/campaigns/import/arkham-cards/",
        {"backup": arkham_cards.backup()},
    ),
    "a campaign file": ("/api/v1/campaign-files/", {"file": GUIDE}),
    "a branch": ("/api/v1/campaigns/{example}/branch/", {"until": 3}),
    "a transfer": (
        "/api/v1/campaigns/{over}/transfer/",
        {"seats": ["s1"], "start": {"campaign": "boa", "difficulty": "standard"}},
    ),
    "a board game": ("/api/v1/games/", {"edition": "second", "start": command_to_json(beginning(2))}),
    "an imported board game": (
        "/api/v1/games/import/",
        {"edition": "second", "commands": [{"command": command_to_json(beginning(2))}]},
    ),
    "a party": ("/api/v1/parties/", {"decks": "{decks}"}),
}


def called(client, what, deck, tables, key, **more):
    address, body = CALLS[what]
    body = creation.export_campaign(tables["example"]) if body == "{export}" else body
    if body.get("decks") == "{decks}":
        body = {
            "decks": [
                str(each.public_id) for each in Deck.objects.filter(owner=deck.owner).order_by("pk")[:2]
            ]
        }
    headers = {"Idempotency-Key": key} if key else {}
    address = filled(address, deck, tables)
    return client.post(address, {**body, **more}, content_type="application/json", headers=headers)


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_is_sent_twice_makes_one(as_alice, deck, tables, name):
    before = counted()
    first = called(as_alice, name, deck, tables, "k1")
    assert first.status_code in (201, 202), first.content
    made = counted()
    assert made != before
    again = called(as_alice, name, deck, tables, "k1")
    assert (again.status_code, counted()) == (first.status_code, made)
    assert again.json() == first.json()


@pytest.mark.parametrize("name", sorted(set(CALLS) - {"a collection", "a campaign file"}))
def test_without_a_key_a_call_is_done_as_often_as_it_is_sent(as_alice, deck, tables, name):
    first = called(as_alice, name, deck, tables, "")
    made = counted()
    second = called(as_alice, name, deck, tables, "")
    third = called(as_alice, name, deck, tables, "another")
    assert first.status_code == second.status_code == third.status_code
    assert first.status_code in (201, 202)
    assert counted() != made


def test_a_key_that_names_two_calls_is_refused(as_alice, deck, tables):
    """A program that gives every request the same key would lose all but the first."""
    called(as_alice, "a deck", deck, tables, "k1")
    made = counted()
    answer = called(as_alice, "a deck", deck, tables, "k1", name="Another")
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "key_reused"
    assert counted() == made


def test_a_call_that_was_refused_may_be_mended_and_sent_again(as_alice, deck, tables):
    """Nothing was created, so the key is free."""
    assert called(as_alice, "a deck", deck, tables, "k1", investigator="nobody").status_code == 400
    assert CompletedRequest.objects.count() == 0
    assert called(as_alice, "a deck", deck, tables, "k1").status_code == 201


def test_the_same_key_at_another_address_is_another_request(as_alice, deck, tables):
    assert called(as_alice, "a deck", deck, tables, "k1").status_code == 201
    assert called(as_alice, "a copy", deck, tables, "k1").status_code == 201
    assert called(as_alice, "a campaign", deck, tables, "k1").status_code == 201


def test_the_same_key_in_the_request_of_another_user_is_another_request(as_alice, as_bob, deck, tables):
    first = called(as_alice, "a deck", deck, tables, "k1").json()
    second = called(as_bob, "a deck", deck, tables, "k1").json()
    assert first["id"] != second["id"]


def test_a_request_that_filled_the_quota_is_answered_again(as_alice, alice, settings, tables, deck):
    """The second request finds the quota full, but does not need more."""
    room = Deck.objects.filter(owner=alice).count() + 1
    settings.QUOTAS = {"player": {"decks": room, "campaigns": 100}}
    for name, key in [("an import", "k1"), ("a deck", "k2")]:
        first, second = (called(as_alice, name, deck, tables, key) for _time in range(2))
        assert (first.status_code, second.status_code) == (201, 201), second.content
        Deck.objects.filter(owner=alice).latest("pk").delete()


def test_the_schema_names_the_header_where_something_is_created():
    paths = SchemaGenerator().get_schema(public=True)["paths"]
    named = {
        path
        for path, methods in paths.items()
        for operation in methods.values()
        for each in operation.get("parameters", ())
        if (each["name"], each["in"]) == ("Idempotency-Key", "header")
    }
    wanted = {re.sub("{(example|over)}", "{public_id}", address) for address, _body in CALLS.values()}
    assert named == wanted


def made_by(step):
    """Return what was created by this call."""
    before = counted()
    step()
    return {name: number - before[name] for name, number in counted().items()}


def sent_at_once(client, send):
    """Let several browsers with the same cookies send something at the same time; return the responses."""

    def from_a_thread(_number):
        browser = Client()
        browser.cookies = client.cookies.copy()
        return send(browser)

    return at_once(from_a_thread, threads=4)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", FORMS)
def test_forms_that_arrive_at_the_same_moment_make_one(as_alice, deck, tables, name):
    once = made_by(sent(as_alice, name, deck, tables))
    send, answers = sent(as_alice, name, deck, tables), []
    changed = {"name": "Another shelf"} if name == "a collection" else {}
    several = made_by(
        lambda: answers.extend(sent_at_once(as_alice, lambda browser: send(browser=browser, **changed)))
    )
    assert {answer.status_code for answer in answers} == {302}
    assert len({answer["Location"] for answer in answers}) == 1
    assert several == once


#: What makes another of the same kind where the same request, sent again, finds what it made before.
OTHERWISE = {
    "a collection": {"name": "Another shelf"},
    "a campaign file": {"file": {**GUIDE, "title": "Another"}},
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", CALLS)
def test_requests_that_arrive_at_the_same_moment_make_one(as_alice, deck, tables, name):
    once = made_by(lambda: called(as_alice, name, deck, tables, "first"))
    answers = []
    changed = OTHERWISE.get(name, {})
    several = made_by(
        lambda: answers.extend(
            sent_at_once(as_alice, lambda browser: called(browser, name, deck, tables, "second", **changed))
        )
    )
    assert len({answer.status_code for answer in answers} & {201, 202}) == 1
    assert several == once
