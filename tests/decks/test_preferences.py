"""Tests of the preferences for decks: what new decks and the editor begin with."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import bring_along, create_guest
from cards.adapters import catalogue
from cards.services.collections import create_collection, set_boxes
from decks import services
from decks.models import Deck
from decks.preferences import USUAL, Preferences, preferences_of

pytestmark = pytest.mark.django_db

PAGE = "/decks/preferences/"
WANTED = {"taboo": "newest", "edition": "faq-1.7", "group": "level"}


def prefer(user: User, **values: object) -> User:
    user.preferences = values
    user.save()
    return user


def test_the_page_saves_what_new_decks_begin_with(client: Client, alice: User):
    client.force_login(alice)
    assert client.post(PAGE, WANTED).status_code == 302
    alice.refresh_from_db()
    assert preferences_of(alice) == Preferences("newest", "faq-1.7", owned=False, group="level")
    shown = client.get(PAGE).context["form"].initial
    assert shown == {**WANTED, "owned": False}
    newest = max(catalogue().taboo_lists)
    form = client.get("/decks/new/01001/").context["form"]
    assert (form["taboo"].value(), form["edition"].value()) == (newest, "faq-1.7")
    client.post("/decks/new/01001/", {"taboo": form["taboo"].value(), "edition": form["edition"].value()})
    assert Deck.objects.get().taboo == newest


def test_an_address_and_a_form_decide_before_the_preferences(client: Client, alice: User):
    client.force_login(prefer(alice, taboo="003"))
    assert client.get("/decks/new/01001/").context["form"]["taboo"].value() == "003"
    assert client.get("/decks/new/01001/?taboo=005").context["form"]["taboo"].value() == "005"
    client.post("/decks/new/01001/", {"taboo": ""})
    assert Deck.objects.get().taboo == ""


def test_the_editor_begins_as_preferred(client: Client, alice: User):
    collection = create_collection(owner=alice, name="Mine")
    set_boxes(collection=collection, counts={"core": 1})
    deck = services.create_deck(owner=alice, investigator="01001")
    client.force_login(alice)
    query = client.get(f"/decks/{deck.public_id}/edit/").context["query"]
    assert (query.owned, query.group) == (True, "class")
    prefer(alice, owned=False, group="cost")
    query = client.get(f"/decks/{deck.public_id}/edit/").context["query"]
    assert (query.owned, query.group) == (False, "cost")


def test_a_visitor_becomes_a_guest_and_keeps_preferences_at_sign_in(client: Client, alice: User):
    assert client.get(PAGE).status_code == 200
    assert not User.objects.filter(is_guest=True).exists()
    client.post(PAGE, WANTED)
    guest = User.objects.get(is_guest=True)
    bring_along(guest=guest, user=alice)
    alice.refresh_from_db()
    assert preferences_of(alice).group == "level"
    other = prefer(create_guest(), group="pack")
    bring_along(guest=other, user=alice)
    alice.refresh_from_db()
    assert preferences_of(alice).group == "level", "the account's own preferences stay"


def test_unknown_values_are_as_usual(alice: User):
    prefer(alice, edition="none", group="colour", taboo="999", more=1)
    assert preferences_of(alice) == Preferences(taboo="999")
    assert preferences_of(alice).of_new_deck(catalogue())["taboo"] == ""
    assert preferences_of(User()) == USUAL


@pytest.mark.parametrize("wrong", [{"taboo": "999"}, {"edition": "2.0"}, {"group": "colour"}])
def test_the_page_refuses_what_it_does_not_offer(client: Client, alice: User, wrong: dict[str, str]):
    client.force_login(alice)
    response = client.post(PAGE, {**WANTED, **wrong})
    assert response.status_code == 200
    assert list(response.context["form"].errors) == list(wrong)
    alice.refresh_from_db()
    assert alice.preferences == {}
