"""Tests of a visitor's first save that is refused: reasons are shown, and form and guest are kept."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from cards.models import Collection
from cards.services import collections as collection_services
from decks import services
from decks.errors import BadEdit
from decks.models import Deck

#: Real transactions: a rollback includes the session.
pytestmark = pytest.mark.django_db(transaction=True)


ROLAND = json.loads((Path(__file__).parent.parent.parent / "docs/examples/roland.json").read_text())


@pytest.fixture
def visitor():
    return Client(raise_request_exception=False)


def first(client, address, form):
    """Send a form; return the response and its page."""
    answer = client.post(address, form)
    return answer, answer.content.decode()


def test_a_campaign(visitor):
    form = {
        "difficulty": "standard",
        "name": "Kept as it was",
        "own_ultimatums": "Nobody may speak",
        "ultimatums": ["refraction.scorched-earth"],
        "scenario": "queen_of_ash",
    }
    answer, page = first(visitor, "/campaigns/new/boa/", form)
    assert answer.status_code == 409, page[:1000]
    assert "refraction.scorched-earth" in page
    assert 'value="Kept as it was"' in page
    assert "Nobody may speak" in page
    assert Campaign.objects.count() == 0
    answer = visitor.post("/campaigns/new/boa/", {**form, "ultimatums": []})
    assert answer.status_code == 302
    assert visitor.get(answer["Location"]).status_code == 200
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_campaign_from_a_file(visitor):
    text = json.dumps({"format": "casebook-campaign-1", "name": "Kept", "steps": [{"number": 1, "step": {}}]})
    answer, page = first(visitor, "/campaigns/import/", {"text": text})
    assert answer.status_code == 400
    assert "cannot be read" in page
    assert "casebook-campaign-1" in page, "what was pasted is still there"
    assert Campaign.objects.count() == 0
    assert visitor.get("/campaigns/").status_code == 200


def test_a_deck(visitor, monkeypatch):
    def refuse(**wishes):
        raise BadEdit("The shelf is too small for this.")

    with monkeypatch.context() as patch:
        patch.setattr(services, "create_deck", refuse)
        answer, page = first(visitor, "/decks/new/01001/", {"name": "Kept as it was"})
    assert answer.status_code == 200
    assert "The shelf is too small for this." in page
    assert 'value="Kept as it was"' in page
    assert Deck.objects.count() == 0
    assert visitor.post("/decks/new/01001/", {"name": "Kept as it was"}).status_code == 302
    assert User.objects.filter(is_guest=True).count() == 1


def test_an_import_beyond_the_quota(visitor, settings):
    settings.QUOTAS = {"guest": {"decks": 1, "campaigns": 1}}
    text = json.dumps([{**ROLAND, "name": name} for name in ("First deck", "Second deck", "Third deck")])
    answer, page = first(visitor, "/decks/import/", {"text": text, "save": "1", "deck": ["1", "3"]})
    assert answer.status_code == 400
    assert "the limit is 1" in page
    assert "Second deck" in page, "what was pasted is still there"
    ticked = re.findall(r'name="deck" value="(\d+)" checked', page)
    assert ticked == ["1", "3"]
    assert Deck.objects.count() == 0
    assert visitor.post("/decks/import/", {"text": text, "save": "1", "deck": ["3"]}).status_code == 302
    assert Deck.objects.get().name == "Third deck"
    assert User.objects.filter(is_guest=True).count() == 1


def test_an_import(visitor):
    answer, page = first(visitor, "/decks/import/", {"text": "{ no deck", "save": "1"})
    assert answer.status_code == 400
    assert "{ no deck" in page


def test_a_collection(visitor):
    answer, page = first(visitor, "/collection/new/", {"name": "x" * 101})
    assert answer.status_code == 400
    assert "x" * 101 in page
    answer, page = first(visitor, "/collection/import/", {"text": "1,2,3"})
    assert answer.status_code == 400
    assert "1,2,3" in page
    assert Collection.objects.count() == 0


def test_a_collection_from_a_file_that_is_one_too_many(visitor, monkeypatch):
    monkeypatch.setattr(collection_services, "MOST_COLLECTIONS", 0)
    answer, page = first(visitor, "/collection/import/", {"text": "core, dwl"})
    assert answer.status_code == 400
    assert "Delete one first" in page
    assert "core, dwl" in page
